package seo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// Signal is the name of one part of a snapshot.
type Signal string

// The signals.
const (
	SignalTechnical   Signal = "technical"
	SignalPageSpeed   Signal = "pagespeed"
	SignalBlogFeed    Signal = "blogfeed"
	SignalTranco      Signal = "tranco"
	SignalWikidata    Signal = "wikidata"
	SignalCommonCrawl Signal = "commoncrawl"
	SignalCrUX        Signal = "crux"
)

// Signals returns every signal in its canonical order.
func Signals() []Signal {
	return []Signal{
		SignalTechnical, SignalPageSpeed, SignalBlogFeed, SignalTranco, SignalWikidata, SignalCommonCrawl, SignalCrUX,
	}
}

// canonical orders signals and drops repeated ones; none means all.
func canonical(asked []Signal) ([]Signal, error) {
	all := Signals()
	for i, s := range asked {
		if !slices.Contains(all, s) {
			return nil, unknown(i, s, all)
		}
	}
	if len(asked) == 0 {
		return all, nil
	}
	return slices.DeleteFunc(all, func(s Signal) bool { return !slices.Contains(asked, s) }), nil
}

func unknown(i int, s Signal, all []Signal) error {
	names := make([]string, len(all))
	for i, known := range all {
		names[i] = string(known)
	}
	const longest = 50 // of a name that is repeated to whoever sent it
	if len(s) > longest {
		s = Signal(strings.ToValidUTF8(string(s[:longest]), "") + "…")
	}
	return errs.Field(errs.UnknownSignal, fmt.Sprintf("signals[%d]", i),
		fmt.Sprintf("there is no signal %q; choose among %s", s, strings.Join(names, ", ")))
}
