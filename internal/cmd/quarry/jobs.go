package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
)

// jobsCommand groups what is written here of the commands about jobs; the others are the API's.
type jobsCommand struct {
	Wait waitCommand `cmd:"" help:"Wait for a job's end and print what it gave."`
	Open openCommand `cmd:"" help:"Open what a job gave in the program that this machine has for it."`
}

type waitCommand struct {
	outFlags
	JobID string `arg:"" help:"The job's id, job_…"`
}

// Run performs the command.
func (c *waitCommand) Run(ctx context.Context, out streams) error {
	api, err := c.connect()
	if err != nil {
		return err
	}
	line := out.progress("job " + c.JobID)
	defer line.End()
	job, err := follow(ctx, api, c.JobID, line)
	line.End()
	if err != nil {
		return c.explain(goesOn(err, "job "+c.JobID, "quarry jobs wait "+c.JobID, "quarry jobs cancel "+c.JobID))
	}
	return c.job(ctx, out, api, job, formatOf(job))
}

// formatOf is the format that a job was asked for.
func formatOf(job people.Object) string {
	input, _ := job["input"].(people.Object)
	return wanted(input)
}

type openCommand struct {
	service
	JobID string `arg:"" help:"The job's id, job_…"`
	Print bool   `help:"Only print the name of the file."`
}

// Run performs the command.
func (c *openCommand) Run(ctx context.Context, out streams) error {
	api, err := c.connect()
	if err != nil {
		return err
	}
	answer, err := api.Do(ctx, caller.Request{Method: http.MethodGet, Path: jobsPath + url.PathEscape(c.JobID) + "/result", Whole: true})
	if err != nil {
		return c.explain(err)
	}
	result, err := people.Decode(answer.Data)
	if err != nil {
		return err
	}
	name, err := saved(filepath.Base(c.JobID), result, answer.Data)
	if err != nil {
		return err
	}
	fmt.Fprintln(out.out, name)
	if c.Print {
		return nil
	}
	return open(ctx, name)
}

// saved writes what a job gave to a file whose name says what it is.
func saved(id string, result people.Object, raw []byte) (string, error) {
	dir, err := os.MkdirTemp("", "quarry-")
	if err != nil {
		return "", err
	}
	name, content := id+".json", raw
	if picture, err := base64.StdEncoding.DecodeString(text(result["screenshot"])); err == nil && len(picture) > 0 {
		name, content = id+"."+first(text(result["screenshotFormat"]), "png"), picture
	} else if html := text(result["html"]); html != "" {
		name, content = id+".txt", []byte(html) // not as a page: a stranger's scripts would run on this machine
	} else if markdown := text(result["markdown"]); markdown != "" {
		name, content = id+".md", []byte(markdown)
	}
	name = filepath.Join(dir, name)
	return name, os.WriteFile(name, content, 0o600)
}

// open has the machine open a file.
func open(ctx context.Context, name string) error {
	program := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if program == nil {
		program = []string{"xdg-open"}
	}
	if _, err := exec.LookPath(program[0]); err != nil {
		return fmt.Errorf("%s is not installed; the file is there all the same", program[0])
	}
	return exec.CommandContext(ctx, program[0], append(program[1:], name)...).Run() //nolint:gosec // a program of the table, a file of ours
}
