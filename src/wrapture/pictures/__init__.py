"""Pictures of a page: what was found on it, drawn over a screenshot.

`line_picture` and `record_picture` describe what to draw, as marks; `to_html` turns that into a page for a browser to
photograph: the screenshot, the marks over it as SVG, and a caption above.  A page without a screenshot (a snapshot) is drawn
from its boxes.
"""

from wrapture.pictures.marks import LegendEntry, Mark, Picture, line_picture, record_picture
from wrapture.pictures.overlay import shown_marks, size_of, to_html

__all__ = ["LegendEntry", "Mark", "Picture", "line_picture", "record_picture", "shown_marks", "size_of", "to_html"]
