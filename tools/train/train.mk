# Included by the Makefile. Training needs data that are no part of the repository: see
# docs/extraction.md.

TRAIN_PYTHON := tools/train/.venv/bin/python
DATA ?=
FOLDS ?= 0

$(TRAIN_PYTHON): tools/train/requirements.txt | $(UV)
	$(call venv,tools/train)
	touch $@

.PHONY: train
train: $(TRAIN_PYTHON) ## train the extractor's models anew (DATA=<folder with wcxb/>, FOLDS=5 to validate first)
	@[[ -d "$(DATA)/wcxb" ]] || { echo 'name the folder of data: make train DATA=<folder>, see docs/extraction.md'; exit 1; }
	$(TRAIN_PYTHON) tools/train/train.py "$(abspath $(DATA))" --folds $(FOLDS) --out internal/read/page
	@$(MAKE) --no-print-directory gates

# KEEP=1                take the figures of these models for what later ones must not fall below
KEEP ?=

.PHONY: gates
gates: $(TRAIN_PYTHON) ## hold the models' figures on all sets for selection against those of the ones before (DATA=<folder>, KEEP=1 to take these instead)
	go -C tools/eval build -o "$(CURDIR)/bin/" .
	bin/eval -data "$(DATA)" -ways none -only quality -o bin/figures.json >/dev/null
	$(TRAIN_PYTHON) tools/train/gates.py bin/figures.json $(if $(KEEP),--keep)
