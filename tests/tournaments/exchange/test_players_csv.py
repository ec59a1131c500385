"""Lists of players as files: encodings, delimiters, headings, doubles, and what is told by line."""

from __future__ import annotations

import pytest

from tournaments.exchange.headings import ROLE_OF, WORDS
from tournaments.exchange.players_csv import read_players
from tournaments.exchange.preview import PlayerRow, Preview, Problem
from tournaments.exchange.problems import SENTENCES

LIST = "Name;Rating;Club\nJörg Müller;1500;Köln\nZoë Brontë;1400;\n"


def names(preview: Preview) -> list[tuple[str, ...]]:
    return [row.names for row in preview.rows]


def told(preview: Preview) -> list[tuple[int, str]]:
    return [(problem.line, problem.code) for problem in preview.problems]


def read(text: str, **more: object) -> Preview:
    return read_players(text.encode(), **more)  # type: ignore[arg-type]


# ---------------------------------------------------------------- encodings


@pytest.mark.parametrize(
    ("encoding", "named", "guessed"),
    [
        ("utf-8", "utf-8", False),
        ("utf-8-sig", "utf-8", False),
        ("utf-16", "utf-16", False),
        ("cp1252", "windows-1252", True),
        ("utf-16-le", "utf-16-le", True),
        ("utf-16-be", "utf-16-be", True),
    ],
)
def test_umlauts_survive_every_encoding(encoding: str, named: str, guessed: bool) -> None:
    preview = read_players(LIST.encode(encoding))
    assert names(preview) == [("Jörg Müller",), ("Zoë Brontë",)]
    assert (preview.encoding, preview.guessed, preview.delimiter, preview.has_header) == (
        named,
        guessed,
        ";",
        True,
    )
    assert preview.problems == ()


def test_utf_16_big_endian_with_its_mark() -> None:
    assert names(read_players(b"\xfe\xff" + LIST.encode("utf-16-be"))) == [("Jörg Müller",), ("Zoë Brontë",)]


@pytest.mark.parametrize(
    ("encoding", "text", "first"),
    [
        ("cp1251", "Имя;Рейтинг\nИван Петров;1500\nАнна Каренина;1400\n", "Иван Петров"),
        ("koi8_r", "Имя;Рейтинг\nИван Петров;1500\nАнна Каренина;1400\n", "Иван Петров"),
        ("shift_jis", "名前,レート\n山田太郎,1500\n鈴木花子,1400\n", "山田太郎"),
        ("euc_kr", "이름,레이팅\n김철수,1500\n이영희,1400\n", "김철수"),
        ("cp1256", "الاسم;التقييم\nمحمد علي;1500\nفاطمة;1400\n", "محمد علي"),
    ],
)
def test_older_encodings_of_other_scripts_are_guessed_and_said_to_be(
    encoding: str, text: str, first: str
) -> None:
    preview = read_players(text.encode(encoding))
    assert names(preview)[0] == (first,)
    assert (preview.guessed, preview.rows[0].rating) == (True, 1500)


def test_a_chosen_encoding_overrules_the_guess() -> None:
    data = "Имя\nИван\n".encode("cp1251")
    preview = read_players(data, encoding="cp1251")
    assert (names(preview), preview.encoding, preview.guessed) == ([("Иван",)], "cp1251", False)
    for wrong in ("utf-8", "klingon"):
        assert read_players(data, encoding=wrong).problems == (
            Problem(line=0, code="unknown_encoding", data={"encoding": wrong}),
        )


@pytest.mark.parametrize("data", [b"", b"  \r\n\t\n", b"\xef\xbb\xbf", b"\xff\xfe"])
def test_an_empty_file_is_told(data: bytes) -> None:
    assert read_players(data) == Preview(rows=(), problems=(Problem(line=0, code="empty_file"),))


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0",
        b"PK\x03\x04\x14\0\6\0\x08\0\0\0!\0b\xee\x9dh",
        bytes(range(256)) * 4,
        bytes(range(1, 32)) * 9 + b"\xff",
    ],
)
def test_a_binary_file_is_no_list(data: bytes) -> None:
    assert read_players(data).problems == (Problem(line=0, code="not_text"),)


