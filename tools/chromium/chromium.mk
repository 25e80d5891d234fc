# The browser: installed for local runs and tests, and as the layer of the functions
# that show pages. The Makefile at the root includes this file.

CHROMIUM := tools/chromium/dist/bin/chromium

# The pinned build is for Linux on x86_64 only, and npm fetches it. Elsewhere pages are shown by the Chromium
# or Chrome that is installed, or the tests of pages in a browser are skipped.
ifeq ($(shell uname -sm),Linux x86_64)
HERE_CHROMIUM := $(if $(shell command -v npm),chromium)
endif

.PHONY: chromium
chromium: $(CHROMIUM) ## unpack the pinned headless Chromium and its fonts into tools/chromium/dist
$(CHROMIUM): $(addprefix tools/chromium/,package-lock.json unpack.mjs fonts.mjs)
	npm ci --prefix tools/chromium --no-audit --no-fund --ignore-scripts
	node tools/chromium/unpack.mjs tools/chromium/dist
	@touch $@

# What lies under dist/layer/ lies under /opt in Lambda.
.PHONY: layer
layer: dist/layer/bin/chromium ## lay Chromium, its libraries and its fonts out in dist/layer for Lambda
dist/layer/bin/chromium: $(CHROMIUM)
	rm -rf dist/layer
	mkdir -p dist/layer/bin
	cp -r tools/chromium/dist/lib tools/chromium/dist/fonts dist/layer/
	find tools/chromium/dist/bin -maxdepth 1 -type f ! -name chromium -exec cp {} dist/layer/bin/ \;
	cp $(CHROMIUM) $@.new
	@mv $@.new $@
