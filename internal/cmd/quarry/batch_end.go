package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
)

// over says what came of the run.
func (b *bulk) over(err error) error {
	fmt.Fprintf(b.out.err, "%d of %d done, %d of them failed; %s charged, %d refunded%s\n", b.done, b.total, b.failed, counted(b.charged, "credit"), b.back, b.earlier())
	if b.differs {
		fmt.Fprintln(b.out.err, "some jobs of this run were made with other options; they are as they were made")
	}
	switch {
	case errors.Is(err, context.Canceled):
		return &coded{exitInterrupted, fmt.Errorf("interrupted; the same command with --run %s goes on", b.name)}
	case err != nil:
		return fmt.Errorf("%w; the same command with --run %s goes on", err, b.name)
	case b.failed > 0:
		return &coded{exitPartly, fmt.Errorf("%d of %d failed (%s); the same command with --run %s --retry-failed tries these again, and no others", b.failed, b.total, b.why(), b.name)}
	}
	return nil
}

// why counts the codes of what failed, the most frequent first.
func (b *bulk) why() string {
	codes := slices.SortedFunc(maps.Keys(b.codes), func(x, y string) int {
		return cmp.Or(b.codes[y]-b.codes[x], strings.Compare(x, y))
	})
	for i, code := range codes {
		codes[i] = fmt.Sprintf("%d %s", b.codes[code], code)
	}
	return strings.Join(codes, ", ")
}

// retried reports whether an entry is asked for again in the next round: --retry-failed was given, and
// its job failed in an earlier call of the run.
func (b *bulk) retried(item people.Object) bool {
	if !b.batch.RetryFailed || item["error"] == nil || !b.before[text(item["jobId"])] {
		return false
	}
	b.again = append(b.again, text(item["url"]))
	b.replayed--
	return true
}

func (b *bulk) earlier() string {
	if b.replayed == 0 {
		return ""
	}
	return fmt.Sprintf("; %d were there from before", b.replayed)
}

// progress is how far the run is: counts, rate and how long the rest takes.
func (b *bulk) progress() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	text := fmt.Sprintf("%d of %d · %d failed", b.done, b.total, b.failed)
	took := time.Since(b.start).Seconds()
	if b.done == 0 || took < 1 {
		return text
	}
	rate := float64(b.done) / took
	left := time.Duration(float64(b.total-int(b.done)) / rate * float64(time.Second)).Round(time.Second)
	return text + fmt.Sprintf(" · %.1f/s · %s left", rate, left)
}

// end prints an entry that is done with.
func (b *bulk) end(item people.Object) error {
	b.mu.Lock()
	if b.retried(item) {
		b.mu.Unlock()
		return nil
	}
	b.count(item)
	kept := people.Object{}
	for _, name := range []string{"url", "jobId", "status", "creditsCharged", "creditsRefunded", "cached", "result", "error"} {
		if v, ok := item[name]; ok {
			kept[name] = v
		}
	}
	raw, err := json.Marshal(kept)
	if err == nil {
		err = b.batch.page(b.out, b.w, b.line, raw, kept)
	}
	b.mu.Unlock()
	b.line.Set(b.progress())
	return err
}

// count adds an entry that is done with.
func (b *bulk) count(item people.Object) {
	b.done++
	if failure, ok := item["error"].(people.Object); ok {
		b.failed++
		b.codes[first(text(failure["code"]), "unknown")]++
	}
	if !b.before[text(item["jobId"])] { // else an earlier call of the run said so
		b.back += whole64(item["creditsRefunded"])
	}
}
