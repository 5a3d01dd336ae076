"""lucide's icons, each drawn once: a page shows dozens of them.

lucide itself reads its archive's whole table for every icon it has not met, and copies and writes a tree every time.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Final
from xml.etree import ElementTree
from zipfile import ZipFile

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

SVG: Final = "{http://www.w3.org/2000/svg}"


@register.simple_tag
def lucide(name: str, *, size: int = 24, **attributes: str) -> SafeString:
    """An icon by its name in lucide, as SVG: `{% lucide "printer" size=18 aria_hidden="true" %}`.

    Raises:
        KeyError: no icon has this name.
    """
    return _drawn(name, size, tuple(attributes.items()))


@cache
def _drawn(name: str, size: int, attributes: tuple[tuple[str, str], ...]) -> SafeString:
    svg = ElementTree.fromstring(_archive().read(f"{name}.svg"))  # noqa: S314  (a file of the package)
    for node in svg.iter():
        # Inside a page, SVG needs no namespace, and no space between its lines.
        node.tag = node.tag.removeprefix(SVG)
        node.text = node.tail = None
    svg.attrib |= {"width": str(size), "height": str(size)}
    # What a template says in quotes counts as safe, and adding nothing makes plain text of it.
    svg.attrib |= {key.replace("_", "-"): value + "" for key, value in attributes}
    return mark_safe(ElementTree.tostring(svg, encoding="unicode"))  # noqa: S308  (escaped by ElementTree)


@cache
def _archive() -> ZipFile:
    return ZipFile(BytesIO(files("lucide").joinpath("lucide.zip").read_bytes()))
