package webtest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/webtest"
)

type dnsAnswer struct {
	Status    int         `json:"Status"`
	AD        bool        `json:"AD"`
	Answer    []dnsRecord `json:"Answer"`
	Authority []dnsRecord `json:"Authority"`
}

type dnsRecord struct {
	Name string `json:"name"`
	Data string `json:"data"`
}

func ask(t *testing.T, s *webtest.Server, query string) dnsAnswer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://dns.upstream.test/?"+query, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "application/dns-json")
	res, err := client(s).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var a dnsAnswer
	if err := json.NewDecoder(res.Body).Decode(&a); err != nil {
		t.Fatal(err)
	}
	return a
}

// The replay resolves as a resolver does, and not only what the samples need.
func TestDNSReplay(t *testing.T) {
	t.Parallel()
	s := webtest.Start(t)
	cases := map[string]struct {
		status    int
		ad        bool
		answer    string // data, joined
		authority string // names, joined
	}{
		"name=company.test&type=A":                              {0, true, "192.0.2.10 192.0.2.11", ""},
		"name=COMPANY.test.":                                    {0, true, "192.0.2.10 192.0.2.11", ""},
		"name=company.test&type=1&cd=1":                         {0, false, "192.0.2.10 192.0.2.11", ""},
		"name=www.company.test&type=28":                         {0, true, "company.test. 2001:db8:7::10", ""},
		"name=www.company.test&type=CNAME":                      {0, true, "company.test.", ""},
		"name=shop.company.test&type=A":                         {0, false, "shops.myshopify.com. 192.0.2.80", ""}, // the other zone is not signed
		"name=status.company.test&type=A":                       {3, false, "gone.statuspage.example.", ""},
		"name=company.test&type=NAPTR":                          {0, true, "", "company.test"},
		"name=_domainkey.company.test&type=TXT":                 {0, true, "", "company.test"}, // has names below it, so it exists
		"name=none.company.test&type=A":                         {3, true, "", "company.test"},
		"name=nxdomain.test&type=A":                             {3, false, "", "test"},
		"name=article.test&type=A":                              {0, false, "192.0.2.20", ""},
		"name=77.2.0.192.origin.asn.cymru.com&type=TXT":         {0, false, `"24940 | 192.0.2.0/24 | DE | ripencc | 2011-03-22"`, ""},
		"name=asn.cymru.com&type=SOA":                           {0, false, "ns1.cymru.com. noc.cymru.com. 1 3600 600 604800 60", ""},
		"name=servfail.test&type=A":                             {2, false, "", ""},
		"name=www.servfail-too.test&type=A":                     {2, false, "", ""},
		"name=company.test&type=CAA":                            {0, true, `0 issue "letsencrypt.org" 0 issuewild ";" 0 iodef "mailto:security@company.test"`, ""},
		"name=s1._domainkey.company.test&type=CNAME":            {0, true, "s1.domainkey.u7.wl.sendgrid.net.", ""},
		"name=nothing.s1.domainkey.u7.wl.sendgrid.net&type=TXT": {3, false, "", "sendgrid.net"},
	}
	for query, want := range cases {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			a := ask(t, s, query)
			var data, names []string
			for _, r := range a.Answer {
				data = append(data, r.Data)
			}
			for _, r := range a.Authority {
				names = append(names, r.Name)
			}
			if a.Status != want.status || a.AD != want.ad || strings.Join(data, " ") != want.answer || strings.Join(names, " ") != want.authority {
				t.Errorf("got %+v", a)
			}
		})
	}
	for query, status := range map[string]int{"name=company.test": 415, "name=&type=A": 415} {
		if res := get(t, client(s), "http://dns.upstream.test/?"+query); res.StatusCode != status {
			t.Errorf("%s without Accept: %d", query, res.StatusCode)
		}
	}
}

func TestDNSReplayRefuses(t *testing.T) {
	t.Parallel()
	s := webtest.Start(t)
	for _, query := range []string{"", "name=", "name=a..b", "name=company.test&type=NONE", "name=company.test&type=70000"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://dns.upstream.test/?"+query, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept", "application/dns-json")
		res, err := client(s).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusBadRequest {
			t.Errorf("%q: got res.StatusCode %d, want 400", query, res.StatusCode)
		}
	}
}

