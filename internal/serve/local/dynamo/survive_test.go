//go:build unix

package dynamo_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
)

// TestMain lets the test binary play the service that is killed: called with a
// database's path it starts an engine and writes until it dies.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.NArg() == 1 {
		fmt.Println("error", writeForever(flag.Arg(0)))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// writeForever prints the engine's address and then each key that was acknowledged.
func writeForever(dbPath string) error {
	path, err := dynamo.Find("")
	if err != nil {
		return err
	}
	engine, err := dynamo.Start(context.Background(), dynamo.Options{Binary: path, DBPath: dbPath})
	if err != nil {
		return err
	}
	fmt.Println(strings.TrimPrefix(engine.Endpoint(), "http://"))
	for i := 0; ; i++ {
		if err := put(context.Background(), client(engine.Endpoint()), strconv.Itoa(i)); err != nil {
			return err
		}
		fmt.Println(i)
	}
}

func TestEngineDiesWithAKilledParent(t *testing.T) {
	t.Parallel()
	dbPath := filepath.Join(t.TempDir(), "core.db")
	first := start(t, dbPath)
	createTable(t.Context(), t, client(first.Endpoint()))
	first.Close()

	parent := exec.CommandContext(t.Context(), os.Args[0], dbPath)
	stdout, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stdout)
	lines.Scan()
	address := lines.Text()
	acknowledged := 0
	for lines.Scan() {
		if acknowledged++; acknowledged == 30 {
			_ = parent.Process.Signal(syscall.SIGKILL)
		}
	}
	if err := parent.Wait(); err == nil || acknowledged < 30 {
		t.Fatalf("the parent ended with %v after %d writes (first line %q)", err, acknowledged, address)
	}

	eventually(t, "the engine is gone", func() bool {
		connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
		if err == nil {
			_ = connection.Close()
		}
		return err != nil
	})
	again := start(t, dbPath)
	if got := count(t.Context(), t, client(again.Endpoint())); got < acknowledged {
		t.Errorf("%d items survived of %d acknowledged", got, acknowledged)
	}
}

func TestKilledEngineLosesNothing(t *testing.T) {
	t.Parallel()
	dbPath := filepath.Join(t.TempDir(), "core.db")
	engine := start(t, dbPath)
	createTable(t.Context(), t, client(engine.Endpoint()))
	for i := range 50 {
		if err := put(t.Context(), client(engine.Endpoint()), strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Kill(engine.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if got := count(t.Context(), t, client(engine.Endpoint())); got != 50 {
		t.Errorf("%d items survived at the same endpoint, want 50", got)
	}
	select {
	case <-engine.Done():
		t.Errorf("got error %v, want an engine that was started again", engine.Err())
	default:
	}
	engine.Close()
	if err := engine.Err(); err != nil {
		t.Errorf("got error %v after Close, want none", err)
	}

	again := start(t, dbPath)
	if got := count(t.Context(), t, client(again.Endpoint())); got != 50 {
		t.Errorf("%d items survived, want 50", got)
	}
}

// An engine that ends again and again ends for good, with what it said last.
func TestEngineThatCannotStayEnds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	wrapper := filepath.Join(dir, "dynoxide")
	script := fmt.Sprintf("#!/bin/sh\nif ! mkdir %s/started 2>/dev/null; then echo 'error: disk is broken' >&2; exit 1; fi\nexec %s \"$@\"\n", dir, binary(t))
	if err := os.WriteFile(wrapper, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	engine, err := dynamo.Start(t.Context(), dynamo.Options{Binary: wrapper, DBPath: filepath.Join(dir, "core.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(engine.Close)
	if err := syscall.Kill(engine.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-engine.Done()
	if err := engine.Err(); err == nil || !strings.Contains(err.Error(), "6 times") || !strings.Contains(err.Error(), "disk is broken") {
		t.Errorf("got error %v, want how often it ended and what it said", err)
	}
}

// One in memory has lost its tables: to start it again would hide that.
func TestEngineInMemoryIsNotStartedAgain(t *testing.T) {
	t.Parallel()
	engine := start(t, "")
	if err := syscall.Kill(engine.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-engine.Done()
	if err := engine.Err(); err == nil || !strings.Contains(err.Error(), "tables") {
		t.Errorf("got error %v, want one about its tables", err)
	}
}

// On Linux the engine is killed when the thread that forked it ends. The thread
// of a goroutine that ends while locked is such a one.
func TestEngineOutlivesTheThreadOfStart(t *testing.T) {
	t.Parallel()
	started := make(chan *dynamo.Engine)
	path := binary(t)
	go func() {
		runtime.LockOSThread()
		engine, err := dynamo.Start(context.Background(), dynamo.Options{Binary: path})
		if err != nil {
			t.Error(err)
		}
		started <- engine
	}()
	engine := <-started
	if engine == nil {
		return
	}
	t.Cleanup(engine.Close)
	createTable(t.Context(), t, client(engine.Endpoint()))
	select {
	case <-engine.Done():
		t.Error("the engine ended with the thread")
	case <-time.After(50 * time.Millisecond):
	}
}

// A program that takes the free port between its choice and its use costs one
// more attempt, not the start.
func TestStartTriesAnotherPort(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\nif mkdir %s/tried 2>/dev/null; then echo 'error: port 1 is already in use' >&2; exit 1; fi\nexec %s \"$@\"\n", dir, binary(t))
	wrapper := filepath.Join(dir, "dynoxide")
	if err := os.WriteFile(wrapper, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	engine, err := dynamo.Start(t.Context(), dynamo.Options{Binary: wrapper})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(engine.Close)
	createTable(t.Context(), t, client(engine.Endpoint()))
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 500 {
		if holds() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("not within 5 s: %s", what)
}
