# Two commands do everything: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: run test soak audit clean

# Set-up, the model, and the app at http://localhost:8501
run: $(VENV)/.installed
	$(BIN)/python -m services models fetch
	$(BIN)/streamlit run streamlit_app.py --server.port $(PORT)

# Every test, the quick ones first: rules and pages, then the browser, then the real model
test: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy services components
	$(BIN)/python -m scripts.audit
	$(BIN)/python -m pytest -m "not model and not browser" -n 2 --dist loadfile
	$(BIN)/python -m pytest -m "browser and not model"
	$(BIN)/python -m services models fetch
	$(BIN)/python -m pytest -m model

# Kills, crowds and bad input for longer than the tests have time for
soak: $(VENV)/.installed-test
	$(BIN)/python -m scripts.soak --minutes 10 --windows 20 --kills 200 --cases 10000

# Our own code and what it stands on, looked at for known weaknesses
audit: $(VENV)/.installed-test
	$(BIN)/python -m scripts.audit

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
