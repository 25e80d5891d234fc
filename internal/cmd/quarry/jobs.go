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
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
	"github.com/quarryapi/quarry/internal/serve/config"
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

// opener is what opens files: the first program of $BROWSER that is installed, in whose words %s is the file,
// else that of the machine.
func opener(browser string) []string {
	for one := range strings.SplitSeq(browser, string(os.PathListSeparator)) {
		words := strings.Fields(one)
		if len(words) == 0 {
			continue
		}
		if _, err := exec.LookPath(words[0]); err == nil {
			return words
		}
	}
	if program, ok := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]; ok {
		return program
	}
	return []string{"xdg-open"}
}

// open has the machine open a file.
func open(ctx context.Context, name string) error {
	program := opener(config.LoadTerminal().Browser)
	if _, err := exec.LookPath(program[0]); err != nil {
		return fmt.Errorf("%s is not installed, and $BROWSER names no program; the file is there all the same", program[0])
	}
	for i, word := range program {
		program[i] = strings.ReplaceAll(word, "%s", name)
	}
	if !slices.Contains(program, name) {
		program = append(program, name)
	}
	return exec.CommandContext(ctx, program[0], program[1:]...).Run() //nolint:gosec // the user's program or one of the table, a file of ours
}
