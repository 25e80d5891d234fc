package extract_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/quarryapi/quarry/pkg/extract"
)

// herald is a page with a menu above its article and a footer below.
const herald = `<html lang="en"><head><title>The barrier held - Harbour Herald</title>
<meta property="og:type" content="article"><meta name="author" content="Mara Quill"><meta property="article:published_time" content="2026-11-18T06:40:00Z"></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/sport">Sport</a></li><li><a href="/log-in">Log in</a></li></ul></nav>
<main><article><h1>The barrier held</h1>
<p>The tide barrier at the mouth of the harbour held on Tuesday night, when the highest water in forty years came up the estuary, and the town behind it stayed dry.</p>
<p>The keepers had closed it at noon. By nine in the evening the sea stood <em>three metres</em> above <a href="/quay">the quay</a>, and the wind went round to the north.</p>
</article></main>
<aside class="related"><h3>More from the harbour</h3><ul><li><a href="/1">Ferry sold</a></li><li><a href="/2">Gulls again</a></li></ul></aside>
<footer><p>Copyright 2026 The Harbour Herald. All rights reserved.</p></footer></body></html>`

func Example() {
	page, err := extract.FromReader(strings.NewReader(herald), extract.Options{URL: "https://herald.example/barrier"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(page.Author, page.Published)
	fmt.Print(page.Markdown)
	// Output:
	// Mara Quill 2026-11-18T06:40:00Z
	// # The barrier held
	//
	// The tide barrier at the mouth of the harbour held on Tuesday night, when the highest water in forty years came up the estuary, and the town behind it stayed dry.
	//
	// The keepers had closed it at noon. By nine in the evening the sea stood *three metres* above [the quay](https://herald.example/quay), and the wind went round to the north.
}

func ExampleFromReader_metadata() {
	page, err := extract.FromReader(strings.NewReader(herald), extract.Options{MetadataOnly: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q of %q, in %q\n", page.Title, page.PageTitle, page.Language)
	// Output: "The barrier held" of "The barrier held - Harbour Herald", in "en"
}

func ExampleFromReader_selectors() {
	page, err := extract.FromReader(strings.NewReader(herald), extract.Options{Include: []string{"aside"}, Exclude: []string{"h3"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(page.Markdown)
	// Output:
	// # The barrier held
	//
	// - [Ferry sold](/1)
	// - [Gulls again](/2)
}

func ExampleFromReader_structure() {
	page, err := extract.FromReader(strings.NewReader(herald), extract.Options{URL: "https://herald.example/barrier", Structure: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, h := range page.Structure.Headings {
		fmt.Println(h.Level, h.Text)
	}
	fmt.Println(len(page.Structure.Links), "links, the first to", page.Structure.Links[0].URL)
	// Output:
	// 1 The barrier held
	// 3 More from the harbour
	// 6 links, the first to https://herald.example/
}

func ExampleFromBytes() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, err := extract.FromBytes(ctx, []byte("%PDF-1.7"), extract.Options{})
	fmt.Println(errors.Is(err, extract.ErrNotHTML), err)
	// Output: true extract: the document is no HTML but application/pdf
}
