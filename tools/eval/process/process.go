// Package process drives the extractors that are not in Go: one process for all of a language, as the ways in
// Go are in one, which answers lines of JSON. It must not know what they are judged by.
package process

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/quarryapi/quarry/tools/eval/way"
)

// patience is how long an answer may take. Who needs more has found nothing.
const patience = 2 * time.Minute

// Process is a running program with extractors in it. It serves one call at a time.
type Process struct {
	args []string
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
}

type request struct {
	Op   string `json:"op"`
	Way  string `json:"way,omitzero"`
	HTML string `json:"html,omitzero"`
	URL  string `json:"url,omitzero"`
}

type answer struct {
	Ways    []string `json:"ways"`
	Text    string   `json:"text"`
	Marked  bool     `json:"marked"` // the text is markdown
	Seconds float64  `json:"seconds"`
	Error   string   `json:"error"`
}

// Start starts a program, which ends with its input.
func Start(ctx context.Context, program string, args ...string) (*Process, error) {
	p := &Process{args: append([]string{program}, args...)}
	return p, p.start(ctx)
}

func (p *Process) start(ctx context.Context) (err error) {
	// It outlives the call that happens to start it, and ends with its input.
	p.cmd = exec.CommandContext(context.WithoutCancel(ctx), p.args[0], p.args[1:]...)
	p.cmd.Stderr = os.Stderr
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	p.out = bufio.NewReaderSize(out, 1<<20)
	return p.cmd.Start()
}

// Close ends the process.
func (p *Process) Close() error {
	if p.cmd == nil {
		return nil
	}
	err := errors.Join(p.in.Close(), p.cmd.Wait())
	p.cmd = nil
	return err
}

// Ways are what the process can do. Their Text is asked of it; how fast they write
// markdown it measures itself, by Pass.
func (p *Process) Ways(ctx context.Context) ([]way.Way, error) {
	a, err := p.call(ctx, request{Op: "ways"}, patience)
	if err != nil {
		return nil, err
	}
	var ways []way.Way
	for _, name := range a.Ways {
		ways = append(ways, way.Way{Name: name, Text: func(ctx context.Context, page way.Page) (string, error) {
			a, err := p.call(ctx, request{Op: "text", Way: name, HTML: string(page.Body), URL: page.URL.String()}, patience)
			if err != nil || !a.Marked {
				return a.Text, err
			}
			return way.Unmark([]byte(a.Text))
		}})
	}
	return ways, nil
}

// Load hands the process the pages of its passes, in place of those that it had.
func (p *Process) Load(ctx context.Context, pages []way.Page) error {
	if _, err := p.call(ctx, request{Op: "clear"}, patience); err != nil {
		return err
	}
	for _, page := range pages {
		if _, err := p.call(ctx, request{Op: "load", HTML: string(page.Body), URL: page.URL.String()}, patience); err != nil {
			return err
		}
	}
	return nil
}

// Pass leads all loaded pages through the named way to markdown and returns the CPU
// time that the process took, that of its helper threads included.
func (p *Process) Pass(ctx context.Context, name string) (time.Duration, error) {
	a, err := p.call(ctx, request{Op: "pass", Way: name}, time.Hour)
	return time.Duration(a.Seconds * float64(time.Second)), err
}

// call starts a new process after one that did not answer.
func (p *Process) call(ctx context.Context, r request, limit time.Duration) (answer, error) {
	if p.cmd == nil {
		if err := p.start(ctx); err != nil {
			return answer{}, err
		}
	}
	line, err := json.Marshal(r)
	if err != nil {
		return answer{}, err
	}
	timer := time.AfterFunc(limit, func() { _ = p.cmd.Process.Kill() })
	reply, err := p.exchange(line)
	if !timer.Stop() || err != nil {
		_ = p.cmd.Process.Kill()
		return answer{}, errors.Join(fmt.Errorf("%s by %s: no answer", r.Op, r.Way), err, p.Close())
	}
	var a answer
	if err := json.Unmarshal(reply, &a); err != nil {
		return answer{}, err
	}
	if a.Error != "" {
		return answer{}, errors.New(a.Error)
	}
	return a, nil
}

func (p *Process) exchange(line []byte) ([]byte, error) {
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		return nil, err
	}
	return p.out.ReadBytes('\n')
}
