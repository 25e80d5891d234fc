// Package differential_test gives the same calls to the implementations of DynamoDB that
// there are (the tables of the simulation, the same behind the protocol and on the disk and, where they are
// installed, dynoxide and Amazon's DynamoDB Local) and holds their answers to each other. What differs
// is a mistake of one of them, and can hide one of ours.
package differential_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/dynamotest"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// engine is one implementation with tables of its own.
type engine struct {
	name string
	db   store.DB

	// Of those that are called by the protocol.
	sdk  *dynamodb.Client
	feed *dynamodbstreams.Client
	core string // what the table is called there
}

const core, edge = "core", "edge"

// engines are those of this machine; the first is the one that the others are held to.
func engines(t *testing.T) []engine {
	t.Helper()
	suffix := "-" + ident.New("")
	all := []engine{{name: "memory tables", db: tables.New(nil, store.Tables(core, edge)...)}}
	for name, config := range map[string]func(testing.TB) (aws.Config, bool){
		"the protocol":   func(t testing.TB) (aws.Config, bool) { t.Helper(); return dynamotest.Config(t), true },
		"the disk":       onDisk,
		"dynoxide":       oracle(dynoxide),
		"DynamoDB Local": oracle(java),
	} {
		cfg, ok := config(t)
		if !ok {
			continue
		}
		db := dynamodb.NewFromConfig(cfg)
		if err := store.CreateTables(t.Context(), db, core+suffix, edge+suffix); err != nil {
			t.Fatalf("%s: creating the tables: got error %v", name, err)
		}
		all = append(all, engine{name, renamed{db, suffix}, db, dynamodbstreams.NewFromConfig(cfg), core + suffix})
	}
	return all
}

// installed is where `make dynamodb-local` puts DynamoDB Local.
const installed = "../../../tools/dynamodb-local"

// java starts DynamoDB Local at its first use. It ends with its standard input, which ends
// with this process.
var java = sync.OnceValues(func() (endpoint, missing string) {
	if _, err := os.Stat(filepath.Join(installed, "jars", ".installed")); err != nil {
		return "", "DynamoDB Local is not installed; `make dynamodb-local` does it where Java and Maven are"
	}
	cmd := exec.CommandContext(context.Background(), "java", "-Xmx512m", "-Djava.library.path=jars", "-cp", "jars/*", "Loopback.java")
	cmd.Dir = installed
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return "", err.Error()
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return "", err.Error()
	}
	if err := cmd.Start(); err != nil {
		return "", err.Error()
	}
	held = stdin
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		if port, ok := strings.CutPrefix(lines.Text(), "listens on "); ok {
			return "http://127.0.0.1:" + port, ""
		}
	}
	return "", "DynamoDB Local ended without a port: " + cmd.Wait().Error()
})

// held keeps DynamoDB Local's standard input from being collected, and closed.
var held any //nolint:gochecknoglobals // for the life of the process

// onDisk is the engine over a file of this test.
func onDisk(t testing.TB) (aws.Config, bool) {
	t.Helper()
	engine, err := dynamo.Open(t.Context(), dynamo.Options{Path: filepath.Join(t.TempDir(), "tables.db")})
	if err != nil {
		t.Fatalf("opening the engine: got error %v", err)
	}
	t.Cleanup(func() { _ = engine.Close() })
	return aws.Config{
		Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
		BaseEndpoint: aws.String("http://engine.invalid"), HTTPClient: engine.Client(),
	}, true
}

// dynoxide starts the engine of others that `make engine` installs, at its first use. On Linux it ends with
// this process.
var dynoxide = sync.OnceValues(func() (endpoint, missing string) {
	path := filepath.Join("..", "..", "..", "tools", "engine", "node_modules", "@dynoxide", "linux-x64", "dynoxide")
	if _, err := os.Stat(path); err != nil {
		return "", "dynoxide is not installed; `make engine` does it on Linux on x86_64"
	}
	free, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err.Error()
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	_ = free.Close()
	cmd := exec.CommandContext(context.Background(), path, "serve", "--host", "127.0.0.1", "--port", port)
	cmd.Env = []string{"RUST_LOG=error"}
	cmd.SysProcAttr = tethered()
	said, out := io.Pipe()
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		return "", err.Error()
	}
	go func() { _ = out.CloseWithError(cmd.Wait()) }()
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "listening on") {
			go func() { _, _ = io.Copy(io.Discard, said) }()
			return "http://127.0.0.1:" + port, ""
		}
	}
	return "", "dynoxide ended without listening"
})

// oracle is the configuration for an engine of others, or false where it is not installed.
func oracle(start func() (endpoint, missing string)) func(testing.TB) (aws.Config, bool) {
	return func(t testing.TB) (aws.Config, bool) {
		t.Helper()
		endpoint, missing := start()
		if missing != "" {
			t.Log(missing)
			return aws.Config{}, false
		}
		return aws.Config{
			Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""), BaseEndpoint: &endpoint,
		}, true
	}
}

// TestOthers says in the summary of tests which engines of others were among them.
func TestOthers(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func() (endpoint, missing string){"dynoxide": dynoxide, "DynamoDB Local": java} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, missing := start(); missing != "" {
				t.Skip(missing)
			}
		})
	}
}
