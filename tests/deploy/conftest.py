"""A bare system and Muster's image in it, made once for all tests here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import with_django  # noqa: F401  (forms are read by the addresses they go to)
from image_cases import CONTAINERFILE, stages
from root_cases import Network, System, base, image_of, network


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> System:
    """A bare Debian, as the image's base is. `MUSTER_TEST_ROOTS` names a folder that keeps it for the next run."""
    kept = os.environ.get("MUSTER_TEST_ROOTS")
    folder = Path(kept) if kept else tmp_path_factory.mktemp("roots")
    (found,) = {stage.base for stage in stages(CONTAINERFILE.read_text(encoding="utf-8"))}
    return System(base(found, folder))


@pytest.fixture(scope="session")
def image(bare: System, tmp_path_factory: pytest.TempPathFactory) -> System:
    """What the Containerfile builds."""
    return image_of(stages(CONTAINERFILE.read_text(encoding="utf-8")), bare, tmp_path_factory.mktemp("image"))


@pytest.fixture
def net() -> Iterator[Network]:
    with network() as found:
        yield found
