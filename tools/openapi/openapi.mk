# Targets of the API's document; the Makefile at the root includes this file.

redocly := tools/openapi/node_modules/.bin/redocly
documents := docs/openapi.json docs/openapi.client.json
python := tools/openapi/.venv/bin/python

$(redocly): tools/openapi/package-lock.json
	npm ci --prefix tools/openapi --no-audit --no-fund --ignore-scripts
	@touch $@

$(python): tools/openapi/requirements.txt | $(UV)
	$(call venv,tools/openapi)
	@touch $@

.PHONY: openapi-lint fuzz-api reference reference-check

openapi-lint: $(redocly) $(python) ## lint both documents in docs/
	REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true $(redocly) lint --config tools/openapi/redocly.yaml $(documents)
	tools/openapi/node_modules/.bin/spectral lint --ruleset tools/openapi/spectral.yaml --fail-severity warn $(documents)
	tools/openapi/.venv/bin/openapi-spec-validator $(documents)

# SEED=… tries other requests, SECONDS_TO_FUZZ=… more or fewer of them.
fuzz-api: build $(python) ## hold a running service against its document with generated requests
	tools/openapi/fuzz

SCALAR ?=

reference: ## pin another version of the reference page's script: SCALAR=1.72.1
	node tools/reference/pin.mjs $(SCALAR)

reference-check: ## fail when the embedded script is not that of the pinned package
	node tools/reference/pin.mjs
