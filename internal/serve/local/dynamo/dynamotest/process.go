package dynamotest

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
	"github.com/quarryapi/quarry/internal/serve/local/loopback"
)

// Main is what the TestMain of packages that kill engines exits with: called with a file's path alone, the test binary is
// an engine over that file until it is killed.
func Main(m *testing.M) int {
	if len(os.Args) != 2 || strings.HasPrefix(os.Args[1], "-") {
		return m.Run()
	}
	engine, err := dynamo.Open(context.Background(), dynamo.Options{Path: os.Args[1], Check: true})
	var server *loopback.Server
	if err == nil {
		server, err = loopback.Serve(context.Background(), "127.0.0.1:0", engine)
	}
	if err != nil {
		fmt.Println("error", err)
		return 1
	}
	fmt.Println(server.Endpoint())
	_, _ = bufio.NewReader(os.Stdin).ReadByte() // it ends with who started it, at the latest
	return 0
}

// Process is an engine in a process of its own.
type Process struct {
	Endpoint string

	cmd *exec.Cmd
}

// StartProcess starts an engine over a file. The test binary's TestMain MUST be Main.
func StartProcess(ctx context.Context, path string) (*Process, error) {
	cmd := exec.CommandContext(context.WithoutCancel(ctx), os.Args[0], path)
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if _, err := cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	line := bufio.NewScanner(stdout)
	line.Scan()
	return &Process{Endpoint: line.Text(), cmd: cmd}, nil
}

// Kill ends the process without a word to it, and returns when it is gone.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// Do makes a call of the engine, whatever host the request names.
func (p *Process) Do(r *http.Request) (*http.Response, error) {
	r.URL.Scheme, r.URL.Host = "http", p.Endpoint[len("http://"):]
	return http.DefaultClient.Do(r)
}
