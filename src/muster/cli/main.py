"""The command `muster`: tournaments by the book, from the terminal."""

from __future__ import annotations

import gc
import sys

from muster.cli.output import REFUSED, UNUSABLE, complain, give_up_output, settle_streams
from muster.cli.translation import speak_users_language
from muster.core.messages import say

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""


def main() -> None:
    """Run the command line; a closed pipe or an interrupt ends it quietly, a full disk with one line."""
    # A journal is one large structure without cycles: looking for some all the time is wasted.
    gc.set_threshold(100_000, 50, 100)
    settle_streams()
    speak_users_language()
    try:
        from muster.cli.commands import app_for  # noqa: PLC0415  (its help is said in the language just chosen)

        try:
            app_for(*sys.argv[1:2])()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        give_up_output()
        sys.exit(REFUSED)
    except OSError as error:
        give_up_output()
        complain(say("muster: {problem}", problem=error.strerror or str(error)))
        sys.exit(UNUSABLE)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
