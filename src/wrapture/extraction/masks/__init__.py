"""Reading pages by fuzzy masks [1]_: fields that may be missing, permuted or misspelt, found by what stands around them.

Lexemes → detectors left and right of each separator → costs → errors → fuzzy rules → cells → records → zone.

Departures from [1]_
--------------------
Figures are on WIEN's ten sites, on which the constants were chosen too: the share of the separators that are among as many best
positions as there are, trained on three clean pages; or record recall and precision, trained on five pages with anomalies.
Each was measured when its step was taken, on the learner as it was then: they say what a step brought, not what the whole does.

* A lexeme counts by its class, its kind (which tag, which mark) and its text: 96 % of the separators, by its class alone, as
  in [1]_, 92 %.
* Detectors see 6 lexemes and then 3 tags, the near ones counting more, instead of the lexemes of an average tuple, all alike;
  triangles are narrow, since with the paper's all positions near a separator look alike (99.6 % and 92 %).
* An error is what a detector costs less than 85 % of its labelled instances, measured against the other positions of the
  labelled pages; what costs more is no error.  C_moy is moved by a single odd label: against it, with anomalies in 10 % of the
  records, recall and precision are 80 and 78, so 97 and 98.  C_min and C_max are kept (`detectors`).
* What many other positions cost is an error, even where a few labelled instances cost no more: variants are for these.  On
  pages of today 62 % of the records are found without it, 74 % with it.
* Each side counts by how well it tells separators from other positions: a value's own words tell little.
* Where labelled instances differ directly beside the value, each variant has detectors of its own (with anomalies in 20 %: 94
  and 93, without variants 91 and 93).
* A separator's error is 0.3 of what the five rules say and 0.7 of the sum, equation (7).  By the rules alone the worse side is
  all that counts, so a field misspelt on one side is as wrong as any (with 10 %: 87 and 88, mixed 97 and 98).
* Records are not sought by separators of their own: cells are found first, all together, and a record ends where what
  stands between two cells looks like what stood between labelled records (`gaps`).  A separator in front of a record moves
  with every field that is missing or swapped.
* The zone cuts off records at the page's ends, and only at gaps longer than any between labelled records.  There is one zone
  a page to learn from, and one that is found first, and wrongly, loses all records (93 % of the cells instead of 99 %, trained
  on one clean page).

* Values count, not only what stands around them (`values`): with anomalies in 40 % of the records, trained on 17 pages, recall
  is 92 without and 96 with it.

.. [1] Boughamoura, Omri, Youssef: Fuzzy approach to extract pertinent information from web resources. 2012.
"""

from __future__ import annotations

from wrapture.extraction.masks.cells import THRESHOLD
from wrapture.extraction.masks.reader import FoundCell, Reader, reader_of

__all__ = ["THRESHOLD", "FoundCell", "Reader", "reader_of"]
