"""What a record of hands asks of a family, answered for Manipulation Rummy (`games.engine.record.Family`)."""

from games.engine.manipulation.hand import begin, evolve, result_of_record
from games.engine.manipulation.lines import read_deal, read_event, write_deal, write_event
from games.engine.manipulation.perspective import perspective
from games.engine.manipulation.text import read_text, write_text

__all__ = [
    "begin",
    "evolve",
    "perspective",
    "read_deal",
    "read_event",
    "read_text",
    "result_of_record",
    "write_deal",
    "write_event",
    "write_text",
]
