"""A worker that is killed in the middle of its work; started by `test_jobs.py`.

`python worker.py mail 3`: sends three letters, says the address of the next, and goes no further.
`python worker.py print 0`: says `printing` once it has begun to make a PDF, and goes no further.
"""

from __future__ import annotations

import sys
import threading
from typing import Any

from muster.cli.site import ready

ready()

from django.conf import settings  # noqa: E402  (not before Django is set up)
from django.core.mail.backends.base import BaseEmailBackend  # noqa: E402

from muster.app.common import jobs  # noqa: E402
from muster.app.mail import sending  # noqa: E402
from muster.web.paper import press  # noqa: E402


class Hanging(BaseEmailBackend):
    """A mail server that answers so many times and no more."""

    left = int(sys.argv[2])

    def send_messages(self, email_messages: Any) -> int:
        if not self.left:
            hang(email_messages[0].to[0])
        type(self).left -= 1
        return 1


def hang(says: str) -> None:
    print(says, flush=True)  # noqa: T201
    threading.Event().wait()


if __name__ == "__main__":
    settings.EMAIL_BACKEND, settings.ORIGIN = "__main__.Hanging", "https://play.example.org"
    sending.RECORDED = 0.0  # type: ignore[misc]  # so that it is certain what was recorded
    press.PRESS.make = lambda work: hang("printing")  # type: ignore[method-assign]
    jobs.turn(sys.argv[1])  # type: ignore[arg-type]
