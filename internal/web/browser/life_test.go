//go:build unix

package browser_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/browser"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// slow answers nothing at /slow.
func slow() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			<-r.Context().Done()
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<title>Page</title>"))
	})
}

// during runs fn once a visit of /slow has reached the site, and gives its error.
func (s *bundle) during(t *testing.T, ctx context.Context, v shown.Visit, fn func()) error { //nolint:revive // t goes first in tests
	t.Helper()
	v.URL = "http://page.test/slow"
	before := s.web.Web().Hits("page.test")
	result := make(chan error, 1)
	go func() {
		_, err := s.Visit(ctx, v)
		result <- err
	}()
	waitFor(t, func() bool { return s.web.Web().Hits("page.test") > before })
	fn()
	return <-result
}

func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for range 3000 {
		if done() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("it does not come")
}

// group lists the processes of a group, zombies included.
func group(pgid int) (pids []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, stat := range stats {
		text, _ := os.ReadFile(stat)
		_, after, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(after); len(fields) > 2 && fields[2] == strconv.Itoa(pgid) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(stat)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// own gives the test a folder for temporary files that nobody else uses.
func own(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	return dir
}

// A Chromium that is killed ends its visits honestly, the next one starts another, and
// nothing of either is left after Close.
func TestKilled(t *testing.T) { //nolint:paralleltest // sets TMPDIR
	temp := own(t)
	s := setup(t, slow())
	s.visit(t, shown.Visit{URL: "http://page.test/"})
	first := s.Process().PID()
	if files, _ := os.ReadDir(temp); len(files) != 1 || len(group(first)) < 2 {
		t.Errorf("%d folders, %d processes", len(files), len(group(first)))
	}
	err := s.during(t, t.Context(), shown.Visit{}, func() { _ = syscall.Kill(first, syscall.SIGKILL) })
	if !errs.Is(err, errs.ProviderUnavailable) {
		t.Errorf("the visit ends with %v", err)
	}
	s.visit(t, shown.Visit{URL: "http://page.test/"})
	second := s.Process().PID()
	if second == first {
		t.Error("it is the same process")
	}
	s.Close()
	for _, pid := range []int{first, second} {
		waitFor(t, func() bool { return len(group(pid)) == 0 }) // the last ones are init's to bury
	}
	if files, _ := os.ReadDir(temp); len(files) > 0 {
		t.Errorf("%s is left", files[0].Name())
	}
	if _, err := s.Visit(t.Context(), shown.Visit{URL: "http://page.test/"}); !errs.Is(err, errs.ProviderUnavailable) {
		t.Errorf("a closed browser says %v", err)
	}
}

// A Chromium that hangs does not outlive the visit's time, and not its own for long.
func TestHung(t *testing.T) {
	t.Parallel()
	s := setup(t, slow())
	s.visit(t, shown.Visit{URL: "http://page.test/"})
	first := s.Process()
	stop := func() { _ = syscall.Kill(first.PID(), syscall.SIGSTOP) }
	began := time.Now()
	err := s.during(t, t.Context(), shown.Visit{Timeout: 3 * time.Second}, stop)
	if took := time.Since(began); !errs.Is(err, errs.ProviderUnavailable) || took > 4*time.Second {
		t.Errorf("after %s: %v", took, err)
	}
	s.visit(t, shown.Visit{URL: "http://page.test/"})
	if s.Process() == first {
		t.Error("it is the same process")
	}
	waitFor(t, func() bool { return len(group(first.PID())) == 0 })
}

// A hang is noticed long before a patient visit's time is over.
func TestHungEarly(t *testing.T) {
	t.Parallel()
	s := setup(t, slow())
	s.visit(t, shown.Visit{URL: "http://page.test/"})
	began := time.Now()
	err := s.during(t, t.Context(), shown.Visit{Timeout: time.Minute}, func() { _ = syscall.Kill(s.Process().PID(), syscall.SIGSTOP) })
	if took := time.Since(began); !errs.Is(err, errs.ProviderUnavailable) || took > 15*time.Second {
		t.Errorf("after %s: %v", took, err)
	}
}

// A browser that somebody ends is not a page that crashes.
func TestTerminated(t *testing.T) {
	t.Parallel()
	s := setup(t, slow())
	s.visit(t, shown.Visit{URL: "http://page.test/"})
	err := s.during(t, t.Context(), shown.Visit{}, func() { _ = syscall.Kill(s.Process().PID(), syscall.SIGTERM) })
	if !errs.Is(err, errs.ProviderUnavailable) {
		t.Errorf("the visit ends with error %v, want %s", err, errs.ProviderUnavailable)
	}
}

// Close ends visits in progress.
func TestCloseDuringVisit(t *testing.T) {
	t.Parallel()
	s := setup(t, slow())
	if err := s.during(t, t.Context(), shown.Visit{}, s.Close); !errs.Is(err, errs.ProviderUnavailable) {
		t.Errorf("the visit ends with %v", err)
	}
}

// A caller who leaves gets the cause of it, and the browser goes on.
func TestCallerLeaves(t *testing.T) {
	t.Parallel()
	s := setup(t, slow())
	cause := errors.New("the job was cancelled")
	ctx, cancel := context.WithCancelCause(t.Context())
	if err := s.during(t, ctx, shown.Visit{}, func() { cancel(cause) }); !errors.Is(err, cause) {
		t.Errorf("the visit ends with %v", err)
	}
	if _, err := s.Visit(ctx, shown.Visit{URL: "http://page.test/"}); !errors.Is(err, cause) {
		t.Errorf("a visit that was over before it began ends with %v", err)
	}
	s.visit(t, shown.Visit{URL: "http://page.test/"})
}

// A process is replaced after so many visits, once those beside the last have ended.
func TestReplaced(t *testing.T) {
	t.Parallel()
	s := setup(t, slow(), func(c *browser.Config) { c.Served = 3 })
	pids := map[int]int{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 9 {
		all.Go(func() {
			s.visit(t, shown.Visit{URL: "http://page.test/", Wait: shown.Wait{For: time.Millisecond}})
			mu.Lock()
			defer mu.Unlock()
			if p := s.Process(); p != nil {
				pids[p.PID()]++
			}
		})
	}
	all.Wait()
	if len(pids) < 2 || len(pids) > 4 {
		t.Errorf("%d processes served nine visits", len(pids))
	}
}

// A page that takes too much memory ends, and the browser goes on.
func TestMemoryLimit(t *testing.T) {
	t.Parallel()
	s := setup(t, pages(map[string]string{
		"/":      "light",
		"/heavy": `<script>let a=[];setInterval(()=>a.push(new Uint8Array(1e7).fill(1)),20)</script>`,
	}), func(c *browser.Config) { c.Memory = 300 << 20 })
	_ = s.refuse(t, shown.Visit{URL: "http://page.test/heavy", Wait: shown.Wait{For: 15 * time.Second}}, errs.TargetError)
	s.visit(t, shown.Visit{URL: "http://page.test/"})
}

func TestNoChromium(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		path string
		code errs.Code
		says string
	}{
		"none":     {filepath.Join(t.TempDir(), "none"), errs.BrowserUnavailable, "QUARRY_CHROMIUM="},
		"a folder": {t.TempDir(), errs.BrowserUnavailable, "not a file"},
		"another":  {"/bin/true", errs.ProviderUnavailable, "did not start"},
		"a script": {script(t), errs.BrowserUnavailable, "make chromium"},
	} {
		b := browser.New(browser.Config{Path: c.path})
		_, err := b.Visit(t.Context(), shown.Visit{URL: "https://example.com/"})
		if !errs.Is(err, c.code) || !strings.Contains(errs.As(err).Message, c.says) {
			t.Errorf("%s: got error %v, want error %q, Message with %q", name, err, c.code, c.says)
		}
		b.Close()
	}
}

// script is a file that may be run but cannot be.
func script(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(path, []byte("no program"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// A certificate that nobody signed is refused, with what else is wrong with it.
func TestUntrustedCertificate(t *testing.T) {
	t.Parallel()
	now := time.Now()
	cases := map[string]struct {
		certificate x509.Certificate
		says        string
	}{
		"nobodys.test": {x509.Certificate{DNSNames: []string{"nobodys.test"}, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour)}, "nobodys.test is not signed by a trusted authority"},
		"ended.test":   {x509.Certificate{DNSNames: []string{"ended.test"}, NotBefore: now.Add(-2 * time.Hour), NotAfter: now.Add(-time.Hour)}, "ended.test has expired"},
		"named.test":   {x509.Certificate{DNSNames: []string{"other.test"}, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour)}, "named.test is for another name"},
	}
	var names []string
	for host, c := range cases {
		server := httptest.NewUnstartedServer(http.NotFoundHandler())
		server.TLS = &tls.Config{Certificates: []tls.Certificate{selfSigned(t, &c.certificate)}, MinVersion: tls.VersionTLS12}
		server.StartTLS()
		t.Cleanup(server.Close)
		names = append(names, "open:"+host+"="+server.Listener.Addr().String())
	}
	hosts, err := egress.ParseHosts(names)
	if err != nil {
		t.Fatal(err)
	}
	s := setup(t, http.NotFoundHandler(), func(c *browser.Config) { c.Hosts = hosts })
	for host, c := range cases {
		if err := s.refuse(t, shown.Visit{URL: "https://" + host + "/"}, errs.TLSFailed); !strings.Contains(err.Message, c.says) {
			t.Errorf("got message %q, want %q in it", err.Message, c.says)
		}
	}
}

func selfSigned(t *testing.T, c *x509.Certificate) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c.SerialNumber = big.NewInt(1)
	raw, err := x509.CreateCertificate(rand.Reader, c, c, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}
}
