"""Run where the package is built: what Muster says in other languages goes into it compiled, without its source."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from muster.app.common.languages import LOCALES, compile_changed


class CatalogueHook(BuildHookInterface[Any]):
    """Compiles the catalogues, for a wheel and for an installation that follows the source tree."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  (as hatchling calls it)
        """Compile, and put the results into the package although the repository leaves them out.

        Raises:
            OSError: a result could not be written, so that the package would be without.
        """
        root = Path(self.root)
        for file in compile_changed(LOCALES):
            file.stat()
            build_data["artifacts"].append(f"/{file.relative_to(root).as_posix()}")
