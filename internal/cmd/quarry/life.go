package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/blob"
)

type orgExport struct {
	Org string `required:"" help:"The organization's id."`
	Out string `required:"" help:"A folder to write to: rows.jsonl, and the bucket's objects below objects/." type:"path" placeholder:"DIR"`
}

// Run performs the command. It prints how much was written.
func (c *orgExport) Run(ctx context.Context, out streams, a *adminCommand) error {
	if err := os.MkdirAll(c.Out, 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(c.Out, "rows.jsonl"), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	rows := bufio.NewWriter(file)
	written := struct {
		Out     string `json:"out"`
		Rows    int    `json:"rows"`
		Objects int    `json:"objects"`
	}{Out: c.Out}
	for after, first := "", true; first || after != ""; first = false {
		part, err := c.part(ctx, a, after)
		if err != nil {
			return err
		}
		for _, row := range part.Rows {
			if err := writeRow(rows, row); err != nil {
				return err
			}
		}
		for _, object := range part.Objects {
			if err := fetchObject(ctx, filepath.Join(c.Out, "objects"), object); err != nil {
				return err
			}
		}
		written.Rows, written.Objects, after = written.Rows+len(part.Rows), written.Objects+len(part.Objects), part.Next
	}
	if err := rows.Flush(); err != nil {
		return err
	}
	payload, err := json.Marshal(written)
	if err != nil {
		return err
	}
	return a.print(out, payload)
}

func (c *orgExport) part(ctx context.Context, a *adminCommand, after string) (*admin.Export, error) {
	payload, err := a.call(ctx, admin.Request{Op: "org.export", Org: c.Org, After: after})
	if err != nil {
		return nil, err
	}
	var part admin.Export
	return &part, json.Unmarshal(payload, &part)
}

// writeRow writes a row as a line. The body of a result, an event or a document is packed in its row; the line has
// what it was.
func writeRow(w io.Writer, row map[string]any) error {
	if text, ok := row["body"].(string); ok {
		var packed []byte
		if err := json.Unmarshal(fmt.Appendf(nil, "%q", text), &packed); err == nil {
			if body, err := blob.Unpack(packed); err == nil {
				row["body"] = readable(body)
			}
		}
	}
	line, err := json.Marshal(row)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

func readable(body []byte) any {
	if json.Valid(body) {
		return json.RawMessage(body)
	}
	return string(body)
}

// fetchObject follows the link of an object and writes what is there to a file of its key.
func fetchObject(ctx context.Context, dir string, object admin.Object) error {
	if !filepath.IsLocal(object.Key) {
		return fmt.Errorf("the object %q has no name that a file can have", object.Key)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, object.URL, nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req) //nolint:forbidigo // a link that the service made to its own bucket
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("the object %s: the bucket answered %s", object.Key, res.Status)
	}
	path := filepath.Join(dir, object.Key)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) //nolint:gosec // below the folder that the operator named
	if err != nil {
		return err
	}
	if _, err := io.Copy(file, res.Body); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}

type orgDelete struct {
	Org  string `required:"" help:"The organization's id."`
	Yes  string `required:"" help:"The organization's id again: nothing brings back what is deleted." placeholder:"ORG"`
	Wait bool   `help:"Go on until nothing is left, which takes over a minute." default:"true" negatable:""`
}

// deletePause is how long the command waits for workers that are to notice, and for calls that are under way.
const deletePause = 10 * time.Second

// Run performs the command. What it prints is the sum of all passes.
func (c *orgDelete) Run(ctx context.Context, out streams, a *adminCommand) error {
	if c.Yes != c.Org {
		return fmt.Errorf("--yes is %s; repeat the organization's id, %s", c.Yes, c.Org)
	}
	var sum admin.Deletion
	for {
		payload, err := a.call(ctx, admin.Request{Op: "org.delete", Org: c.Org})
		if err != nil {
			return err
		}
		var pass admin.Deletion
		if err := json.Unmarshal(payload, &pass); err != nil {
			return err
		}
		pass.Cancelled, pass.Emptied = pass.Cancelled+sum.Cancelled, pass.Emptied+sum.Emptied
		pass.Removed, pass.Objects = pass.Removed+sum.Removed, pass.Objects+sum.Objects
		if sum = pass; sum.Done || !c.Wait {
			break
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("not all is deleted: repeat the command: %w", ctx.Err())
		case <-time.After(deletePause):
		}
	}
	payload, err := json.Marshal(sum)
	if err != nil {
		return err
	}
	return a.print(out, payload)
}
