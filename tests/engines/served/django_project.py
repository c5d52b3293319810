"""A Django project in one call: the settings that the shop, the forum and the admin have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import django
from django.conf import settings
from django.core.management import call_command

if TYPE_CHECKING:
    from pathlib import Path

APPS = (
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.sites",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.flatpages",
    "haystack",
)
PROCESSORS = (
    "django.template.context_processors.debug",
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.template.context_processors.i18n",
    "django.contrib.messages.context_processors.messages",
)
MIDDLEWARE = (
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
)


def set_up(
    folder: Path,
    urls: str,
    *,
    apps: tuple[str, ...] = (),
    processors: tuple[str, ...] = (),
    middleware: tuple[str, ...] = (),
    templates: tuple[str, ...] = (),
    **more: Any,
) -> None:
    """Configure a project with its files in a folder, and make its tables."""
    template = {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": list(templates),
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": [*PROCESSORS, *processors]},
    }
    index = {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": str(folder / "index")}
    settings.configure(
        ALLOWED_HOSTS=["*"],
        CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
        | {name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"} for name in more.pop("caches", ())},
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(folder / "base.sqlite")}},
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        HAYSTACK_CONNECTIONS={"default": index | {"INCLUDE_SPELLING": False}},
        INSTALLED_APPS=[*APPS, *apps],
        MIDDLEWARE=[*MIDDLEWARE, *middleware],
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        ROOT_URLCONF=urls,
        SECRET_KEY="for tests on loopback",
        SITE_ID=1,
        STATIC_URL="/static/",
        MEDIA_ROOT=str(folder / "media"),
        MEDIA_URL="/media/",
        TEMPLATES=[template],
        USE_TZ=True,
        **more,
    )
    django.setup()
    call_command("migrate", verbosity=0)
