// Command newkind writes the skeleton of a kind of job: its declaration, its worker,
// tests of both, and its line in the registry. What it writes builds, passes its tests
// and does the least that a kind can; the rest is yours.
//
//	go run ./internal/cmd/newkind -kind rss -path /scrape/rss -summary "Read a feed." -credits 1 -after sitemap
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	var k kind
	flag.StringVar(&k.Kind, "kind", "", "public name, lower case with underscores: rss, x_profile")
	flag.StringVar(&k.Path, "path", "", "path below /v1/public: /scrape/rss")
	flag.StringVar(&k.Summary, "summary", "", "one sentence for the documentation")
	flag.IntVar(&k.Credits, "credits", 1, "price of one job, at least 1")
	flag.StringVar(&k.After, "after", "", "the kind behind which the documentation shows it; the last when empty")
	root := flag.String("root", ".", "the repository")
	flag.Parse()
	written, err := k.write(*root)
	if err != nil {
		fmt.Fprintf(os.Stderr, "newkind: %v\n", err)
		os.Exit(1)
	}
	for _, path := range written {
		fmt.Println(path)
	}
	fmt.Println("Next: its arguments, result and work; a replay beside the parser of a new upstream; make template generate; its section in internal/serve/api/testdata/spec; CHANGELOG.md.")
}
