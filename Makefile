# Everything a developer runs. Needs Python (3.11 to 3.14) and make; the rest is fetched into .venv at the
# versions of uv.lock. No virtual environment needs to be activated.

ARGS ?=
# Names under which a suitable Python may be found, the first that will do wins: make demo PYTHON=/opt/py/bin/python3
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11
# One worker a core, each with its own database; past eight they wait for the disk. A worker keeps a module
# together, so that what its tests share is made once, until another has nothing left to do.
PYTEST = .venv/bin/pytest --numprocesses auto --maxprocesses 8 --dist worksteal

# An environment of someone else's must not leak into ours.
unexport CONDA_PREFIX PIP_PREFIX PIP_REQUIRE_VIRTUALENV PIP_TARGET PIP_USER PYTHONHOME PYTHONPATH UV_PYTHON VIRTUAL_ENV
# What Python compiles it keeps: else every process and every worker compiles all modules and tests anew.
unexport PYTHONDONTWRITEBYTECODE
export UV_PROJECT_ENVIRONMENT := .venv
export UV_PYTHON_DOWNLOADS := never

READY = .venv/.ready
# Scripts in a virtual environment know their folder by name, so one that was moved is made again, and so is one
# that was left half made.
ifneq ($(shell cat $(READY) 2>/dev/null),$(CURDIR))
$(shell rm -f $(READY) .venv/bin/uv)
endif

.PHONY: help demo test test-server test-shipped shipped check check-exact check-faults bench bench-scale format clean
.NOTPARALLEL:
.DEFAULT_GOAL := help

help:
	@echo 'make demo     start the embedded Postgres, load a worked pit, serve the API  (ARGS=--exit: load and stop)'
	@echo 'make test     run every test  (ARGS=tests/tidy: some of them)'
	@echo 'make check    format, lint, types, import contracts, tests'
	@echo 'make test-server  run the tests of the database on the server PITLEDGER_TEST_DATABASE_URL'
	@echo 'make test-shipped  run the tests of what is compiled on the wheel as it is shipped'
	@echo 'make check-exact  count over all deals and thousands of simulated rounds: minutes'
	@echo 'make check-faults  kill, cut, fill up and restore it, each to its full number: half an hour'
	@echo 'make bench    print the table of speeds beside their peers'
	@echo 'make bench-scale  the same questions to 100,000 and to 10,000,000 events, a data set that is kept'
	@echo 'make format   format the code and mend what the linter can'
	@echo 'make clean    remove .venv and what the tools left; no recorded event is touched'

demo: $(READY)
	@.venv/bin/pitledger demo $(ARGS)

test: $(READY)
	@$(PYTEST) $(ARGS)

# The tests come last, so that their summary is the last line.
check: $(READY)
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy --num-workers auto
	.venv/bin/lint-imports --no-logo
	$(PYTEST) $(ARGS)

# What asks the server of the run, once more on the one that PITLEDGER_TEST_DATABASE_URL names: tests/conftest.py marks
# it. Of the views it is the projector, each view made anew, and what is asked of them most.
VIEWS = any_cut days exceptions golden_shift projector quarantine rebuild reconciliation rounds_found slips \
	tray_in_time tray_read
test-server: $(READY)
	$(PYTEST) -m 'server and not exact and not faults' tests/store tests/postgres tests/application \
		$(VIEWS:%=tests/projections/test_%.py) tests/integrity tests/faults $(ARGS)

# What takes minutes: exhaustive counts, thousands of simulated rounds.
check-exact: $(READY)
	$(PYTEST) -m exact --timeout 3600 tests/exact $(ARGS)

# Every fault to its full number, one after the other, and what each came to at the end. The seed is printed
# at the start; the same again: make check-faults ARGS=--randomly-seed=...
check-faults: $(READY)
	.venv/bin/pytest -n 0 -m faults tests/faults $(ARGS)

