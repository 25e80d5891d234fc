package visit

import (
	"errors"

	"github.com/quarryapi/quarry/internal/kind/view"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// deeds are those of callers as the browser has them.
var deeds = map[view.Deed]shown.Deed{
	view.Click: shown.Click, view.Type: shown.Type, view.Select: shown.Select,
	view.Scroll: shown.Scroll, view.Wait: shown.Await, view.Press: shown.Press,
}

func actions(asked []view.Action) []shown.Action {
	all := make([]shown.Action, len(asked))
	for i, a := range asked {
		all[i] = shown.Action{
			Do: deeds[a.Type], Selector: a.Selector, Text: a.Text, Value: a.Value, Key: a.Key, Pixels: int(a.Pixels), For: a.For(), Optional: a.Optional,
		}
	}
	return all
}

// Reports are what came of a caller's actions, nil when none was asked for. They show no text that was typed.
func Reports(asked []view.Action, came []shown.Act) []view.Report {
	if len(asked) == 0 || len(came) != len(asked) {
		return nil
	}
	all := make([]view.Report, len(asked))
	for i, a := range asked {
		all[i] = view.Report{
			Type: a.Type, Selector: a.Selector, Outcome: came[i].Outcome, Issue: came[i].Issue, DurationMS: came[i].Took.Milliseconds(),
		}
	}
	return all
}

// Meta is what a job that failed reports of its actions beside the error: nothing when that has
// another reason.
func Meta(asked []view.Action, err error) map[string]any {
	failed, ok := errors.AsType[*shown.ActionError](err)
	if !ok {
		return nil
	}
	return map[string]any{"actions": Reports(asked, failed.Acts)}
}
