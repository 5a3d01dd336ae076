"""Who must do what, when, and by which clause: every duty of a day, found from how things stand.

`duties(now)` is pure. Each kind is declared once, in the file of its moment, with whom it binds, how much hangs on
it, its clause, the act that settles it, and the function that finds it.
"""

from __future__ import annotations

from muster.core.duties.kinds import KINDS, duties, stopping
from muster.core.duties.situation import Situation
from muster.core.duties.values import Duty, Found, Kind, Severity, Who

__all__ = ["KINDS", "Duty", "Found", "Kind", "Severity", "Situation", "Who", "duties", "stopping"]
