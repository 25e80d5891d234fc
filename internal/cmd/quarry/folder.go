package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
)

const (
	// unfinished has the idempotency key of the crawl that is being written into a folder. It goes with the crawl's end.
	unfinished = ".quarry-crawl"
	// longestName is of what a file's name has of its page's address, in bytes.
	longestName = 80
)

var errNoMarkdown = errors.New("-o: a folder has files of markdown, and this crawl has another format: name a file instead, such as -o site.jsonl")

// folder is a directory that a crawl's pages are written to: a file of markdown each, named after its address alone, so that the
// same page has the same file in every crawl.
type folder struct {
	dir   string
	pages int64 // of the crawl that it has
	same  int64 // of them those that are the same as in an earlier crawl
	bare  int64 // pages that are the same, came without their text, and have no file here
	gone  int64 // files that went, as their pages did
}

// folder is the directory that -o names: one that is there, or one that ends with a slash. Without one it is nil.
func (o *outFlags) folder() *folder {
	if o.Output == "" {
		return nil
	}
	info, err := os.Stat(o.Output)
	if (err != nil || !info.IsDir()) && !os.IsPathSeparator(o.Output[len(o.Output)-1]) {
		return nil
	}
	return &folder{dir: o.Output}
}

// ready makes the folder, and shows that it can be written.
func (f *folder) ready() error {
	err := os.MkdirAll(f.dir, 0o755) //nolint:gosec // pages of public sites
	if err == nil {
		var probe *os.File
		if probe, err = os.CreateTemp(f.dir, ".quarry-*"); err == nil {
			err = errors.Join(probe.Close(), os.Remove(probe.Name()))
		}
	}
	if err != nil {
		return &coded{exitUsage, fmt.Errorf("-o: %w; nothing was sent", err)}
	}
	return nil
}

// key is the idempotency key of the crawl that this folder waits for, or the given one, which then is noted: the same command makes
// one crawl, however often it is interrupted.
func (f *folder) key(fresh string) (string, error) {
	name := filepath.Join(f.dir, unfinished)
	kept, err := os.ReadFile(name) //nolint:gosec // the folder of -o
	if key := strings.TrimSpace(string(kept)); err == nil && key != "" {
		return key, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("-o: %w", err)
	}
	return fresh, f.replace(name, []byte(fresh+"\n"))
}

// over ends the crawl of a folder: the next one is another.
func (f *folder) over() error {
	err := os.Remove(filepath.Join(f.dir, unfinished))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// keep writes a page that has markdown or text, unless its file is there already; one that failed has none. Of a comparison with
// an earlier crawl, pages that are the same keep their files, whether or not they came with their text, and those of pages that
// are gone go.
func (f *folder) keep(ctx context.Context, api *caller.Client, page people.Object) error {
	address, job, change := text(page["url"]), text(page["jobId"]), text(page["change"])
	name := filepath.Join(f.dir, fileName(address))
	result, err := resultOf(page)
	if err == nil && change == "gone" {
		return f.drop(name, address)
	}
	if err != nil || page["status"] != "succeeded" {
		return err
	}
	body, ok := result["markdown"].(string)
	if !ok {
		body, ok = result["text"].(string)
	}
	same := change == "same"
	if !ok && !same {
		return &coded{exitUsage, errNoMarkdown}
	}
	file, err := fileOf(name, address, job)
	switch {
	case err != nil:
		return err
	case !ok && file == none:
		f.bare++
		return nil
	case same:
		f.same++
	}
	f.pages++
	if same && file != none || file == thisJobs {
		return nil
	}
	at, err := endOf(ctx, api, job)
	if err != nil {
		return err
	}
	return f.replace(name, []byte(opening(address)+jobLine(job)+line("title", text(result["title"]))+line("fetchedAt", at)+line("caution", strings.Join(cautions(result), "; "))+"---\n\n"+strings.TrimSpace(body)+"\n"))
}

// filesOf reports whether the pages of a crawl can be files of a folder.
func filesOf(body map[string]any) (bool, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return false, err
	}
	var asked struct {
		Format  string   `json:"format"`
		Formats []string `json:"formats"`
	}
	if err := json.Unmarshal(raw, &asked); err != nil {
		return false, err
	}
	if asked.Formats == nil {
		asked.Formats = []string{cmp.Or(asked.Format, "markdown")}
	}
	return slices.Contains(asked.Formats, "markdown") || slices.Contains(asked.Formats, "text"), nil
}

