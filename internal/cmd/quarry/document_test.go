package main

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/quarryapi/quarry/internal/cmd/quarry/calls"
	"github.com/quarryapi/quarry/internal/golden"
)

// TestDocument holds docs/cli.md to the commands.
func TestDocument(t *testing.T) {
	t.Parallel()
	head, err := os.ReadFile("testdata/cli.md")
	if err != nil {
		t.Fatalf("the page's head: got error %v, want none", err)
	}
	k := everything(t)
	all, err := calls.All()
	if err != nil {
		t.Fatalf("the commands: got error %v, want none", err)
	}
	page := strings.NewReplacer("{{exits}}", exitTable(), "{{here}}", hereTable(k), "{{common}}", commonTables(k, all), "{{calls}}\n", callsText(k, all)).Replace(string(head))
	golden.Document(t, "../../../docs/cli.md", page)
}

func exitTable() string {
	var b strings.Builder
	for _, e := range exits {
		fmt.Fprintf(&b, "| %d | %s |\n", e.code, e.text)
	}
	return b.String()
}

// hereTable lists the commands that are no calls of the API.
func hereTable(k *kong.Kong) string {
	var b strings.Builder
	var list func(n *kong.Node, path string)
	list = func(n *kong.Node, path string) {
		for _, c := range n.Children {
			if _, call := reflect.TypeAssert[*callCommand](c.Target.Addr()); call || c.Hidden {
				continue
			}
			name := path + c.Name
			if c.Leaf() {
				var args []string
				for _, a := range c.Positional {
					args = append(args, " "+a.Summary())
				}
				fmt.Fprintf(&b, "| `%s` | %s |\n", name+strings.Join(args, ""), cell(c.Help))
			}
			list(c, name+" ")
		}
	}
	list(k.Model.Node, "quarry ")
	return b.String()
}

// shared are the flags of a scrape that other calls have, too, which the page lists once: those of all calls, and those of jobs.
func shared(k *kong.Kong, all []*calls.Command) (everywhere, ofJobs []*kong.Flag) {
	for _, f := range nodeOf(k, []string{"scrape"}).Flags {
		switch {
		case f.Group == nil || f.Group.Key == "call":
		case len(lacking(k, all, f)) == 0:
			everywhere = append(everywhere, f)
		default:
			ofJobs = append(ofJobs, f)
		}
	}
	return everywhere, ofJobs
}

// lacking are the calls that do not have a flag.
func lacking(k *kong.Kong, all []*calls.Command, f *kong.Flag) (lack []*calls.Command) {
	for _, c := range all {
		if has := flagNamed(nodeOf(k, c.Words), f.Name); has == nil || has.Hidden {
			lack = append(lack, c)
		}
	}
	return lack
}

// commonTables lists what calls have in common. A call that makes jobs and has not a flag of the others is named.
func commonTables(k *kong.Kong, all []*calls.Command) string {
	const head = "| flag | what it says |\n|---|---|\n"
	var b strings.Builder
	everywhere, ofJobs := shared(k, all)
	b.WriteString(head)
	for _, f := range everywhere {
		flagRow(&b, f, "")
	}
	b.WriteString("\nCalls that make jobs have these, too. What one of them means otherwise in a call stands there.\n\n" + head)
	for _, f := range ofJobs {
		not := ""
		for _, c := range lacking(k, all, f) {
			if flagNamed(nodeOf(k, c.Words), "idempotency-key") != nil {
				not += " Not of `quarry " + c.Name() + "`."
			}
		}
		flagRow(&b, f, not)
	}
	return b.String()
}

func flagRow(b *strings.Builder, f *kong.Flag, more string) {
	name := "--" + f.Name
	if f.IsBool() && f.Tag.Negatable != "" {
		name = "--[no-]" + f.Name
	} else if !f.IsBool() {
		name += " " + f.FormatPlaceHolder()
	}
	if f.Short != 0 {
		name = "-" + string(f.Short) + ", " + name
	}
	fmt.Fprintf(b, "| `%s` | %s%s |\n", strings.ReplaceAll(name, "|", "\\|"), cell(f.Help), more)
}

// cell is a help's first sentence for a table.
func cell(help string) string {
	sentence, _, cut := strings.Cut(help, ". ")
	if cut {
		sentence += "."
	}
	return strings.ReplaceAll(sentence, "|", "\\|")
}

func callsText(k *kong.Kong, all []*calls.Command) string {
	var b strings.Builder
	everywhere, ofJobs := shared(k, all)
	common := slices.Concat(everywhere, ofJobs)
	tag := ""
	for _, c := range all {
		if c.Tag != tag {
			tag = c.Tag
			fmt.Fprintf(&b, "### %s\n\n", tag)
		}
		node := nodeOf(k, c.Words)
		argument := ""
		for _, a := range node.Positional {
			argument = " " + strings.ToUpper(strings.Join(strings.Split(a.Name, "|"), "\\|"))
		}
		fmt.Fprintf(&b, "**`quarry %s%s`** %s.", c.Name(), strings.ReplaceAll(argument, "\\|", "|"), c.Summary)
		if len(c.Aliases) > 0 {
			fmt.Fprintf(&b, " Also `quarry %s`.", strings.Join(c.Aliases, "`, `quarry "))
		}
		if prices := c.Prices(); prices != "" {
			fmt.Fprintf(&b, " Price: %s.", prices)
		}
		b.WriteString("\n\n")
		var own []*kong.Flag
		for _, f := range node.Flags {
			if !f.Hidden && !slices.ContainsFunc(common, func(s *kong.Flag) bool { return s.Name == f.Name && cell(s.Help) == cell(f.Help) }) {
				own = append(own, f)
			}
		}
		if len(own) == 0 {
			continue
		}
		b.WriteString("| flag | what it says |\n|---|---|\n")
		for _, f := range own {
			flagRow(&b, f, "")
		}
		b.WriteString("\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
