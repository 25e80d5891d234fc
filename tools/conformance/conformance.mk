# The public conformance suite of DynamoDB, at one commit; the Makefile at the root includes this file.

CONFORMANCE_REPOSITORY ?= https://github.com/nubo-db/dynamodb-conformance
CONFORMANCE_COMMIT := 0ba4393668860db921afa5728feffe68b55e3e93

.PHONY: conformance
conformance: ## hold the engine to the public conformance suite of DynamoDB, where that can be fetched
	@tools/conformance/run $(CONFORMANCE_REPOSITORY) $(CONFORMANCE_COMMIT)