# ---------------------------------------------------------------- delimiters, quotes, headings


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_every_delimiter(delimiter: str) -> None:
    preview = read(f"Name{delimiter}Rating\nAnn{delimiter}1500\nBo{delimiter}1400\n")
    assert (preview.delimiter, names(preview), preview.columns) == (
        delimiter,
        [("Ann",), ("Bo",)],
        ("name", "rating"),
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end(end: str) -> None:
    assert names(read(end.join(["Name;Rating", "Ann;1", "Bo;2"]))) == [("Ann",), ("Bo",)]


def test_quoted_cells_hold_delimiters_quotes_and_line_ends() -> None:
    preview = read('Name;Club\n"Ann\nLee";"The ""Gin""; Club"\nBo;X\n\nCy;Y\n')
    assert [(row.line, row.names, row.club) for row in preview.rows] == [
        (2, ("Ann Lee",), 'The "Gin"; Club'),
        (4, ("Bo",), "X"),
        (6, ("Cy",), "Y"),
    ]


def test_a_comma_inside_names_splits_nothing_where_semicolons_do() -> None:
    assert names(read("Name;Club\nLee, Ann;X\nRay, Bo;Y\n")) == [("Lee, Ann",), ("Ray, Bo",)]


@pytest.mark.parametrize(
    ("heading", "columns"),
    [
        ("Spieler;Wertung;Verein", ("name", "rating", "club")),
        ("Vorname;Name;E-Mail", ("first_name", "last_name", "email")),
        ("Nom;Prénom;Classement", ("last_name", "first_name", "rating")),
        ("Nombre;Apellidos;Club", ("first_name", "last_name", "club")),
        ("Фамилия;Имя;Рейтинг", ("last_name", "first_name", "rating")),
        ("NOME;CLUBE;MENOR", ("name", "club", "minor")),
        ("Jucător;Echipă;Puncte de start", ("name", "club", "start_points")),
        ("الاسم;النادي;البريد", ("name", "club", "email")),
        ("選手;レート;クラブ", ("name", "rating", "club")),
        ("이름;클럽;시드", ("name", "club", "seed")),
        ("Аты;Клуб;Жашыруун", ("name", "club", "private")),
        ("Jugador;Equip;Correu", ("name", "club", "email")),
        ("No.;Player 1;Player 2", ("skip", "name", "partner")),
        ("Name;Name;Rating", ("name", "partner", "rating")),
    ],
)
def test_headings_in_the_clubs_languages(heading: str, columns: tuple[str, ...]) -> None:
    preview = read(f"{heading}\na;b;c\n")
    assert (preview.has_header, preview.columns) == (True, columns)


def test_first_and_last_names_make_one_name() -> None:
    assert names(read("Nachname,Vorname\nMüller,Jörg\n")) == [("Jörg Müller",)]


def test_no_word_stands_for_two_columns() -> None:
    words = [word.strip().casefold() for each in WORDS.values() for word in each.split("|")]
    assert sorted(words) == sorted(set(words))
    assert len(ROLE_OF) <= len(words)


def test_without_headings_the_first_text_is_the_name() -> None:
    preview = read("1;Ann Lee;ann@example.org;1500\n2;Bo Ray;bo@example.org;1400\n")
    assert (preview.has_header, preview.columns) == (False, ("", "name", "email", ""))
    assert [(row.line, row.names, row.emails) for row in preview.rows] == [
        (1, ("Ann Lee",), ("ann@example.org",)),
        (2, ("Bo Ray",), ("bo@example.org",)),
    ]


def test_without_headings_two_single_words_are_one_name() -> None:
    assert names(read("Ann,Lee\nBo,Ray\n")) == [("Ann Lee",), ("Bo Ray",)]


def test_one_name_a_line_needs_no_delimiter() -> None:
    preview = read("Ann Lee\nBo Ray\n")
    assert (preview.delimiter, names(preview)) == (None, [("Ann Lee",), ("Bo Ray",)])


def test_an_unknown_column_is_told_and_left_out() -> None:
    preview = read("Name;Shoe size\nAnn;38\n")
    assert preview.problems == (
        Problem(line=1, code="unknown_column", kept=True, data={"column": "Shoe size"}),
    )
    assert names(preview) == [("Ann",)]


def test_a_list_without_names_is_told() -> None:
    preview = read("Rating;Club\n1500;X\n")
    assert (preview.rows, told(preview)) == ((), [(1, "no_name_column")])


# ---------------------------------------------------------------- names and doubles


def test_names_are_composed_trimmed_and_their_spaces_folded() -> None:
    preview = read("Name\n  Zoe\u0308 \u00a0  Bronte\u0308\u200b \n")
    assert names(preview) == [("Zoë Brontë",)]


def test_joiners_that_belong_to_a_name_stay() -> None:
    assert names(read("Name\nنرگس‌زاده\n")) == [("نرگس‌زاده",)]


def test_doubles_are_found_whatever_their_case_and_spaces() -> None:
    preview = read("Name;Club\nAnn Lee;X\nBo;Y\n ANN  LEE ;Z\nStraße;A\nSTRASSE;B\n")
    assert names(preview) == [("Ann Lee",), ("Bo",), ("Straße",)]
    assert preview.problems == (
        Problem(line=4, code="twice_in_file", data={"name": "ANN LEE", "first": 2}),
        Problem(line=6, code="twice_in_file", data={"name": "STRASSE", "first": 5}),
    )
    assert preview.left_out == 2


def test_somebody_known_comes_in_under_the_name_he_is_known_by() -> None:
    preview = read("Name\nann lee\nBo\n", known=("Ann Lee",))
    assert [row.known for row in preview.rows] == [("Ann Lee",), (None,)]
    assert preview.problems == (Problem(line=2, code="known", kept=True, data={"name": "Ann Lee"}),)


def test_the_same_file_twice_gives_the_same_preview() -> None:
    assert read(LIST) == read(LIST)


def test_what_is_wrong_in_a_line_leaves_the_others_importable() -> None:
    preview = read(f"Name;Rating\nAnn;1500\n;1400\n{'x' * 81};1\nB\x07o;2\n123;3\nCy;abc\nDi;1;2\n")
    assert told(preview) == [
        (3, "no_name"), (4, "too_long"), (5, "control_characters"), (6, "no_letters"), (7, "bad_number"),
        (8, "too_many_cells"),
    ]  # fmt: skip
    assert [(row.line, row.names, row.rating) for row in preview.rows] == [
        (2, ("Ann",), 1500), (7, ("Cy",), None), (8, ("Di",), 1),
    ]  # fmt: skip


def test_a_name_of_forty_double_letters_is_no_problem() -> None:
    assert names(read(f"Name\n{'名' * 80}\n")) == [("名" * 80,)]


def test_what_looks_like_a_formula_is_kept_as_text() -> None:
    preview = read('Name;Club\n"=HYPERLINK(""http://x"")";Y\nBo;@sum\n')
    assert names(preview) == [('=HYPERLINK("http://x")',), ("Bo",)]
    assert told(preview) == [(2, "looks_like_formula"), (3, "looks_like_formula")]
    assert all(problem.kept for problem in preview.problems)


# ---------------------------------------------------------------- optional cells


def test_every_optional_cell() -> None:
    preview = read(
        "Name,Rating,Seed,Club,E-mail,Private,Under age,Start points\n"
        "Ann,1500,2,X,ann@example.org,no,yes,10\n"
        "Bo,,,,nonsense,,,\n"
        "Cy,1500.0,0,,,ja,,-3\n"
    )
    assert preview.rows == (
        PlayerRow(
            line=2, names=("Ann",), known=(None,), emails=("ann@example.org",), rating=1500, seed=2, club="X",
            private=True, start_points=10,
        ),
        PlayerRow(line=3, names=("Bo",), known=(None,)),
        PlayerRow(line=4, names=("Cy",), known=(None,), rating=1500, private=True),
    )  # fmt: skip
    assert told(preview) == [(3, "bad_email"), (4, "bad_number"), (4, "bad_number")]


# ---------------------------------------------------------------- partnerships


def test_partners_in_two_columns_or_one() -> None:
    assert names(read("Player 1;Player 2\nAnn;Bo\nCy;Di\n", side_size=2)) == [("Ann", "Bo"), ("Cy", "Di")]
    assert names(read("Name\nAnn & Bo\nCy / Di\n", side_size=2)) == [("Ann", "Bo"), ("Cy", "Di")]
    assert names(read("Ann Lee,Bo Ray\nCy Fox,Di Elm\n", side_size=2)) == [
        ("Ann Lee", "Bo Ray"),
        ("Cy Fox", "Di Elm"),
    ]


def test_partners_have_their_own_addresses() -> None:
    preview = read("Player,Partner,E-mail,Partner e-mail\nAnn,Bo,a@x.org,b@x.org\n", side_size=2)
    assert preview.rows[0].emails == ("a@x.org", "b@x.org")


def test_a_partner_missing_twice_the_same_or_seen_before() -> None:
    preview = read("Name;Partner\nAnn;\nBo;bo\nCy;Di\nEve;CY\n", side_size=2)
    assert told(preview) == [(2, "no_partner"), (3, "same_person_twice"), (5, "twice_in_file")]
    assert names(preview) == [("Cy", "Di")]


def test_two_names_for_one_player_are_told() -> None:
    assert told(read("Name;Partner\nAnn;Bo\n")) == [(2, "one_name_only")]


# ---------------------------------------------------------------- all of it


def test_every_problem_has_its_sentence_filled_by_its_data() -> None:
    previews = [
        read(LIST + "Jörg Müller;x;=1\n\x07;1;\n;1\n", known=("zoë brontë",)),
        read_players(b"\0\1\2"),
        read("Name;Hat\n12;x\nAnn;y;z\n" + "w" * 90 + ";q\n"),
        read("Name;E-mail\nAnn;Bo\n"),
    ]
    problems = [problem for preview in previews for problem in preview.problems]
    assert len({problem.code for problem in problems}) > 8
    for problem in problems:
        assert "%(" not in SENTENCES[problem.code] % dict(problem.data)


def test_a_long_list_is_cut_and_told() -> None:
    preview = read("Name\n" + "\n".join(f"Player {chr(65 + n % 26)}{n}" for n in range(10_001)))
    assert (len(preview.rows), told(preview)) == (10_000, [(0, "too_many_rows")])


def seeds(text: str) -> list[int | None]:
    return [row.seed for row in read_players(text.encode(), known=[]).rows]


def test_a_list_with_ratings_alone_is_seeded_by_them():
    assert seeds("name;rating\nAnn;1500\nBo;1720\nCy;\nDee;1500\n") == [2, 1, None, 3]


def test_seeds_of_the_list_itself_are_kept_as_they_are():
    assert seeds("name;rating;seed\nAnn;1500;1\nBo;1720;\n") == [1, None]
