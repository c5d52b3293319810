"""django-machina, a forum, with its own templates: a table of posts, the words of the query highlighted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django_project import set_up

if TYPE_CHECKING:
    from pathlib import Path
    from wsgiref.types import WSGIApplication

PARTS = """
    forum forum_conversation forum_conversation.forum_attachments forum_conversation.forum_polls forum_feeds
    forum_moderation forum_search forum_tracking forum_member forum_permission
"""
urlpatterns: list[Any] = []


def application(folder: Path, documents: list[dict[str, Any]]) -> WSGIApplication:
    """Return the forum with a topic for each document."""
    import machina

    set_up(
        folder,
        __name__,
        apps=("mptt", "widget_tweaks", "machina", *(f"machina.apps.{part}" for part in PARTS.split())),
        processors=("machina.core.context_processors.metadata",),
        middleware=("machina.apps.forum_permission.middleware.ForumPermissionMiddleware",),
        templates=(machina.MACHINA_MAIN_TEMPLATE_DIR,),
        caches=("machina_attachments",),
        MACHINA_DEFAULT_AUTHENTICATED_USER_FORUM_PERMISSIONS=["can_see_forum", "can_read_forum"],
        LOGIN_URL="/accounts/login/",
    )
    from django.core.wsgi import get_wsgi_application
    from django.urls import include, path

    urlpatterns.append(path("", include("machina.urls")))
    _fill(documents)
    served: WSGIApplication = get_wsgi_application()
    return served


def _fill(documents: list[dict[str, Any]]) -> None:
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import transaction
    from machina.core.db.models import get_model

    topics, posts = get_model("forum_conversation", "Topic"), get_model("forum_conversation", "Post")
    board = get_model("forum", "Forum").objects.create(name="Writings", type=0)
    permission = get_model("forum_permission", "ForumPermission")
    for name in ("can_see_forum", "can_read_forum"):
        get_model("forum_permission", "UserForumPermission").objects.create(
            permission=permission.objects.get(codename=name), anonymous_user=True, has_perm=True
        )
    with transaction.atomic():
        writers = {name: User.objects.create(username=name) for name in {one["author"] for one in documents}}
        for document in documents:
            writer = writers[document["author"]]
            topic = topics.objects.create(
                forum=board, poster=writer, subject=document["title"], type=0, status=0, approved=True
            )
            posts.objects.create(
                topic=topic, poster=writer, subject=document["title"], content=document["text"], approved=True
            )
    call_command("rebuild_index", interactive=False, verbosity=0)
