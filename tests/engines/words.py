"""The words that the documents are made of: plain ones, which are common, and compounds of them, which are rare."""

from __future__ import annotations

from typing import Final


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


SMALL: Final = _words(
    "the of and to in a was from with by on for that it were at had their which near between after under before"
)
"""Words that every document holds; nobody asks for them."""

PLAIN: Final = _words(
    """
    harbour lantern copper timber merchant village bridge canal winter summer market garden orchard granite
    engine railway station signal tunnel furnace quarry miner shepherd weaver baker smith carpenter mason
    painter sailor captain voyage anchor rudder cargo vessel ferry island coast cliff beacon tide current
    valley meadow pasture hedge barley wheat harvest plough cattle wool linen cotton velvet thread loom
    parish chapel abbey cloister tower steeple organ choir psalm sermon bishop pilgrim relic candle
    castle fortress garrison cannon musket soldier colonel treaty border province council mayor ballot
    ledger tariff customs tax rent tenant landlord inheritance charter deed seal parchment archive
    library printer almanac atlas compass telescope pendulum barometer thermometer magnet crystal mineral
    fossil glacier volcano earthquake thunder drought flood frost breeze horizon eclipse comet orbit
    physician surgeon fever remedy herb ginger saffron pepper honey vinegar butter cheese cider kitchen
    theatre actor curtain violin trumpet melody ballad dancer festival carnival costume mirror portrait
    sculptor marble bronze mosaic fresco gallery museum cabinet drawer carpet window balcony staircase
    postman telegraph envelope newspaper editor column rumour riddle proverb legend giant dragon
    falcon heron sparrow otter badger hedgehog salmon trout lobster beetle moth orchid willow chestnut
    """
)

FIRST: Final = _words(
    """
    river stone water iron silver golden north south moon sun star wind storm snow rain sea sand salt oak ash
    elm rose thorn fox wolf raven swan king queen long high low broad bright dark black white red green grey
    """
)
SECOND: Final = _words(
    """
    field wood mill ford ton wick gate hill brook well dale moor marsh bank side path way house yard barn croft
    stead worth mere fell crag ridge hollow bury port mouth keeper maker bearer light
    """
)


def vocabulary() -> tuple[str, ...]:
    """Return all words that can be asked for, the common ones first."""
    return PLAIN + tuple(first + second for second in SECOND for first in FIRST)
