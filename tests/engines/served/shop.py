"""django-oscar, a shop, with its own templates: a grid of products, numbered pages."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django_project import set_up

if TYPE_CHECKING:
    from pathlib import Path
    from wsgiref.types import WSGIApplication

PARTS = """
    analytics checkout address shipping catalogue catalogue.reviews communication partner basket payment offer order customer
    search voucher wishlists dashboard
"""
DASHBOARD = "reports users orders catalogue offers partners pages ranges reviews vouchers communications shipping"
APPS = (
    "oscar.config.Shop",
    *(f"oscar.apps.{part}.apps.{part.title().replace('.', '')}Config" for part in PARTS.split()),
    *(f"oscar.apps.dashboard.{part}.apps.{part.title()}DashboardConfig" for part in DASHBOARD.split()),
    "widget_tweaks",
    "treebeard",
    "sorl.thumbnail",
    "django_tables2",
)
urlpatterns: list[Any] = []


def application(folder: Path, documents: list[dict[str, Any]]) -> WSGIApplication:
    """Return the shop with a product for each document."""
    from oscar import defaults

    own = {name: getattr(defaults, name) for name in dir(defaults) if name.startswith("OSCAR_")}
    set_up(
        folder,
        __name__,
        apps=APPS,
        processors=(
            "oscar.apps.search.context_processors.search_form",
            "oscar.apps.checkout.context_processors.checkout",
            "oscar.apps.communication.notifications.context_processors.notifications",
            "oscar.core.context_processors.metadata",
        ),
        middleware=("oscar.apps.basket.middleware.BasketMiddleware",),
        **own,
    )
    from django.apps import apps
    from django.core.wsgi import get_wsgi_application
    from django.urls import include, path

    shop = include(apps.get_app_config("oscar").urls[0])
    urlpatterns.extend([path("i18n/", include("django.conf.urls.i18n")), path("", shop)])
    _fill(documents)
    served: WSGIApplication = get_wsgi_application()
    return served


def _fill(documents: list[dict[str, Any]]) -> None:
    from django.core.management import call_command
    from django.db import transaction
    from oscar.core.loading import get_model

    partner = get_model("partner", "Partner").objects.create(name="Dunmore")
    sold = get_model("catalogue", "ProductClass").objects.create(name="Writing", track_stock=True)
    category = get_model("catalogue", "Category").add_root(name="Writings")
    product, stock = get_model("catalogue", "Product"), get_model("partner", "StockRecord")
    with transaction.atomic():
        for place, document in enumerate(documents):
            made = product.objects.create(
                title=document["title"], upc=document["number"], description=document["text"], product_class=sold
            )
            made.categories.add(category)
            stock.objects.create(
                product=made,
                partner=partner,
                partner_sku=document["number"],
                price=Decimal(place * 7 % 900) + Decimal("0.95"),
                num_in_stock=place % 4,
            )
    call_command("rebuild_index", interactive=False, verbosity=0)
