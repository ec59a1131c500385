"""Every sentence the engine of tournaments refuses with: what was asked, and what is possible now."""

from __future__ import annotations

from collections.abc import Mapping


def gettext_noop(message: str) -> str:
    """Marks a text for translation; it is translated where it is shown."""
    return message


SENTENCES: Mapping[str, str] = {
    # ------------------------------------------------------------------ a match
    "already_accepted": gettext_noop("This result is accepted. Ask the director to change it."),
    "already_decided": gettext_noop("The director has decided this match. Ask the director to change it."),
    "place_taken": gettext_noop(
        "Another result is already entered for this hand. Compare both and choose one."
    ),
    "place_not_open": gettext_noop("This hand is not the next one. The sheet shows which hand comes next."),
    "match_over": gettext_noop("The match is over. Amend a hand, accept the result, or ask the director."),
    "other_rules": gettext_noop("The record was made under other rules than this match is played by."),
    "time_is_called": gettext_noop("Time is called: no new hand is dealt."),
    "not_seated": gettext_noop("Only the two who sit here can do this, each on the own phone."),
    "hand_in_play": gettext_noop(
        "This hand is being played on the phones. Finish it there, or call it void there first."
    ),
    "dealt_here": gettext_noop(
        "This hand was played on the phones and its cards are known. Only the director changes it."
    ),
    "wrong_players": gettext_noop("This hand is of %(players)s players; at this place %(seats)s play."),
    "place_empty": gettext_noop("There is no hand at this place of the sheet."),
    "not_last": gettext_noop("Only the last hand can be taken back. Amend an earlier one instead."),
    "score_stands": gettext_noop("A final score is entered. Take it back before entering hands."),
    "hands_exist": gettext_noop("Hands are already entered. Confirm that the final score replaces them."),
    "score_taken": gettext_noop(
        "The other side entered another result. Both are kept; the director decides."
    ),
    "no_score": gettext_noop("There is no final score to take back."),
    "shown_at_close": gettext_noop("This result is shown when its round is closed."),
    "not_over": gettext_noop("The match is not over yet. Enter the next hand, or ask the director."),
    "own_result": gettext_noop("You entered this result. The other side accepts it."),
    "other_side_only": gettext_noop("The other side has to accept, on its own phone or on this one."),
    "accept_on_own_phone": gettext_noop("In this tournament each side accepts on its own phone."),
    "director_accepts": gettext_noop("In this tournament the director accepts results."),
    "own_match": gettext_noop(
        "You play this match yourself. Your opponent accepts; a dispute goes to the deputy, or where none "
        "was named to two uninvolved entrants."
    ),
    "own_opponent": gettext_noop(
        "You play against this side. A ruling on it is for the deputy, or for another director."
    ),
    "own_side": gettext_noop(
        "This was ruled against your own side. The deputy lifts it, or another director."
    ),
    "rule_yourself": gettext_noop("You do not play in this match: rule on it yourself."),
    "no_dispute": gettext_noop(
        "Nobody disputes this result. Two entrants decide where a side says NOT RIGHT."
    ),
    "two_uninvolved": gettext_noop("Name two different sides that do not play in this match."),
    "deputy_decides": gettext_noop("%(name)s does not play in this match and decides it at the desk."),
    "asks_two_entrants": gettext_noop("Two uninvolved entrants decide; both are recorded with the reason."),
    "director_only": gettext_noop("Only the director can do this."),
    "reason_missing": gettext_noop("Say why: the reason is recorded."),
    "nothing_to_correct": gettext_noop("Give either the hands or the final score."),
    "correction_unfinished": gettext_noop(
        "With these hands the match is not over. Call time, or enter the score."
    ),
    "nothing_to_resume": gettext_noop(
        "There is nothing to play on: with these hands the match is over, or it was not decided before."
    ),
    "resume_closed": gettext_noop(
        "This round is closed, so nobody plays on. Let the recorded winner stand, or call time."
    ),
    "nobody_loses": gettext_noop("Say which side forfeits."),
    "unknown_side": gettext_noop("There is no such side here."),
    "nothing_to_stand": gettext_noop(
        "Nothing is entered that could stand. Choose forfeit, void or adjourned."
    ),
    "nothing_to_dispute": gettext_noop("There is no result to dispute yet."),
    "unknown_ruling": gettext_noop("There is no such irregularity in this match."),
    "unknown_choice": gettext_noop("There is no such ruling for this. Choose one of those shown."),
    "who_was_it": gettext_noop("Say which side it was."),
    "award_to_whom": gettext_noop("Say which side is awarded the points."),
    "award_too_high": gettext_noop("Points awarded are from 1 to %(most)s."),
    "award_not_in_game": gettext_noop(
        "On this sheet awarded points count in the standings, not toward the game. Award them so."
    ),
    "within_grace": gettext_noop(
        "%(late)s minutes are within the time of grace of %(grace)s minutes. Say how many games are lost, or "
        "choose another ruling."
    ),
    "no_game_left": gettext_noop("The match is over; there is no game left to lose."),
    "ruling_after_result": gettext_noop(
        "The result of this match counts already. Reopen the match or correct its hands first; a warning, a "
        "note and points can be ruled as it is."
    ),
    "ruling_without_play": gettext_noop(
        "This match is decided without play, so no hand, game or points can be ruled in it. Reopen it first."
    ),
    "ruling_needs_counts": gettext_noop(
        "A result is entered for this hand. Say both counts, so that it can be scored anew."
    ),
    "ruling_not_priced": gettext_noop(
        "The points of these counts are not known without the card that set the limit. Rule without counts "
        "and enter the hand on the keypad."
    ),
    "not_at_this_hand": gettext_noop("This side does not play in this hand. Choose the hand it was."),
    "no_such_ruling": gettext_noop("This ruling does not hold any more."),
    "ruling_forfeit": gettext_noop("The match is forfeit by this ruling. Reopen the match first."),
    "not_decided": gettext_noop("This match is still open; there is nothing to take back."),
    "nobody_called": gettext_noop("Nobody at this table asks for the director."),
    "winner_needed": gettext_noop(
        "This match needs a winner, and it stands equal. Let one more hand decide it, or rule a forfeit."
    ),
    "sides_postpone": gettext_noop("The two sides agree on another day, or the director sets one."),
    "no_such_day": gettext_noop("There is no day %(day)s. Write it as 2026-11-05."),
    "match_begun": gettext_noop("Something is entered at this table: whoever was missing has come."),
    "day_is_past": gettext_noop("%(day)s is past. Choose a day to come."),
    # ------------------------------------------------------------------ a tournament and its stages
    "finished": gettext_noop("The tournament is finished."),
    "bad_side_size": gettext_noop("A side is one player or two partners."),
    "unknown_format": gettext_noop("There is no format named %(format)s."),
    "unknown_stage": gettext_noop("There is no stage %(stage)s."),
    "no_rounds": gettext_noop("A stage has at least one round."),
    "wrong_rules": gettext_noop(
        "These rules are for another kind of side. Partners, fixed or rotating, need partnership rules."
    ),
    "partners_do_not_rotate": gettext_noop(
        "Rotating partners are for people who enter alone. Choose single players, or another format."
    ),
    "wrong_format": gettext_noop(
        "These rules are for %(seats)s at a table, and this format makes other matches. Choose “One table” "
        "or “Tables of three to five”."
    ),
    "wrong_seats": gettext_noop(
        "A table of %(sides)s: these rules are for %(least)s to %(most)s players (rules %(rule)s). Mark some "
        "as absent, or choose other rules."
    ),
    "wrong_seats_exactly": gettext_noop(
        "A table of %(sides)s: these rules are for exactly %(most)s players (rules %(rule)s). Mark others as "
        "absent, or choose other rules."
    ),
    "unknown_change": gettext_noop("%(field)s cannot be changed."),
    "corrections_shorter_only": gettext_noop(
        "Standings have hung already: the time for corrections is %(minutes)s minutes, and can become "
        "shorter, not longer."
    ),
    "already_used": gettext_noop("%(field)s is in use and cannot be changed any more."),
    "too_few_rounds": gettext_noop("%(drawn)s rounds are already drawn; there cannot be fewer."),
    "no_points": gettext_noop("A penalty takes points: give a number above 0."),
    "unknown_penalty": gettext_noop("There is no such penalty."),
    "round_not_closed": gettext_noop(
        "Round %(round)s is not closed yet. Close it, then publish its standings."
    ),
    "rounds_left": gettext_noop("Final standings follow the last of %(rounds)s rounds."),
    "adjourned_open": gettext_noop("An adjourned match is still open. Final standings wait for it."),
    "not_final": gettext_noop("Publish the final standings of the last stage first."),
    # ------------------------------------------------------------------ the clock of a round
    "no_clock_set": gettext_noop("No clock is set for stage %(stage)s. Set it first, then start it."),
    "bad_clock": gettext_noop("A round lasts from a second to a day; walk-in and no-show may be 0."),
    "bad_extra_time": gettext_noop("Give a number of minutes: more time, or less with a minus."),
    "clock_not_started": gettext_noop("The clock of round %(round)s is not started yet. Start it first."),
    "clock_ran_out": gettext_noop("The clock would be over already. Give more time first, or call time."),
    "clock_called": gettext_noop("Time was called in this round; its clock is over."),
    "clock_round_closed": gettext_noop("Round %(round)s is closed; its clock is over."),
    "no_such_match": gettext_noop("There is no such match in round %(round)s."),
    # ------------------------------------------------------------------ a club's rule sets
    "rule_set_name_missing": gettext_noop("Give the rule set a name."),
    "rule_set_name_taken": gettext_noop(
        "The club has a rule set named %(name)s already. Choose another name, or change that one."
    ),
    "unknown_rule_set": gettext_noop("The club has no such rule set any more."),
    "no_tables_for": gettext_noop(
        "%(sides)s sides make no tables under these rules. Mark some as absent, or choose other rules."
    ),
    "too_many_groups": gettext_noop(
        "%(sides)s sides fill at most %(most)s groups of two or more. Choose fewer groups."
    ),
    "first_stage_has_no_cut": gettext_noop(
        "The first stage takes everybody who is entered; a cut needs a stage before."
    ),
    "cut_does_not_fit": gettext_noop(
        "Groups are cut one by one: choose the best of each group after groups, the best of all or a quarter "
        "after any other format."
    ),
    "open_needs_a_plan": gettext_noop(
        "Several rounds can be out at once only where everybody’s opponents are known: choose a round robin, "
        "groups or rotating partners, or play round by round."
    ),
    "not_an_open_stage": gettext_noop(
        "Stage %(stage)s is played round by round; its rounds have no last day."
    ),
    "no_such_round": gettext_noop("There is no round %(round)s."),
    "nobody_misplaced": gettext_noop("Everybody sits where the results so far put them."),
    "no_cut": gettext_noop("Everybody plays in stage %(stage)s; there is no cut to make."),
    "not_qualified_yet": gettext_noop(
        "Nobody has qualified for stage %(stage)s yet. Make the cut first, then draw."
    ),
    "cut_before_final": gettext_noop(
        "The cut follows the final standings of stage %(stage)s. Publish them first."
    ),
    "cut_too_large": gettext_noop(
        "%(places)s are to go on, and there are %(sides)s. Change the cut in the settings of the next stage."
    ),
    "cut_too_small": gettext_noop(
        "%(sides)s would go on, and a stage needs two. Change the cut in the settings of the next stage."
    ),
    "tie_on_the_cut": gettext_noop(
        "%(count)s sides are equal on the cut line, for %(places)s places. Let them play tie-break games, "
        "draw lots, or decide and say why."
    ),
    "no_tie": gettext_noop("Nobody is tied on the cut line: make the cut."),
    "tiebreak_open": gettext_noop("Tie-break games are being played. Close their round, then make the cut."),
    "wrong_choice": gettext_noop("Choose %(places)s of the %(count)s that are tied."),
    "stage_is_cut": gettext_noop("Stage %(stage)s is for those who qualified; nobody can enter it any more."),
    # ------------------------------------------------------------------ who plays
    "wrong_side_size": gettext_noop("A side has %(size)s persons here, not %(given)s."),
    "same_person_twice": gettext_noop("The same person stands twice in this side."),
    "already_entered": gettext_noop("This person is already entered. A side that withdrew can return."),
    "is_playing": gettext_noop(
        "This side sits at a table. Choose: forfeit to the opponent, void, or keep the match."
    ),
    "not_withdrawn": gettext_noop("This side has not withdrawn."),
    "undo_created": gettext_noop("This is how the event began. Make a new one, or change its settings."),
    "nothing_to_undo": gettext_noop("There is no step left to take back."),
    "nothing_to_redo": gettext_noop("The last step took nothing back, so there is nothing to do again."),
    "recall_closed": gettext_noop(
        "Round %(round)s is closed. Take its close back from the log first, as long as it is the last step."
    ),
    "not_the_newest": gettext_noop(
        "Round %(round)s is not the newest one any more. Correct its results instead."
    ),
    "entered_already": gettext_noop(
        "Something is entered or ruled in round %(round)s, at table %(tables)s. Take that back first, or put "
        "the pairs right as they were played."
    ),
    "not_closed": gettext_noop("Round %(round)s is not closed."),
    "draft_follows": gettext_noop("The next round is drawn already. Throw that draft away first."),
    "corrections_over": gettext_noop(
        "The time for corrections of round %(round)s is over, so its close stands: a result of it is"
        " corrected on the match’s page, where both sides agree."
    ),
    "standings_hang": gettext_noop(
        "The standings after round %(round)s hang. Withdraw them first, from the log."
    ),
    "side_is_drawn": gettext_noop("This side is in the draw of round %(round)s. Let it withdraw instead."),
    "decided_tonight": gettext_noop(
        "The next round is made of the winners of this one, so its matches are decided before it closes. "
        "Leave the match open, or rule on it."
    ),
    "cannot_be_undone": gettext_noop(
        "The last step cannot be taken back: what was published or entered stands. Correct it where it is "
        "shown."
    ),
    "not_of_this_side": gettext_noop("This person does not play for this side."),
    "two_sides_at_least": gettext_noop("Choose two sides or more; each two of them are kept apart."),
    "not_partners": gettext_noop("Only a pair can lose a partner. A single player withdraws."),
    "both_left": gettext_noop(
        "The other partner of this side has left already. Nobody of it is left to play: let the side "
        "withdraw."
    ),
    "no_partner_left": gettext_noop(
        "Nobody has left this side. Say first who left it; then two who are left can play on as one side."
    ),
    "partner_missing": gettext_noop(
        "Sides that lost a partner: %(count)s. Say on their pages what becomes of them (a substitute, joined "
        "with another, withdrawn), then draw."
    ),
    "board_needed": gettext_noop(
        "Somebody left this match already, and one board has to be played. Decide the match: forfeit, void, "
        "or time called."
    ),
    "no_house_here": gettext_noop(
        "No house player sits in here: this format is drawn as a whole, and an odd side rests by its plan. "
        "Enter the person as a side that plays for places, or keep the bye."
    ),
    "house_there": gettext_noop(
        "A house player sits in already. Take that one out first, then name another."
    ),
    "is_house": gettext_noop(
        "This is a house player, who sits in only while the field is odd. Take the house player out, or "
        "name another."
    ),
    "plays_now": gettext_noop(
        "This side plays in rounds of a league that go on. Close round %(round)s first; a substitute plays "
        "from the next one on."
    ),
    "is_disqualified": gettext_noop("This side is disqualified. Lift the disqualification first."),
    "not_disqualified": gettext_noop("This side is not disqualified."),
    "is_withdrawn": gettext_noop("This side has withdrawn."),
    "same_side_twice": gettext_noop("A side stands twice in the draw, or would meet itself."),
    # ------------------------------------------------------------------ rounds
    "already_published": gettext_noop("Round %(round)s is already published."),
    "round_open": gettext_noop("Round %(round)s is not closed yet. Close it, then draw the next."),
    "stage_open": gettext_noop("Stage %(stage)s is not finished yet."),
    "no_rounds_left": gettext_noop("All %(rounds)s rounds are drawn. Add a round to the stage to go on."),
    "already_drawn": gettext_noop("Round %(round)s is drawn already. Publish the draft, or draw it again."),
    "too_few_sides": gettext_noop("A round needs at least %(fewest)s sides; %(sides)s would play."),
    "not_checked_in": gettext_noop(
        "%(count)s sides are not checked in. Check them in, mark them absent, or draw all."
    ),
    "start_points_too_high": gettext_noop("Start points must stay below the target of %(target)s."),
    "start_points_negative": gettext_noop("Start points are 0 or more. Give points to the others instead."),
    "more_rounds_than_opponents": gettext_noop(
        "%(rounds)s rounds are more than %(sides)s sides can play without repeats. At most %(most)s rounds."
    ),
    "bracket_begun": gettext_noop(
        "The bracket is drawn and has begun; nobody can enter it any more. Enter this side in another event."
    ),
    "no_byes_given": gettext_noop(
        "In this format only the draw gives byes. A side that misses a round is out of it, or loses a life."
    ),
    "nobody_goes_on": gettext_noop("Nobody is left to play on. The stage is over: publish its standings."),
    "winners_missing": gettext_noop(
        "%(count)s matches have no winner, and the next round is made of winners. Let the match be decided, "
        "or rule a forfeit; a match that is void lets nobody on."
    ),
    "no_draft": gettext_noop("Round %(round)s is not drawn yet."),
    "roster_changed": gettext_noop("Somebody came or went since the draft. Draw round %(round)s again."),
    "not_published": gettext_noop("This round is not published yet."),
    "matches_open": gettext_noop("%(count)s matches of round %(round)s are open. Decide each of them."),
    "sent_from_elsewhere": gettext_noop("The phone that sent this had gone to another table by then."),
    "seated_otherwise": gettext_noop("Others sit at this sheet now, and this was not theirs."),
    "drawn_anew": gettext_noop("The round was called back, and this match is no more."),
    "round_closed": gettext_noop("This round is closed. Ask the director."),
    "left_out": gettext_noop("%(count)s sides are left out of the draw. Give them a match or a bye."),
    "not_playing": gettext_noop("This side does not play in this round."),
    "table_taken": gettext_noop("Table %(table)s has another match."),
    "match_under_way": gettext_noop("This match has results already. Void it first, or keep its sides."),
    "unknown_match": gettext_noop("There is no such match in this round."),
    # ------------------------------------------------------------------ the repair drawer
    "round_closed_repair": gettext_noop(
        "This round is closed. Take its close back from the log as long as it is the last step, or correct "
        "the results."
    ),
    "wrong_players_here": gettext_noop("Say for every seat of table %(table)s who sat there."),
    "not_at_these_tables": gettext_noop(
        "Somebody who sat there belongs to a table you did not choose. Choose that table too."
    ),
    "same_match": gettext_noop("This is the table it was entered at. Choose the one it belongs to."),
    "nothing_to_move": gettext_noop("Nothing is entered at this table that could belong to another one."),
    "other_sheet_begun": gettext_noop(
        "Table %(table)s has a result of its own. Swap the two sheets, or take back first what is entered "
        "there."
    ),
    "other_size": gettext_noop("The two matches are of different sizes; their sheets do not fit each other."),
    "wrong_columns": gettext_noop("Say for each column of the sheet whose it is, everybody once."),
    "done_since": gettext_noop(
        "Something was entered or ruled since at a table of this step, so it is not taken back whole. Put "
        "that right at the table; what was entered stays."
    ),
    # ------------------------------------------------------------------ money
    "bad_currency": gettext_noop("A currency is three capital letters, for example EUR."),
    "bad_amount": gettext_noop("An amount is 0 or more, and at most %(most)s of the smallest coin."),
    "percent_over": gettext_noop(
        "Together that is %(given)s percent. At most 100 percent can be given; what is left over is named."
    ),
    "mixed_places": gettext_noop("Places are all percentages or all fixed amounts. Choose one of the two."),
    "too_many_places": gettext_noop("At most %(most)s places can be paid."),
    "same_pot_twice": gettext_noop("There is one side pot of each kind. Put both together."),
    "bad_rebuy": gettext_noop("Lives can be bought until a round from 1 to 99, from 1 to 99 times a side."),
    "rebuy_needs_lives": gettext_noop("Lives can be bought back only in a stage played with lives."),
    "currency_used": gettext_noop(
        "Money was taken in %(currency)s. Keep the currency, or give everything back first."
    ),
    "no_money_set": gettext_noop("Nothing is said about money here yet. Say first what the event costs."),
    "fee_too_high": gettext_noop("The fee is %(fee)s: at most that can be taken."),
    "unknown_pot": gettext_noop("There is no such pot here. There are: %(pots)s."),
    "prize_over_due": gettext_noop("This pot owes this side %(due)s: at most that can be paid."),
    "no_rebuys": gettext_noop("No lives are sold here. Say under Money what a life costs, and until when."),
    "rebuy_over": gettext_noop("Lives were sold up to round %(until)s; the next one is round %(round)s."),
    "rebuys_used": gettext_noop("This side has bought all %(most)s it may. It is out."),
    "still_in": gettext_noop("This side still has a life. It can buy one back once it is out."),
    "stage_has_ended": gettext_noop("The final standings hang; nobody comes back into this stage."),
    "unknown_life": gettext_noop("There is no such life here."),
    "life_is_played": gettext_noop("This life is played with since round %(round)s; it is not given back."),
    # ------------------------------------------------------------------ people of the club
    "same_entry": gettext_noop("This is one and the same entry of the list. Choose another one."),
    "merged_already": gettext_noop("One of them is known to be somebody else already. Take that back first."),
    "not_of_this_club": gettext_noop("There is no such person on this club’s list."),
    "both_played": gettext_noop(
        "%(one)s and %(other)s both played in %(event)s, so they are two persons. If one of them was entered"
        " there by mistake, substitute or withdraw that entry in the event."
    ),
    "plays_now_merge": gettext_noop(
        "%(name)s is entered in %(event)s, which is not over. Merge %(other)s into %(name)s instead, or wait"
        " for its end."
    ),
    "name_known": gettext_noop(
        "Somebody on the list is called %(name)s already. If it is the same person, merge the two."
    ),
    "name_too_long": gettext_noop("The name is longer than %(most)s letters, each as it is written out."),
    "name_missing": gettext_noop("A name needs at least one letter."),
    "has_a_login": gettext_noop("This person has a login already. Log in with it, or ask the club."),
    "login_is_another": gettext_noop(
        "This login belongs to another player. Log out and use one of your own."
    ),
    "login_name_taken": gettext_noop("This name was taken in this moment. Choose another one."),
    "two_logins": gettext_noop("%(one)s and %(other)s each have a login. Take one of the logins away first."),
    # ------------------------------------------------------------------ roles
    "invitation_revoked": gettext_noop("This invitation was taken back. Ask whoever sent it for a new one."),
    "invitation_over": gettext_noop("This invitation has run out. Ask whoever sent it for a new one."),
    "invitation_used": gettext_noop(
        "This invitation was used already. Ask whoever sent it for one of your own."
    ),
    "last_admin": gettext_noop("Somebody must run the club. Invite another admin first."),
    # ------------------------------------------------------------------ rights
    "sides_accept": gettext_noop("The sides accept and dispute; you keep score."),
    "is_out": gettext_noop("This round is out already."),
    "not_out": gettext_noop("This round is not out yet."),
    "is_closed": gettext_noop("This round is closed."),
    "close_first": gettext_noop("Close the round first, then publish its standings."),
    "round_closed_correct": gettext_noop("This round is closed. Correct the result instead."),
    "asks_reason": gettext_noop("The reason is recorded with it."),
    "asks_both_sides": gettext_noop(
        "The time for corrections is over: both sides and the director have to agree."
    ),
    "asks_open_matches": gettext_noop("Each match still open needs a decision, with its reason."),
    "asks_removal": gettext_noop("Say what becomes of the match: forfeit to the opponent, void, or keep."),
    "not_yours": gettext_noop("This is not among the things you may do here."),
}