// endOf is when a job ended; "" where the service does not say.
func endOf(ctx context.Context, api *caller.Client, job string) (string, error) {
	answer, err := api.Do(ctx, caller.Request{Method: http.MethodGet, Path: jobsPath + url.PathEscape(job), Patient: true})
	if refusal, ok := errors.AsType[*caller.RefusedError](err); ok && refusal.Status < http.StatusInternalServerError {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	ended, err := people.Decode(answer.Data)
	return text(ended["completedAt"]), err
}

// resultOf is what a page gave: of one that was read again whole, it is not decoded yet.
func resultOf(page people.Object) (people.Object, error) {
	if raw, ok := page["result"].(json.RawMessage); ok {
		return people.Decode(raw)
	}
	result, _ := page["result"].(people.Object)
	return result, nil
}

// opening is how the file of a page begins: with its address, by which it is distinguished from files of others. What stands
// before the markdown is YAML, of which strings of JSON are a part.
func opening(address string) string { return "---\n" + line("url", address) }

func jobLine(job string) string { return line("jobId", job) }

func line(name, value string) string {
	if value == "" {
		return ""
	}
	raw, _ := json.Marshal(value) // of a string it does not fail
	return name + ": " + string(raw) + "\n"
}

// pageFile is what file a page has.
type pageFile int

const (
	none pageFile = iota
	earlier
	thisJobs
)

// fileOf looks for a page's file. It returns an error when a file is there that no crawl wrote for this page.
func fileOf(name, address, job string) (pageFile, error) {
	content, err := os.ReadFile(name) //nolint:gosec // the folder of -o
	if errors.Is(err, fs.ErrNotExist) {
		return none, nil
	}
	rest, known := bytes.CutPrefix(content, []byte(opening(address)))
	if err == nil && !known {
		err = fmt.Errorf("%s is there, and is not a page of %s: move it away, or name another folder", name, address)
	}
	switch {
	case err != nil:
		return none, &coded{exitFailed, fmt.Errorf("-o: %w", err)}
	case bytes.HasPrefix(rest, []byte(jobLine(job))):
		return thisJobs, nil
	}
	return earlier, nil
}

// drop removes the file of a page that is gone.
func (f *folder) drop(name, address string) error {
	file, err := fileOf(name, address, "")
	if err != nil || file == none {
		return err
	}
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	f.gone++
	return nil
}

// says what the folder has of the crawl.
func (f *folder) says() string {
	said := fmt.Sprintf("%s in %s", counted(f.pages, "page"), f.dir)
	if f.same > 0 {
		said += fmt.Sprintf(", %d the same as before", f.same)
	}
	if f.gone > 0 {
		said += fmt.Sprintf("; %s of pages that are gone removed", counted(f.gone, "file"))
	}
	if f.bare > 0 {
		said += fmt.Sprintf("\nwarning: %s not here: the same as before, and so without text, but %s has no file of an earlier crawl; the same command without --against-crawl-id and --since brings all", counted(f.bare, "page"), f.dir)
	}
	return said
}

// replace writes a file at once, so that an interruption leaves the old one or the new.
func (f *folder) replace(name string, content []byte) error {
	file, err := os.CreateTemp(f.dir, ".quarry-*")
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	_, err = file.Write(content)
	err = errors.Join(err, file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("-o: %w", err), os.Remove(file.Name()))
	}
	return nil
}

// fileName is what a page's file is called: of its address what is safe in names everywhere and can be read, and a digest, by which
// addresses that differ elsewhere differ, too.
func fileName(address string) string {
	readable := address
	if u, err := url.Parse(address); err == nil {
		readable = u.Path + " " + u.RawQuery
	}
	safe := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, readable)
	words := strings.Join(strings.FieldsFunc(safe, func(r rune) bool { return r == '-' }), "-")
	if len(words) > longestName {
		words = strings.Trim(words[:longestName], "-")
	}
	sum := sha256.Sum256([]byte(address))
	return first(words, "index") + "-" + hex.EncodeToString(sum[:4]) + ".md"
}

// crawlInto makes the crawl of a folder, or goes on with the one that it waits for, and writes its pages there.
func (c *callCommand) crawlInto(ctx context.Context, out streams, api *caller.Client, r caller.Request, into *folder) error {
	var err error
	if r.Key = c.create.IdempotencyKey; r.Key == "" {
		if r.Key, err = into.key(c.key()); err != nil {
			return err
		}
	}
	answer, err := api.Do(ctx, r)
	if err != nil {
		if exitOf(err) != exitUnreachable { // nothing was made
			err = errors.Join(err, into.over())
		}
		return err
	}
	made, err := people.Decode(answer.Data)
	if err != nil {
		return err
	}
	id := text(made["crawlId"])
	if made["bodyMatched"] == false {
		return &coded{exitUsage, fmt.Errorf("-o: %s waits for another crawl, %s: `quarry crawls wait %s -o %s` ends it; or name another folder", into.dir, id, id, into.dir)}
	}
	fmt.Fprintf(out.err, "crawl %s; the same command goes on after an interruption\n", id)
	return c.create.crawl(ctx, out, api, id)
}
