// Package css reads stylesheets as far as a brand shows in them: which selectors set
// colours, fonts and custom properties. The tokens are a library's. It reads the sheet
// as a screen of 1280 pixels with a light theme does, and must not know what any rule
// is good for.
package css

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

// Bounds of one sheet; what comes later is left out.
const (
	MaxBytes     = 2 << 20
	maxRules     = 40_000
	maxSelectors = 64 // of one rule
	maxValue     = 2 << 10
	maxDepth     = 8  // of blocks within each other; deeper ones are left out
	maxOpen      = 64 // beyond which the sheet is none that anybody wrote
)

// Sheet is a stylesheet.
type Sheet struct {
	Rules   []Rule
	Imports []string // addresses of @import as written
	Faces   []string // families that @font-face defines, without quotes, in order
}

// Rule says how what its selectors match looks.
type Rule struct {
	Selectors    []string
	Declarations []Declaration
}

// Declaration is a property with its value; the names of custom properties keep their
// case.
type Declaration struct {
	Property  string
	Value     string
	Important bool
}

// Parse reads a sheet, a broken or hostile one as far as it goes.
func Parse(text string) Sheet {
	text = text[:min(len(text), MaxBytes)]
	r := &reader{p: css.NewParser(parse.NewInputString(text), false)}
	for r.step() {
		if len(r.sheet.Rules) >= maxRules || len(r.open) > maxOpen {
			break
		}
	}
	return r.sheet
}

// Inline reads the declarations of a style attribute.
func Inline(style string) []Declaration {
	p := css.NewParser(parse.NewInputString(style[:min(len(style), maxValue)]), true)
	var all []Declaration
	for {
		grammar, _, name := p.Next()
		switch grammar {
		case css.DeclarationGrammar, css.CustomPropertyGrammar:
			if d, ok := declaration(string(name), p.Values()); ok {
				all = append(all, d)
			}
		case css.ErrorGrammar:
			if !p.HasParseError() {
				return all
			}
		default:
		}
	}
}

// block is an open rule or at-rule.
type block struct {
	rule      bool
	skipped   bool // nothing in it counts, nor in what it holds
	face      bool // of @font-face
	selectors []string
	own       []Declaration
}

type reader struct {
	p       *css.Parser
	open    []block
	pending []string // selectors of a rule that is about to begin
	sheet   Sheet
}

// step takes one piece of grammar and reports whether there are more.
func (r *reader) step() bool {
	grammar, _, data := r.p.Next()
	switch grammar {
	case css.ErrorGrammar:
		// Asking for the error itself would count lines from the start each time.
		if !r.p.HasParseError() {
			r.closeAll()
			return false
		}
	case css.AtRuleGrammar:
		r.atRule(string(data))
	case css.BeginAtRuleGrammar:
		r.beginAtRule(string(data))
	case css.QualifiedRuleGrammar:
		r.pending = append(r.pending, splitTop(joined(r.p.Values()), ',')...)
	case css.BeginRulesetGrammar:
		r.beginRule(append(r.pending, splitTop(joined(r.p.Values()), ',')...))
		r.pending = nil
	case css.EndRulesetGrammar:
		r.close(true)
	case css.EndAtRuleGrammar:
		r.close(false)
	case css.DeclarationGrammar, css.CustomPropertyGrammar:
		r.declare(string(data))
	default:
	}
	return true
}

func (r *reader) top() *block {
	if len(r.open) == 0 {
		return nil
	}
	return &r.open[len(r.open)-1]
}

func (r *reader) push(b block) {
	if t := r.top(); t != nil && t.skipped || len(r.open) >= maxDepth {
		b.skipped = true
	}
	r.open = append(r.open, b)
}

func (r *reader) beginRule(selectors []string) {
	b := block{rule: true, selectors: selectors}
	for _, outer := range slices.Backward(r.open) {
		if outer.rule {
			b.selectors = nested(outer.selectors, selectors)
			break
		}
	}
	b.selectors = b.selectors[:min(len(b.selectors), maxSelectors)]
	r.push(b)
}

func (r *reader) beginAtRule(name string) {
	b := block{}
	switch name = strings.ToLower(name); name {
	case "@media":
		b.skipped = !Applies(joined(r.p.Values()))
	case "@supports", "@layer":
	case "@font-face":
		b.face = true
	default: // keyframes, pages, counters: no element looks like that by itself
		b.skipped = true
	}
	r.push(b)
}

// atRule takes an @import whose condition holds.
func (r *reader) atRule(name string) {
	if !strings.EqualFold(name, "@import") || len(r.open) > 0 {
		return
	}
	address, condition := "", strings.Builder{}
	for _, v := range r.p.Values() {
		switch text := string(v.Data); {
		case address == "" && (v.TokenType == css.URLToken || v.TokenType == css.StringToken):
			address = unquoted(strings.TrimSuffix(strings.TrimPrefix(text, "url("), ")"))
		case address != "":
			condition.WriteString(text)
		}
	}
	if address != "" && Applies(condition.String()) {
		r.sheet.Imports = append(r.sheet.Imports, address)
	}
}

func (r *reader) declare(name string) {
	t := r.top()
	if t == nil || t.skipped {
		return
	}
	d, ok := declaration(name, r.p.Values())
	switch {
	case !ok:
	case t.face:
		if d.Property == "font-family" {
			r.sheet.Faces = append(r.sheet.Faces, unquoted(d.Value))
		}
	case t.rule:
		t.own = append(t.own, d)
	}
}

// close ends the innermost block of a kind, and with it what a broken sheet left open
// within.
func (r *reader) close(rule bool) {
	for i := len(r.open) - 1; i >= 0; i-- {
		b := r.open[i]
		if b.rule && !b.skipped && len(b.own) > 0 && len(b.selectors) > 0 {
			r.sheet.Rules = append(r.sheet.Rules, Rule{Selectors: b.selectors, Declarations: b.own})
		}
		if b.rule == rule {
			r.open = r.open[:i]
			return
		}
		r.open[i].own = nil
	}
}

func (r *reader) closeAll() {
	for len(r.open) > 0 {
		r.close(r.open[len(r.open)-1].rule)
	}
}
