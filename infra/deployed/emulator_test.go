package deployed_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/quarryapi/quarry/internal/webtest"
)

// What the emulator is: its only region, its only account, and the key of the account's root,
// whom no policy binds.
const (
	region  = "us-east-1"
	account = "000000000000"
	rootKey = "test"
)

// emulator is MiniStack: AWS's APIs behind TLS, since the stack's own policies refuse plain
// HTTP, with policies enforced, and functions as processes of this machine.
type emulator struct {
	url    string // https://127.0.0.1:PORT
	cert   string // the file of its certificate
	home   string // an empty folder for those who look for configuration at home
	client *http.Client
	log    *tail
}

// startEmulator starts MiniStack. Functions inherit its environment, and with it what no stack
// declares: where AWS is, that names below .test are the sample web, and a Chromium in the place
// of the layer, which it does not unpack, and the format of logs, which Lambda sets.
func startEmulator(t *testing.T, web *webtest.Server) *emulator {
	t.Helper()
	dir, port := t.TempDir(), freePort(t)
	e := &emulator{
		url: "https://127.0.0.1:" + port, cert: filepath.Join(dir, "ministack-tls", "server.crt"), home: t.TempDir(), log: &tail{},
	}
	cmd := exec.Command(filepath.Join(*tools, "ministack")) //nolint:noctx // ends in the clean-up
	cmd.Dir = dir
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + e.home, "TMPDIR=" + dir, "AUTH=true", "USE_SSL=1",
		"GATEWAY_PORT=" + port, "BIND_HOST=127.0.0.1", "MINISTACK_HOST=" + region + ".amazonaws.com", "S3_DATA_DIR=" + dir + "/s3", "STATE_DIR=" + dir + "/state",
		"SSL_CERT_FILE=" + e.cert, "AWS_LAMBDA_LOG_FORMAT=JSON", "QUARRY_HOSTS=" + web.HostsRule(), "QUARRY_CHROMIUM=" + *chromium,
	}
	for _, service := range []string{"DYNAMODB", "SQS", "S3", "LAMBDA", "CLOUDWATCH_LOGS"} {
		cmd.Env = append(cmd.Env, "AWS_ENDPOINT_URL_"+service+"="+e.url)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt) // so that it ends the functions that it started
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("the emulator logged last:\n%s", e.log)
		}
	})
	ready := make(chan bool, 1)
	go e.log.follow(out, "Running on", ready)
	if !<-ready {
		t.Fatalf("the emulator ended before it was ready; it logged:\n%s", e.log)
	}
	e.client = e.trusting(t)
	return e
}

// trusting is a client that takes every name to be the emulator: APIs have names of their own.
func (e *emulator) trusting(t *testing.T) *http.Client {
	t.Helper()
	pem, err := os.ReadFile(e.cert)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		t.Fatalf("got no certificate in %s, want one", e.cert)
	}
	address := strings.TrimPrefix(e.url, "https://")
	return &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "localhost", MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "tcp", address)
		},
	}}
}

func freePort(t *testing.T) string {
	t.Helper()
	ln, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ln.Close() }()
	_, port, err := net.SplitHostPort(ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// tail keeps the last lines of a log.
type tail struct {
	mu    sync.Mutex
	lines []string
}

const tailLines = 60

// follow reads a log to its end. It reports whether a line contained mark, once.
func (l *tail) follow(log io.Reader, mark string, seen chan<- bool) {
	lines := bufio.NewScanner(log)
	lines.Buffer(nil, 1<<20)
	for found := false; lines.Scan(); {
		if !found && bytes.Contains(lines.Bytes(), []byte(mark)) {
			found = true
			seen <- true
		}
		l.add(lines.Text())
	}
	select {
	case seen <- false:
	default:
	}
}

func (l *tail) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
	l.lines = l.lines[max(0, len(l.lines)-tailLines):]
}

func (l *tail) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.lines, "\n")
}
