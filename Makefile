# Every target makes its own virtual environment; there is nothing to install or learn first.
# `make run` and `make test` are the two that matter.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN := $(VENV)/.run-installed
DEV := $(VENV)/.dev-installed
# One more than there are processors: tests in a browser wait as often as they work.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: run setup test long lint format bench docs pictures lock clean

run: $(RUN)  ## Serve the site with a demo event, on this machine; ARGS="--lan" and the like are passed on.
	@$(BIN)/muster serve --demo $(ARGS)

setup: $(DEV)  ## Install everything that developing needs.

test: $(DEV)  ## Check types, imports and style, then run every test.
	@$(MAKE) --no-print-directory lint
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --cov --cov-report=term:skip-covered --cov-fail-under=100

long: $(DEV)  ## The tests that take too long for every change: whole days in a browser, every form, more made-up days.
	$(BIN)/python -m pytest -m long --hypothesis-profile=long

lint: $(DEV)  ## Style, types, and who may import whom.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(DEV)  ## Let ruff mend style and layout.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(DEV)  ## Measure against the peers; fails on wrong answers only.
	$(BIN)/python -m bench

docs: $(DEV)  ## Check that the documentation is whole.
	$(BIN)/python -m pytest tests/test_docs.py

pictures: $(DEV)  ## Take the pictures of the documentation anew, with the tests in a browser that show what is on them.
	MUSTER_PICTURES=docs/pictures $(BIN)/python -m pytest $$(grep -l 'picture(' tests/browser/test_*.py)

lock:  ## Pin the newest dependencies with their hashes (needs pip-tools).
	$(LOCK) --output-file requirements/run.lock --extra build pyproject.toml
	$(LOCK) --output-file requirements/dev.lock --constraint requirements/run.lock --extra build --extra dev --extra bench pyproject.toml

LOCK := pip-compile --quiet --upgrade --generate-hashes --no-emit-index-url --no-emit-find-links \
	--no-emit-trusted-host --strip-extras --no-header --no-annotate --allow-unsafe

clean:  ## Remove the virtual environment and what was built.
	rm -rf $(VENV) build dist .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Muster needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(RUN): $(BIN)/python requirements/run.lock pyproject.toml
	$(PIP) install --require-hashes -r requirements/run.lock
	$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(DEV): $(BIN)/python requirements/dev.lock pyproject.toml
	$(PIP) install --require-hashes -r requirements/dev.lock
	$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@ $(RUN)
