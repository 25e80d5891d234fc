# Targets of the stack and of sam; the Makefile at the root includes this file.

cdk  := infra/node_modules/.bin/cdk
lint := infra/.venv/bin/cfn-lint
samcli := infra/sam/.venv/bin/sam
# The CDK's engine warns of Node 20 on every start; 22 and later need no silence.
run-cdk := cd infra && JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION=20 node_modules/.bin/cdk
# More for cdk, such as another installation's name: make deploy CDK_ARGS='-c stackName=quarry-staging'
CDK_ARGS ?=

$(cdk): infra/package.json infra/package-lock.json
	npm ci --prefix infra --no-audit --no-fund
	@touch $@

.PHONY: infra-tools bootstrap settings synth diff deploy destroy template

infra-tools: $(cdk) ## install the pinned CDK command line

# An environment that is not known is the credentials' own. The root has no cdk.json, so nothing is built or synthesized.
bootstrap: build $(cdk) ## prepare the credentials' account and region for the CDK, once
	@bin/quarry admin doctor --qualifier=
	@JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION=20 $(cdk) bootstrap $(CDK_ARGS) aws://unknown-account/unknown-region

# The name of the installation, of whose own reservations the doctor knows, and the qualifier of the CDK's bootstrap.
stack = $(or $(patsubst stackName=%,%,$(filter stackName=%,$(CDK_ARGS))),quarry)
qualifier = $(or $(patsubst @aws-cdk/core:bootstrapQualifier=%,%,$(filter @aws-cdk/core:bootstrapQualifier=%,$(CDK_ARGS))),hnb659fds)
version = -c version=$$(git describe --tags --always --dirty)

# What is wrong with the settings is said in seconds, before the functions are built in minutes.
settings: $(cdk)
	@out=$$(mktemp -d); trap 'rm -rf "$$out"' EXIT; $(run-cdk) synth --quiet -c unbuilt=true $(filter-out --require-approval% never,$(CDK_ARGS)) --output "$$out"

synth: settings ## synthesize the stack into infra/cdk.out, offline
	@echo 'building the functions, which takes minutes the first time'
	@$(MAKE) --no-print-directory functions layer
	$(run-cdk) synth --quiet $(CDK_ARGS)

diff: synth ## show what a deployment would change
	$(run-cdk) diff $(version) $(CDK_ARGS)

deploy: build $(cdk) ## ask what the account lacks, build the functions and the browser's layer, and deploy the stack
	@bin/quarry admin --function $(stack)-admin doctor --qualifier $(qualifier)
	@$(MAKE) --no-print-directory settings
	@echo 'building the functions, which takes minutes the first time'
	@$(MAKE) --no-print-directory functions layer
	$(run-cdk) deploy --import-existing-resources $(version) $(CDK_ARGS)

destroy: $(cdk) ## remove the stack; tables, bucket and the audit trail stay
	$(run-cdk) destroy -c unbuilt=true --output destroy.out $(CDK_ARGS)

template: ## write template.yaml, by which sam runs the functions, from the stack
	go -C infra test -count=1 -run '^TestTemplateFollowsTheStack$$' . -update

$(lint): infra/requirements.txt | $(UV)
	$(call venv,infra)
	@touch $@

# The whole stack with the real packages: what the linters find, and what is in dist/, is answered in docs/security-findings.md
# and declared in the stack. checkov ends with an error when it finds something, and the test decides.
.PHONY: template-lint
template-lint: synth $(lint) ## hold the stack and its packages to CloudFormation's schemas, checkov's rules and Lambda's limits, offline
	$(lint) -- infra/cdk.out/quarry.template.json template.yaml
	@LOG_LEVEL=ERROR infra/.venv/bin/checkov --file infra/cdk.out/quarry.template.json --framework cloudformation --skip-download --quiet --compact --output json > infra/cdk.out/checkov.json || [[ -s infra/cdk.out/checkov.json ]]
	go -C infra test -count=1 -run '^TestBuilt' . -built ../dist -findings cdk.out/checkov.json

# The stack in an emulator: the real commands, templates and policies, and the functions as processes.
emulator := infra/deployed/.venv/bin/ministack

$(emulator): infra/deployed/requirements.txt | $(UV)
	$(call venv,infra/deployed)
	@touch $@

.PHONY: deploy-test deploy-test-emulated
deploy-test: ## deploy the stack to an emulator of AWS, use, change and destroy it
	@infra/deployed/run

deploy-test-emulated: functions-x86_64 $(HERE_CHROMIUM) $(cdk) $(emulator) build
	@mkdir -p dist/x86_64/layer/bin && echo 'The emulator unpacks no layer: QUARRY_CHROMIUM names the browser.' > dist/x86_64/layer/bin/README

# sam build makes each function so, by the id that it has in template.yaml: WorkerUrl is functions/worker-url.
build-%: $(LAMBDA_MOD)
	@name=$$(printf '%s\n' $(FUNCTIONS) | awk -F '[-_]' -v id='$*' '{is = ""; for (i = 1; i <= NF; i++) is = is toupper(substr($$i, 1, 1)) substr($$i, 2)} is == id'); \
		[[ -n $$name ]] || { echo 'no function has the id $*' >&2; exit 1; }; \
		GOARCH=amd64 $(LAMBDA_BUILD) -o "$(ARTIFACTS_DIR)/bootstrap" "./functions/$$name"

# What sam needs beside a running `make run`: its folder, and how sam is called.
SAM ?= sam
SAM_DATA ?= $(or $(QUARRY_DATA),.quarry)
SAM_ARGS ?=
SAM_HOST ?=
FUNCTION ?= admin
EVENT ?=
run-sam = go -C infra run ./sam -root "$(CURDIR)" -data "$(abspath $(SAM_DATA))" -sam "$(SAM)" $(if $(SAM_HOST),-host "$(SAM_HOST)")

.PHONY: sam-api sam-invoke sam-test is-function has-sam

sam-invoke: is-function has-sam functions-x86_64 ## have one function do its work in a container, beside a running make run: FUNCTION=worker-url
	@$(run-sam) -function "$(FUNCTION)" $(if $(EVENT),-event "$(abspath $(EVENT))") -- $(SAM_ARGS)

is-function: # before anything is built
	@[[ -f "functions/$(FUNCTION)/main.go" ]] || { echo 'there is no function $(FUNCTION): FUNCTION is the name of a folder below functions/, such as worker-url' >&2; exit 1; }

has-sam:
	@command -v "$(SAM)" >/dev/null || { echo 'there is no $(SAM): install it by pip install aws-sam-cli, or say where it is by SAM=' >&2; exit 1; }
	@[[ -f "$(SAM_DATA)/local.json" ]] || { echo 'no service has its folder in $(SAM_DATA): start one by make run, or name its folder by SAM_DATA=' >&2; exit 1; }

sam-api: has-sam functions-x86_64 ## serve the API in containers on 127.0.0.1:3000, beside a running make run
	@$(run-sam) -- --port 3000 $(SAM_ARGS)

$(samcli): infra/sam/requirements.txt | $(UV)
	$(call venv,infra/sam)
	@touch $@

.PHONY: sam-test-built
sam-test: ## have the SAM CLI check, build and run every function in a container, where an engine is or can be started
	@infra/sam/run

sam-test-built: functions-x86_64 $(HERE_CHROMIUM) $(samcli) build
	@CGO_ENABLED=0 go -C infra build -o ../bin/sam-standin ./sam/standin
	@go -C infra test -c -o ../bin/sam.test ./sam
