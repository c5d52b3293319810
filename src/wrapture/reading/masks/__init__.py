"""Read pages by fuzzy masks [1]_: fields that may be missing, permuted or misspelt are found by their context.

Lexemes → detectors left and right of each separator → costs → errors → fuzzy rules → cells → records → zone.

Departures from [1]_
--------------------
Figures come from WIEN's ten sites, on which the constants were chosen too.  A single figure is the share of true separators
among the k best positions, where k is their number, after training on three clean pages; two figures are record recall and
precision after training on five pages with anomalies.  Each was measured on the learner of its day: it shows the gain of one
step, not the quality of the whole.

* Lexemes are compared by class, by kind (which tag, which mark) and by text: 96 % of the separators.  By class alone, as in
  [1]_, it is 92 %.
* Detectors see 6 lexemes and then 3 tags, with weights that fall with distance; [1]_ sees as many lexemes as an average tuple
  has, with equal weights.  Triangles are narrow: with those of [1]_ all positions near a separator look alike (99.6 % against
  92 %).
* The error of a detector is how far its cost falls below the cost that 85 % of its labelled instances reach, on the scale of
  the costs elsewhere on the labelled pages; a higher cost is no error.  [1]_ compares with C_moy, which a single odd label
  shifts: with anomalies in 10 % of the records that gives 80 and 78, this 97 and 98.  C_min and C_max are kept (`detectors`).
* A cost that many other positions reach is an error even if a few labelled instances cost no more: variants cover those
  instances.  On modern pages this raises the share of records found from 62 % to 74 %.
* Each side is weighted by how well it distinguishes separators from other positions: the words of a value say little.
* Where labelled instances differ directly beside the value, each variant has its own detectors (with anomalies in 20 % of the
  records: 94 and 93; without variants 91 and 93).
* The error of a separator is 0.3 times the result of the five rules plus 0.7 times the sum, equation (7).  With the rules alone
  only the worse side counts, so a field misspelt on one side is as wrong as any other position (anomalies in 10 %: 87 and 88;
  mixed 97 and 98).
* Records have no separators of their own.  All cells are found first, together; a record ends where the gap between two cells
  looks like the gaps between labelled records (`gaps`).  A separator in front of a record would move with every missing or
  swapped field.
* The zone only cuts records off at the ends of a page, at gaps longer than any between labelled records.  Each page gives one
  zone to learn from, and a zone that is found first, and wrongly, loses all records (93 % of the cells instead of 99 %, trained
  on one clean page).
* Values count as well as their context (`value_likeness`): with anomalies in 40 % of the records, trained on 17 pages, this
  raises recall from 92 to 96.
* Several values of an attribute in a record are one cell, which is divided afterwards (`value_division`): with two values in
  40 % of the records, trained on 33 pages, 95 % of the records are right.  With a cell for each value it was 62 %.

.. [1] Boughamoura, Omri, Youssef: Fuzzy approach to extract pertinent information from web resources. 2012.
"""

from __future__ import annotations

from wrapture.reading.masks.mask_cells import THRESHOLD
from wrapture.reading.masks.mask_reader import FoundCell, MaskReader, reader_of

__all__ = ["THRESHOLD", "FoundCell", "MaskReader", "reader_of"]
