# What the console is held to and drawn by. The Makefile at the root includes this file.

AXE := tools/console/node_modules/axe-core/axe.min.js

# Where npm is not, the tests of the console run without it and say so.
HERE_AXE := $(if $(shell command -v npm),axe)

.PHONY: axe
axe: $(AXE) ## install axe-core, by which tests find what keeps people from using the console
$(AXE): tools/console/package-lock.json
	npm ci --prefix tools/console --no-audit --no-fund --ignore-scripts
	@touch $@

.PHONY: console-pictures
console-pictures: $(HERE_CHROMIUM) $(HERE_AXE) ## draw the pictures of the console in docs/images; look at them before you commit them
	go test -count=1 ./internal/serve/local -run '^TestConsole$$' -pictures $(CURDIR)/docs/images
