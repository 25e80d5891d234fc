package main

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/quarryapi/quarry/internal/cmd/quarry/calls"
)

// grow adds the commands of the API's operations to the grammar of those that are written here. Only
// the commands that want names get their flags, since all of them have some thousand.
func grow(k *kong.Kong, want func(c *calls.Command) bool) error {
	all, err := calls.All()
	if err != nil {
		return err
	}
	for _, c := range all {
		parent := k.Model.Node
		for _, word := range c.Words[:len(c.Words)-1] {
			parent = child(parent, word)
		}
		word, help := c.Words[len(c.Words)-1], c.Summary+"."
		if own, ok := followed[c.Sort]; ok {
			help = own.help
		}
		if find(parent, word) != nil {
			continue // one that is written here
		}
		run := &callCommand{command: c}
		node := &kong.Node{
			Type: kong.CommandNode, Parent: parent, Name: word, Help: help, Aliases: c.Aliases,
			Target: reflect.ValueOf(run).Elem(), Tag: &kong.Tag{}, Group: groupOf(c),
		}
		if want(c) {
			if err := run.take(node); err != nil {
				return err
			}
		}
		parent.Children = append(parent.Children, node)
	}
	return nil
}

// groups are the headings of the help's list of commands.
var groups = map[string]string{
	"here": "On this machine", "service": "Which service", "output": "Output", "job": "The job", "call": "This call", "account": "Jobs and account",
}

// headings are those of the commands.
func headings() []kong.Group {
	var all []kong.Group
	for _, key := range []string{"here", "account"} {
		all = append(all, kong.Group{Key: key, Title: groups[key]})
	}
	return all
}

// groupOf is the heading of a command's operation: what the reference puts it below.
func groupOf(c *calls.Command) *kong.Group {
	if c.Kind != nil {
		return &kong.Group{Key: c.Tag, Title: c.Tag}
	}
	return &kong.Group{Key: "account", Title: groups["account"]}
}

func find(parent *kong.Node, name string) *kong.Node {
	for _, c := range parent.Children {
		if c.Name == name || slices.Contains(c.Aliases, name) {
			return c
		}
	}
	return nil
}

// child is a command that has others below it, made when there is none.
func child(parent *kong.Node, name string) *kong.Node {
	if found := find(parent, name); found != nil {
		return found
	}
	made := &kong.Node{
		Type: kong.CommandNode, Parent: parent, Name: name, Help: "Work with " + name + ".", Tag: &kong.Tag{},
		Target: reflect.ValueOf(&struct{}{}).Elem(), Group: &kong.Group{Key: "account", Title: groups["account"]},
	}
	parent.Children = append(parent.Children, made)
	return made
}

// take gives a command's node its arguments and flags.
func (c *callCommand) take(node *kong.Node) error {
	common, err := kong.New(c.common(), kong.ExplicitGroups(explained()))
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, f := range common.Model.Flags {
		seen[f.Name] = true
	}
	c.given = map[*calls.Input]*given{}
	for _, i := range c.command.Inputs() {
		if i.In == calls.InPath {
			continue
		}
		if seen[i.Flag] {
			return fmt.Errorf("%s: two flags are called --%s", c.command.Name(), i.Flag)
		}
		seen[i.Flag] = true
		g := &given{}
		c.given[i] = g
		node.Flags = append(node.Flags, c.reworded(flagOf(i, g)))
	}
	for _, f := range common.Model.Flags {
		if f.Name != "help" && (f.Name != "all" || seen["cursor"]) {
			node.Flags = append(node.Flags, f)
		}
	}
	node.Detail = c.detail()
	if about := c.command.Subjects(); len(about) > 0 {
		node.Positional = []*kong.Value{c.argument(about)}
	}
	return nil
}

// explained are the headings of flags.
func explained() []kong.Group {
	var all []kong.Group
	for _, key := range []string{"call", "job", "output", "service"} {
		all = append(all, kong.Group{Key: key, Title: groups[key] + ":"})
	}
	return all
}

// given are the texts of a flag or an argument, in their order.
type given struct{ texts []string }

// decoder fills a given.
type decoder struct {
	bool, many bool
	words      []string // that the value can be
}

// IsBool makes flags of booleans need no value.
func (d decoder) IsBool() bool { return d.bool }

// Decode adds a value.
func (d decoder) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	g, ok := reflect.TypeAssert[*given](target.Addr())
	if !ok {
		return fmt.Errorf("%s cannot be read", ctx.Value.Name)
	}
	if d.bool {
		value := "true"
		if ctx.Scan.Peek().Type == kong.FlagValueToken {
			value = fmt.Sprint(ctx.Scan.Pop().Value)
		}
		g.texts = append(g.texts, value)
		return nil
	}
	if d.many && ctx.Value.Flag == nil {
		for _, t := range ctx.Scan.PopWhile(func(t kong.Token) bool { return t.IsValue() }) {
			g.texts = append(g.texts, t.String())
		}
		return nil
	}
	if next, ok := ctx.Scan.Peek().Value.(string); ok && negative(next) { // which looks like a flag
		g.texts = append(g.texts, ctx.Scan.Pop().String())
		return nil
	}
	var text string
	if err := ctx.Scan.PopValueInto("value", &text); err != nil {
		return err
	}
	g.texts = append(g.texts, text)
	return nil
}

