package people

import (
	"fmt"
	"time"

	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
)

// Spent is what an action or a day cost.
type Spent struct {
	Name     string `json:"name"`
	Requests int64  `json:"requests"`
	Spent    int64  `json:"creditsSpent"`
	Refunded int64  `json:"creditsRefunded"`
}

// Usage prints what was spent as a table with bars; refunds are a column of their own and never
// taken off.
func (p Page) Usage(what string, rows []Spent, total bool) {
	t := terminal.Table{Head: []string{what, "requests", "spent", "refunded", ""}, Right: []bool{false, true, true, true, false}}
	var most int64
	sum := Spent{Name: "total"}
	for _, r := range rows {
		most = max(most, r.Spent)
		sum.Requests, sum.Spent, sum.Refunded = sum.Requests+r.Requests, sum.Spent+r.Spent, sum.Refunded+r.Refunded
	}
	line := func(r Spent, bar string) []string {
		return []string{r.Name, fmt.Sprint(r.Requests), fmt.Sprint(r.Spent), fmt.Sprint(r.Refunded), bar}
	}
	room := max(8, min(40, p.Width-60))
	for _, r := range rows {
		t.Rows = append(t.Rows, line(r, terminal.Bar(r.Spent, most, room)))
	}
	if total {
		t.Rows = append(t.Rows, line(sum, ""))
	}
	t.Paint = func(column int, text string) string {
		if column == 4 {
			return p.Style.Cyan(text)
		}
		return text
	}
	t.Print(p.Out, p.Style, p.Width)
}

// Days are the days of differences between reports: report n is that of the n days up to today.
func Days(reports [][]Spent, today time.Time) []Spent {
	var days []Spent
	var before Spent
	for n, actions := range reports {
		var sum Spent
		for _, a := range actions {
			sum.Requests, sum.Spent, sum.Refunded = sum.Requests+a.Requests, sum.Spent+a.Spent, sum.Refunded+a.Refunded
		}
		days = append([]Spent{{
			Name: today.UTC().AddDate(0, 0, -n).Format("Mon 02 Jan"), Requests: max(0, sum.Requests-before.Requests),
			Spent: max(0, sum.Spent-before.Spent), Refunded: max(0, sum.Refunded-before.Refunded),
		}}, days...)
		before = sum
	}
	return days
}
