package url

import (
	"math"
	"slices"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// cut are the formats that a budget holds for.
var cut = []Format{Markdown, Text, Raw, JSON}

// prepareBudget clamps what bounds texts. An offset is one of one text. Error: invalid_request.
func (o *Options) prepareBudget(wanted []Format) error {
	for name, v := range map[string]*int64{"maxChars": &o.MaxChars, "maxTokens": &o.MaxTokens, "offset": &o.Offset} {
		if *v < 0 {
			return errs.Field(errs.InvalidRequest, "options."+name, "must be at least 0")
		}
		*v = min(*v, math.MaxInt32)
	}
	texts := 0
	for _, f := range wanted {
		if slices.Contains(cut, f) {
			texts++
		}
	}
	if o.Offset > 0 && texts != 1 {
		return errs.Field(errs.InvalidRequest, "options.offset", "requires one of the formats markdown, text, raw and json, and no other of them")
	}
	for name, v := range map[string]int64{"maxChars": o.MaxChars, "maxTokens": o.MaxTokens} {
		if v > 0 && texts == 0 {
			return errs.Field(errs.InvalidRequest, "options."+name, "bounds the formats markdown, text, raw and json, of which none is asked for")
		}
	}
	return nil
}

// Bounded reports whether a budget is given, or a place to begin at.
func (o *Options) Bounded() bool { return o.MaxChars > 0 || o.MaxTokens > 0 || o.Offset > 0 }
