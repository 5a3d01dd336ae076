"""The WSGI application, for `runserver` and other servers than ours: pages without the live front."""

from __future__ import annotations

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

from muster.site.leaving import leave_at_once

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muster.site.settings")
leave_at_once()
application = get_wsgi_application()
import_module("muster.app.common.jobs").start()  # not before Django is set up
if settings.TRUSTED_PROXIES:
    # Behind a proxy every client has the proxy's address and speaks plain HTTP, unless the proxy says more.
    application = wrap_wsgi_with_proxy_headers(application, trusted_hosts=settings.TRUSTED_PROXIES)
