// Command eval holds Quarry's main content against that of other extractors: how well
// they find it on public sets of pages, how fast, and what hostile pages cost. It reads
// sets from a folder that is laid out as docs/extraction.md says, and fetches nothing.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/tools/eval/corpus"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(1)
	}
}

// order is what the command line asks for.
type order struct {
	data     string   // folder of the sets
	folder   string   // of the programs of other languages, with their packages
	sets     []string // names of corpus
	parts    []string // of quality, comments, speed, hostile
	ways     []string // beginnings of the names of ways; all when empty
	output   string   // file for JSON; none when empty
	kept     string   // folder for what the others find on pages; none when empty
	document string   // file whose marked parts are replaced by tables; none when empty
	final    bool
}

func run(ctx context.Context, args []string, out, told io.Writer) error {
	o, err := parse(args, told)
	if err != nil {
		return err
	}
	s := &session{order: o, out: out, told: told}
	defer s.close()
	// What was measured before an error is worth keeping.
	err = s.run(ctx)
	if err == nil {
		err = s.tabulate()
	}
	return errors.Join(err, s.save())
}

func parse(args []string, told io.Writer) (order, error) {
	var o order
	var sets, parts, ways string
	flags := flag.NewFlagSet("eval", flag.ContinueOnError)
	flags.SetOutput(told)
	flags.StringVar(&o.data, "data", "", "folder with aeb, wcxb, traf and merged")
	flags.StringVar(&o.folder, "programs", ".", "folder of the programs in other languages, with their packages installed")
	flags.StringVar(&sets, "sets", "", "of "+strings.Join(corpus.Names(), ", ")+"; those for selection when empty")
	flags.StringVar(&parts, "only", "", "of quality, comments, speed, hostile; all when empty")
	flags.StringVar(&ways, "ways", "", "beginnings of names, comma-separated; all when empty, and Quarry's is always there")
	flags.StringVar(&o.output, "o", "", "file for the figures as JSON")
	flags.StringVar(&o.kept, "kept", "", "folder for what the other extractors find on pages, each of which they are asked about once")
	flags.StringVar(&o.document, "document", "", "document whose parts between marks are replaced by tables of the sets that these name")
	flags.BoolVar(&o.final, "final", false, "look at the held-out sets, too")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	o.sets, o.parts, o.ways = list(sets), list(parts), list(ways)
	return o, o.complete()
}

// complete fills in what was not said, and refuses what cannot be.
func (o *order) complete() error {
	if len(o.sets) == 0 {
		o.sets = corpus.Selection()
	}
	if o.final {
		o.sets = corpus.Names()
	}
	if len(o.parts) == 0 {
		o.parts = allParts
	}
	for _, p := range o.parts {
		if !slices.Contains(allParts, p) {
			return fmt.Errorf("there is no part %q: name some of %s", p, strings.Join(allParts, ", "))
		}
	}
	if o.data == "" && slices.ContainsFunc(o.parts, func(p string) bool { return p != worst }) {
		return errors.New("name the folder of the sets by -data")
	}
	return nil
}

// list splits at commas; ways have spaces in their names.
func list(s string) []string {
	var items []string
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}
