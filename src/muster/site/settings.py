"""Every setting of the site. What differs from place to place comes from the environment, with safe defaults.

`muster.site.environment` understands the variables, `docs/settings.md` lists them.
"""

from __future__ import annotations

import os
from pathlib import Path

from csp.constants import NONCE, NONE, SELF

from muster.app.common import languages
from muster.site import environment

DATA = Path(os.environ.get("MUSTER_DATA") or "muster-data").absolute()
DEBUG = environment.flag(os.environ, "MUSTER_DEBUG")
SECRET_KEY = environment.secret_key(os.environ, DATA)
DATABASES = {"default": environment.database(os.environ, DATA)}

_own = environment.origin(os.environ)
ORIGIN = _own.geturl() if _own else ""
HTTPS = _own is not None and _own.scheme == "https"
ALLOWED_HOSTS = environment.hosts(os.environ, _own)
CSRF_TRUSTED_ORIGINS = [ORIGIN] if ORIGIN else []
SITE_NAME = environment.site_name(os.environ)
LOGO = environment.logo(os.environ)
TRUSTED_PROXIES = environment.trusted_proxies(os.environ)
REDIS_URL = environment.redis(os.environ)
SECURITY_CONTACT = environment.contact(os.environ)
ORGANISERS = environment.choice(os.environ, "MUSTER_ORGANISERS", ("invited", "approved", "everybody"))

INSTALLED_APPS = [
    "muster.web",
    "muster.people",
    "muster.journal",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "django_tasks_db",
]
MIDDLEWARE = [
    # Static files are answered by the second of these and go no further: no session, no query.
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Pages: made smaller last. Django pads what it compresses and masks each CSRF token anew, so that the
    # size of a page says nothing about what is in it (BREACH).
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "muster.site.door.door",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
_WEB = Path(__file__).parents[1] / "web"
ROOT_URLCONF = "muster.site.urls"
WSGI_APPLICATION = "muster.site.wsgi.application"
ASGI_APPLICATION = "muster.site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # A page's templates lie beside its view; what all pages share lies in `templates`.
        "DIRS": [_WEB, _WEB / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["muster.web.whitespace.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            # A clause may be cited on any page.
            "builtins": ["muster.web.templatetags.clauses"],
        },
    }
]

AUTH_USER_MODEL = "people.Account"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "muster.web.account.same_address.Backend",
    # Only so that sessions of earlier releases go on: the one before it lets no password through to it.
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
] + [{"NAME": "muster.web.account.own_words.OwnWordsValidator"}]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/desk/"
ACCOUNT_ADAPTER = "muster.web.account.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_USER_DISPLAY = str
ACCOUNT_FORMS = {"reset_password": "muster.web.account.same_address.ResetForm"}
ACCOUNT_SIGNUP_FORM_CLASS = "muster.web.account.signup.SignupForm"
ACCOUNT_SESSION_REMEMBER = True
# Wrong passwords count by address, by account at one place, and by account everywhere: muster.web.account.adapter.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "20/m/ip,6/5m/key",
    "login_failed_everywhere": "30/h/key",
    "signup": "10/m/ip",
}
# Nobody learns by signing up, adding an address or asking for a new password whether somebody else has it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
MFA_ADAPTER = "muster.web.account.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "muster.web.account.passkeys.AddForm",
    "login_webauthn": "muster.web.account.passkeys.LoginForm",
    "reauthenticate_webauthn": "muster.web.account.passkeys.AgainForm",
}
# Whoever joined by a link has no address, and many sites send no mail.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Browsers let passkeys be used on the machine itself without https, and nowhere else.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS

_mail = environment.mail(os.environ, _own)
EMAIL_BACKEND = f"django.core.mail.backends.{_mail.backend}.EmailBackend"
EMAIL_FILE_PATH = DATA / "mail"
# Where no mail leaves, nobody is told that one was sent; elsewhere somebody new shows that the address is theirs.
ACCOUNT_EMAIL_VERIFICATION = "none" if _mail.backend == "filebased" else "mandatory"
ACCOUNT_EMAIL_NOTIFICATIONS = _mail.backend != "filebased"
EMAIL_HOST, EMAIL_PORT = _mail.host, _mail.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.user, _mail.password
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.starttls, _mail.tls
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = _mail.sender
# What is done later, each kind in a lane of its own: muster.app.common.jobs.
TASKS = {
    "default": {
        "BACKEND": "django_tasks_db.DatabaseBackend",
        "QUEUES": ["seating", "notify", "mail", "print", "backup"],
    },
}
BACKUP_EVERY = environment.backup_every(os.environ)
BACKUP_TO = environment.backup_to(os.environ)
METRICS_FROM = environment.metrics_from(os.environ)
VAPID_KEY = environment.vapid_key(os.environ)
PUSH_HOSTS = environment.push_hosts(os.environ)

# What counts tries at passwords, codes and links (allauth, muster.web.limits) is counted for all processes and servers
# together, in the database they share. What only keeps one person from doing too much is counted by each process: it
# must cost nothing. With the usual 300 places a hall of players would push out each other's counts.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "muster_counts",
        "OPTIONS": {"MAX_ENTRIES": 20_000, "CULL_FREQUENCY": 10},
    },
    "quick": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 100_000, "CULL_FREQUENCY": 10},
    },
}

LANGUAGES = languages.offered(environment.further_languages(os.environ))
LANGUAGE_CODE = environment.choice(os.environ, "MUSTER_LANGUAGE", tuple(code for code, _ in LANGUAGES))
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SECURE = HTTPS
LOCALE_PATHS = [languages.LOCALES]
if environment.flag(os.environ, "MUSTER_PSEUDO"):
    # A language nobody speaks: what is not in its letters cannot be translated. `make pseudo` makes its catalogue.
    LANGUAGES.append(("en-xa", "[Ƥşḗŭḓǿ]"))
    LOCALE_PATHS.append(DATA / "locale")
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = None if DEBUG else DATA / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "muster.site.static.HashedFiles"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
DATA_UPLOAD_MAX_MEMORY_SIZE = 5_500_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 5_500_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000

SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
if HTTPS:
    # No other host below the same name can set them in its stead.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "muster.site.errors.csrf_failure"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "upgrade-insecure-requests": HTTPS,
    }
}

LOG = environment.choice(os.environ, "MUSTER_LOG", ("problems", "requests"))
LOG_FORM = environment.choice(os.environ, "MUSTER_LOG_FORM", ("lines", "json"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {"format": "{asctime} {levelname} {request} {message}", "style": "{"},
        "json": {"()": "muster.site.logs.JsonLines"},
    },
    "filters": {"numbered": {"()": "muster.site.logs.RequestNumbers"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORM, "filters": ["numbered"]},
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "muster": {"level": "INFO" if LOG == "requests" else "WARNING"},
        "django": {"handlers": [], "level": "WARNING"},
        # These would log addresses as typed, which can hold a person's private link; the door's line has
        # the status and the page instead, and errors are logged with their reference number.
        "django.request": {"handlers": [], "level": "CRITICAL"},
        "django.security": {"handlers": [], "level": "CRITICAL"},
    },
}
