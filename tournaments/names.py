"""Names for people who do not exist: the demo club and simulations."""

from __future__ import annotations

from random import Random

FIRST = tuple(
    name.strip()
    for name in """
    Ada, Bo, Cyrus, Dolores, Emil, Fatima, Gustav, Hana, Ivo, Jamila, Kofi, Lena, Mateo, Noor, Odile,
    Pablo, Quinn, Rosa, Sven, Tomoko, Ulla, Viktor, Wanda, Ximena, Yusuf, Zofia, Amélie, Björn, Chloé,
    Dmitri, Esther, Félix, Greta, Hugo, Ingrid, João, Katarzyna, Liam, Mei, Nikos, Olga, Priya, Rashid,
    Soo-jin, Tariq, Urs, Violeta, Wim, Yara, Željko
""".split(",")
)
LAST = tuple(
    name.strip()
    for name in """
    Abbott, Bergström, Castillo, Dubois, Eriksen, Fontana, García, Haddad, Ivanova, Jansen, Kowalski,
    Lindqvist, Moreau, Nakamura, O’Brien, Petrov, Quispe, Rossi, Sánchez, Tanaka, Ünal, van den Berg,
    Weiß, Ximénez, Yilmaz, Zhang, Achterberg, Bianchi, Çelik, Dvořák, Featherstonehaugh, Goldberg,
    Horváth, Isaksen, Jovanović, Kim, Lefèvre, Müller, Novak, Okafor
""".split(",")
)


def people(count: int, random: Random) -> list[str]:
    """So many different names, the same for the same source of chance."""
    every = [f"{first} {last}" for first in FIRST for last in LAST]
    if count > len(every):
        raise ValueError(f"there are names for {len(every)} people")
    return random.sample(every, count)
