package fetch_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// compressors write each Content-Encoding that is read.
var compressors = map[string]func(io.Writer) io.WriteCloser{
	"gzip":    func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"br":      func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) },
	"deflate": func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) },
	"bare": func(w io.Writer) io.WriteCloser {
		f, err := flate.NewWriter(w, flate.DefaultCompression)
		if err != nil {
			panic(err)
		}
		return f
	},
}

func compress(t testing.TB, name string, body []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := compressors[name](&out)
	if _, err := z.Write(body); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// serve answers every request with one body.
func serve(t testing.TB, encoding string, body []byte) *site {
	t.Helper()
	return setup(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if encoding != "" {
			w.Header().Set("Content-Encoding", encoding)
		}
		_, _ = w.Write(body)
	}))
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	page := []byte(strings.Repeat("<p>some words</p>\n", 500))
	cases := map[string]struct {
		header string
		body   []byte
	}{
		"none":                  {"", page},
		"identity":              {"identity", page},
		"gzip":                  {"gzip", compress(t, "gzip", page)},
		"gzip, old name, case":  {"X-GZip", compress(t, "gzip", page)},
		"gzip in two members":   {"gzip", append(compress(t, "gzip", page[:99]), compress(t, "gzip", page[99:])...)},
		"deflate":               {"deflate", compress(t, "deflate", page)},
		"deflate without zlib":  {"deflate", compress(t, "bare", page)},
		"brotli":                {"br", compress(t, "br", page)},
		"two":                   {"gzip, br", compress(t, "br", compress(t, "gzip", page))},
		"labelled, not encoded": {"gzip", page},
		"a charset by mistake":  {"utf-8", page},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resp := serve(t, tc.header, tc.body).get(t, fetch.Request{URL: "http://a.test/"})
			if !bytes.Equal(resp.Body, page) {
				t.Errorf("got %d bytes: %.40q", len(resp.Body), resp.Body)
			}
		})
	}
}

func TestDecodedHeaders(t *testing.T) {
	t.Parallel()
	resp := serve(t, "gzip", compress(t, "gzip", []byte("hello"))).get(t, fetch.Request{URL: "http://a.test/"})
	if resp.Header.Get("Content-Encoding") != "" || resp.Header.Get("Content-Length") != "" {
		t.Errorf("got %v", resp.Header)
	}
	if resp.Encoding != "gzip" || resp.Proto != "HTTP/1.1" {
		t.Errorf("sent as %q over %q", resp.Encoding, resp.Proto)
	}
}

func TestEmptyBodies(t *testing.T) {
	t.Parallel()
	for _, encoding := range []string{"", "gzip", "br", "deflate"} {
		if resp := serve(t, encoding, nil).get(t, fetch.Request{URL: "http://a.test/"}); len(resp.Body) != 0 {
			t.Errorf("%s: got %q", encoding, resp.Body)
		}
	}
}

func TestDamagedBodies(t *testing.T) {
	t.Parallel()
	whole := compress(t, "gzip", []byte(strings.Repeat("words and words ", 5000)))
	flipped := bytes.Clone(whole)
	flipped[len(flipped)/2] ^= 0xff
	cases := map[string]struct {
		header string
		body   []byte
		code   errs.Code
		text   string
	}{
		"cut":       {"gzip", whole[:len(whole)/2], errs.TargetError, "damaged"},
		"flipped":   {"gzip", flipped, errs.TargetError, "damaged"},
		"no brotli": {"br", []byte("<p>plain</p>"), errs.TargetError, "damaged"},
		"not asked": {"zstd", []byte("x"), errs.UnsupportedContent, `"zstd"`},
		"unknown":   {"compress", []byte("x"), errs.UnsupportedContent, `"compress"`},
		"a tower":   {"gzip, gzip, gzip", whole, errs.UnsupportedContent, "compressed 3 times"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			serve(t, tc.header, tc.body).refuse(t, fetch.Request{URL: "http://a.test/"}, tc.code, tc.text)
		})
	}
}

func TestMaxBytes(t *testing.T) {
	t.Parallel()
	body := noise(3000)
	for _, encoding := range []string{"", "gzip"} {
		sent := body
		if encoding != "" {
			sent = compress(t, encoding, body)
		}
		s := serve(t, encoding, sent)
		if resp := s.get(t, fetch.Request{URL: "http://a.test/", MaxBytes: 3000}); len(resp.Body) != 3000 || resp.Truncated {
			t.Errorf("%q: got %d bytes, truncated %v", encoding, len(resp.Body), resp.Truncated)
		}
		resp := s.get(t, fetch.Request{URL: "http://a.test/", MaxBytes: 2999, AllowTruncated: true})
		if !bytes.Equal(resp.Body, body[:2999]) || !resp.Truncated {
			t.Errorf("%q: got %d bytes, truncated %v", encoding, len(resp.Body), resp.Truncated)
		}
		s.refuse(t, fetch.Request{URL: "http://a.test/", MaxBytes: 2999}, errs.UnsupportedContent, "more than the limit of 2 KB")
	}
}

