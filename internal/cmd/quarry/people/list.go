package people

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
)

// columns are the members of list items that tables show, in this order; the last that an item has
// takes the rest of the line.
var columns = []string{
	"jobId", "batchId", "crawlId", "endpointId", "deliveryId", "id", "number", "status", "eventType", "actionCode", "kind", "responseStatus", "attempt",
	"creditsCharged", "creditsRefunded", "durationMs", "createdAt", "pages", "bytes", "error", "url", "target",
}

// heads are shorter names of some.
var heads = map[string]string{
	"creditsCharged": "credits", "creditsRefunded": "refunded", "durationMs": "ms", "createdAt": "created", "actionCode": "action", "responseStatus": "answer", "eventType": "event",
}

// Table prints the items of a list as a table.
func (p Page) Table(items []Object, now time.Time) {
	var used []string
	for _, name := range columns {
		if repeats(items, used, name) {
			continue
		}
		if has(items, name) {
			used = append(used, name)
		}
	}
	if len(used) < 2 {
		for _, o := range items {
			p.Tree(o, "")
			fmt.Fprintln(p.Out)
		}
		return
	}
	p.Only(items, now, used...)
}

// Only prints some members of the items of a list as a table.
func (p Page) Only(items []Object, now time.Time, used ...string) {
	if p.Looked {
		used = p.fitting(items, used, now)
	}
	t := terminal.Table{Paint: func(_ int, text string) string { return p.status(text) }}
	for _, name := range used {
		head := name
		if short, ok := heads[name]; ok {
			head = short
		}
		t.Head = append(t.Head, head)
		_, right := items[0][name].(json.Number)
		t.Right = append(t.Right, right && name != used[len(used)-1])
	}
	for _, o := range items {
		var row []string
		for _, name := range used {
			row = append(row, cell(name, o[name], now))
		}
		t.Rows = append(t.Rows, row)
	}
	width := p.Width
	if !p.Looked {
		width = 1 << 20
	}
	t.Print(p.Out, p.Style, width)
}

// roomForLast is how much of a line the last column of a table has at least, if others can be left out for it.
const roomForLast = 20

// fitting leaves out columns for whoever looks, the less important first, until the last one can be read.
func (p Page) fitting(items []Object, used []string, now time.Time) []string {
	for _, name := range []string{"inFlightCap", "pollLimit", "createLimit", "workspaceId", "creditsRefunded", "durationMs", "bytes", "kind", "attempt", "actionCode", "creditsCharged", "createdAt"} {
		all := 0
		for _, column := range used[:max(0, len(used)-1)] {
			wide := utf8.RuneCountInString(first(heads[column], column))
			for _, o := range items {
				wide = max(wide, utf8.RuneCountInString(cell(column, o[column], now)))
			}
			all += wide + 2
		}
		if all+roomForLast <= p.Width {
			break
		}
		used = slices.DeleteFunc(slices.Clone(used), func(column string) bool { return column == name })
	}
	return used
}

// repeats reports whether a column says what one before it does.
func repeats(items []Object, used []string, name string) bool {
	switch name {
	case "id":
		return len(used) > 0 && !has(items, "eventId") // a delivery is named by its own
	case "batchId", "crawlId":
		return len(used) > 0
	case "kind":
		return has(items, "actionCode")
	}
	return false
}

func has(items []Object, name string) bool {
	for _, o := range items {
		if v, ok := o[name]; ok && v != "" {
			return true
		}
	}
	return false
}

// cell is a member on one line; what went wrong by its code, and times by how long ago they were.
func cell(name string, v any, now time.Time) string {
	switch v := v.(type) {
	case nil:
		return ""
	case Object:
		return terminal.Clean(pick(v, "code", "message"))
	case string:
		if at, err := time.Parse(time.RFC3339, v); err == nil && strings.HasSuffix(name, "At") {
			return Ago(now.Sub(at))
		}
		return terminal.Clean(v)
	}
	return fmt.Sprint(v)
}

// status colours the words of states.
func (p Page) status(text string) string {
	switch text {
	case "succeeded", "finished", "active", "done":
		return p.Style.Green(text)
	case "failed", "disabled":
		return p.Style.Red(text)
	case "queued", "running", "pending", "cancelled":
		return p.Style.Yellow(text)
	}
	return text
}

// Ago says how long ago something was.
func Ago(d time.Duration) string {
	switch {
	case d < 0:
		return "now"
	case d < time.Minute:
		return fmt.Sprintf("%d s ago", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h ago", int(d.Hours()))
	}
	return fmt.Sprintf("%d days ago", int(d.Hours()/24))
}
