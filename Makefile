# Two commands do everything on a fresh clone: make demo, make test.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
SHARED ?= ../shared
export OMP_NUM_THREADS = 1

.PHONY: help demo test lint types check bench quality wheel clean

help: ## Show what there is to make
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: $(VENV)/.core ## Show the records of an example page as a table
	$(BIN)/wrapture extract examples/books-1.html

test: $(VENV)/.dev ## Run all tests
	$(BIN)/python -m pytest

lint: $(VENV)/.dev ## Check style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev ## Check types
	$(BIN)/mypy

check: lint types test ## All three

bench: $(VENV)/.dev ## Measure speed as ratios to the bare parse (needs the corpus of real pages)
	$(BIN)/python benchmarks/speed/run.py $(SHARED)

quality: $(VENV)/.dev ## Measure what is found on real pages (needs the corpus; takes minutes)
	$(BIN)/python benchmarks/quality/report.py $(SHARED)

wheel: $(VENV)/.dev ## Build the wheel
	$(BIN)/python -m pip wheel --no-deps --wheel-dir dist .

clean: ## Remove the virtual environment and what was built
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/pip:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed: https://www.python.org/downloads/"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is older than Python 3.11: make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "venv is missing: on Debian, apt-get install python3-venv"; exit 1; }
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'

$(VENV)/.core: $(VENV)/bin/pip pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.core
	$(BIN)/python -m pip install --quiet --editable '.[pandas,parquet]' --group dev
	@touch $@
