"""English times as the Unicode locale data have them, "1:33 PM".

Django's own "1:33 p.m." would end a sentence in two dots, and its "noon" and "1 p.m." stand badly in columns.
"""

DATE_FORMAT = "N j, Y"
TIME_FORMAT = "g:i A"
DATETIME_FORMAT = "N j, Y, g:i A"
SHORT_DATETIME_FORMAT = "m/d/Y g:i A"