func TestDefaultMaxBytes(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/told" {
			w.Header().Set("Content-Length", strconv.Itoa(30<<20))
		}
		for chunk := noise(1 << 20); ; {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	}))
	for _, path := range []string{"/told", "/endless"} {
		s.refuse(t, fetch.Request{URL: "http://a.test" + path}, errs.UnsupportedContent, "more than the limit of 10 MB")
	}
}

// noise does not compress.
func noise(n int) []byte {
	out := make([]byte, n)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range out {
		out[i] = byte(random.Uint32())
	}
	return out
}

// TestBombs sends zeros that nobody could hold and measures what the client
// allocates until it has enough.
//
//nolint:paralleltest // what it measures is allocated by the whole process
func TestBombs(t *testing.T) {
	for name, compressor := range compressors {
		t.Run(name, func(t *testing.T) {
			header := name
			if name == "bare" {
				header = "deflate"
			}
			bomb := bombOf(t, compressor)
			s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Encoding", header)
				for range 64 { // a gibibyte, where streams can follow each other
					if _, err := w.Write(bomb); err != nil {
						return
					}
				}
			}))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			s.refuse(t, fetch.Request{URL: "http://a.test/"}, errs.UnsupportedContent, "decompresses to more than 20 times")
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > 48<<20 {
				t.Errorf("allocated %d MB", used>>20)
			}
			resp := s.get(t, fetch.Request{URL: "http://a.test/", MaxBytes: 1000, AllowTruncated: true})
			if len(resp.Body) != 1000 || !resp.Truncated {
				t.Errorf("got %d bytes", len(resp.Body))
			}
		})
	}
}

// bombOf compresses 16 MB of zeros.
func bombOf(t *testing.T, compressor func(io.Writer) io.WriteCloser) []byte {
	t.Helper()
	var out bytes.Buffer
	z := compressor(&out)
	zeros := make([]byte, 1<<20)
	for range 16 {
		if _, err := z.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestEndlessNothing is a compressed stream that never ends and holds nothing.
func TestEndlessNothing(t *testing.T) {
	t.Parallel()
	empty := bytes.Repeat(compress(t, "gzip", nil), 4096)
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		for {
			if _, err := w.Write(empty); err != nil {
				return
			}
		}
	}))
	s.refuse(t, fetch.Request{URL: "http://a.test/", MaxBytes: 1 << 20}, errs.UnsupportedContent, "more than the limit of 1 MB")
}

// TestRepetitivePage is small enough for the expansion rule not to matter.
func TestRepetitivePage(t *testing.T) {
	t.Parallel()
	page := bytes.Repeat([]byte("<tr><td>0</td></tr>"), 150_000)
	resp := serve(t, "br", compress(t, "br", page)).get(t, fetch.Request{URL: "http://a.test/"})
	if !bytes.Equal(resp.Body, page) {
		t.Errorf("got %d bytes", len(resp.Body))
	}
}

// TestBodyWithin holds that where the status counts, neither a body without end nor one
// that breaks off nor one that cannot be unpacked takes it away.
func TestBodyWithin(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/endless", "/broken":
			w.Header().Set("Content-Length", "100")
			w.WriteHeader(http.StatusAccepted)
			_, _ = w.Write([]byte("begun"))
			_ = http.NewResponseController(w).Flush()
			if r.URL.Path == "/endless" {
				<-r.Context().Done()
			}
		case "/packed":
			w.Header().Set("Content-Encoding", "gzip")
			w.WriteHeader(http.StatusAccepted)
			_, _ = w.Write([]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03damaged data"))
		}
	}))
	for path, want := range map[string]string{"/endless": "begun", "/broken": "begun", "/packed": ""} {
		resp := s.get(t, fetch.Request{Method: http.MethodPost, URL: "http://a.test" + path, NoRetry: true, BodyWithin: 500 * time.Millisecond})
		if resp.Status != http.StatusAccepted || string(resp.Body) != want || !resp.Truncated {
			t.Errorf("%s: got status %d, body %q, truncated %v; want 202, %q, true", path, resp.Status, resp.Body, resp.Truncated, want)
		}
		if _, err := s.client.Do(t.Context(), fetch.Request{Method: http.MethodPost, URL: "http://a.test" + path, NoRetry: true, Timeout: 200 * time.Millisecond}); err == nil {
			t.Errorf("%s, where the body counts: got no error, want one", path)
		}
	}
}
