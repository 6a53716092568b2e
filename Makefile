# Two commands do everything: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: run test lint clean

# Set-up, the model, and the app at http://localhost:8501
run: $(VENV)/.installed
	$(BIN)/python -m services models fetch
	$(BIN)/streamlit run streamlit_app.py --server.port $(PORT)

# Every test: rules, pages, browser, real model
test: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy services components
	$(BIN)/python -m services models fetch
	$(BIN)/python -m pytest

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Askwright needs Python 3.11 or newer; set PYTHON=python3.x")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: requirements.txt | $(VENV)/bin/python
	$(BIN)/pip install --quiet --requirement requirements.txt
	touch $@

$(VENV)/.installed-test: requirements.txt requirements-test.txt | $(VENV)/bin/python
	$(BIN)/pip install --quiet --requirement requirements-test.txt
	touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .mypy_cache .hypothesis
