"""Templates, style sheets and scripts: laid out and linted by tools, and the layout is not in the pages."""

import subprocess
import sysconfig
from pathlib import Path

import pytest
import tinycss2

from muster.web.whitespace import squeeze, tokens

WEB = Path(__file__).parents[1] / "src" / "muster" / "web"
TEMPLATES = sorted(WEB.rglob("*.html"))
SHEETS = sorted(WEB.rglob("*.css"))
SCRIPTS = sorted(WEB.rglob("*.js"))
TOOLS = Path(sysconfig.get_path("scripts"))


def test_no_line_is_longer_than_120_characters() -> None:
    long = [
        f"{file.relative_to(WEB)}:{number}"
        for file in [*TEMPLATES, *SHEETS, *SCRIPTS]
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if len(line) > 120
    ]
    assert long == []


@pytest.mark.parametrize(
    "command",
    [
        ["djangofmt", "--quiet", "--check"],
        ["djangofmt", "--quiet", "check"],
        ["oxfmt", "--check"],
        ["oxlint", "--quiet", "--deny-warnings"],
    ],
    ids=" ".join,
)
def test_the_tools_find_nothing(command: list[str]) -> None:
    run = subprocess.run([TOOLS / command[0], *command[1:], WEB], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.name)
def test_a_style_sheet_reads_without_a_fault(file: Path) -> None:
    def faults(nodes: list[object]) -> list[str]:
        return [node.message for node in nodes if isinstance(node, tinycss2.ast.ParseError)]

    def check(rules: list[object]) -> None:
        assert faults(rules) == []
        for rule in rules:
            content = getattr(rule, "content", None)
            if content is not None:
                check(tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True))

    check(tinycss2.parse_stylesheet(file.read_text(), skip_comments=True, skip_whitespace=True))


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: str(file.relative_to(WEB)))
def test_the_layout_goes_once_and_nothing_else_does(file: Path) -> None:
    source = file.read_text()
    assert "".join(piece.text for piece in tokens(source)) == source
    squeezed = squeeze(source)
    assert squeeze(squeezed) == squeezed
    assert "\n  " not in "".join(piece.text for piece in tokens(squeezed) if piece.kind == "space")


@pytest.mark.parametrize(
    ("source", "page"),
    [
        ("<p>\n  One\n</p>\n<p>\n  Two\n</p>\n", "<p>One</p><p>Two</p>"),
        ("<p>\n  One <b>two</b>\n  <i>three</i>\n</p>", "<p>One <b>two</b> <i>three</i></p>"),
        (
            "<a\n  href='x'\n  {% if y %}class='y'{% endif %}\n>\n  z\n</a>",
            "<a href='x'{% if y %} class='y'{% endif %}>z</a>",
        ),
        (
            "<td>\n  {% if a %}\n    <b>1</b>\n  {% else %}\n    2\n  {% endif %}\n</td>",
            "<td>{% if a %}<b>1</b>{% else %}2{% endif %}</td>",
        ),
        ("<p>{% if a %}1{% endif %}\n{{ b }}</p>", "<p>{% if a %}1{% endif %} {{ b }}</p>"),
        (
            "<ul>\n  {% for a %}\n    <li>1</li>\n  {% endfor %}\n</ul>",
            "<ul>{% for a %}<li>1</li>{% endfor %}</ul>",
        ),
        (
            "<pre>\n<b> a\n</pre>\n<textarea>\n\n b</textarea>",
            "<pre>\n<b> a\n</pre><textarea>\n\n b</textarea>",
        ),
        ("<i\n  class='a\n    {% if b %} c{% endif %}'\n></i>", "<i class='a{% if b %} c{% endif %}'></i>"),
        ("{% load i18n %}\n{# What it is. #}\nword\n", "{% load i18n %}{# What it is. #}word"),
        ("<b>a</b> <b>&#32;b</b>",) * 2,
    ],
)
def test_what_a_page_shows_stays(source: str, page: str) -> None:
    assert squeeze(source) == page
