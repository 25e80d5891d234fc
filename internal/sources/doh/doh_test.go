package doh_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/miekg/dns"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/doh"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// view is an Answer as golden files show it.
type view struct {
	*doh.Answer

	Records []any
}

func viewOf(a *doh.Answer) view {
	v := view{Answer: a, Records: []any{}}
	for _, r := range a.Records {
		if r.RR == nil {
			v.Records = append(v.Records, map[string]any{"ttl": r.TTL, "text": r.Text})
			continue
		}
		v.Records = append(v.Records, map[string]any{"ttl": r.TTL, "data": strings.TrimPrefix(r.RR.String(), r.RR.Header().String())})
	}
	return v
}

// Each saved answer is of one dialect or trap; its name begins with the record type.
func TestParse(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 10 {
		t.Fatalf("got files %q, error %v; want no error, at least 10 files", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			kind, _, _ := strings.Cut(filepath.Base(file), "_")
			answer, err := doh.Parse(body, "Marsh.Example.", dns.StringToType[strings.ToUpper(kind)])
			if err != nil {
				t.Fatal(err)
			}
			golden.JSON(t, filepath.Join("testdata/golden", filepath.Base(file)), viewOf(answer))
		})
	}
}

func TestParseFailures(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body string
		code errs.Code
		says string
	}{
		"servfail":       {`{"Status":2}`, errs.DNSFailed, "DNSSEC signatures are wrong"},
		"refused":        {`{"Status":5}`, errs.DNSFailed, "refuse"},
		"another code":   {`{"Status":9}`, errs.DNSFailed, "NOTAUTH"},
		"no status":      {`{"Answer":[]}`, errs.ParseFailed, "unknown format"},
		"cut off":        {`{"Status":0,"Answer":[{"na`, errs.ParseFailed, "unknown format"},
		"a page":         {`<html>`, errs.ParseFailed, "unknown format"},
		"another shape":  {`{"Status":0,"Answer":"none"}`, errs.ParseFailed, "unknown format"},
		"negative TTL":   {`{"Status":0,"Answer":[{"type":1,"TTL":-1,"data":"192.0.2.1"}]}`, errs.ParseFailed, "unknown format"},
		"wire format":    {"\x00\x00\x81\x80", errs.ParseFailed, "unknown format"},
		"nothing at all": {``, errs.ParseFailed, "unknown format"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := doh.Parse([]byte(c.body), "marsh.example", dns.TypeA)
			if e := errs.As(err); e == nil || e.Code != c.code || !strings.Contains(e.Message, c.says) {
				t.Errorf("got %+v", e)
			}
		})
	}
}

func TestExists(t *testing.T) {
	t.Parallel()
	for want, body := range map[bool]string{
		false: `{"Status":3}`,
		true:  `{"Status":3,"Answer":[{"type":5,"TTL":1,"data":"gone.example."}]}`,
	} {
		a, err := doh.Parse([]byte(body), "marsh.example", dns.TypeA)
		if err != nil || a.Exists() != want || !a.NXDomain {
			t.Errorf("%s: got answer %+v, error %v; want no error, Exists() %t, NXDomain true", body, a, err, want)
		}
	}
}

func TestQuery(t *testing.T) {
	t.Parallel()
	web := webclient.Start(t, webtest.Site{Host: "resolver.test", Rest: func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept") != "application/dns-json" {
			http.Error(w, "Unsupported Media Type", http.StatusUnsupportedMediaType)
			return
		}
		want := url.Values{"name": {"marsh.example"}, "type": {"TXT"}, "do": {"1"}}
		if diff := cmp.Diff(want, r.URL.Query()); diff != "" || r.URL.Path != "/dns-query" {
			t.Errorf("got URL %v, want Path \"/dns-query\"; Query mismatch (-want +got):\n%s", r.URL, diff)
		}
		_, _ = w.Write([]byte(`{"Status":0,"Answer":[{"name":"marsh.example","type":16,"TTL":5,"data":"\"hello\""}]}`))
	}})
	settings, err := sources.NewSettings(map[string]string{"dns": "http://resolver.test/dns-query"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := doh.New(upstream.NewSet(web.Web, settings, nil).Client("dns"))
	a, err := c.Query(t.Context(), "marsh.example", dns.TypeTXT)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]doh.Record{{TTL: 5, Text: "hello"}}, a.Records); diff != "" {
		t.Errorf("Records mismatch (-want +got):\n%s", diff)
	}
}

// FuzzParse holds that no answer makes the parser panic or read files.
func FuzzParse(f *testing.F) {
	f.Add(`192.0.2.1`, dns.TypeA)
	f.Add(`"a" "b\195"`, dns.TypeTXT)
	f.Add(`\# 4 c0000201`, dns.TypeHTTPS)
	f.Fuzz(func(t *testing.T, data string, kind uint16) {
		body, err := json.Marshal(map[string]any{"Status": 0, "Answer": []any{map[string]any{"type": kind, "TTL": 1, "data": data}}})
		if err != nil {
			t.Fatal(err)
		}
		if a, err := doh.Parse(body, "a.example", kind); err == nil && len(a.Records)+a.Unread != 1 {
			t.Errorf("the record is lost: %+v", a)
		}
	})
}
