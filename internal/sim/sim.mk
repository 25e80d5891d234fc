# The simulation in numbers. Two processes share a run, as a schedule needs its process's randomness
# for itself.
SIM_SEED ?= 1
SIM_SCHEDULES ?= 100000
SIM_WITHIN ?= 175s
SIM_PROCESSES ?= 2

.PHONY: sim
sim: ## run 100 000 simulated schedules, within 3 minutes (SIM_SEED=<n> for others)
	@mkdir -p bin && go test -c -o bin/sim.test ./internal/sim
	@share=$$(( ($(SIM_SCHEDULES) + $(SIM_PROCESSES) - 1) / $(SIM_PROCESSES) )); pids=(); failed=0; \
	for (( i = 0; i < $(SIM_PROCESSES); i++ )); do \
		GOGC=800 bin/sim.test -test.run '^TestSchedules$$' -test.timeout 0 -test.v \
			-first $$(( $(SIM_SEED) + i * share )) -schedules $$share -within $(SIM_WITHIN) & pids+=($$!); \
	done; \
	for pid in "$${pids[@]}"; do wait $$pid || failed=1; done; exit $$failed

# Crawls have schedules of their own, some 15 ms of a core each: in CI 30 seconds of them.
CRAWL_SCHEDULES ?= 100000
CRAWL_WITHIN ?= 0s

.PHONY: sim-crawl
sim-crawl: ## run 100 000 simulated schedules of crawls, however long it takes (CRAWL_SCHEDULES=1000 CRAWL_WITHIN=30s)
	@mkdir -p bin && go test -c -o bin/sim.test ./internal/sim
	@share=$$(( ($(CRAWL_SCHEDULES) + $(SIM_PROCESSES) - 1) / $(SIM_PROCESSES) )); pids=(); failed=0; \
	for (( i = 0; i < $(SIM_PROCESSES); i++ )); do \
		GOGC=800 bin/sim.test -test.run '^TestCrawls$$' -test.timeout 0 -test.v \
			-first $$(( $(SIM_SEED) + i * share )) -crawls $$share -within $(CRAWL_WITHIN) & pids+=($$!); \
	done; \
	for pid in "$${pids[@]}"; do wait $$pid || failed=1; done; exit $$failed

.PHONY: crawl-kill
crawl-kill: ## crawl the sample site of 2 000 pages while the service is killed five times
	go test -count=1 ./internal/cmd/quarry -run '^TestCrawlKilledFiveTimes$$' -whole

.PHONY: crawl-whole
crawl-whole: ## crawl the sample site of 2 000 pages to its exact set, again after a hundredth has changed, and export one of 5 000
	go test -count=1 -timeout 40m ./internal/serve/local -run '^TestCrawl(FindsExactlyItsPages|OfChanges|Export)$$' -whole

.PHONY: sim-long
sim-long: SIM_SCHEDULES = 10000000
sim-long: SIM_WITHIN = 0s
sim-long: SIM_PROCESSES = $(shell nproc)
sim-long: sim ## run 10 000 000, however long it takes
