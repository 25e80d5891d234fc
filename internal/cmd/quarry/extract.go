package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/quarryapi/quarry/pkg/extract"
)

// extractCommand reads saved pages. It needs no service and does not go out to the network.
type extractCommand struct {
	Files       []string `arg:"" optional:"" name:"file" help:"Saved pages; - or none is the standard input."`
	URL         string   `help:"Address of the page; it makes relative addresses absolute." placeholder:"URL"`
	Output      string   `short:"o" help:"markdown, text, metadata or json." enum:"markdown,text,metadata,json" default:"markdown"`
	WholePage   bool     `help:"All that the page shows, not only its main content."`
	Include     []string `help:"CSS selector of what is content (repeatable)." placeholder:"SELECTOR" sep:"none"`
	Exclude     []string `help:"CSS selector of what is not content (repeatable)." placeholder:"SELECTOR" sep:"none"`
	Comments    string   `help:"Comments below an article: omit or include." enum:"omit,include" default:"omit"`
	ContentType string   `help:"Content-Type header of the page, for its charset." placeholder:"TYPE"`
}

// Validate refuses options that no page can be read with.
func (c *extractCommand) Validate() error {
	for _, name := range c.Files {
		if strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://") {
			return fmt.Errorf("extract reads saved pages and fetches nothing; `quarry scrape %s` asks a service for it", name)
		}
	}
	if len(c.Files) > 1 && c.URL != "" {
		return errors.New("--url is the address of one page; give one file")
	}
	o := c.options()
	o.MetadataOnly = true
	_, err := extract.FromReader(strings.NewReader(""), o)
	return errors.Unwrap(err) // the command's name stands before it already
}

func (c *extractCommand) options() extract.Options {
	return extract.Options{
		URL: c.URL, ContentType: c.ContentType, WholePage: c.WholePage, Include: c.Include, Exclude: c.Exclude,
		Comments: c.Comments == "include", Structure: c.Output == "json", MetadataOnly: c.Output == "metadata",
	}
}

// Run performs the command: one page after the other, up to the first that cannot be read.
func (c *extractCommand) Run(ctx context.Context, out streams) error {
	files := c.Files
	if len(files) == 0 {
		files = []string{"-"}
	}
	for i, name := range files {
		page, err := c.read(ctx, out.in, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := c.print(out, page, i > 0); err != nil {
			return err
		}
	}
	return nil
}

func (c *extractCommand) read(ctx context.Context, stdin io.Reader, name string) (*extract.Page, error) {
	type content struct {
		body []byte
		err  error
	}
	// A terminal or a pipe may stay silent for ever, and reading it cannot be interrupted:
	// who ends the command does not wait for it.
	read := make(chan content, 1)
	go func() {
		body, err := load(stdin, name)
		read <- content{body, err}
	}()
	var body []byte
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case got := <-read:
		if got.err != nil {
			return nil, got.err
		}
		body = got.body
	}
	return extract.FromBytes(ctx, body, c.options())
}

func (c *extractCommand) print(out streams, page *extract.Page, more bool) error {
	switch c.Output {
	case "json":
		return out.json(page)
	case "metadata":
		return out.json(page.Metadata)
	}
	text := page.Markdown
	if c.Output == "text" {
		text = page.Text
	}
	if text = strings.TrimRight(text, "\n"); text != "" {
		text += "\n"
	}
	if more {
		text = "\n" + text
	}
	_, err := io.WriteString(out.out, text)
	return err
}

// load reads a file, or stdin for "-", up to a byte more than a page may have.
func load(stdin io.Reader, name string) ([]byte, error) {
	in := stdin
	if name != "-" {
		file, err := os.Open(name) //nolint:gosec // the caller names it
		if err != nil {
			return nil, err
		}
		defer func() { _ = file.Close() }()
		in = file
	}
	return io.ReadAll(io.LimitReader(in, extract.MaxBytes+1))
}
