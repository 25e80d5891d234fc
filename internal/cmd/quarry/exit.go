package main

import (
	"context"
	"errors"
	"net/http"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
)

// The exit codes, by kind of failure. docs/cli.md has them as a table, which a test holds to exits.
const (
	exitFailed      = 1
	exitUsage       = 2
	exitToken       = 3
	exitCredits     = 4
	exitNotFound    = 5
	exitJob         = 6
	exitLater       = 7
	exitUnreachable = 8
	exitPartly      = 9
	exitInterrupted = 130
)

// exits says what each code means.
var exits = []struct {
	code int
	text string
}{
	{0, "It was done."},
	{exitFailed, "Something else failed; the message says what. `quarry admin audit` found a difference, `quarry doctor` a fault."},
	{exitUsage, "The command is wrong, or the service refused the request as invalid."},
	{exitToken, "There is no token, or it is wrong, revoked or not allowed to do this."},
	{exitCredits, "The credits do not suffice, or the call costs more than `--max-credits`. A crawl that this ends is printed as far as it went."},
	{exitNotFound, "What was asked for is not there, or not in a state for this."},
	{exitJob, "The job failed or was cancelled; its charge was refunded."},
	{exitLater, "The service refuses for now: too many requests, or too many unfinished jobs."},
	{exitUnreachable, "No service answers, or it has a fault (5xx). What the call does may have been done; the message says how to ask again."},
	{exitPartly, "Some jobs of a batch or pages of a crawl failed, or a crawl ran out of time; the others are printed. Pages that are gone since the crawl of `--against-crawl-id` are no failure."},
	{exitInterrupted, "Ctrl-C. Jobs go on; the message says how to wait for them or go on."},
}

// coded is an error with an exit code of its own.
type coded struct {
	code int
	err  error
}

// Error implements error.
func (c *coded) Error() string { return c.err.Error() }

// Unwrap returns the error itself.
func (c *coded) Unwrap() error { return c.err }

// exitOf is the exit code of an error.
func exitOf(err error) int {
	var own *coded
	var refusal *caller.RefusedError
	var gone *caller.UnreachableError
	switch {
	case errors.As(err, &own):
		return own.code
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &gone):
		return exitUnreachable
	case errors.As(err, &refusal):
		return exitOfStatus(refusal.Status)
	}
	return exitFailed
}

func exitOfStatus(status int) int {
	switch status {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusMethodNotAllowed:
		return exitUsage
	case http.StatusUnauthorized, http.StatusForbidden:
		return exitToken
	case http.StatusPaymentRequired:
		return exitCredits
	case http.StatusNotFound, http.StatusConflict, http.StatusGone:
		return exitNotFound
	case http.StatusTooManyRequests:
		return exitLater
	}
	if status >= http.StatusInternalServerError {
		return exitUnreachable
	}
	return exitFailed
}
