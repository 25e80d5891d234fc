package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/calls"
	"github.com/quarryapi/quarry/internal/cmd/quarry/notes"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
)

const (
	batchSize    = 50 // URLs of one call
	batchAtOnce  = 2  // calls whose jobs have not ended: as many jobs as an organization may have at once
	batchesPath  = "/v1/public/batches/"
	jobPollPause = time.Second
)

// runBatch makes jobs of any number of URLs, some at a time, and prints what each gave as it ends.
// All calls of a run have one key, under which the service keeps the job of each URL: the same
// command under the same name goes on where it stopped.
func (c *callCommand) runBatch(ctx context.Context, out streams) error {
	urls, err := c.urls(out.in)
	if err != nil {
		return &coded{exitUsage, err}
	}
	_, body, err := c.request(out)
	if err != nil {
		return &coded{exitUsage, err}
	}
	if len(urls) == 0 { // those of --body
		list, _ := body["urls"].([]any)
		for _, u := range list {
			urls = append(urls, fmt.Sprint(u))
		}
	}
	if c.batch.DryRun {
		return c.dry(out, c.command.Path, body)
	}
	if c.batch.RetryFailed && c.batch.Run == "" {
		return &coded{exitUsage, errors.New("--retry-failed needs --run NAME, the run whose failed jobs are tried again")}
	}
	if err := c.affordable(body); err != nil {
		return err
	}
	api, err := c.out().connect()
	if err != nil {
		return err
	}
	delete(body, "urls")
	b := &bulk{callCommand: c, api: api, out: out, body: body, name: c.runName(), total: len(urls), start: time.Now(), codes: map[string]int{}, before: map[string]bool{}}
	if b.key, err = b.keyOf(); err != nil {
		return err
	}
	if err := errors.Join(c.out().writable(), b.same()); err != nil {
		return err
	}
	return c.out().write(out, func(w io.Writer) error { return b.run(ctx, w, urls) })
}

// urls are those of the arguments, of the file and of the standard input; each once.
func (c *callCommand) urls(in io.Reader) ([]string, error) {
	flag := c.given[c.command.Subjects()[0]]
	all := slices.Concat(c.subject.texts, flag.texts)
	if i := slices.IndexFunc(all, isFile); i >= 0 {
		return nil, fmt.Errorf("%s is a file: its URLs are read with --file %[1]s; for a host of that name write https://%[1]s", all[i])
	}
	name := c.batch.File
	if name == "" && slices.Contains(all, "-") {
		name, all = "-", slices.DeleteFunc(all, func(u string) bool { return u == "-" })
	}
	if name == "" && len(all) == 0 && c.batch.Body == "" && !terminal.IsTerminal(in) {
		name = "-"
	}
	if name != "" {
		content, err := load(in, name)
		if err != nil {
			return nil, fmt.Errorf("--file: %w", err)
		}
		lines := bufio.NewScanner(bytes.NewReader(content))
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if line := strings.TrimSpace(lines.Text()); line != "" && !strings.HasPrefix(line, "#") {
				all = append(all, line)
			}
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("--file: %w", err)
		}
	}
	if len(all) == 0 && c.batch.Body == "" {
		return nil, errors.New("name URLs, or a file that has one a line: quarry batch --file urls.txt")
	}
	for n := range all {
		all[n] = calls.Address(all[n])
	}
	seen := map[string]bool{}
	all = slices.DeleteFunc(all, func(u string) bool { was := seen[u]; seen[u] = true; return was })
	c.subject.texts, flag.texts = nil, all
	return all, nil
}

func isFile(name string) bool {
	at, err := os.Stat(name)
	return err == nil && at.Mode().IsRegular()
}

// affordable refuses a run that costs more than --max-credits before its first call.
func (c *callCommand) affordable(body map[string]any) error {
	most, ok := body["maxCredits"].(json.Number)
	if !ok {
		return nil
	}
	price, err := c.command.Price(body)
	if n, parsed := most.Int64(); err == nil && parsed == nil && price.Credits > n {
		return &coded{exitCredits, fmt.Errorf("this costs %s, and that is more than --max-credits %d; nothing was sent", price, n)}
	}
	return nil
}

