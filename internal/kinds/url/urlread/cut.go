package urlread

import (
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page/budget"
)

// Cut brings the texts of a result within the budget of the options. The result says of the
// first of them where it ends.
func Cut(result *urlkind.Result, o *urlkind.Options) {
	if !o.Bounded() {
		return
	}
	limit := budget.Limit{Chars: int(o.MaxChars), Tokens: int(o.MaxTokens)}
	one := func(text *string, cut func(string, int, budget.Limit) budget.Part) {
		if text == nil {
			return
		}
		p := cut(*text, int(o.Offset), limit)
		*text = p.Text
		result.Truncated = result.Truncated || p.Next > 0
		if result.TotalChars == nil {
			result.TotalChars, result.NextOffset, result.OverBudget = &p.Total, p.Next, p.Over
		}
	}
	one(result.Markdown, budget.Markdown)
	one(result.Text, budget.Plain)
	one(result.Raw, budget.Plain)
	if result.JSON != nil {
		one(&result.JSON.Text, budget.Plain)
	}
}
