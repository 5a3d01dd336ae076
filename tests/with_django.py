"""Django with the settings of tests: a folder whose tests need it imports this in its `conftest.py`.

The core knows no framework, and neither do its tests: they start in a moment, and prove that nothing of it slipped in.
"""

from __future__ import annotations

import os

os.environ["DJANGO_SETTINGS_MODULE"] = "site_settings"

import django

django.setup()