// runName is that of --run, or a new one that says which file it was.
func (c *callCommand) runName() string {
	if c.batch.Run != "" {
		return c.batch.Run
	}
	name := strings.TrimSuffix(filepath.Base(c.batch.File), filepath.Ext(c.batch.File))
	if name == "." || name == "-" || name == "" {
		name = "urls"
	}
	return name + "-" + strings.ToLower(rand.Text()[:6])
}

// bulk is a run.
type bulk struct {
	*callCommand
	api   *caller.Client
	out   streams
	body  map[string]any
	name  string
	key   string
	total int
	start time.Time
	line  *terminal.Progress
	w     io.Writer

	mu                          sync.Mutex
	done, failed, charged, back int64
	replayed                    int64
	differs                     bool
	codes                       map[string]int  // of failures, how many
	before                      map[string]bool // ids of jobs that earlier calls of the run made
	again                       []string        // URLs that are asked for again, for --retry-failed
	round                       int             // of these, from 0
}

// same refuses a run that was begun here with other options: its URLs would be other jobs.
func (b *bulk) same() error {
	same, err := notes.Run(b.api.BaseURL, b.name, b.key, b.batch.RetryFailed)
	if !same && errors.Is(err, fs.ErrNotExist) {
		return &coded{exitUsage, fmt.Errorf("this machine knows of no run %s, so that --retry-failed would make all of it; without it the command goes on with one of that name, or begins it. Nothing was sent", b.name)}
	}
	if err != nil {
		fmt.Fprintf(b.out.err, "the options of run %s could not be noted: %v\n", b.name, err)
	}
	if !same {
		return &coded{exitUsage, fmt.Errorf("run %s was begun with other options; give those, or another name with --run. Nothing was sent", b.name)}
	}
	return nil
}

// keyOf is the key of all calls of the run: other options are another run.
func (b *bulk) keyOf() (string, error) {
	if b.create.IdempotencyKey != "" || b.batch.IdempotencyKey != "" {
		return first(b.create.IdempotencyKey, b.batch.IdempotencyKey), nil
	}
	if len(b.name) > 120 {
		return "", &coded{exitUsage, errors.New("--run: a name has at most 120 characters")}
	}
	options := map[string]any{}
	for name, value := range b.body {
		if !slices.Contains([]string{"wait", "waitTimeoutMs", "maxCredits"}, name) {
			options[name] = value
		}
	}
	raw, err := json.Marshal(options)
	if err != nil {
		return "", err
	}
	digest := sha256.Sum256(raw)
	return "cli-batch/" + b.name + "/" + hex.EncodeToString(digest[:6]), nil
}

func (b *bulk) run(ctx context.Context, w io.Writer, urls []string) error {
	b.w = w
	fmt.Fprintf(b.out.err, "run %s; after an interruption, --run %s goes on where it stopped\n", b.name, b.name)
	b.line = b.out.progress(b.progress())
	defer b.line.End()
	b.api.Waiting = func(wait time.Duration, why error) {
		b.line.Set(fmt.Sprintf("%s · waits %s: %v", b.progress(), wait.Round(time.Second), why))
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	err := b.all(ctx, stop, urls)
	for err == nil && len(b.again) > 0 {
		urls, b.again = b.again, nil
		b.round++
		err = b.all(ctx, stop, urls)
	}
	b.line.End()
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return b.over(err)
}

// all makes the jobs of URLs, some at a time, until one of the calls fails.
func (b *bulk) all(ctx context.Context, stop context.CancelCauseFunc, urls []string) error {
	var group errgroup.Group
	group.SetLimit(batchAtOnce)
	for chunk := range slices.Chunk(urls, batchSize) {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			err := b.chunk(ctx, chunk)
			if err != nil {
				stop(err)
			}
			return err
		})
	}
	return group.Wait()
}

