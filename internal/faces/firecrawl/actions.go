package firecrawl

import (
	"fmt"

	"github.com/quarryapi/quarry/internal/kind/view"
)

// action is one thing to do on a page, in their words.
type action struct {
	Type         string `json:"type"`
	Milliseconds *int64 `json:"milliseconds"`
	Selector     string `json:"selector"`
	Text         string `json:"text"`
	Key          string `json:"key"`
	Direction    string `json:"direction"`
}

// screenful is how far an action scrolls, in CSS pixels: the height of the window.
const screenful = 800

// translate brings actions into our words. Error: *invalid.
func translate(prefix string, list []action) ([]view.Action, error) {
	var out []view.Action
	for i, a := range list {
		field := fmt.Sprintf("%sactions[%d]", prefix, i)
		switch a.Type {
		case "wait":
			one := view.Action{Type: view.Wait, Selector: a.Selector}
			if a.Milliseconds != nil {
				one.MS = *a.Milliseconds
			}
			out = append(out, one)
		case "click":
			out = append(out, view.Action{Type: view.Click, Selector: a.Selector})
		case "write":
			selector := a.Selector
			if i > 0 && selector == "" && list[i-1].Type == "click" {
				selector = list[i-1].Selector
			}
			if selector == "" {
				return nil, &invalid{field, "must follow a click, whose element the text is written into"}
			}
			out = append(out, view.Action{Type: view.Type, Selector: selector, Text: a.Text})
		case "press":
			out = append(out, view.Action{Type: view.Press, Key: a.Key})
		case "scroll":
			one := view.Action{Type: view.Scroll, Selector: a.Selector}
			if a.Selector == "" {
				one.Pixels = screenful
				if a.Direction == "up" {
					one.Pixels = -screenful
				}
			}
			out = append(out, one)
		default:
			return nil, &invalid{field + ".type", fmt.Sprintf("%q is not supported by this service; it has wait, click, write, press and scroll", a.Type)}
		}
	}
	return out, nil
}
