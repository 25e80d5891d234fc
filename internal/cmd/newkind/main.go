// Command newkind writes the skeleton of a kind of job: its declaration, its runner,
// its function, its sample event and its lines in the registries. What it writes
// builds and does the least that a kind can; the rest is yours.
//
//	go run ./internal/cmd/newkind -kind rss -path /scrape/rss -summary "Read a feed." -credits 1
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
	flag.IntVar(&k.Credits, "credits", 1, "price of one job")
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
	fmt.Println("Next: its arguments, result and work; a replay in internal/webtest; make template generate; CHANGELOG.md.")
}
