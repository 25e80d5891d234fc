package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// stackName is what names of functions begin with in template.yaml.
const stackName = "quarry"

// invoke has one function answer an event, and says in a line what came of it. An event of the developer's own is
// passed as it is; for that of the samples, what it names is made in the local service first.
func (c command) invoke(ctx context.Context, n neighbour) (err error) {
	p := prepared{check: answered}
	if c.event != "" {
		if p.event, err = os.ReadFile(c.event); err != nil {
			return err
		}
	} else if p, err = c.prepare(ctx, n); err != nil {
		return fmt.Errorf("%s: making what its event names: %w", c.function, err)
	}
	defer p.undo(context.WithoutCancel(ctx))
	event, err := temporary("quarry-event-*.json", p.event)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(event) }() //nolint:gosec // the name is that of the file just made
	var answer bytes.Buffer
	if err := c.start(ctx, n.FunctionEnv.with(p.hosts), io.MultiWriter(c.out, &answer), "invoke", stackName+"-"+c.function, "--event", event); err != nil {
		return err
	}
	said, err := p.check(ctx, answer.Bytes())
	if err != nil {
		return fmt.Errorf("%s: %w", c.function, err)
	}
	_, err = fmt.Fprintf(c.out, "\n%s: %s\n", c.function, said)
	return err
}

func (c command) prepare(ctx context.Context, n neighbour) (prepared, error) {
	sample, err := os.ReadFile(filepath.Join(c.root, "events", c.function+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return prepared{}, errors.New("there is no such function: FUNCTION is the name of a folder below functions/, such as worker-url")
	}
	if err != nil {
		return prepared{}, err
	}
	m, err := newMaker(n, c.logs)
	if err != nil {
		return prepared{}, err
	}
	return m.prepare(ctx, c.function, string(sample))
}

// answered is the check of an answer of which nothing else is known.
func answered(_ context.Context, answer []byte) (string, error) {
	return "it answered", refused(answer)
}

// refused is the error that a function returned, or that it answered nothing.
func refused(answer []byte) error {
	var failure struct {
		ErrorMessage string `json:"errorMessage"`
		ErrorType    string `json:"errorType"`
		Refused      string `json:"refused"`
	}
	answer = bytes.TrimSpace(answer)
	if len(answer) == 0 {
		return fmt.Errorf("got no answer, want one: it ended, or its time was over; its log is above")
	}
	if err := json.Unmarshal(answer, &failure); err == nil && failure.ErrorType+failure.ErrorMessage != "" {
		return fmt.Errorf("it returned an error: %s", failure.ErrorMessage)
	}
	if failure.Refused != "" {
		return fmt.Errorf("it refused: %s", failure.Refused)
	}
	return nil
}

// emptied holds that a function took all messages of its event.
func emptied(answer []byte) error {
	if err := refused(answer); err != nil {
		return err
	}
	var batch struct {
		BatchItemFailures []any `json:"batchItemFailures"`
	}
	if err := json.Unmarshal(answer, &batch); err != nil || len(batch.BatchItemFailures) > 0 {
		return fmt.Errorf("got the answer %s, want that of a message that was taken", bytes.TrimSpace(answer))
	}
	return nil
}
