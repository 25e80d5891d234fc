# The commands of this repository; `make help` lists them. A target's help is the
# comment behind its name.

SHELL := /usr/bin/env bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# Developer tools are pinned in a module of their own and built on first use.
TOOL := go tool -modfile=$(CURDIR)/tools/go.mod

# The programs of our own in tools/; folders of npm with Go files of others lie beside them.
OWN_TOOLS := ./lazy/... ./lint/... ./mutants/... ./clients/... ./release/...

# Given on the command line: make run ARGS='--sample-web', make test TESTFLAGS='-run Admit'.
ARGS ?=
TESTFLAGS ?=
BENCHFLAGS ?=
LOADFLAGS ?=

# Functions are built without the executables that rod's launcher brings (ADR 0012), and with tables of libraries that are
# made at their first use (ADR 0074). The replacements are theirs alone, so that go.mod has none and `go install` of a
# version works.
LAMBDA_MOD := dist/lambda.mod
LAMBDA_BUILD := CGO_ENABLED=0 GOOS=linux go build -modfile=$(LAMBDA_MOD) -trimpath -tags lambda.norpc -ldflags '-s -w'
FUNCTIONS := $(notdir $(patsubst %/main.go,%,$(wildcard functions/*/main.go)))

include tools/chromium/chromium.mk tools/console/console.mk tools/uv/uv.mk

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-zA-Z0-9_-]+:.*## ' $(MAKEFILE_LIST) | sort \
		| awk -F ':.*## ' '{ printf "  %-18s %s\n", $$1, $$2 }'

.PHONY: run
run: $(HERE_CHROMIUM) build ## build and start the whole service on 127.0.0.1:8080 (ARGS='--sample-web')
	@exec bin/quarry local $(ARGS)

.PHONY: build
build: ## build bin/quarry, without C: it runs on any machine of this system
	CGO_ENABLED=0 go build -trimpath -ldflags "-X main.release=$$(git describe --tags --always --dirty 2>/dev/null)" -o bin/quarry ./internal/cmd/quarry

# The stamp is the file that npm writes last, so that an interrupted install is done again.
ENGINE := tools/engine/node_modules/.package-lock.json

# The engine of others that tests hold ours to: for Linux on x86_64, where npm is.
ifeq ($(shell uname -sm),Linux x86_64)
HERE_ENGINE := $(if $(shell command -v npm),engine)
endif

.PHONY: engine
engine: $(ENGINE) ## install another DynamoDB engine, dynoxide, that tests hold ours to
$(ENGINE): tools/engine/package-lock.json
	npm ci --prefix tools/engine --no-audit --no-fund
	@mkdir -p $(@D) && touch $@

$(LAMBDA_MOD): go.mod go.sum $(wildcard tools/lazy/*.go tools/lazy/rewrite/*.go)
	@mkdir -p $(@D) bin && go build -C tools -o $(CURDIR)/bin/lazy ./lazy
	@new=dist/lambda.$$$$; trap 'rm -f "$$new".*' EXIT; cp go.mod "$$new.mod" && cp go.sum "$$new.sum" \
		&& go mod edit -replace=github.com/ysmood/leakless=./tools/leakless "$$new.mod" && bin/lazy -modfile "$$new.mod" -into dist/lazy \
		&& mv "$$new.sum" dist/lambda.sum && mv "$$new.mod" $@

# lay puts what was built below dist/built/$(1)/ where each function has a folder of its own, below
# dist/$(2). All mains of a processor are built at once, which takes half the time of one by one, and
# what has not changed is not linked again.
lay = for binary in dist/built/$(1)/*; do mkdir -p dist/$(2)$${binary\#\#*/} && ln -f $$binary dist/$(2)$${binary\#\#*/}/bootstrap; done

# Each for the processor that its worker declares, see kind.Function.GOARCH.
.PHONY: functions
functions: $(LAMBDA_MOD) ## build every Lambda function into dist/: browsers' for x86_64, all others for arm64
	@go run ./internal/cmd/goarch $(FUNCTIONS) | awk '{of[$$2] = of[$$2] " ./functions/" $$1} END {for (goarch in of) print goarch of[goarch]}' \
		| while read -r goarch mains; do GOARCH=$$goarch $(LAMBDA_BUILD) -o dist/built/lambda/ $$mains; done
	@$(call lay,lambda,)

.PHONY: functions-x86_64
functions-x86_64: $(LAMBDA_MOD) ## the same for sam local and an emulator, into dist/x86_64/
	@GOARCH=amd64 $(LAMBDA_BUILD) -o dist/built/x86_64/ $(FUNCTIONS:%=./functions/%)
	@$(call lay,x86_64,x86_64/)

# ALONE=tools/alone runs them where nobody but this machine can be reached, once all modules are there.
ALONE ?=
.PHONY: test
test: $(HERE_ENGINE) $(HERE_CHROMIUM) $(HERE_AXE) ## run the tests of all modules (TESTFLAGS='-run Admit')
	@$(TOOL) gotestsum --format pkgname --format-hide-empty-pkg --hide-summary=skipped \
		--raw-command -- $(ALONE) tools/test-json $(TESTFLAGS)

.PHONY: test-race
test-race: TESTFLAGS += -race
test-race: test ## the same with the race detector

.PHONY: test-hostile
test-hostile: $(HERE_CHROMIUM) ## run what holds strangers off, without a network where the machine allows it
	@tools/test-hostile $(TESTFLAGS)

.PHONY: fuzz
fuzz: ## run each fuzz target for a while (FUZZTIME=5m)
	@FUZZTIME=$(or $(FUZZTIME),30s) tools/fuzz

# Recorded answers of real services are not part of the repository; who has some reads them.
SAMPLES ?=
.PHONY: test-samples
test-samples: ## parse recorded answers of upstreams, and list those that no parser read (SAMPLES=<folder>, one folder an upstream within)
	@[[ -d "$(SAMPLES)" ]] || { echo 'name the folder of recorded answers: make test-samples SAMPLES=<folder>'; exit 1; }
	@read=$$(mktemp); trap 'rm -f "$$read"' EXIT; status=0; \
	QUARRY_SAMPLES="$(abspath $(SAMPLES))" QUARRY_SAMPLES_READ="$$read" $(TOOL) gotestsum --format testname -- -count=1 -run '^TestSamples$$' \
		$$(grep -rl --include='*_test.go' 'sampletest\.Each' internal | xargs -r dirname | sort -u | sed 's|^|./|') || status=$$?; \
	tools/unread "$(SAMPLES)" "$$read"; exit $$status

.PHONY: skeletons
skeletons: ## write the skeletons of recorded answers anew (SAMPLES=<folder>), then accept goldens with -update
	@[[ -d "$(SAMPLES)" ]] || { echo 'name the folder of recorded answers: make skeletons SAMPLES=<folder>'; exit 1; }
	go run ./internal/cmd/skeleton -recordings "$(SAMPLES)"

# How many histories of each sort `make linear` records.
HISTORIES ?= 50
.PHONY: linear
linear: ## have porcupine order the histories of many callers (HISTORIES=50)
	go test -count=1 ./internal/sim/linear -linear.seeds $(HISTORIES)

.PHONY: bench
bench: $(HERE_CHROMIUM) ## print the figures that the design sets, as ratios of one run
	go run ./internal/cmd/bench $(BENCHFLAGS)

.PHONY: load
load: $(HERE_CHROMIUM) build ## measure a local service under load (LOADFLAGS='-only soak -soak 10m')
	go run ./internal/cmd/load $(LOADFLAGS)

.PHONY: lint
lint: ## run golangci-lint and rules of our own over all modules, and look for dead code
	$(TOOL) golangci-lint run ./...
	cd infra && $(TOOL) golangci-lint run --config ../.golangci.yml ./...
	cd tools/eval && $(TOOL) golangci-lint run --config ../../.golangci.yml ./...
	cd clients/go && $(TOOL) golangci-lint run --config ../../.golangci.yml ./...
	cd tools && go tool golangci-lint run --config ../.golangci.yml $(OWN_TOOLS)
	go build -C tools -o $(CURDIR)/bin/lint ./lint
	go vet -vettool=$(CURDIR)/bin/lint ./...
	cd infra && go vet -vettool=$(CURDIR)/bin/lint ./...
	cd tools/eval && go vet -vettool=$(CURDIR)/bin/lint ./...
	cd clients/go && go vet -vettool=$(CURDIR)/bin/lint .
	cd tools && go vet -vettool=$(CURDIR)/bin/lint $(OWN_TOOLS)
	@dead="$$($(TOOL) deadcode -test ./...)"; \
	if [[ -n $$dead ]]; then echo "$$dead"; echo 'unreachable code: remove it'; exit 1; fi

.PHONY: fmt
fmt: ## format all Go files (gofumpt, grouped imports)
	$(TOOL) golangci-lint fmt ./...
	cd infra && $(TOOL) golangci-lint fmt --config ../.golangci.yml ./...
	cd tools/eval && $(TOOL) golangci-lint fmt --config ../../.golangci.yml ./...
	cd clients/go && $(TOOL) golangci-lint fmt --config ../../.golangci.yml .
	cd tools && go tool golangci-lint fmt --config ../.golangci.yml $(OWN_TOOLS)

.PHONY: generate
generate: ## write anew what is generated from code: pages and openapi.json in docs/, and the clients
	go test ./internal/webtest ./internal/core/errs ./internal/kinds ./internal/sources ./internal/serve/api/reference ./internal/cmd/skeleton ./internal/cmd/cost ./internal/cmd/quarry -run TestDocument -update
	go -C infra test . -run TestDocument -update
	@if command -v npm >/dev/null && command -v python3 >/dev/null; then $(MAKE) --no-print-directory clients; \
	else echo 'the clients were left as they are: they are generated by programs that need Node with npm, and Python 3' >&2; fi

.PHONY: tape
tape: $(HERE_CHROMIUM) build ## record the terminal of docs/images/terminal.svg
	go run ./internal/cmd/tape

.PHONY: clean
clean: ## remove what was built and installed; .quarry/ (local data) stays
	rm -rf bin dist infra/cdk.out infra/destroy.out .aws-sam tools/*/node_modules tools/conformance/suite tools/uv/.venv tools/openapi/.venv tools/clients/.venv tools/generators/.venv tools/faces/.venv clients/typescript/node_modules clients/typescript/dist tools/chromium/dist infra/node_modules infra/.venv infra/deployed/.venv infra/sam/.venv

-include internal/sim/sim.mk tools/mutants/mutants.mk tools/dynamodb-local/dynamodb-local.mk tools/conformance/conformance.mk tools/release/release.mk infra/infra.mk tools/openapi/openapi.mk tools/eval/eval.mk tools/train/train.mk tools/clients/clients.mk tools/generators/generators.mk tools/faces/faces.mk