// roundKey is the key of the calls of a round: URLs whose jobs failed have another job in the next.
func (b *bulk) roundKey() string {
	if b.round == 0 {
		return b.key
	}
	return fmt.Sprintf("%s/again-%d", b.key, b.round)
}

// chunk makes the jobs of some URLs and waits for their ends.
func (b *bulk) chunk(ctx context.Context, urls []string) error {
	body := map[string]any{"urls": urls}
	maps.Copy(body, b.body)
	answer, err := b.api.Do(ctx, caller.Request{Method: b.command.Method, Path: b.command.Path, Body: body, Key: b.roundKey(), Patient: true})
	if err != nil {
		return err
	}
	made, err := people.Decode(answer.Data)
	if err != nil {
		return err
	}
	items, _ := made["jobs"].([]any)
	waiting := map[string]people.Object{}
	for _, item := range people.Objects(items) {
		id := text(item["jobId"])
		b.admitted(item)
		if id == "" || ended(item) && complete(item) || b.body["wait"] == false {
			if err := b.end(item); err != nil {
				return err
			}
			continue
		}
		waiting[id] = item
	}
	if id := text(made["batchId"]); id != "" {
		if err := b.batchJobs(ctx, id, waiting); err != nil {
			return err
		}
	}
	return b.eachJob(ctx, waiting)
}

// admitted counts what the call of an entry charged.
func (b *bulk) admitted(item people.Object) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if again, _ := item["replayed"].(bool); again {
		b.replayed++
		b.before[text(item["jobId"])] = true
	} else if n, ok := item["creditsCharged"].(json.Number); ok {
		charged, _ := n.Int64()
		b.charged += charged
	}
	if matched, ok := item["bodyMatched"].(bool); ok && !matched {
		b.differs = true
	}
}

// complete reports whether an entry has all of its result.
func complete(item people.Object) bool {
	truncated, _ := item["resultTruncated"].(bool)
	return !truncated && (item["result"] != nil || item["error"] != nil)
}

// batchJobs polls a batch until none of its jobs is waited for that has all of its result.
func (b *bulk) batchJobs(ctx context.Context, id string, waiting map[string]people.Object) error {
	query := url.Values{"results": {"true"}, "limit": {fmt.Sprint(batchSize)}}
	for len(waiting) > 0 {
		answer, err := b.api.Do(ctx, caller.Request{Method: http.MethodGet, Path: batchesPath + url.PathEscape(id), Query: query, Patient: true})
		if err != nil {
			return err
		}
		batch, err := people.Decode(answer.Data)
		if err != nil {
			return err
		}
		jobs, _ := batch["jobs"].([]any)
		open := false
		for _, item := range people.Objects(jobs) {
			of := waiting[text(item["jobId"])]
			switch {
			case of == nil:
			case !ended(item):
				open = true
			case complete(item) || item["status"] == "cancelled":
				delete(waiting, text(item["jobId"]))
				if err := b.end(item); err != nil {
					return err
				}
			}
		}
		b.line.Set(b.progress())
		if !open {
			return nil
		}
		if err := caller.Sleep(ctx, answer.Pause()); err != nil {
			return err
		}
	}
	return nil
}

// eachJob waits for jobs one by one: those of earlier calls, and those whose results are large.
func (b *bulk) eachJob(ctx context.Context, waiting map[string]people.Object) error {
	for id, item := range waiting {
		for {
			answer, err := b.api.Do(ctx, caller.Request{Method: http.MethodGet, Path: jobsPath + url.PathEscape(id), Patient: true})
			if err != nil {
				return err
			}
			job, err := people.Decode(answer.Data)
			if err != nil {
				return err
			}
			if ended(job) {
				job["url"] = item["url"]
				if err := b.end(job); err != nil {
					return err
				}
				break
			}
			if err := caller.Sleep(ctx, max(answer.Pause(), jobPollPause)); err != nil {
				return err
			}
		}
	}
	return nil
}
