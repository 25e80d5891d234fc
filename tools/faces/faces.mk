# Targets of the faces; the Makefile at the root includes this file.

faces_npm := tools/faces/node_modules/.package-lock.json
faces_venv := tools/faces/.venv/bin/python

$(faces_npm): tools/faces/package-lock.json
	npm ci --prefix tools/faces --no-audit --no-fund --ignore-scripts
	@mkdir -p $(@D) && touch $@

$(faces_venv): tools/faces/requirements.txt
	python3 -m venv tools/faces/.venv
	tools/faces/.venv/bin/pip install --quiet --requirement tools/faces/requirements.txt
	@touch $@

.PHONY: faces-test

# The clients are programs of others for Node and Python; where these are not, there is nothing to run.
ifeq ($(and $(shell command -v npm),$(shell command -v python3)),)
faces-test:
	@echo 'skipped: the clients of the faces need Node with npm, and Python 3'
else
faces-test: build $(HERE_CHROMIUM) $(faces_npm) $(faces_venv) ## run the clients of others against the faces, and write the tables of docs/coming-from-*.md
	tools/faces/test
endif
