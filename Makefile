# Two commands do everything on a fresh clone: make demo, make test.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
SHARED ?= ../shared
ENGINES := xapian-omega namazu2 namazu2-index-tools
DATABASE := postgresql
# These are run again without the native extension and the kernels.
PLAIN := $(wildcard tests/contract/test_compiled.py tests/unit/reading tests/unit/html tests/unit/algo tests/unit/learning)
PYTEST := $(BIN)/python -m pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder
# With WHEEL=FILE, tests run against this wheel, as in CI; else against the checkout.
TESTED := $(if $(WHEEL),tests --pyargs wrapture)
QUICK := --hypothesis-profile quick -m "not (browser or engines or cluster or corpus or database or slow)"
LOCK := requirements-dev.lock
export OMP_NUM_THREADS = 1
# Tests start hundreds of processes: compiled modules are kept for them, as on most machines.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo studio extension quick test test-under-load coverage lowest torture-quick torture kills fuzz fuzz-native mutants browser engines database node lint types check bench quality peers papers wheel workflows docs release-check lock clean

help: ## Show what there is to make
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

demo: $(VENV)/.core ## Show the records of an example page as a table
	$(BIN)/wrapture extract examples/books-1.html

studio: $(VENV)/.core ## Open an example page in the studio, in the browser
	$(BIN)/wrapture studio examples/books-1.html

