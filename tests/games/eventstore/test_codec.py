"""Events as text and back."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.eventstore import codec
from games.eventstore.codec import Codec, Recorded, Redacted, UnknownEvent, UnreadablePayload
from tests.games.eventstore.scene import LIFTS, Card, Noted, Shown, Suit

TWO = Codec([Noted, Shown], LIFTS, raw=[("hand.voided", 1)])
SHOWN = Shown(
    cards=(Card(7, Suit.HEARTS),),
    share=Fraction(1, 3),
    by=None,
    counts={"ada": 2},
    pairs=(("bo", Fraction(2)), ("cy", None)),
)
SHOWN_TEXT = (
    '{"cards":[{"rank":7,"suit":"h"}],"share":[1,3],"by":null,'
    '"counts":{"ada":2},"pairs":[["bo",[2,1]],["cy",null]]}'
)


def test_an_event_is_its_fields_as_compact_json():
    assert TWO.encode(SHOWN) == ("test.shown", 3, SHOWN_TEXT)


def test_it_comes_back_whole_with_tuples_enums_and_fractions():
    assert TWO.decode("test.shown", 3, SHOWN_TEXT) == SHOWN


@given(
    st.text(), st.fractions(), st.none() | st.text(), st.dictionaries(st.text(), st.integers(-(2**53), 2**53))
)
def test_every_event_comes_back_as_it_was(text, share, by, counts):
    event = Shown(cards=(), share=share, by=by, counts=counts, pairs=((text, share), (text, None)))
    try:
        stored = TWO.encode(event)
    except UnicodeEncodeError:
        return  # half of a surrogate pair is no text
    assert TWO.decode(*stored) == event
    assert TWO.encode(TWO.decode(*stored)) == stored


def test_old_schemas_are_lifted_one_after_the_other():
    assert TWO.decode("test.shown", 1, '{"cards":[],"percent":25}') == Shown(
        cards=(), share=Fraction(1, 4), by=None, counts={}
    )
    assert TWO.decode("test.shown", 2, '{"cards":[],"share":[1,2],"by":"bo"}') == Shown(
        cards=(), share=Fraction(1, 2), by="bo", counts={}
    )


@pytest.mark.parametrize(("name", "schema"), [("test.unheard", 1), ("test.noted", 2), ("hand.voided", 2)])
def test_an_unknown_name_or_schema_is_a_hard_error(name, schema):
    with pytest.raises(UnknownEvent) as refused:
        TWO.decode(name, schema, "{}")
    assert (refused.value.name, refused.value.schema) == (name, schema)


@pytest.mark.parametrize("text", ["{}", '{"text":1}', "not json", '{"text":"a"', "[]"])
def test_a_payload_that_does_not_fit_is_a_hard_error(text):
    with pytest.raises(UnreadablePayload):
        TWO.decode("test.noted", 1, text)


def test_a_lift_that_fails_names_its_event():
    with pytest.raises(UnreadablePayload) as refused:
        TWO.decode("test.shown", 1, '{"cards":[]}')
    assert refused.value.name == "test.shown"


def test_a_broken_fraction_is_a_hard_error():
    with pytest.raises(UnreadablePayload):
        TWO.decode("test.shown", 3, SHOWN_TEXT.replace("[1,3]", "[1,0]"))


def test_a_line_of_a_record_is_stored_as_it_is():
    line = Recorded("hand.voided", 1, '{"e":"voided", "reason":"misdeal"}')
    assert TWO.encode(line) == ("hand.voided", 1, line.text)
    assert TWO.decode("hand.voided", 1, line.text) == line


def test_a_line_of_an_unregistered_name_is_refused():
    with pytest.raises(UnknownEvent):
        TWO.encode(Recorded("hand.juggled", 1, "{}"))


def test_a_line_without_text_is_refused():
    with pytest.raises(ValueError, match="erased"):
        TWO.encode(Recorded("hand.voided", 1, ""))


def test_a_line_that_is_no_json_object_is_found_by_the_check():
    TWO.verify("hand.voided", 1, "{}")
    for text in ("oops", "[1]"):
        with pytest.raises(UnreadablePayload):
            TWO.verify("hand.voided", 1, text)


def test_an_erased_payload_says_where_it_stood():
    assert TWO.decode("test.noted", 1, "") == Redacted("test.noted", 1)


def test_a_class_the_store_was_not_told_of_is_refused():
    @dataclass(frozen=True, slots=True)
    class Stranger:
        NAME: ClassVar[str] = "test.noted"
        text: str

    with pytest.raises(UnknownEvent):
        TWO.encode(Stranger("x"))
    with pytest.raises(ValueError, match="two classes"):
        Codec([Noted, Stranger], {})
    with pytest.raises(TypeError, match="no event"):
        TWO.encode("just a text")


def test_a_lift_that_leads_nowhere_is_refused():
    with pytest.raises(ValueError, match="nowhere"):
        Codec([Noted], {("test.noted", 1): dict})
    with pytest.raises(ValueError, match="claim"):
        Codec([Noted], {}, raw=[("test.noted", 1)])


def test_registering_twice_changes_nothing():
    codec.register([Noted, Shown], LIFTS)
    assert codec.current().decode("test.noted", 1, '{"text":"a"}') == Noted("a")
