package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/calls"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
	"github.com/quarryapi/quarry/internal/core/errs"
)

// outFlags are those of all commands that call a service.
type outFlags struct {
	service
	JSON   bool   `help:"Print JSON." group:"output"`
	Output string `short:"o" help:"Write to a file; - is the standard output." placeholder:"FILE" group:"output"`
}

// readFlags are those of commands that only read.
type readFlags struct {
	outFlags
	All   bool `help:"All pages of a list, not only the first." group:"output"`
	Watch bool `help:"Print it again every two seconds, until Ctrl-C." group:"output"`
}

// createFlags are those of commands that make jobs.
type createFlags struct {
	outFlags
	DryRun         bool   `help:"Print what the call would cost, by the prices of this version, and call nothing." group:"job"`
	IdempotencyKey string `help:"Key under which a repeated call is the same job (default: a new one)." placeholder:"KEY" group:"job"`
	Body           string `help:"File with the call's body as JSON, - for the standard input; other flags go before it." placeholder:"FILE" group:"job"`
}

// batchFlags are those of batches.
type batchFlags struct {
	createFlags
	File string `short:"f" help:"File with a URL a line, - for the standard input, of any number." placeholder:"FILE" group:"call"`
	Run  string `help:"Name of the run. The same command under the same name goes on where it stopped, and charges nothing twice." placeholder:"NAME" group:"job"`

	RetryFailed bool `help:"Of a run that was made before, try again what failed; the rest is printed as it is, and costs nothing." group:"job"`
}

// callCommand is the command of an operation.
type callCommand struct {
	command *calls.Command
	subject *given
	given   map[*calls.Input]*given

	plain  outFlags
	read   readFlags
	create createFlags
	batch  batchFlags
}

// common returns the flags that the operation's sort has.
func (c *callCommand) common() any {
	switch c.command.Sort {
	case calls.Read:
		return &c.read
	case calls.Create, calls.Crawl:
		return &c.create
	case calls.Batch:
		return &c.batch
	case calls.Change, calls.Stream:
	}
	return &c.plain
}

func (c *callCommand) out() *outFlags {
	switch c.command.Sort {
	case calls.Read:
		return &c.read.outFlags
	case calls.Create, calls.Crawl:
		return &c.create.outFlags
	case calls.Batch:
		return &c.batch.outFlags
	case calls.Change, calls.Stream:
	}
	return &c.plain
}

// Run performs the command.
func (c *callCommand) Run(ctx context.Context, out streams) error {
	err := c.perform(ctx, out)
	if refusal, ok := errors.AsType[*caller.RefusedError](err); ok {
		if flag := c.flagOf(refusal); flag != "" {
			return fmt.Errorf("%w (%s)", err, flag)
		}
		refusal.Message = inFlags(refusal.Message, c.command)
	}
	return c.out().explain(err)
}

// flagOf is the flag for what a refusal is about; "" where that is no flag of the command.
func (c *callCommand) flagOf(refusal *caller.RefusedError) string {
	if len(refusal.Details) == 0 {
		return ""
	}
	return c.command.FlagOf(refusal.Details[0].Field)
}

func (c *callCommand) perform(ctx context.Context, out streams) error {
	if c.command.Sort == calls.Batch {
		return c.runBatch(ctx, out)
	}
	r, body, err := c.request(out)
	if err != nil {
		return &coded{exitUsage, err}
	}
	if c.create.DryRun {
		return c.dry(out, r.Path, body)
	}
	api, err := c.out().connect()
	if err != nil {
		return err
	}
	if into := c.out().folder(); into != nil && c.command.Sort == calls.Crawl {
		err = into.ready()
	} else {
		err = c.out().writable()
	}
	if err != nil {
		return err
	}
	switch c.command.Sort {
	case calls.Create:
		return c.runCreate(ctx, out, api, r, body)
	case calls.Crawl:
		return c.runCrawl(ctx, out, api, r, body)
	case calls.Stream:
		return c.runStream(ctx, out, api, r.Path)
	case calls.Read:
		return c.runRead(ctx, out, api, r)
	case calls.Change, calls.Batch:
	}
	r.Once = r.Method == http.MethodPost && !strings.HasSuffix(r.Path, "/cancel") && !strings.HasSuffix(r.Path, "/resume")
	answer, err := api.Do(ctx, r)
	if err != nil {
		return err
	}
	return c.changed(ctx, out, api, answer.Data)
}