// negative reports whether a text is a number below 0.
func negative(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil && strings.HasPrefix(text, "-")
}

func flagOf(i *calls.Input, g *given) *kong.Flag {
	tag := &kong.Tag{}
	if i.Toggle() {
		tag.Negatable = "_"
	}
	help := i.Help
	if i.Many() {
		help = strings.TrimRight(help, ".") + " (repeatable)."
	}
	group := &kong.Group{Key: "call", Title: groups["call"] + ":"}
	if slices.Contains(jobMembers, i.Flag) {
		group = &kong.Group{Key: "job", Title: groups["job"] + ":"}
	}
	value := &kong.Value{
		Name: i.Flag, Help: help, OrigHelp: help, Tag: tag, Target: reflect.ValueOf(g).Elem(), DefaultValue: reflect.ValueOf(given{}),
		Mapper: decoder{i.Toggle(), i.Many(), i.Words()},
	}
	flag := &kong.Flag{Value: value, PlaceHolder: i.Placeholder(), Group: group}
	value.Flag = flag
	return flag
}

// followed are the words of the commands that follow more than one job, of which the definitions of the
// API say what a single call does: what there is in place of its summary and description, and of what
// its flags say. A flag without words has no effect, and is not shown.
var followed = map[calls.Sort]struct {
	help, detail string
	flags        map[string]string
}{
	calls.Crawl: {
		"Crawl a site, and print each page as it ends.",
		"Follows the links of a site and prints each page as it ends: a line for people on a terminal, else a line of JSON. Each page is a job, charged when it is made and refunded when it fails. " +
			"After an interruption the crawl goes on: quarry crawls wait ID follows it.",
		map[string]string{ //nolint:gosec // words, no credentials
			"wait": "Follow the crawl to its end; --no-wait prints it at once.", "wait-timeout-ms": "", "cache-ttl-sec": "", "fresh": "",
			"max-credits": "End the crawl when its pages together have cost this many credits.",
		},
	},
	calls.Batch: {
		"Scrape any number of URLs, and print each as it ends.",
		"Scrapes any number of URLs: arguments, those of --file, or of the standard input. Each is a job of its own, printed as it ends: a line for people on a terminal, else a line of JSON. " +
			"After an interruption the same command with --run NAME goes on; --retry-failed tries again what failed.",
		map[string]string{ //nolint:gosec // words, no credentials
			"wait": "Wait for the jobs' ends; --no-wait prints the jobs at once.", "wait-timeout-ms": "",
			"max-credits": "Refuse the run when its jobs together would cost more.",
		},
	},
}

// reworded is a flag with the words that its command has for it.
func (c *callCommand) reworded(f *kong.Flag) *kong.Flag {
	if help, ok := followed[c.command.Sort].flags[f.Name]; ok {
		f.Help, f.OrigHelp, f.Hidden = help, help, help == ""
	}
	return f
}

// jobMembers are flags that all calls have which make jobs.
var jobMembers = []string{"wait", "wait-timeout-ms", "webhook-url", "cache-ttl-sec", "fresh", "max-credits"}

// argument is what stands without a flag.
func (c *callCommand) argument(about []*calls.Input) *kong.Value {
	c.subject = &given{}
	var names []string
	for _, i := range about {
		names = append(names, i.Flag)
	}
	tag := &kong.Tag{Optional: true}
	return &kong.Value{
		Name: strings.Join(names, "|"), Help: about[0].Help, OrigHelp: about[0].Help, Tag: tag,
		Target: reflect.ValueOf(c.subject).Elem(), DefaultValue: reflect.ValueOf(given{}), Mapper: decoder{many: about[0].Many()},
	}
}

// detail is what the help says beyond one line: the description, prices and examples.
func (c *callCommand) detail() string {
	var text strings.Builder
	description, _, waits := strings.Cut(c.command.Description, "Creates a job and waits")
	if own, ok := followed[c.command.Sort]; ok {
		description = own.detail
	}
	text.WriteString(strings.ReplaceAll(strings.TrimSpace(description), "`", ""))
	if waits {
		text.WriteString("\n\nCreates a job, waits for its end and prints what it gave; --no-wait prints the job at once.")
	}
	if prices := c.command.Prices(); prices != "" {
		fmt.Fprintf(&text, "\n\nPrice: %s.", prices)
	}
	if examples := c.command.ExampleLines(); len(examples) > 0 {
		text.WriteString("\n\nExamples:\n")
		for _, e := range examples {
			fmt.Fprintf(&text, "\n  # %s\n  %s\n", e.Summary, e.Line)
		}
	}
	return strings.TrimSpace(text.String())
}
