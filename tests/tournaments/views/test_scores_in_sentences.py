"""Scores within a sentence, as a template writes them."""

from __future__ import annotations

from django.template.loader import render_to_string

from tournaments.templatetags.scores import unbroken


def test_a_score_in_a_sentence_is_one_word_to_the_eye():
    kept = '<span class="num">150–87</span>'
    assert unbroken("Ann & Bo beat Cy 150–87, +63") == f"Ann &amp; Bo beat Cy {kept}, +63"
    assert unbroken("Ann knocks 4: 4–23–11") == 'Ann knocks 4: <span class="num">4–23–11</span>'
    assert unbroken("Mary Smith–Jones <b>1</b>") == "Mary Smith–Jones &lt;b&gt;1&lt;/b&gt;"


def test_verdicts_notes_and_leads_keep_their_scores_whole():
    said = "Ann beat Bo 150–87"
    for part, name in ("_verdict", "result"), ("_note", "title"), ("_note", "words"), ("_page_head", "lead"):
        drawn = render_to_string(f"components/{part}.html", {name: said})
        assert '<span class="num">150–87</span>' in drawn, (part, name)
