package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/cdp"
)

// maxValue is the most that one script may return, as JSON.
const maxValue = 4 << 20

// thrownError is an expression that threw.
type thrownError struct{ text string }

func (e *thrownError) Error() string { return "script: " + e.text }

var (
	// errTooMuch is a value longer than maxValue.
	errTooMuch = errors.New("the value is too large")
	// errMoved is a page that shows another document than when reading it began.
	errMoved = errors.New("the page has moved on")
)

// evaluate gives the JSON of an expression, or of what it promises. It runs in the
// isolated world that the driver gives to rod.
func (t *tab) evaluate(expression string) (json.RawMessage, error) {
	out, err := t.page.Eval(fmt.Sprintf(`async () => {
		const text = JSON.stringify(await (%s)) ?? "null";
		return text.length > %d ? null : text;
	}`, expression, maxValue))
	switch {
	case err != nil:
		return nil, thrown(err)
	case out == nil || out.Value.Nil():
		return nil, errTooMuch
	}
	return json.RawMessage(out.Value.Str()), nil
}

// thrown gives rod's error for an exception a text: its own panics over one without an
// object.
func thrown(err error) error {
	e, ok := errors.AsType[*rod.EvalError](err)
	if !ok {
		return err
	}
	text := e.Text
	if e.Exception != nil {
		text += " " + e.Exception.Description
	}
	text, _, _ = strings.Cut(text, "\n")
	return &thrownError{text}
}

// isPassing reports an error that comes of the page's moving on just then.
func isPassing(err error) bool {
	if e, ok := errors.AsType[*cdp.Error](err); ok {
		for _, sign := range []string{
			"Execution context was destroyed", "Cannot find context", "uniqueContextId not found", "No frame for given id",
			"Inspected target navigated or closed", "Not attached to an active page", "No frame with given id",
		} {
			if strings.Contains(e.Message, sign) {
				return true
			}
		}
	}
	return errors.Is(err, errMoved)
}

// values evaluates the caller's scripts. One that throws, because of what the page is
// made of, has no value.
func (t *tab) values(ctx context.Context) (map[string]json.RawMessage, error) {
	values := make(map[string]json.RawMessage, len(t.v.Scripts))
	for name, expression := range t.v.Scripts {
		value, err := t.evaluate(expression)
		_, thrown := errors.AsType[*thrownError](err)
		switch {
		case thrown || errors.Is(err, errTooMuch):
			t.browser.cfg.Log.WarnContext(ctx, "script has no value", "script", name, "error", err)
		case err != nil:
			return nil, err
		default:
			values[name] = value
		}
	}
	return values, nil
}
