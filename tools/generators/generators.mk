# Other generators than those of our clients; the Makefile at the root includes this file.

generators_npm := tools/generators/node_modules/.package-lock.json
generators_python := tools/generators/.venv/bin/python

$(generators_npm): tools/generators/package-lock.json
	npm ci --prefix tools/generators --no-audit --no-fund --ignore-scripts
	@touch $@

$(generators_python): tools/generators/requirements.txt | $(UV)
	$(call venv,tools/generators)
	@touch $@

.PHONY: generators-check

generators-check: $(generators_npm) $(generators_python) ## compile what three generators that are not ours make of the documents
	tools/generators/check
