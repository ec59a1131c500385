"""What the columns of a list of players are called, in the languages of the club."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from tournaments.exchange.texts import name_key

Role = Literal[
    "name", "first_name", "last_name", "partner", "partner_first_name", "partner_last_name",
    "rating", "seed", "club", "email", "partner_email", "private", "minor", "start_points", "skip",
]  # fmt: skip
ROLES: tuple[Role, ...] = get_args(Role)

WORDS: Mapping[Role, str] = {
    "name": """
        name | names | player | player 1 | player1 | full name | player name | nom | joueur | joueur 1 |
        nom complet | nom et prénom | spieler | spieler 1 | spielerin | vollständiger name | nombre |
        nombre completo | jugador | jugador 1 | jugadora | nombre y apellidos | nome | nome completo |
        jogador | jogador 1 | jogadora | nume | jucător | jucator | jucător 1 | nume complet |
        nume și prenume | nom i cognoms | имя | игрок | игрок 1 | фио | имя и фамилия | фамилия и имя |
        участник | аты | оюнчу | оюнчу 1 | аты-жөнү | الاسم | اسم | اللاعب | اللاعب 1 | 名前 | 氏名 |
        選手 | 選手1 | プレイヤー | プレーヤー | 이름 | 성명 | 선수 | 선수 1
    """,
    "first_name": """
        first name | firstname | given name | forename | prénom | vorname | nombre de pila | prenume |
        prenom | имя отдельно | الاسم الأول | 名
    """,
    "last_name": """
        last name | lastname | surname | family name | nom de famille | nachname | familienname |
        apellido | apellidos | sobrenome | apelido | nume de familie | cognom | cognoms | фамилия |
        اسم العائلة | اللقب | 姓 | 苗字 | 성 | фамилиясы
    """,
    "partner": """
        partner | partners | player 2 | player2 | partner name | second player | name 2 | name2 |
        partenaire | joueur 2 | partnerin | spieler 2 | pareja | compañero | compañera | jugador 2 |
        parceiro | parceira | jogador 2 | dupla | partener | parteneră | jucător 2 | parella | companya |
        партнер | партнёр | напарник | игрок 2 | өнөктөш | оюнчу 2 | الشريك |
        اللاعب 2 |
        パートナー | 選手2 | 相手 | 파트너 | 선수 2
    """,
    "partner_first_name": """
        partner first name | first name 2 | vorname 2 | prénom 2
    """,
    "partner_last_name": """
        partner last name | last name 2 | surname 2 | nachname 2 | nom de famille 2
    """,
    "rating": """
        rating | elo | strength | classement | cote | wertung | wertungszahl | spielstärke | puntuación |
        clasificación | classificação | pontuação | clasament | classificació | puntuació | рейтинг |
        التقييم | レート | レーティング | 레이팅 | 점수
    """,
    "seed": """
        seed | seeding | seed number | start number | tête de série | setzung | setzplatz | setzliste |
        cabeza de serie | cabeça de série | cap de serie | favorit | cap de sèrie | посев | التصنيف |
        シード | 시드
    """,
    "club": """
        club | team | verein | équipe | equipo | clube | equipe | echipă | equip | клуб | команда |
        النادي | クラブ | 클럽
    """,
    "email": """
        email | e-mail | mail | e-mail address | email address | courriel | adresse e-mail | correo |
        correo electrónico | e-mail-adresse | correu | correu electrònic | почта | эл. почта |
        электронная почта | البريد | البريد الإلكتروني | メール | メールアドレス | 이메일
    """,
    "partner_email": """
        partner email | partner e-mail | email 2 | e-mail 2 | mail 2
    """,
    "private": """
        private | hidden | initials only | privé | confidentiel | privat | verborgen | privado | oculto |
        ascuns | ocult | скрыть | скрытый | жашыруун | خاص | 非公開 | 비공개
    """,
    "minor": """
        minor | under age | underage | junior | child | mineur | minderjährig | jugend | menor |
        menor de edad | menor de idade | minor de edad | menor d'edat | несовершеннолетний | ребёнок |
        قاصر | 未成年 | 미성년자
    """,
    "start_points": """
        start | start points | startpoints | handicap | head start | points de départ | startpunkte |
        vorgabe | puntos de salida | ventaja | pontos iniciais | puncte de start | punts de sortida |
        фора | гандикап | نقاط البداية | ハンデ | 핸디캡
    """,
    "skip": """
        no | no. | nr | nr. | # | № | number | numéro | nummer | número | număr | номер | rank | rang |
        platz | id | 番号 | 번호
    """,
}
"""The words of each role, set apart by bars; compared without case."""
ROLE_OF: Mapping[str, Role] = {
    name_key(word): role for role, words in WORDS.items() for word in words.split("|")
}
YES_WORDS = """
    yes | y | x | 1 | true | on | ✓ | oui | o | ja | j | sí | si | s | sim | da | d | да | д | ооба |
    نعم | はい | 예 | 네
"""
YES = frozenset(name_key(word) for word in YES_WORDS.split("|"))


def roles_of(cells: Sequence[str]) -> tuple[Role | None, ...] | None:
    """The roles of a heading line, None for columns nobody knows; None where it is no heading line.

    A line is a heading when it names a column for names, or two columns of any kind.
    """
    roles = tuple(ROLE_OF.get(name_key(cell)) for cell in cells)
    known = [role for role in roles if role is not None]
    if any(role in ("name", "first_name", "last_name") for role in known) or len(known) >= 2:
        return _once(roles)
    return None


def is_yes(cell: str) -> bool:
    """Does this cell say yes? Anything else is no."""
    return name_key(cell) in YES


def _once(roles: Sequence[Role | None]) -> tuple[Role | None, ...]:
    """A role belongs to its first column; a second column of names is the partner's."""
    second: Mapping[Role, Role] = {
        "name": "partner", "first_name": "partner_first_name", "last_name": "partner_last_name", "email":
        "partner_email",
    }  # fmt: skip
    found: list[Role | None] = []
    for role in roles:
        again = second.get(role) if role in found and role is not None else role
        found.append(None if again in found and again != "skip" else again)
    return _parts_of_names(found)


def _parts_of_names(found: Sequence[Role | None]) -> tuple[Role | None, ...]:
    """Beside a first name, "name" is the last one (Vorname, Name); beside a last name, the first."""
    if "first_name" in found and "last_name" not in found:
        return tuple("last_name" if role == "name" else role for role in found)
    if "last_name" in found and "first_name" not in found:
        return tuple("first_name" if role == "name" else role for role in found)
    return tuple(found)
