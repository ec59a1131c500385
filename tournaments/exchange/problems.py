"""Every sentence a list of players can be answered with, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.engine.sentences import gettext_noop

SENTENCES: Mapping[str, str] = {
    "empty_file": gettext_noop("The file is empty."),
    "not_text": gettext_noop("This is no text file. Save the list as CSV and try again."),
    "unknown_encoding": gettext_noop("The file cannot be read as %(encoding)s."),
    "too_many_rows": gettext_noop("The list is longer than %(most)s lines; the rest was left out."),
    "no_name_column": gettext_noop("No column holds the names. Call it Name."),
    "unknown_column": gettext_noop("Nobody knows the column %(column)s; it is left out."),
    "no_name": gettext_noop("There is no name in this line."),
    "no_partner": gettext_noop("A partner is missing: two names make a side here."),
    "one_name_only": gettext_noop("There are two names in this line; a side is one player here."),
    "same_person_twice": gettext_noop("%(name)s stands twice in this line."),
    "twice_in_file": gettext_noop("%(name)s stands in line %(first)s already."),
    "known": gettext_noop("%(name)s is known already."),
    "too_long": gettext_noop("The name is longer than %(most)s letters."),
    "control_characters": gettext_noop("There are unreadable characters in this line."),
    "looks_like_formula": gettext_noop("%(text)s looks like a formula. It is kept as text."),
    "no_letters": gettext_noop("%(name)s is no name."),
    "bad_number": gettext_noop("%(value)s is no number for %(column)s; it is left out."),
    "bad_email": gettext_noop("%(value)s is no e-mail address; it is left out."),
    "too_many_cells": gettext_noop("The line has more cells than the first one; the rest is left out."),
}
