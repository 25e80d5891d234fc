# Targets of the clients; the Makefile at the root includes this file.

clients_npm := clients/typescript/node_modules/.package-lock.json
clients_venv := tools/clients/.venv/bin/python
clients_python := clients/python/quarry/_generated

$(clients_npm): clients/typescript/package-lock.json
	npm ci --prefix clients/typescript --no-audit --no-fund --ignore-scripts
	@touch $@

$(clients_venv): tools/clients/requirements.txt | $(UV)
	$(call venv,tools/clients)
	@touch $@

.PHONY: clients clients-check clients-test

# The templates for Python write two files; the generator's own, one for each model, stay behind (ADR 0044).
clients: $(clients_npm) $(clients_venv) ## generate the clients from docs/openapi.client.json
	cd clients/go && go tool -modfile=$(CURDIR)/tools/go.mod oapi-codegen -config oapi-codegen.yaml ../../docs/openapi.client.json
	cd clients/typescript && npx openapi-ts --silent && node keyed.mjs
	@out=$$(mktemp -d); trap 'rm -rf "$$out"' EXIT; \
	tools/clients/.venv/bin/openapi-python-client generate --path docs/openapi.client.json --meta none --overwrite --fail-on-warning \
		--output-path "$$out" --config clients/python/openapi-python-client.yaml --custom-template-path clients/python/templates >"$$out/said" \
		|| { tail -n 20 "$$out/said"; exit 1; }; \
	cp "$$out/models/__init__.py" clients/python/quarry/models.py; cp "$$out/api/__init__.py" $(clients_python)/calls.py
	tools/clients/.venv/bin/ruff format --quiet --line-length 120 clients/python/quarry

clients-check: clients ## fail when the clients are not what the document says
	@git diff --exit-code --stat -- clients || { echo 'the clients are stale: run make clients and commit'; exit 1; }

clients-test: build $(HERE_CHROMIUM) $(HERE_AXE) $(clients_npm) $(clients_venv) ## hold the clients, their READMEs and what the console copies to a service that loses answers, and to one that is killed
	tools/clients/test
	tools/clients/outage