extension: ## Pack the browser extension into dist/wrapture-extension.zip
	@mkdir -p dist && rm -f dist/wrapture-extension.zip
	$(PYTHON) -m zipfile -c dist/wrapture-extension.zip extension/*

quick: $(VENV)/.dev ## Run the tests that need no browser, engine, cluster or patience
	$(PYTEST) $(TESTED) $(QUICK)

test: $(VENV)/.dev browser engines database node ## Run all tests
	@begin=$$(date +%s); \
	$(PYTEST) $(TESTED) && WRAPTURE_NATIVE=0 $(PYTEST) --hypothesis-profile quick $(PLAIN); code=$$?; \
	took=$$(($$(date +%s) - begin)); echo "make test took $$((took / 60)) min $$((took % 60)) s"; exit $$code

test-under-load: $(VENV)/.dev browser engines database node ## Run all tests three times while both cores are busy: none may fail by chance
	sh tests/under_load.sh

coverage: $(VENV)/.dev ## Measure which lines and branches the quick tests reach
	$(PYTEST) $(QUICK) --cov --cov-report term:skip-covered

lowest: ## Run the quick tests with the lowest versions of the libraries that are allowed
	$(PYTHON) -m venv --clear .venv-lowest
	.venv-lowest/bin/python -m pip install --quiet uv
	VIRTUAL_ENV=$(CURDIR)/.venv-lowest .venv-lowest/bin/uv pip install --quiet --resolution lowest-direct --editable '.[all]'
	VIRTUAL_ENV=$(CURDIR)/.venv-lowest .venv-lowest/bin/uv pip freeze --exclude-editable > .venv-lowest/lowest.txt
	VIRTUAL_ENV=$(CURDIR)/.venv-lowest .venv-lowest/bin/uv pip install --quiet --constraint .venv-lowest/lowest.txt --group dev
	$(subst $(BIN),.venv-lowest/bin,$(PYTEST)) $(QUICK)

torture-quick: $(VENV)/.dev ## Send 5,000 mutated pages through the library (about two minutes)
	$(BIN)/python -m tests.torture --minutes 5 --pages 5000

torture: $(VENV)/.dev ## Send mutated pages through the library for hours; the same command goes on where it was
	$(BIN)/python -m tests.torture --minutes $(or $(MINUTES),240) --state .torture.json

kills: $(VENV)/.dev ## Kill bulk runs, libraries, stores, watches and the studio's desks at random moments (KILLS=200); the same command goes on
	$(BIN)/python -m tests.torture.kills --kills $(or $(KILLS),200) --state .kills.json

fuzz: $(VENV)/.dev ## Fuzz decoders, parsers and gates, guided by coverage, for SECONDS=60 each; corpora are kept in .fuzz
	$(BIN)/python -m pip install --quiet --group fuzz
	$(BIN)/python -m tests.fuzz --seconds $(or $(SECONDS),60) $(TARGETS)

fuzz-native: $(VENV)/.dev ## Fuzz the native extension with clang's sanitizers, for SECONDS=60
	$(BIN)/python -m pip install --quiet --group fuzz
	$(BIN)/python -m tests.fuzz.native --seconds $(or $(SECONDS),60)

mutants: $(VENV)/.dev ## Change lines of the guarding modules, one at a time: a test must fail (MODULES=); the same command goes on
	$(BIN)/python -m pip install --quiet --group mutation
	$(BIN)/python -m tests.mutation $(MODULES)

browser: ## Install Chromium where it is missing and this may: as root, with apt-get
	@test -z "$$WRAPTURE_BROWSER" || exit 0; \
	for name in chromium chromium-browser google-chrome; do command -v $$name >/dev/null && exit 0; done; \
	if [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
		echo "There is no Chromium: tests of rendering are skipped, and fail in CI (on Debian: apt-get install chromium)"; exit 0; fi; \
	echo "Installing Chromium: tests of rendering need it"; \
	{ apt-get update && apt-get install --yes --no-install-recommends chromium; } >/dev/null || \
		echo "Chromium could not be installed: tests of rendering are skipped, and fail in CI"

engines: .venv-engines/.made ## Install applications, and search engines where they are missing and this may: as root, with apt-get
	@test -x /usr/lib/cgi-bin/omega/omega && test -x /usr/lib/cgi-bin/namazu.cgi && test -x /usr/bin/mknmz && exit 0; \
	if [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
		echo "There are no search engines: tests that ask them are skipped, and fail in CI (on Debian: apt-get install $(ENGINES))"; exit 0; fi; \
	echo "Installing search engines: tests of the robot need them"; \
	{ apt-get update && apt-get install --yes --no-install-recommends $(ENGINES); } >/dev/null || \
		echo "Search engines could not be installed: tests that ask them are skipped, and fail in CI"

.venv-engines/.made: pyproject.toml
	@echo "Installing applications that tests of the robot query into .venv-engines"; \
	{ $(PYTHON) -m venv .venv-engines && .venv-engines/bin/python -m pip install --quiet --upgrade 'pip>=25.1' && \
		.venv-engines/bin/python -m pip install --quiet --group engines && touch $@; } || \
		echo "The applications could not be installed: tests that query them are skipped, and fail in CI"

node: ## Install what checks the studio's front end (types, accessibility), where there is npm
	@test -d tests/front_end/node_modules/axe-core && exit 0; \
	if ! command -v npm >/dev/null; then \
		echo "There is no npm: checks of the studio's front end are skipped, and fail in CI (on Debian: apt-get install npm)"; exit 0; fi; \
	npm ci --prefix tests/front_end --no-audit --no-fund --silent || \
		echo "The front end's checkers could not be installed: their tests are skipped, and fail in CI"

database: ## Install PostgreSQL where it is missing and this may: as root, with apt-get
	@ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 && exit 0; command -v postgres >/dev/null && exit 0; \
	if [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
		echo "There is no PostgreSQL: tests that write to it are skipped, and fail in CI (on Debian: apt-get install $(DATABASE))"; exit 0; fi; \
	echo "Installing PostgreSQL: tests of database output need it"; \
	{ apt-get update && apt-get install --yes --no-install-recommends $(DATABASE); } >/dev/null || \
		echo "PostgreSQL could not be installed: tests that write to it are skipped, and fail in CI"

lint: $(VENV)/.dev ## Check style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev ## Check types
	$(BIN)/mypy

check: lint types test ## All three

bench: $(VENV)/.dev ## Measure speed as ratios to the bare parse, and write benchmarks/speed/results.md (needs the corpus; half an hour)
	@code=0; for one in "run.py $(SHARED)" "visual.py $(SHARED)" "library.py $(SHARED)" "masks.py $(SHARED)" studio.py start.py nasty.py \
		"compiled.py $(SHARED)" "drift.py $(SHARED)" "bulk.py $(SHARED)" "archives.py $(SHARED)"; do echo "benchmarks/speed/$$one"; $(BIN)/python benchmarks/speed/$$one || code=1; done; exit $$code

quality: $(VENV)/.dev ## Measure what is found on real pages (needs the corpus; takes minutes)
	$(BIN)/python benchmarks/quality/report.py $(SHARED)
	$(BIN)/python benchmarks/quality/tables.py $(SHARED)
	$(BIN)/python benchmarks/quality/rows.py $(SHARED)
	$(BIN)/python benchmarks/quality/fuzzy.py $(SHARED)
	$(BIN)/python benchmarks/quality/labelled.py $(SHARED)
	$(BIN)/python benchmarks/quality/paging.py $(SHARED)
	$(BIN)/python benchmarks/quality/drifting.py $(SHARED)
	$(BIN)/python benchmarks/quality/forms.py $(SHARED)
	$(BIN)/python benchmarks/quality/studio_pages.py $(SHARED)

peers: $(VENV)/.dev ## Measure other extractors on the same real pages (needs the corpus; takes ten minutes)
	$(BIN)/python benchmarks/peers/compare.py $(SHARED)

papers: $(VENV)/.dev ## Measure the tables and figures of the papers and write docs/papers.md (needs the corpora; resumes)
	PYTHONPATH=benchmarks/quality:benchmarks/speed $(BIN)/python benchmarks/papers/make_papers.py $(SHARED)

papers-today: $(VENV)/.dev ## After a change of discovery: measure only the papers' figures of today, and write docs/papers.md
	PYTHONPATH=benchmarks/quality:benchmarks/speed $(BIN)/python benchmarks/papers/make_papers.py $(SHARED) --today

wheel: $(VENV)/.dev ## Build the wheel
	$(BIN)/python -m pip wheel --no-deps --wheel-dir dist .

docs: .venv-docs/.made ## Build the documentation site; a warning or a broken link is an error
	rm -rf site
	NO_MKDOCS_2_WARNING=1 .venv-docs/bin/mkdocs build --strict --quiet
	.venv-docs/bin/python release/site_check.py site
	.venv-docs/bin/python release/run_notebook.py examples/first-table.ipynb

.venv-docs/.made: pyproject.toml
	$(PYTHON) -m venv .venv-docs
	.venv-docs/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	.venv-docs/bin/python -m pip install --quiet --editable '.[pandas]' --group docs
	@touch $@

workflows: .venv-release/.made ## Check the GitHub workflows, the action, the images and other files that no test runs
	.venv-release/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	.venv-release/bin/check-jsonschema --builtin-schema vendor.github-actions action.yml
	.venv-release/bin/check-jsonschema --builtin-schema vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	.venv-release/bin/check-jsonschema --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	.venv-release/bin/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	.venv-release/bin/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	.venv-release/bin/hadolint --ignore DL3008 docker/*.Dockerfile
	.venv-release/bin/cibuildwheel --platform linux --print-build-identifiers . | grep -q cp311-musllinux_x86_64
	.venv-release/bin/zizmor --offline --quiet --config .github/zizmor.yml .github action.yml

release-check: .venv-release/.made workflows docs ## Build what a release publishes, and check it in clean environments (takes minutes)
	.venv-release/bin/python release/check.py

.venv-release/.made: pyproject.toml
	$(PYTHON) -m venv .venv-release
	.venv-release/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	.venv-release/bin/python -m pip install --quiet --group release
	@touch $@

clean: ## Remove the virtual environment and what was built
	rm -rf $(VENV) .venv-lowest .venv-lock .venv-engines .venv-docs .venv-release site .coverage dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/pip:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed: https://www.python.org/downloads/"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is older than Python 3.11: make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "venv is missing: on Debian, apt-get install python3-venv"; exit 1; }
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'

# The version is in src/wrapture/__init__.py: an editable install keeps the one that it was made with.
$(VENV)/.core: $(VENV)/bin/pip pyproject.toml hatch_build.py src/wrapture/__init__.py $(wildcard src/native/* src/kernels/*)
	$(BIN)/python -m pip install --quiet $(or $(WHEEL),--editable .)
	@touch $@

# With LOCKED=1, exactly the versions and files that requirements-dev.lock names; else the newest ones that pyproject.toml allows.
$(VENV)/.dev: $(VENV)/.core $(if $(LOCKED),$(LOCK))
	$(if $(LOCKED),$(BIN)/python -m pip install --quiet --require-hashes --requirement $(LOCK))
	$(BIN)/python -m pip install --quiet $(if $(WHEEL),'$(WHEEL)[all]',--editable '.[all]') --group dev
	@touch $@

lock: ## Write requirements-dev.lock anew, with the newest versions that pyproject.toml allows
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet uv
	.venv-lock/bin/uv pip compile pyproject.toml --quiet --all-extras --group dev --universal --python-version 3.11 --upgrade \
		--generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links --output-file $(LOCK)
