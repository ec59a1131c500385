"""Addresses of the API of clubs and tournaments, below /api/v1/."""

from django.urls import path

from tournaments.api import events, log, matches, people, roles, rounds, rule_sets, stages, tokens, what_if

ONE = "tournaments/<uuid:pk>/"
ENTRY = f"{ONE}entries/<uuid:entry>/"
STAGE = f"{ONE}stages/<int:stage>/"
ROUND = f"{STAGE}rounds/<int:number>/"
MATCH = "matches/<uuid:pk>/"

urlpatterns = [
    path("tokens/", tokens.Tokens.as_view(), name="api-tokens"),
    path("clubs/", events.Clubs.as_view(), name="api-clubs"),
    path("clubs/<slug:club>/people/", people.People.as_view(), name="api-people"),
    path("clubs/<slug:club>/rule-sets/", rule_sets.OfClub.as_view(), name="api-club-rule-sets"),
    path("clubs/<slug:club>/rule-sets/<uuid:pk>/", rule_sets.OneOfClub.as_view(), name="api-club-rule-set"),
    path("clubs/<slug:club>/what-if/", what_if.OfSeason.as_view(), name="api-season-what-if"),
    path("clubs/<slug:club>/invitations/", roles.OfClub.as_view(), name="api-club-invitations"),
    path(f"{ONE}invitations/", roles.OfTournament.as_view(), name="api-invitations"),
    path("invitations/accept/", roles.Accept.as_view(), name="api-invitation-accept"),
    path("invitations/<uuid:pk>/", roles.One.as_view(), name="api-invitation"),
    path("rule-sets/", events.RuleSets.as_view(), name="api-rule-sets"),
    path("tournaments/", events.Tournaments.as_view(), name="api-tournaments"),
    path(ONE, events.TournamentDetail.as_view(), name="api-tournament"),
    path(f"{ONE}announce/", events.Announce.as_view(), name="api-announce"),
    path(f"{ONE}what-if/", what_if.OfTournament.as_view(), name="api-tournament-what-if"),
    path(f"{ONE}clone/", events.Clone.as_view(), name="api-clone"),
    path(f"{ONE}penalties/", rounds.Penalties.as_view(), name="api-penalties"),
    path(f"{ONE}log/", log.Log.as_view(), name="api-log"),
    path(f"{ONE}entries/", people.Entries.as_view(), name="api-entries"),
    path(f"{ONE}entries/import/", people.Import.as_view(), name="api-import"),
    path(f"{ENTRY}check-in/", people.CheckIn.as_view(), name="api-check-in"),
    path(f"{ENTRY}withdraw/", people.Withdraw.as_view(), name="api-withdraw"),
    path(f"{ENTRY}return/", people.Return.as_view(), name="api-return"),
    path(f"{ENTRY}absent/", people.Absent.as_view(), name="api-absent"),
    path(f"{ONE}stages/", stages.Stages.as_view(), name="api-stages"),
    path(f"{STAGE}cut/", stages.Cut.as_view(), name="api-stage-cut"),
    path(f"{STAGE}tie-break/", stages.TieBreak.as_view(), name="api-stage-tie-break"),
    path(f"{STAGE}rounds/", rounds.Rounds.as_view(), name="api-rounds"),
    path(ROUND, rounds.RoundDetail.as_view(), name="api-round"),
    path(f"{ROUND}publish/", rounds.Publish.as_view(), name="api-round-publish"),
    path(f"{ROUND}play-by/", stages.PlayBy.as_view(), name="api-round-play-by"),
    path(f"{ROUND}close/", rounds.Close.as_view(), name="api-round-close"),
    path(f"{ROUND}swap/", rounds.Swap.as_view(), name="api-round-swap"),
    path(f"{STAGE}standings/live/", rounds.Live.as_view(), name="api-live"),
    path(f"{STAGE}standings/", rounds.Publications.as_view(), name="api-publications"),
    path(f"{STAGE}standings/<int:number>/", rounds.PublicationDetail.as_view(), name="api-publication"),
    path(MATCH, matches.MatchDetail.as_view(), name="api-match"),
    path(f"{MATCH}postpone/", stages.Postpone.as_view(), name="api-match-postpone"),
    path(f"{MATCH}what-if/", what_if.OfMatch.as_view(), name="api-match-what-if"),
    path(f"{MATCH}hands/", matches.Hands.as_view(), name="api-match-hands"),
    path(f"{MATCH}deal/", matches.Deal.as_view(), name="api-match-deal"),
    path(f"{MATCH}strike/", matches.Struck.as_view(), name="api-match-strike"),
    path(f"{MATCH}score/", matches.Score.as_view(), name="api-match-score"),
    path(f"{MATCH}accept/", matches.Accept.as_view(), name="api-match-accept"),
    path(f"{MATCH}dispute/", matches.Dispute.as_view(), name="api-match-dispute"),
    path(f"{MATCH}correct/", matches.Correct.as_view(), name="api-match-correct"),
    path(f"{MATCH}forfeit/", matches.Forfeit.as_view(), name="api-match-forfeit"),
    path(f"{MATCH}void/", matches.Void.as_view(), name="api-match-void"),
    path(f"{MATCH}reopen/", matches.Reopen.as_view(), name="api-match-reopen"),
    path(f"{MATCH}call-director/", matches.CallDirector.as_view(), name="api-match-call-director"),
]
