# make app: the explorer in a browser.  make test: check and the tests, in minutes.
# make test-more: the same for more methods, tables and files.  make test-all: all, with those that take long.
# make tour: every data set on every page, every widget that can be opened, tables the whole way from file to report.
# make axe: every page in both themes under axe-core.
# make budget: words of every page before anything is opened, and the share of the first screen that is figure.
# make load: 30 sessions at once for two minutes; make load LESSON=dolphin: 60 in one lesson.
# make walk: 10,000 random steps in a browser; make walk STEPS=500.
# make bench: timings beside other packages, in an environment of its own.
# make docs: the documentation site, in an environment of its own; open site/index.html.
# make test-lowest: the library and some pages with the lowest versions that pyproject.toml allows, in one as well.
# make fuzz: random and damaged files through every reader, for ten minutes.
# make mutate: small changes of kernels, counts, scores and statistics, which their tests must notice.
# make written: what is made from code and its tables, anew: the public names, pages of the docs, the words of the pages.
# make extras: DuckDB, Dask, Spark, PaCMAP and the readers of Excel, SPSS and Stata beside them; `make test` tests them then.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BENCH := .bench
DOCS := .docs
LOWEST := .lowest

# one more process than processors: tests in a browser wait for it and its server
WORKERS = $(shell $(PYTHON) -c 'import os; \
	print(1 + len(getattr(os, "sched_getaffinity", lambda _: range(os.cpu_count()))(0)))')

# what Python compiled once it need not compile again in every process of the tests
unexport PYTHONDONTWRITEBYTECODE

.PHONY: app test test-few test-more test-all extras test-lowest lint types check tour axe budget load walk bench \
	docs browser fuzz mutate written

app: $(VENV)/.app
	$(if $(DATA),CATVIZ_DATA_FILE="$(DATA)") $(BIN)/streamlit run app.py

# each of the processes computes on one processor
test test-few test-more test-all tour: export OPENBLAS_NUM_THREADS = 1

# types are checked beside the tests, which wait for the browser now and then
test: browser lint
	@$(MAKE) --no-print-directory --jobs=2 types test-few

TESTS = $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal

test-few: $(VENV)/.dev
	$(TESTS) -m "not more and not slow and not tour"

test-more: browser
	$(TESTS) -m "more and not slow and not tour"

# everything, the slow tests of error rates and of all methods in a browser too, with other random examples each time
test-all: browser check
	$(TESTS) --hypothesis-profile=default

# what each dependency is used for: tables, files, every method once, figures, code, pages
LOWEST_TESTS := table reading geometry registry/test_registry.py registry/test_registration.py \
	registry/test_scikit_learn.py plots export classification app/test_how_it_works.py

test-lowest: $(LOWEST)/.ready
	$(LOWEST)/bin/python -m pytest -q -n $(WORKERS) --dist worksteal -m "not browser and not slow" $(LOWEST_TESTS:%=tests/%)

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tests/data/build.py --check

check: lint types

types: $(VENV)/.dev
	$(BIN)/mypy
	$(BIN)/repo-review . --show err

tour: browser
	$(BIN)/python tests/app/tour.py --out tour
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m tour -o python_files="test_*.py journeys.py" tests/app

axe: browser
	$(BIN)/python tests/app/axe.py

budget: browser
	$(BIN)/python tests/app/budget.py

load: $(VENV)/.dev
	$(BIN)/python tests/app/load.py $(if $(LESSON),--sessions 60 --lesson "$(LESSON)")

STEPS ?= 10000

walk: browser
	$(BIN)/python tests/app/walk.py --steps $(STEPS)

fuzz: $(VENV)/.dev
	$(BIN)/python tests/fuzz.py

mutate: $(VENV)/.dev
	$(BIN)/python tests/mutate.py

written: $(VENV)/.dev
	$(BIN)/python tests/test_api.py
	$(BIN)/python -m catviz.registry > docs/methods.md
	$(BIN)/python -m catviz.glossary > docs/glossary.md
	PYTHONPATH=. $(BIN)/python tests/app/test_page_words.py

bench: $(BENCH)/.ready
	OMP_NUM_THREADS=1 PYTHONPATH=. $(BENCH)/bin/python studies/benchmarks/bench.py

docs: $(DOCS)/.ready
	rm -rf docs/generated site
	$(DOCS)/bin/python -m sphinx --fail-on-warning --keep-going -q -b html docs site

extras: $(VENV)/.extras

browser: $(VENV)/.dev
	@for name in chromium chromium-browser google-chrome; do \
		if command -v $$name >/dev/null 2>&1; then exit 0; fi; \
	done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
		apt-get update -qq && apt-get install -y -qq chromium; \
	else \
		$(BIN)/playwright install chromium; \
	fi

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "catviz needs Python 3.11 or later: set PYTHON=/path/to/python"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.app: $(VENV)/bin/python requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

$(VENV)/.dev: $(VENV)/bin/python requirements.txt requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

$(VENV)/.extras: $(VENV)/bin/python requirements-extras.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-extras.txt
	touch $@

$(LOWEST)/.ready: pyproject.toml tests/lowest.py requirements-dev.txt
	$(PYTHON) -m venv --clear $(LOWEST)
	$(PYTHON) tests/lowest.py > $(LOWEST)/requirements.txt
	grep -E "^(pytest|pytest-xdist|hypothesis)>" requirements-dev.txt >> $(LOWEST)/requirements.txt
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check -r $(LOWEST)/requirements.txt
	touch $@

$(BENCH)/.ready: requirements.txt requirements-extras.txt studies/benchmarks/requirements.txt
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install --quiet --disable-pip-version-check -r studies/benchmarks/requirements.txt
	touch $@

$(DOCS)/.ready: requirements.txt requirements-docs.txt
	$(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-docs.txt
	touch $@
