"""Learn pages about one thing: what differs at the same place over several pages is a value, what stays is the site's."""

from __future__ import annotations

from wrapture.learning.one_record.learn_one import learn_one

__all__ = ["learn_one"]
