package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/serve/config"
)

const (
	// unreserved is what AWS keeps of an account's concurrency for functions without a reservation.
	unreserved = 100
	// submitPercent is how much of an account api-submit may fill with calls that wait; the rest is the
	// workers', for whom they wait.
	submitPercent = 40
	// most and least are what SQS takes as a maximum of a queue's function.
	least, most = 2, 1000
)

// kept is how many at once are kept for the functions that nobody waits for, and without which jobs,
// money and events stand still: no flood of calls or jobs takes them.
var kept = []struct {
	name string
	runs int
}{
	{"sweeper", 2}, // two at most overlap, at one a minute
	{"dead-letter", deadLetterRuns},
	{"webhook-stream", newTableWrites / partitionWrites * shardRuns},
}

// The writes a second that a new table on demand takes, and that one partition does, as AWS documents them. A stream
// has a shard for each partition that is written to, and of each shard so many batches are delivered at once.
const (
	newTableWrites  = 4000
	partitionWrites = 1000
	shardRuns       = 10 // a slow receiver holds up a tenth of a shard, for 3 s; as many as Lambda allows
)

// reservations are the concurrency that functions have for themselves, which is also the most that they get.
// Without the account's number there are none: what AWS refuses would fail the deployment.
func (s settings) reservations() (map[string]int, error) {
	if s.accountConcurrency == "" {
		return nil, nil //nolint:nilnil // none
	}
	all, err := strconv.Atoi(s.accountConcurrency)
	if err != nil {
		return nil, fmt.Errorf("setting accountConcurrency is %q, not the number that `quarry admin doctor` shows", s.accountConcurrency)
	}
	reserved := map[string]int{}
	rest := all
	for _, k := range kept {
		reserved[k.name] = k.runs
		rest -= k.runs
	}
	reserved["api-submit"] = rest * submitPercent / 100
	if rest-reserved["api-submit"] < unreserved {
		return nil, fmt.Errorf("setting accountConcurrency is %d: of so few nothing can be reserved, since AWS keeps %d for other functions; leave it out, or have it raised", all, unreserved)
	}
	return reserved, nil
}

// tunable are the functions whose concurrency may be set, beside the workers.
var tunable = []string{"webhook-retry", "crawler"}

// concurrencies reads how many of a function run at once, where the installation says so: NAME=NUMBER.
func (s settings) concurrencies(kinds []kind.Definition) (map[string]int, error) {
	said, err := config.Pairs(config.List(s.concurrency))
	if err != nil {
		return nil, fmt.Errorf("setting concurrency: %w", err)
	}
	names := slices.Clone(tunable)
	for _, w := range workers(kinds) {
		names = append(names, w.Name)
	}
	all := map[string]int{}
	var problems []error
	for name, text := range said {
		n, err := strconv.Atoi(text)
		if !slices.Contains(names, name) {
			problem := fmt.Errorf("setting concurrency: %s is not one of %s", name, strings.Join(names, ", "))
			if word := option.Meant(name, names); word != "" {
				problem = fmt.Errorf("setting concurrency: there is no worker %s; did you mean %s?", name, word)
			}
			problems = append(problems, problem)
			continue
		}
		if err != nil || n < least || n > most {
			problems = append(problems, fmt.Errorf("setting concurrency: %s=%s is not a whole number from %d to %d", name, text, least, most))
			continue
		}
		all[name] = n
	}
	return all, errors.Join(problems...)
}

// checkLimits finds what would only fail when it is deployed.
func (s settings) checkLimits(kinds []kind.Definition) error {
	_, reserved := s.reservations()
	_, runs := s.concurrencies(kinds)
	_, rate := s.rate()
	return errors.Join(reserved, runs, rate)
}

// runsOf is how many of a function may run at once: as the installation says, or as it is made for.
func (s *service) runsOf(name string, made int) int {
	said, err := s.settings.concurrencies(s.kinds)
	if n, ok := said[name]; ok && err == nil { // an error was refused before
		return n
	}
	return max(least, made) // SQS allows no maximum below 2
}