# What is shipped, in an environment of its own: the wheel, compiled where there is a compiler. It is made from a copy,
# for what is compiled is put beside its source.
SHIPPED = .venv/shipped
SHIP = cd .venv/source && UV_PROJECT_ENVIRONMENT=../shipped ../bin/uv sync --frozen --quiet --no-editable
shipped: $(READY)
	@rm -rf .venv/source && mkdir .venv/source
	@cp -R pyproject.toml uv.lock README.md LICENSE migrations ledger projections api .venv/source
	@export HATCH_BUILD_HOOKS_ENABLE=1; ($(SHIP) --reinstall-package pitledger) 2>/dev/null \
		|| { unset HATCH_BUILD_HOOKS_ENABLE; echo 'Not compiled.'; $(SHIP) --reinstall-package pitledger; }

# The tests of what is compiled, and of what goes through it, on what is shipped: nothing beside them is a package of
# the checkout.
test-shipped: shipped
	@rm -rf $(SHIPPED)/checkout && mkdir $(SHIPPED)/checkout && cp -R tests pyproject.toml $(SHIPPED)/checkout
	cd $(SHIPPED)/checkout && ../bin/pytest --numprocesses auto --maxprocesses 8 --dist worksteal -p no:cacheprovider \
		tests/rounds tests/book tests/games tests/application/test_adjudicate.py tests/simulate/test_the_same_seed.py $(ARGS)

# A peer that cannot be had on this machine is left out.
MESSAGE_DB = npm install --silent --no-save --no-audit --ignore-scripts --prefix $(SHIPPED)/message-db
bench: shipped
	@($(SHIP) --inexact --no-install-project --group bench --no-build-package umadb) || echo 'Without UmaDB.'
	@$(MESSAGE_DB) @eventide/message-db@1.3.1 >/dev/null 2>&1 || echo 'Without message-db.'
	@$(SHIPPED)/bin/pitledger bench $(ARGS)

format: $(READY)
	.venv/bin/ruff format .
	.venv/bin/ruff check --fix .

# What must not grow with the ledger: ten minutes the first time, since a month of two hundred tables is recorded.
bench-scale: shipped
	@$(SHIPPED)/bin/pitledger bench --scale 100000 --scale 10000000 $(ARGS)

clean:
	rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	find api ledger projections tests -name __pycache__ -type d -prune -exec rm -rf {} +

# uv is locked like everything else: pip fetches that version of it once, and from then on uv keeps itself.
$(READY): pyproject.toml uv.lock
	@set -e; \
	if ! .venv/bin/uv --version >/dev/null 2>&1 || ! .venv/bin/python -c '' >/dev/null 2>&1; then \
		python=; \
		for candidate in $(PYTHON); do \
			if "$$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null; \
			then python=$$candidate; break; fi; \
		done; \
		if [ -z "$$python" ]; then \
			echo 'Pitledger needs Python 3.11, 3.12, 3.13 or 3.14, and found none of them as: $(PYTHON)' >&2; \
			echo 'Install one, or name yours: make PYTHON=/path/to/python3.11' >&2; exit 1; \
		fi; \
		if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
			echo "$$python cannot make virtual environments: the module venv or ensurepip is missing." >&2; \
			echo 'On Debian and Ubuntu: apt install python3-venv' >&2; exit 1; \
		fi; \
		uv=$$(sed -n '/^name = "uv"$$/{n;s/^version = "\(.*\)"$$/\1/p;}' uv.lock); \
		echo "Making .venv with $$("$$python" --version) and uv $$uv."; \
		"$$python" -m venv --clear .venv; \
		.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input "uv==$$uv"; \
	fi; \
	cache=$${UV_CACHE_DIR:-$${XDG_CACHE_HOME:-$$HOME/.cache}/uv}; \
	if ! mkdir -p "$$cache" 2>/dev/null || [ ! -w "$$cache" ]; then export UV_NO_CACHE=1; fi; \
	.venv/bin/uv sync --frozen --quiet; \
	printf '%s\n' '$(CURDIR)' >$@
