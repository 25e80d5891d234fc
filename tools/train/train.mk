# Included by the Makefile. Training needs data that are no part of the repository: see
# docs/extraction.md.

TRAIN_PYTHON := tools/train/.venv/bin/python
DATA ?=
FOLDS ?= 0

$(TRAIN_PYTHON): tools/train/requirements.txt
	python3 -m venv tools/train/.venv
	$(TRAIN_PYTHON) -m pip install --quiet --requirement tools/train/requirements.txt
	touch $@

.PHONY: train
train: $(TRAIN_PYTHON) ## train the extractor's models anew (DATA=<folder with wcxb/>, FOLDS=5 to validate first)
	@[[ -d "$(DATA)/wcxb" ]] || { echo 'name the folder of data: make train DATA=<folder>, see docs/extraction.md'; exit 1; }
	$(TRAIN_PYTHON) tools/train/train.py "$(abspath $(DATA))" --folds $(FOLDS) --out internal/read/page/score