func TestInfraReplays(t *testing.T) {
	t.Parallel()
	c := client(webtest.Start(t))
	const rdap, page, jsonType = "application/rdap+json", "text/html; charset=utf-8", "application/json; charset=UTF-8"
	const logs, spotter = "http://crtsh.upstream.test/?output=json&q=", "http://certspotter.upstream.test/v1/issuances?domain="
	tests := []struct {
		url         string
		status      int
		contentType string
		holds       string
	}{
		{"http://iana.upstream.test/rdap/dns.json", 200, jsonType, `"http://rdap.upstream.test/v1/"`},
		{"http://rdap.upstream.test/v1/domain/COMPANY.test", 200, rdap, `http://registrar.upstream.test/rdap/domain/COMPANY.TEST`},
		{"http://rdap.upstream.test/v1/domain/article.test", 200, rdap, `"NS1.SAMPLE.TEST"`},
		{"http://rdap.upstream.test/v1/domain/nxdomain.test", 404, rdap, `"errorCode": 404`},
		{"http://rdap.upstream.test/v1/domain/www.company.test", 404, rdap, `"errorCode": 404`},
		{"http://rdap.upstream.test/v1/domain/quota.test", 429, rdap, `"errorCode": 429`},
		{"http://rdap.upstream.test/v1/domain/down.test", 500, page, "Error"},
		{"http://rdap.upstream.test/v1/domain/closed.test", 403, page, "Forbidden"},
		{"http://rdap.upstream.test/v1/domain/page.test", 200, page, "Maintenance"},
		{"http://registrar.upstream.test/rdap/domain/company.test", 200, rdap, `"Registrant Email"`},
		{"http://registrar.upstream.test/rdap/domain/article.test", 404, rdap, `"errorCode": 404`},
		{logs + "%25.company.test", 200, jsonType, `"name_value": "company.test\nwww.company.test"`},
		{logs + "%25.article.test", 200, jsonType, "[]"},
		{logs + "quota.test", 429, page, "429"},
		{logs + "down.test", 502, page, "502"},
		{logs + "page.test", 200, page, "Error"},
		{spotter + "company.test&include_subdomains=true&expand=issuer", 200, jsonType, `"friendly_name": "Let's Encrypt"`},
		{spotter + "company.test&after=7", 200, jsonType, "[]"},
		{spotter, 400, jsonType, "missing_argument"},
		{spotter + "quota.test", 429, jsonType, "rate_limited"},
		{spotter + "down.test", 503, jsonType, "server_error"},
		{"http://mta-sts.company.test/.well-known/mta-sts.txt", 200, "text/plain; charset=utf-8", "mode: enforce"},
	}
	for _, tt := range tests {
		t.Run(tt.url, func(t *testing.T) {
			t.Parallel()
			res := get(t, c, tt.url)
			if got := body(t, res); res.StatusCode != tt.status || res.Header.Get("Content-Type") != tt.contentType || !strings.Contains(got, tt.holds) {
				t.Errorf("got %d %q: %s", res.StatusCode, res.Header.Get("Content-Type"), got)
			}
		})
	}
}

// Both logs know the same certificates, one in pages, and hide what has expired.
func TestLogReplaysAgree(t *testing.T) {
	t.Parallel()
	c := client(webtest.Start(t))
	var rows, all []map[string]any
	decode := func(url string, v any) {
		t.Helper()
		if err := json.Unmarshal([]byte(body(t, get(t, c, url))), v); err != nil {
			t.Fatal(err)
		}
	}
	decode("http://crtsh.upstream.test/?output=json&q=%25.company.test&exclude=expired", &rows)
	decode("http://crtsh.upstream.test/?output=json&q=%25.company.test", &all)
	if len(rows) != 6 || len(all) != 7 {
		t.Errorf("%d certificates of %d", len(rows), len(all))
	}
	var serials, paged []any
	for _, r := range rows {
		serials = append(serials, r["serial_number"])
	}
	for after := ""; ; {
		var page []map[string]any
		decode("http://certspotter.upstream.test/v1/issuances?domain=company.test&include_subdomains=true&after="+after, &page)
		if len(page) == 0 {
			break
		}
		for _, i := range page {
			paged = append(paged, i["tbs_sha256"])
			after, _ = i["id"].(string)
		}
	}
	if diff := cmp.Diff(serials, paged); diff != "" {
		t.Errorf("paged mismatch (-want +got):\n%s", diff)
	}
}

// Replays of news bound by time as the real services do: GDELT back from its day by timespan,
// three months of it where nothing is said, or between two seconds; Google News by whole days.
func TestNewsAreBoundedByTime(t *testing.T) {
	t.Parallel()
	s := webtest.Start(t)
	found := func(address, mark string) int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		res, err := client(s).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(string(body), "Invalid") {
			return -1
		}
		return strings.Count(string(body), mark)
	}
	const daily = "http://gdelt.upstream.test/api/v2/doc/doc?mode=artlist&format=json&maxrecords=250&query=%22daily.test%22"
	for bounds, want := range map[string]int{
		"": 250, "&timespan=3months": 250, "&timespan=2months": 136, "&timespan=30d": 12, "&timespan=4w": 4, "&timespan=672h": 4, "&timespan=15min": 0, "&timespan=soon": -1,
		"&startdatetime=20260801000000&enddatetime=20260801120000": 3, "&startdatetime=20260801000001&enddatetime=20260801120000": 2,
		"&startdatetime=20250101000000&enddatetime=20250601000000": 0, "&startdatetime=today": -1, "&enddatetime=today": -1,
	} {
		if got := found(daily+bounds, `"seendate"`); got != want {
			t.Errorf("gdelt%s: got %d articles, want %d", bounds, got, want)
		}
	}
	if got := found("http://gdelt.upstream.test/api/v2/doc/doc?format=json&query=%22Six+gates+against+the+sea%22", `"seendate"`); got != 0 {
		t.Errorf("gdelt, of March: got %d articles, want 0: it is beyond three months", got)
	}
	const google = "http://googlenews.upstream.test/rss/search?q=%22daily.test%22"
	for bounds, want := range map[string]int{"+after:2026-08-01+before:2026-08-02": 4, "+after:2026-10-04": 4, "+before:2026-08-01": 0} {
		if got := found(google+bounds, "<item>"); got != want {
			t.Errorf("googlenews%s: got %d articles, want %d", bounds, got, want)
		}
	}
}
