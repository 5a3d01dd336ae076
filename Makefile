# Every target makes its own virtual environment; there is nothing to install or learn first.
# `make run` and `make test` are the two that matter.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN := $(VENV)/.run-installed
DEV := $(VENV)/.dev-installed
# One more than there are processors: tests in a browser wait as often as they work.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
PARALLEL = $(BIN)/python -m pytest --dist worksteal
# Without it every process that tests start would compile all modules for itself.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: help run dev setup test tests long lint format sentences pseudo seen bench docs pictures looks lock clean

run: $(RUN)  ## Serve the site with a demo event, on this machine; ARGS="--lan" and the like are passed on.
	@$(BIN)/muster serve --demo $(ARGS)

dev: $(DEV)  ## The same site for working on it: reloads after a change, shows tracebacks.
	@$(BIN)/muster serve --demo --reload $(ARGS)

help:  ## List these targets.
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/\1 \2/p' $(MAKEFILE_LIST) | while read -r name says; do \
		printf '  make %-9s %s\n' "$$name" "$$says"; done

setup: $(DEV)  ## Install everything that developing needs.

test: $(DEV)  ## Check types, imports and style, then run every test.
	@$(MAKE) --no-print-directory --jobs 2 lint tests

tests: $(DEV)
	@# Only the core's own tests are traced: tracing takes as long again, already where tests are found.
	@# They wait for nothing, so there are as many processes as processors.
	$(PARALLEL) -n auto tests/unit --cov --cov-report=term:skip-covered --cov-fail-under=100
	$(PARALLEL) -n $(WORKERS) --ignore tests/unit

long: $(DEV)  ## The tests that take too long for every change: whole days in a browser, every form, more made-up days.
	$(BIN)/python -m pytest -m long --hypothesis-profile=long

lint: $(DEV)  ## Style, types, and who may import whom.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djangofmt --quiet --check src
	$(BIN)/djangofmt --quiet check src
	$(BIN)/oxfmt --check src/muster/web
	$(BIN)/oxlint --quiet --deny-warnings src
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(DEV)  ## Mend style and layout: Python, templates, style sheets, scripts.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/djangofmt --quiet check --fix src
	$(BIN)/djangofmt --quiet src
	$(BIN)/oxfmt src/muster/web

sentences: $(DEV)  ## Bring the catalogues of all languages up to the source, and tell how far each is.
	@DJANGO_SETTINGS_MODULE=muster.site.settings $(BIN)/python -m django makemessages $(ARGS)

pseudo: $(DEV)  ## Make the language nobody speaks from all sentences as they stand; MUSTER_PSEUDO=1 make run offers it.
	@DJANGO_SETTINGS_MODULE=muster.site.settings $(BIN)/python -m django makepseudo

seen: $(DEV)  ## Pictures of pages in a language, each with its sentences, in build/seen-de; SPEAKING=de (pl if not said).
	MUSTER_SEEN=build/seen-$(or $(SPEAKING),pl) MUSTER_SEEN_LANGUAGE=$(or $(SPEAKING),pl) \
		$(BIN)/python -m pytest -m long tests/browser/test_where_sentences_stand.py

bench: $(DEV)  ## Measure against the peers; fails on wrong answers only.
	$(BIN)/python -m bench

docs: $(DEV)  ## Check that the documentation is whole.
	$(BIN)/python -m pytest tests/test_docs.py

pictures: $(DEV)  ## Take the pictures of the documentation anew, with the tests in a browser that show what is on them.
	MUSTER_PICTURES=docs/pictures $(BIN)/python -m pytest $$(grep -l '[^_]picture(' tests/browser/test_*.py)
	MUSTER_PICTURES=docs/pictures $(BIN)/python -m pytest -m long tests/browser/test_five_screens.py

looks: $(DEV)  ## Keep how every component looks now, after a change of the look that is meant.
	MUSTER_LOOKS=accept $(BIN)/python -m pytest tests/browser/test_pictures.py -k as_it_is_kept

lock:  ## Pin the newest dependencies with their hashes (needs pip-tools).
	$(LOCK) --output-file requirements/run.lock $(EXTRAS) --extra build pyproject.toml requirements/elsewhere.in
	@# pip allows no extras in constraints.
	mkdir -p build && sed 's/\[[a-z,]*\]==/==/' requirements/run.lock > build/run.constraints
	$(LOCK) --output-file requirements/dev.lock --constraint build/run.constraints $(EXTRAS) --extra build --extra dev --extra bench pyproject.toml requirements/elsewhere.in
	@# The markers of extras are left out by pip-compile.
	sed -i.old -e 's/^uvloop==[0-9.]*/& ; sys_platform != "win32"/' -e 's/^colorama==[0-9.]*/& ; sys_platform == "win32"/' \
		-e 's/^async-timeout==[0-9.]*/& ; python_full_version < "3.11.3"/' requirements/run.lock requirements/dev.lock
	rm requirements/run.lock.old requirements/dev.lock.old

# One by one: `all` refers to the project itself, which must not come into a lock file.
EXTRAS := --extra calendar --extra fast --extra metrics --extra pdf --extra postgres --extra push --extra redis
LOCK := pip-compile --quiet --upgrade --generate-hashes --no-emit-index-url --no-emit-find-links \
	--no-emit-trusted-host --no-strip-extras --no-header --no-annotate --allow-unsafe

clean:  ## Remove the virtual environment and what was built.
	rm -rf $(VENV) build dist .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Muster needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(RUN): $(BIN)/python requirements/run.lock pyproject.toml
	$(PIP) install --require-hashes -r requirements/run.lock
	$(PIP) install --no-build-isolation --no-deps --editable .
	@$(BIN)/python -m compileall -q -j 0 src  # otherwise the first start would
	@touch $@

$(DEV): $(BIN)/python requirements/dev.lock pyproject.toml
	$(PIP) install --require-hashes -r requirements/dev.lock
	$(PIP) install --no-build-isolation --no-deps --editable .
	@$(BIN)/python -m compileall -q -j 0 src  # otherwise the first start would
	@touch $@ $(RUN)
