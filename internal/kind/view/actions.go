package view

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/selector"
)

// Limits of actions.
const (
	MaxActions = 20
	maxText    = 2000  // characters that one action types
	maxScroll  = 50000 // CSS pixels
	// MaxActionWait is the longest that an action waits for its element, and of the action wait.
	MaxActionWait = MaxWait
)

// Deed is what an action does.
type Deed string

// The deeds.
const (
	Click  Deed = "click"
	Type   Deed = "type"
	Select Deed = "select"
	Scroll Deed = "scroll"
	Wait   Deed = "wait"
	Press  Deed = "press"
)

// Action is one thing to do on a page.
type Action struct {
	Type     Deed   `json:"type" enum:"click,type,select,scroll,wait,press" doc:"What to do."`
	Selector string `json:"selector,omitempty" doc:"CSS selector of the element. Required for click, type and select; for scroll and wait in place of pixels and ms."`
	Text     string `json:"text,omitempty" doc:"For type: the text. At most 2000 characters. Sealed."`
	Value    string `json:"value,omitempty" doc:"For select: the value of the option, or its label."`
	Key      string `json:"key,omitempty" doc:"For press: the key, such as Enter or Tab."`
	Pixels   int64  `json:"pixels,omitempty" doc:"For scroll: pixels down. Without selector; up when negative, at most 50000 either way. Default: to the end of the page as it is."`
	MS       int64  `json:"ms,omitempty" minimum:"0" doc:"For wait: milliseconds. At most 15000, without selector. Larger values are clamped."`
	Optional bool   `json:"optional,omitempty" default:"false" doc:"Go on when it fails. Its element is waited for one second only. Default false."`
}

// Report is what came of an action.
type Report struct {
	Type       Deed   `json:"type" doc:"The action's type"`
	Selector   string `json:"selector,omitempty" doc:"The action's selector; absent without one"`
	Outcome    string `json:"outcome" enum:"done,failed,skipped" doc:"done, failed, or skipped because one before it failed"`
	Issue      string `json:"issue,omitempty" doc:"Why it failed; absent otherwise"`
	DurationMS int64  `json:"durationMs" doc:"How long it took, with the wait for the page afterwards"`
}

// keys are the names that an action can press. None of them writes a text, which would not be sealed.
var keys = []string{
	"Enter", "Tab", "Escape", "Space", "Backspace", "Delete", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown",
}

// prepareActions checks each and clamps. It changes nothing that o points to.
func (o *Options) prepareActions() error {
	if len(o.Actions) > MaxActions {
		return errs.Field(errs.InvalidRequest, "options.actions", fmt.Sprintf("has %d actions; at most %d are allowed", len(o.Actions), MaxActions))
	}
	o.Actions = slices.Clone(o.Actions)
	for i := range o.Actions {
		if field, issue := o.Actions[i].prepare(); issue != "" {
			return errs.Field(errs.InvalidRequest, strings.TrimSuffix(fmt.Sprintf("options.actions[%d].%s", i, field), "."), issue)
		}
	}
	return nil
}

// prepare returns the field that is wrong, and how to correct it.
func (a *Action) prepare() (field, issue string) {
	a.Selector = strings.TrimSpace(a.Selector)
	if a.Selector != "" {
		if found := selector.Issue(a.Selector); found != "" {
			return "selector", found
		}
		if own := notInBrowsers(a.Selector); own != "" {
			return "selector", "must not use " + own + ", which browsers do not support"
		}
	}
	if field, issue = a.stray(); issue != "" {
		return field, issue
	}
	switch a.Type {
	case Click, Type, Select:
		if a.Selector == "" {
			return "selector", "is required for " + string(a.Type) + "; name the element"
		}
	case Scroll, Wait, Press:
	default:
		return "type", "must be one of click, type, select, scroll, wait, press"
	}
	return a.missing()
}

// missing checks what an action of its type needs beside its element.
func (a *Action) missing() (field, issue string) {
	switch a.Type {
	case Type:
		if n := utf8.RuneCountInString(a.Text); n == 0 || n > maxText {
			return "text", fmt.Sprintf("must have 1 to %d characters", maxText)
		}
	case Select:
		if a.Value == "" {
			return "value", "is required for select; name the option by its value or label"
		}
	case Press:
		if !slices.Contains(keys, a.Key) {
			return "key", "must be one of " + strings.Join(keys, ", ")
		}
	case Wait:
		if a.MS < 0 || a.MS == 0 && a.Selector == "" {
			return "ms", "must be 1 to 15000, or name an element by selector"
		}
		a.MS = min(a.MS, MaxActionWait.Milliseconds())
	case Scroll:
		a.Pixels = min(max(a.Pixels, -maxScroll), maxScroll)
	case Click:
	}
	return "", ""
}

// stray finds a field that its type has no use for: it is more likely a mistake than nothing.
func (a *Action) stray() (field, issue string) {
	for _, f := range []struct {
		name  string
		given bool
		of    []Deed
	}{
		{"selector", a.Selector != "", []Deed{Click, Type, Select, Scroll, Wait}},
		{"text", a.Text != "", []Deed{Type}},
		{"value", a.Value != "", []Deed{Select}},
		{"key", a.Key != "", []Deed{Press}},
		{"pixels", a.Pixels != 0, []Deed{Scroll}},
		{"ms", a.MS != 0, []Deed{Wait}},
	} {
		if f.given && !slices.Contains(f.of, a.Type) {
			return f.name, "has no use for " + string(a.Type) + "; leave it out"
		}
	}
	if a.Selector != "" && (a.Pixels != 0 || a.MS != 0) {
		return "selector", "must not stand beside pixels or ms; make two actions"
	}
	return "", ""
}

// For is how long the action wait lasts.
func (a *Action) For() time.Duration { return time.Duration(a.MS) * time.Millisecond }
