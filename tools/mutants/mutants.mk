# What the tests would not notice; the Makefile at the root includes this file.

# The packages of the protocol, how many small changes of them are tried (0 is all), and which
# of the listed breaks (3-10).
PKG ?= ./internal/serve/store ./internal/core/credit ./internal/serve/ratelimit ./internal/serve/worker \
	./internal/serve/webhook ./internal/serve/sweeper ./internal/core/job
SAMPLE ?= 100
MUTANTS_SEED ?= 1
BREAKS ?=

.PHONY: mutants mutants-listed mutants-small

mutants: mutants-listed mutants-small ## break the protocol on purpose: the listed breaks, then small changes (PKG=, SAMPLE=, BREAKS=3-10)

mutants-listed: bin/mutants ## only the breaks of tools/mutants/breaks/protocol.txt
	bin/mutants -breaks tools/mutants/breaks/protocol.txt -only "$(BREAKS)" -with ./internal/sim

mutants-small: bin/mutants ## only small changes of PKG, judged by its tests and the simulation
	bin/mutants -sample $(SAMPLE) -seed $(MUTANTS_SEED) -with ./internal/sim $(PKG)

.PHONY: bin/mutants
bin/mutants:
	@go build -C tools -o $(CURDIR)/bin/mutants ./mutants
