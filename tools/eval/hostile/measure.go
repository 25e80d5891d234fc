package hostile

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/tools/eval/cpu"
	"github.com/quarryapi/quarry/tools/eval/quarry"
)

const (
	patience = 60 * time.Second // of a reading, after which it is given up
	grace    = 10 * time.Second // for it to notice
	tooMuch  = 4000             // MB, after which the process ends itself
	watched  = 20 * time.Millisecond
)

// Cost is what one reading took, on one core in a process of its own.
type Cost struct {
	Seconds float64 `json:"seconds"`         // CPU time
	MB      float64 `json:"mb"`              // the process at its peak; 0 where the system does not have it
	Error   string  `json:"error,omitempty"` // what it ended with, if not with a page
}

// Result is an input with what its main content and its whole body took as markdown
// and text.
type Result struct {
	Input string `json:"input"`
	Main  Cost   `json:"main"`
	Whole Cost   `json:"whole"`
}

// Run measures all inputs. Each reading is a new process of program, called with the
// number of the input and whether the main content is wanted, which calls Read.
func Run(ctx context.Context, program string) []Result {
	var results []Result
	for i, in := range inputs() {
		results = append(results, Result{
			Input: in.name, Main: start(ctx, program, i, true), Whole: start(ctx, program, i, false),
		})
	}
	return results
}

func start(ctx context.Context, program string, i int, main bool) Cost {
	ctx, cancel := context.WithTimeout(ctx, patience+grace)
	defer cancel()
	out, err := exec.CommandContext(ctx, program, strconv.Itoa(i), strconv.FormatBool(main)).Output()
	var c Cost
	switch {
	case ctx.Err() != nil:
		return Cost{Seconds: patience.Seconds(), Error: "gave no answer"}
	case err != nil:
		return Cost{Error: fmt.Sprintf("ended: %v", err)}
	}
	if err := json.Unmarshal(out, &c); err != nil {
		c.Error = err.Error()
	}
	return c
}

// Read is the process that reads one input and writes its Cost to w.
func Read(ctx context.Context, w io.Writer, args []string) error {
	if len(args) != 2 {
		return errors.New("name the number of an input and true for its main content, false for all of it")
	}
	i, err := strconv.Atoi(args[0])
	if err != nil || i < 0 || i >= len(inputs()) {
		return fmt.Errorf("there is no input %q", args[0])
	}
	runtime.GOMAXPROCS(1)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	src := quarry.Source([]byte(inputs()[i].make()), &url.URL{Scheme: "https", Host: "page.invalid", Path: "/"})
	engine := quarry.Engine()
	runtime.GC() // what making the page took is not what reading it takes
	done := make(chan Cost, 1)
	go func() { done <- read(ctx, engine, src, args[1] == "true") }()
	for {
		select {
		case c := <-done:
			return json.NewEncoder(w).Encode(c)
		case <-time.After(watched):
			if mb := peak(); mb > tooMuch {
				return json.NewEncoder(w).Encode(Cost{MB: mb, Error: "took too much memory"})
			}
		}
	}
}

func read(ctx context.Context, engine *extract.Engine, src extract.Source, main bool) Cost {
	begin, err := cpu.Time()
	if err != nil {
		return Cost{Error: err.Error()}
	}
	_, failed := engine.Extract(ctx, src, extract.Options{Parts: extract.Markdown | extract.Text, OnlyMainContent: main})
	end, err := cpu.Time()
	c := Cost{Seconds: (end - begin).Seconds(), MB: peak()}
	if err := errors.Join(failed, err); err != nil {
		c.Error = err.Error()
	}
	return c
}

// peak is the most memory that the process had so far, in MB. The figure of the
// parent's rusage would begin with what the parent has.
func peak() float64 {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		return 0
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), "VmHWM:"); ok {
			kb, _ := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 64)
			return kb * 1024 / 1e6
		}
	}
	return 0
}
