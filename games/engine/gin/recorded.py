"""What a record of hands asks of a family of rules, answered for gin (see `games.engine.record.Family`)."""

from games.engine.gin.hand import begin, evolve, result_of_record
from games.engine.gin.lines import read_deal, read_event, write_deal, write_event
from games.engine.gin.perspective import perspective
from games.engine.gin.text import read_text, write_text

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
