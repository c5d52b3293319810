"""Django's own admin: a table behind a login, in which a form over the selected rows could change or delete them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django_project import set_up

if TYPE_CHECKING:
    from pathlib import Path
    from wsgiref.types import WSGIApplication

USER, PASSWORD = "ann", "copper-kettle"
urlpatterns: list[Any] = []


def application(folder: Path, documents: list[dict[str, Any]]) -> WSGIApplication:
    """Return the admin with a flat page for each document."""
    set_up(folder, __name__)
    from django.contrib import admin as site
    from django.contrib.auth.models import User
    from django.contrib.flatpages.models import FlatPage
    from django.core.wsgi import get_wsgi_application
    from django.urls import path

    urlpatterns.append(path("admin/", site.site.urls))
    User.objects.create_superuser(USER, password=PASSWORD)
    FlatPage.objects.bulk_create(
        FlatPage(url=f"/{one['number']}/", title=one["title"], content=one["text"]) for one in documents
    )
    own = site.site.get_model_admin(FlatPage)
    own.search_fields = ("title", "content")
    own.list_per_page = 30
    served: WSGIApplication = get_wsgi_application()
    return served
