package markdown_test

import (
	"fmt"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/pkg/markdown"
)

func Example() {
	page := strings.NewReader(`<h1>Tides</h1><p>High water is at <b>noon</b>, see <a href="/table">the table</a>.</p>`)
	text, err := markdown.FromHTML(page, markdown.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text)
	// Output:
	// # Tides
	//
	// High water is at **noon**, see [the table](/table).
}

func ExampleFromHTML() {
	page := strings.NewReader(`
		<table><tr><th>Gate<th>Closed<tr><td>North<td>12:04<tr><td>South<td>12:11</table>
		<ul><li><input type=checkbox checked> grease the hinges<li><input type=checkbox> <a href="paint">paint</a> the gates</ul>`)
	base, err := url.Parse("https://harbour.example/tides/")
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := markdown.FromHTML(page, markdown.Options{Base: base, Title: "The gates"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text)
	// Output:
	// # The gates
	//
	// | Gate | Closed |
	// |---|---|
	// | North | 12:04 |
	// | South | 12:11 |
	//
	// - [x] grease the hinges
	// - [ ] [paint](https://harbour.example/tides/paint) the gates
}

func ExampleFromNode() {
	doc, err := html.Parse(strings.NewReader(`<blockquote>It rose <em>quickly</em>.</blockquote>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(markdown.FromNode(doc, markdown.Options{}))
	// Output:
	// > It rose *quickly*.
}
