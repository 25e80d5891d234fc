# Targets of the faces; the Makefile at the root includes this file.

faces_npm := tools/faces/node_modules/.package-lock.json
tokens_npm := tools/faces/tokens/node_modules/.package-lock.json
faces_venv := tools/faces/.venv/bin/python

$(faces_npm) $(tokens_npm): %/node_modules/.package-lock.json: %/package-lock.json
	npm ci --prefix $* --no-audit --no-fund --ignore-scripts
	@mkdir -p $(@D) && touch $@

$(faces_venv): tools/faces/requirements.txt tools/faces/requirements-v1.txt | $(UV)
	$(call venv,tools/faces)
	$(UV) pip install --quiet --no-deps --upgrade --python tools/faces/.venv/bin/python --target tools/faces/.venv/v1 --requirement tools/faces/requirements-v1.txt
	@touch $@

.PHONY: faces-test faces-tokens

# The clients are programs of others for Node and Python; where these are not, there is nothing to run.
ifeq ($(and $(shell command -v npm),$(shell command -v python3)),)
faces-test faces-tokens:
	@echo 'skipped: the clients of the faces need Node with npm, and Python 3'
else
faces-test: build $(HERE_CHROMIUM) $(faces_npm) $(faces_venv) ## run the clients of others against the faces, and write the tables of docs/coming-from-*.md
	tools/faces/test

faces-tokens: build $(HERE_CHROMIUM) $(tokens_npm) ## count the tokens of twenty tasks with our tools and with Firecrawl's, and write the table of docs/mcp.md
	tools/faces/tokens/count
endif
