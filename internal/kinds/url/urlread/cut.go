package urlread

import (
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page/budget"
)

// Cut brings the texts of a result within the budget of the options. The result says of the
// first of them where it ends, and of each where there are several.
func Cut(result *urlkind.Result, o *urlkind.Options) {
	if !o.Bounded() {
		return
	}
	limit := budget.Limit{Chars: int(o.MaxChars), Tokens: int(o.MaxTokens)}
	var parts []urlkind.Part
	one := func(f urlkind.Format, text *string, cut func(string, int, budget.Limit) budget.Part) {
		if text == nil {
			return
		}
		p := cut(*text, int(o.Offset), limit)
		*text = p.Text
		result.Truncated = result.Truncated || p.Next > 0
		parts = append(parts, urlkind.Part{Format: f, TotalChars: p.Total, NextOffset: p.Next, OverBudget: p.Over})
	}
	one(urlkind.Markdown, result.Markdown, budget.Markdown)
	one(urlkind.Text, result.Text, budget.Plain)
	one(urlkind.Raw, result.Raw, budget.Plain)
	if result.JSON != nil {
		one(urlkind.JSON, &result.JSON.Text, budget.Plain)
	}
	if len(parts) > 0 {
		first := parts[0]
		result.TotalChars, result.NextOffset, result.OverBudget = &first.TotalChars, first.NextOffset, first.OverBudget
	}
	if len(parts) > 1 {
		result.Parts = parts
	}
}
