package websearch

import (
	"errors"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// failure is the error of a search that no engine answered.
func failure(attempts []Attempt) error {
	var failed []Attempt
	var absent error
	for _, a := range attempts {
		if errs.Is(a.Err, errs.ProviderNotConfigured) {
			absent = errors.Join(absent, a.Err)
		} else {
			failed = append(failed, a)
		}
	}
	switch len(failed) {
	case 0:
		return errs.Wrap(absent, errs.ProviderNotConfigured, notConfigured(attempts))
	case 1:
		return failed[0].Err
	}
	e := &errs.Error{Code: errs.As(failed[0].Err).Code, Err: failed[0].Err, Permanent: true}
	said := make([]string, len(failed))
	for i, a := range failed {
		its := errs.As(a.Err)
		said[i] = a.Engine + ": " + its.Message
		e.RetryAfter = max(e.RetryAfter, its.RetryAfter)
		e.Permanent = e.Permanent && !its.Retryable()
		e.Passing = e.Passing || its.Retryable()
	}
	e.Message = "All search engines failed. " + strings.Join(said, " ")
	return e
}

// notConfigured names the engines of which one is needed.
func notConfigured(attempts []Attempt) string {
	if len(attempts) == 1 {
		return errs.As(attempts[0].Err).Message
	}
	names := make([]string, len(attempts))
	for i, a := range attempts {
		names[i] = a.Engine
	}
	return "No search engine for this is configured; the operator sets up one of these: " + strings.Join(names, ", ") + "."
}
