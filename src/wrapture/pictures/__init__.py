"""Pictures of a page: what was found on it, drawn over its pixels.

`line_picture` and `record_picture` say what is to be drawn, as marks; `to_html` makes a page of it that a browser can take: the
pixels, the marks over them as SVG, and a caption above.  A page without pixels (a snapshot) is drawn from its boxes.
"""

from wrapture.pictures.drawing import shown_marks, size_of, to_html
from wrapture.pictures.marks import Key, Mark, Picture, line_picture, record_picture

__all__ = ["Key", "Mark", "Picture", "line_picture", "record_picture", "shown_marks", "size_of", "to_html"]
