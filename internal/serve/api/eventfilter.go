package api

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// eventFilter is the part of a body that says which events an endpoint gets.
type eventFilter struct {
	Events []string `json:"events,omitempty" maxItems:"20" example:"[\"job.failed\",\"batch.finished\"]" doc:"The types of events that the endpoint gets: job.succeeded, job.failed, job.cancelled, batch.finished, crawl.page, crawl.finished, or with an asterisk job.*, batch.*, crawl.* or *. Others make no delivery. An empty list and * are all, which is the default. It holds for jobs that are admitted after the change; endpoint.test and replays are always delivered."`
}

// everyEvent is all types of events.
const everyEvent = "*"

// filterNames are what a filter is made of.
func filterNames() []string {
	return []string{everyEvent, "job.*", "job.succeeded", "job.failed", "job.cancelled", "batch.*", "batch.finished", "crawl.*", "crawl.page", "crawl.finished"}
}

// filter is the filter in one form. Error: invalid_request.
func (f eventFilter) filter() (job.EventFilter, error) {
	for i, name := range f.Events {
		if !slices.Contains(filterNames(), name) {
			return "", errs.Field(errs.InvalidRequest, fmt.Sprintf("events[%d]", i),
				"is not a type of events; there are "+strings.Join(filterNames(), ", "))
		}
	}
	if slices.Contains(f.Events, everyEvent) {
		return "", nil
	}
	names := slices.Sorted(slices.Values(f.Events))
	return job.EventFilter(strings.Join(slices.Compact(names), ",")), nil
}

// eventNames is a filter as callers read it.
func eventNames(f job.EventFilter) []string {
	if f == "" {
		return []string{everyEvent}
	}
	return strings.Split(string(f), ",")
}
