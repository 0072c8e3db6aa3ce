"""Text in columns, and lines of styled text as a picture, one promise a test."""

import unicodedata
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from engine import sheets, text

LINES = st.lists(
    st.tuples(st.text("ab 媽é́​\xad", max_size=12), st.sampled_from(["", "bold red"])),
    max_size=6,
)


def joined(line: text.Line) -> str:
    return "".join(part for part, _ in line)


def test_wide_letters_take_two_columns_and_marks_none() -> None:
    assert text.width("Ana") == 3
    assert text.width("媽祖") == 4
    assert text.width("e\u0301\u200d") == 1
    assert text.width("soft\xadhyphen") == 11
    assert text.width("▶①") == 2


def test_a_text_that_is_cut_ends_in_an_ellipsis() -> None:
    assert text.clip("Claudia", 7) == "Claudia"
    assert text.clip("Claudia", 4) == "Cla…"
    assert text.clip("媽祖媽祖", 4) == "媽…"
    assert text.clip("Ana", 1) == "…"
    assert text.clip("Ana", 0) == ""
    assert text.pad("媽祖媽祖", 4) == "媽… "
    assert text.pad("Ana", 5) == "Ana  "


def test_a_line_is_cut_across_its_spans() -> None:
    line = [("one ", "bold"), ("two ", ""), ("three", "red")]
    assert text.cut(line, 13) == line
    assert text.cut(line, 12) == [("one ", "bold"), ("two ", ""), ("thr…", "red")]
    assert text.cut(line, 8) == [("one ", "bold"), ("two…", "")]
    assert text.cut(line, 4) == [("one…", "bold")]
    assert joined(text.fill(line, 16)) == "one two three   "


def test_a_line_breaks_between_words_with_a_hanging_indent() -> None:
    line = [("  12  ", "dim"), ("Erich:", "bold"), (" choose Mô-sîn-á in Yellow Raincoats", "")]
    shown = list(text.wrap(line, 24, 6))
    assert [joined(part) for part in shown] == [
        "  12  Erich: choose",
        "      Mô-sîn-á in Yellow",
        "      Raincoats",
    ]
    assert shown[0][:2] == line[:2]


def test_only_a_word_longer_than_the_line_is_broken() -> None:
    assert text.wrapped("ab cdefghij", 5, 1) == ["ab", " cdef", " ghij"]
    assert text.wrapped("媽祖媽祖", 5) == ["媽祖", "媽祖"]
    assert text.wrapped("abc  ", 3) == ["abc"]
    assert text.wrapped("", 3) == [""]


@given(LINES, st.integers(4, 12), st.integers(0, 8))
def test_no_line_is_wider_than_it_may_be_and_no_word_is_lost(
    line: text.Line, columns: int, indent: int
) -> None:
    shown = [joined(part) for part in text.wrap(line, columns, indent)]
    assert all(text.width(part) <= columns for part in shown)
    assert "".join("".join(shown).split()) == "".join(joined(line).split())
    for limited in (text.cut(line, columns), text.fill(line, columns)):
        assert text.line_width(limited) <= columns
    assert text.line_width(text.fill(line, columns)) == columns
    assert text.width(text.clip(joined(line), columns)) <= columns


@given(st.lists(LINES, max_size=4), st.text(max_size=20))
def test_lines_are_drawn_as_well_formed_svg(lines: list[text.Line], title: str) -> None:
    root = ElementTree.fromstring(sheets.drawing(title, lines))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


def test_a_drawing_has_the_colors_of_its_lines() -> None:
    drawn = sheets.drawing("Pig & co", [[("Ana", "bold #ff0000 on black"), ("<7>", "nonsense")]])
    assert "Pig &amp; co" in drawn
    assert 'fill="#ff0000" font-weight="bold">Ana</text>' in drawn
    assert 'fill="#000000"' in drawn
    assert "&lt;7&gt;" in drawn


def test_marks_are_what_unicode_says_takes_no_column() -> None:
    for letter in ("\u0301", "\u200b", "\ufe0f"):
        assert unicodedata.category(letter) in text.NOTHING_WIDE