// changed prints what a change gave: of an attempt to post an event how it went, and of a crawl that
// goes on how it is followed.
func (c *callCommand) changed(ctx context.Context, out streams, api *caller.Client, data json.RawMessage) error {
	if c.command.ID == "testEndpoint" || c.command.ID == "replayDelivery" {
		return c.plain.delivered(ctx, out, api, data)
	}
	if err := c.out().object(out, data); err != nil || c.command.ID != "resumeCrawl" {
		return err
	}
	crawl, err := people.Decode(data)
	if err == nil {
		fmt.Fprintf(out.err, "crawl %v %v; `quarry crawls wait %v` follows it\n", crawl["crawlId"], crawl["status"], crawl["crawlId"])
	}
	return err
}

// request is the call that the flags and the argument make.
func (c *callCommand) request(out streams) (caller.Request, map[string]any, error) {
	given := calls.Values{}
	for i, g := range c.given {
		if len(g.texts) > 0 {
			given[i] = g.texts
		}
	}
	if c.subject != nil && len(c.subject.texts) > 0 {
		i := c.command.Subject(c.subject.texts[0])
		given[i] = append(given[i], c.subject.texts...)
	}
	base, err := c.bodyFile(out.in)
	if err != nil {
		return caller.Request{}, nil, err
	}
	path, query, body, err := c.command.Request(given, base)
	if err != nil {
		return caller.Request{}, nil, err
	}
	r := caller.Request{Method: c.command.Method, Path: path, Query: query}
	if body != nil && (len(body) > 0 || !c.command.Body.Optional) {
		r.Body = body
	}
	if c.command.Kind != nil && len(body) == len(c.command.Preset) {
		return r, nil, fmt.Errorf("say what %s is about: quarry %s %s, or --help for its flags", c.command.Name(), c.command.Name(), strings.ToUpper(c.about()))
	}
	return r, body, nil
}

func (c *callCommand) about() string {
	if about := c.command.Subjects(); len(about) > 0 {
		return about[0].Flag
	}
	return "--flags"
}

// bodyFile is what --body names.
func (c *callCommand) bodyFile(in io.Reader) (map[string]any, error) {
	name := first(c.create.Body, c.batch.Body)
	if name == "" {
		return nil, nil
	}
	content, err := load(in, name)
	if err != nil {
		return nil, fmt.Errorf("--body: %w", err)
	}
	body, err := people.Decode(content)
	if err != nil {
		return nil, fmt.Errorf("--body: %s is no JSON object: %w", name, err)
	}
	return body, nil
}

// dry prints what a call would cost. Nothing is sent.
func (c *callCommand) dry(out streams, path string, body map[string]any) error {
	price, err := c.command.Price(body)
	if errors.Is(err, calls.ErrUnpriced) {
		fmt.Fprintf(out.out, "would cost %s; %v\n", c.command.Prices(), err)
		return nil
	}
	if err != nil {
		if refused, ok := errors.AsType[*errs.Error](err); ok {
			err = fmt.Errorf("%s: %s", refused.Code, refused.Message)
		}
		return &coded{exitUsage, fmt.Errorf("the service would refuse this: %w", err)}
	}
	if c.out().JSON {
		shown := map[string]any{"dryRun": true, "price": price, "method": c.command.Method, "path": path, "body": body}
		if err := out.json(shown); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(out.out, "would cost %s\n", price)
	}
	if most, ok := body["maxCredits"].(json.Number); ok {
		if n, err := most.Int64(); err == nil && price.Credits > n && !price.AtMost {
			return &coded{exitCredits, fmt.Errorf("that is more than --max-credits %d", n)}
		}
	}
	return nil
}

// key is the idempotency key of a call: every call has one, so that a lost answer is asked for again
// without a second charge.
func (c *callCommand) key() string {
	return first(c.create.IdempotencyKey, "cli-"+strings.ToLower(rand.Text()))
}

// runRead performs a call that only reads: once, or until Ctrl-C.
func (c *callCommand) runRead(ctx context.Context, out streams, api *caller.Client, r caller.Request) error {
	r.Whole = c.command.ID == "getJobResult"
	if c.command.ID == "listCrawlPages" && r.Query.Get("results") == "true" && !c.read.JSON {
		return c.runPages(ctx, out, api, r)
	}
	for {
		if c.read.Watch && terminal.IsTerminal(out.out) {
			fmt.Fprint(out.out, "\x1b[H\x1b[2J")
		}
		err := c.readOnce(ctx, out, api, r)
		if err != nil || !c.read.Watch {
			return err
		}
		if err := caller.Sleep(ctx, 2*time.Second); err != nil {
			return nil //nolint:nilerr // Ctrl-C is how it ends
		}
	}
}

