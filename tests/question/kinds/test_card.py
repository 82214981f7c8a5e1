from __future__ import annotations

from tests.question.asking import CARD, read


def test_reading():
    question, problems = read(CARD)
    assert problems == []
    assert (question.back, question.expression, question.key) == ("That.", "1 + 1 == 2", "0a480186")
    assert (question.flashcard, question.noun, question.reveal) == ("That.", "Card", "Reveal")
    assert not question.can_be_marked


def test_problems():
    assert "4: quiz 'one': 'back' is missing. Add 'back:'." in read(CARD.replace("back: That.\n", ""))[1]
    assert "8: quiz 'one': 'back' is wrong. It is a text." in read(CARD.replace("That.", "[That.]"))[1]
    assert read(CARD.replace("back:", "model: x\nback:"))[1] == [
        "8: quiz 'one': a card has no key 'model'. There is: ask, back, check, decides, evidence, given, hints, id, kind, level, page-only, proof and 5 more."
    ]


def test_other_tools():
    question, _ = read(CARD + "\nwhy: So.")
    assert question.entry(str.upper) == {"back": "THAT.", "why": "SO."}
    assert question.note_back() == ["That.", "So."]
    assert "That." in question.markdown()
