# The club in one command: make run. Everything that is tested: make test.
# Needs python3 (3.11 or newer) and make; the rest is fetched by its locked version and hash.

SHELL  := /bin/sh -e
PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
BENCH  := .venv-bench
PIP    := -m pip --disable-pip-version-check --no-input install --quiet --quiet --require-hashes
# One process more than the two processors of a small machine: a browser's test waits half of its time.
JOBS   ?= 3
CODE   := config games scoring tournaments benchmarks tests manage.py
LOCK   := $(VENV)/bin/uv pip compile --quiet pyproject.toml --universal --python-version 3.11 \
          --generate-hashes --no-emit-index-url --no-emit-find-links --strip-extras \
          --custom-compile-command "make lock"

define make_venv
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
  "This needs Python 3.11 or newer; name one with: make PYTHON=python3.11 …")'; \
echo "Making $(1) …"; \
$(PYTHON) -m venv $(1) || { rm -rf $(1); echo "No venv: Debian has it in the package python3-venv."; exit 1; }
endef

.PHONY: run lan setup check test bench soak lock format

run: setup
	@$(MAKE) --no-print-directory -s club
	@$(PY) manage.py serve $(SERVE)

lan: setup
	@$(MAKE) --no-print-directory -s club
	@$(PY) manage.py serve --lan $(SERVE)

.PHONY: club
club:
	@$(PY) manage.py migrate --verbosity 0
	@if $(PY) manage.py help --commands | grep -x seed_demo >/dev/null; then $(PY) manage.py seed_demo --if-empty; fi

setup: $(VENV)/.runtime
	@:

# The fast part: nothing here needs a server or a browser.
check: static
	@$(PY) -m pytest -q -n $(JOBS) --dist loadgroup -m "not database and not broker and not browser and not slow and not soak"

.PHONY: static
static: $(VENV)/.dev
	@$(VENV)/bin/ruff check --quiet $(CODE)
	@$(VENV)/bin/ruff format --quiet --check $(CODE) || { echo "Not formatted: run make format."; exit 1; }
	@$(VENV)/bin/lint-imports --no-logo >$(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }
	@if [ -d templates ]; then $(VENV)/bin/djlint --quiet --lint templates; fi
	@$(PY) manage.py makemigrations --check --dry-run --verbosity 1
	@$(VENV)/bin/mypy
	@echo "Style, imports, templates, migrations and types are fine."

# Everything: check, all tests on SQLite, the database tests again on PostgreSQL, broker and browser tests.
test:
	@$(MAKE) --no-print-directory -j2 static collected
	@$(PY) -m tests.services.run --jobs $(JOBS)

# Every test can be read, and is compiled once: what takes each process of a run half a minute is then there.
.PHONY: collected
collected: $(VENV)/.dev
	@env -u PYTHONDONTWRITEBYTECODE $(PY) -m pytest -q --collect-only -m "not soak" >$(VENV)/collected.log || { tail -n 40 $(VENV)/collected.log; exit 1; }

soak: $(VENV)/.dev
	@$(PY) -m tests.services.run --jobs 2 --soak

# The store that every later release has to read: make golden RELEASE=0.1.0, on the release's own code.
.PHONY: golden
golden: $(VENV)/.dev
	@[ -n "$(RELEASE)" ] || { echo "Say which release: make golden RELEASE=0.1.0"; exit 1; }
	@$(PY) -m tests.tournaments.golden_store "$(RELEASE)"

bench: $(BENCH)/.bench
	@$(BENCH)/bin/python -m benchmarks $(BENCH_ARGS)

format: $(VENV)/.dev
	@$(VENV)/bin/ruff format $(CODE)
	@$(VENV)/bin/ruff check --fix $(CODE)

# New versions within the ranges of pyproject.toml: make lock UPGRADE=--upgrade
lock: $(VENV)/bin/uv
	@$(LOCK) $(UPGRADE) --output-file requirements.txt
	@$(LOCK) $(UPGRADE) --extra dev --constraint requirements.txt --output-file requirements-dev.txt
	@$(LOCK) $(UPGRADE) --extra bench --constraint requirements.txt --output-file requirements-bench.txt

$(VENV)/bin/python:
	@$(call make_venv,$(VENV))

$(VENV)/bin/uv: | $(VENV)/bin/python
	@$(PY) -m pip install --quiet "uv>=0.5,<1"

$(BENCH)/bin/python:
	@$(call make_venv,$(BENCH))

$(VENV)/.runtime: requirements.txt | $(VENV)/bin/python
	@echo "Installing what the club needs …"
	@$(PY) $(PIP) -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt | $(VENV)/bin/python
	@echo "Installing what the tests need …"
	@$(PY) $(PIP) -r requirements-dev.txt
	@touch $(VENV)/.runtime $@

$(BENCH)/.bench: requirements-bench.txt | $(BENCH)/bin/python
	@echo "Installing what the benchmarks need …"
	@$(BENCH)/bin/python $(PIP) -r requirements-bench.txt
	@touch $@