func (c *callCommand) readOnce(ctx context.Context, out streams, api *caller.Client, r caller.Request) error {
	answer, err := api.Do(ctx, r)
	if err != nil {
		return err
	}
	data, err := people.Decode(answer.Data)
	if err != nil {
		return err
	}
	if err := c.more(ctx, api, r, data); err != nil {
		return err
	}
	if c.read.JSON {
		return c.read.write(out, func(w io.Writer) error { return streams{out: w}.json(data) })
	}
	if c.command.ID == "getUsage" {
		return c.usage(ctx, out, api, data)
	}
	return c.read.write(out, func(w io.Writer) error {
		page := out.page(w)
		items, listed := data["items"].([]any)
		switch {
		case c.command.ID == "getJob":
			page.Job(data)
		case r.Whole:
			page.Result(data, "")
		case listed && len(items) == 0:
			fmt.Fprintln(out.err, "There is nothing.")
		case listed:
			rows := people.Objects(items)
			if c.command.ID == "listCrawls" {
				for _, row := range rows {
					row["pages"] = pagesOver(row)
				}
			}
			page.Table(rows, time.Now())
			if cursor, ok := data["nextCursor"].(string); ok {
				out.goesOn(cursor)
			}
		case c.command.ID == "getCrawl":
			glance(page, w, data)
		default:
			page.Tree(data, "")
		}
		return nil
	})
}

// more reads the pages behind the first, for --all.
func (c *callCommand) more(ctx context.Context, api *caller.Client, r caller.Request, data people.Object) error {
	for c.read.All {
		cursor, ok := data["nextCursor"].(string)
		if !ok {
			return nil
		}
		query := maps.Clone(r.Query)
		query.Set("cursor", cursor)
		r.Query = query
		answer, err := api.Do(ctx, r)
		if err != nil {
			return err
		}
		next, err := people.Decode(answer.Data)
		if err != nil {
			return err
		}
		for _, name := range []string{"items", "jobs"} {
			if list, ok := next[name].([]any); ok {
				before, _ := data[name].([]any)
				data[name] = append(before, list...)
			}
		}
		delete(data, "nextCursor")
		if after, ok := next["nextCursor"]; ok && after != cursor {
			data["nextCursor"] = after
		}
	}
	return nil
}

// object prints what a call gave.
func (o *outFlags) object(out streams, data json.RawMessage) error {
	return o.write(out, func(w io.Writer) error {
		if o.JSON {
			return streams{out: w}.json(data)
		}
		object, err := people.Decode(data)
		if err != nil {
			return err
		}
		out.page(w).Tree(object, "")
		return nil
	})
}

// writable returns an error when the file of -o cannot be written, before anything is charged.
func (o *outFlags) writable() error {
	if o.Output == "" || o.Output == "-" {
		return nil
	}
	_, before := os.Lstat(o.Output)
	file, err := os.OpenFile(o.Output, os.O_WRONLY|os.O_CREATE, 0o666) //nolint:gosec // as os.Create
	if err != nil {
		return &coded{exitUsage, fmt.Errorf("-o: %w; nothing was sent", err)}
	}
	err = file.Close()
	if errors.Is(before, os.ErrNotExist) {
		err = errors.Join(err, os.Remove(o.Output))
	}
	return err
}

// write has something printed: to the standard output, or to the file of -o. What that had stays until there is something in its
// place, so that a command which fails at once takes nothing away.
func (o *outFlags) write(out streams, give func(io.Writer) error) error {
	if o.Output == "" || o.Output == "-" {
		return give(out.out)
	}
	file := &late{path: o.Output}
	if info, err := os.Stat(o.Output); err != nil || !info.Mode().IsRegular() { // there is nothing to keep; a terminal has to be seen as one
		if err := file.open(); err != nil {
			return err
		}
		return errors.Join(give(file.File), file.Close())
	}
	err := give(file)
	if err == nil && file.File == nil {
		err = file.open()
	}
	if file.File == nil {
		return err
	}
	return errors.Join(err, file.Close())
}

// late is a file that is emptied when the first byte of it is written.
type late struct {
	*os.File

	path string
}

func (l *late) open() error {
	file, err := os.Create(l.path)
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	l.File = file
	return nil
}

// Write implements io.Writer.
func (l *late) Write(p []byte) (int, error) {
	if l.File == nil {
		if err := l.open(); err != nil {
			return 0, err
		}
	}
	return l.File.Write(p)
}
