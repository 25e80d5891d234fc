package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/go-rod/rod/lib/proto"

	"github.com/quarryapi/quarry/internal/web/browser/devtools"
)

// maxValue is the most that one script may return, as JSON.
const maxValue = 4 << 20

// thrownError is an expression that threw.
type thrownError struct{ text string }

func (e *thrownError) Error() string { return "script: " + e.text }

// errTooMuch is a value longer than maxValue.
var errTooMuch = errors.New("the value is too large")

// evaluate gives the JSON of an expression, or of what it promises. It runs in a world
// of its own beside the page's scripts: it sees their document, and nothing that they
// have made of the language.
func (t *tab) evaluate(expression string) (json.RawMessage, error) {
	world, err := proto.PageCreateIsolatedWorld{FrameID: t.log.frame, WorldName: "quarry"}.Call(t.session)
	if err != nil {
		return nil, err
	}
	wrapped := fmt.Sprintf(`(async () => {
		const text = JSON.stringify(await (%s)) ?? "null";
		return text.length > %d ? null : text;
	})()`, expression, maxValue)
	out, err := proto.RuntimeEvaluate{
		Expression: wrapped, ContextID: world.ExecutionContextID, ReturnByValue: true, AwaitPromise: true,
	}.Call(t.session)
	switch {
	case err != nil:
		return nil, err
	case out.ExceptionDetails != nil:
		return nil, &thrownError{text: said(out.ExceptionDetails)}
	case out.Result == nil || out.Result.Value.Nil():
		return nil, errTooMuch
	}
	return json.RawMessage(out.Result.Value.Str()), nil
}

func said(e *proto.RuntimeExceptionDetails) string {
	text := e.Text
	if e.Exception != nil {
		text += " " + e.Exception.Description
	}
	text, _, _ = strings.Cut(text, "\n")
	return text
}

// isPassing reports an error that comes of the page's moving on just then.
func isPassing(err error) bool {
	if e, ok := errors.AsType[*devtools.Error](err); ok {
		for _, sign := range []string{
			"Execution context was destroyed", "Cannot find context", "uniqueContextId not found", "No frame for given id",
			"Inspected target navigated or closed", "Not attached to an active page", "No frame with given id",
		} {
			if strings.Contains(e.Message, sign) {
				return true
			}
		}
	}
	return false
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
