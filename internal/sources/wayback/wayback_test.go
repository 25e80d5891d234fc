package wayback_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/wayback"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

const gone = "http://skerwick-herald.test/2019/09/20/first-sketches"

func TestLatest(t *testing.T) {
	t.Parallel()
	sample := webclient.Start(t)
	client := wayback.From(sample.Upstreams(t, nil))
	got, found, err := client.Latest(t.Context(), gone)
	want := wayback.Capture{
		Of:   gone,
		At:   time.Date(2019, 9, 21, 6, 45, 12, 0, time.UTC),
		Page: "http://waybackweb.upstream.test/web/20190921064512/" + gone,
		Raw:  "http://waybackweb.upstream.test/web/20190921064512id_/" + gone,
	}
	if diff := cmp.Diff(want, got); diff != "" || !found || err != nil {
		t.Errorf("got found %v, error %v; want found true, no error; Latest mismatch (-want +got):\n%s", found, err, diff)
	}
	resp, err := sample.Web.Do(t.Context(), fetch.Request{URL: got.Raw})
	if err != nil || resp.Status != http.StatusOK {
		t.Errorf("the capture: %+v, %v", resp, err)
	}
	resp, shown, err := client.Get(t.Context(), got, gone)
	if err != nil || resp.Status != http.StatusOK || shown != got {
		t.Errorf("Get: got %+v, error %v; want the capture %+v, no error", shown, err, got)
	}
	for page, code := range map[string]errs.Code{
		"http://company.test/": "", "http://quota.test/": errs.UpstreamRateLimited, "http://down.test/": errs.ProviderUnavailable,
	} {
		_, found, err := client.Latest(t.Context(), page)
		if found || (err == nil) != (code == "") || err != nil && !errs.Is(err, code) {
			t.Errorf("%s: got found %v, error %v; want found false, success %t, (error %q if any)", page, found, err, code == "", code)
		}
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body  string
		found bool
		code  errs.Code
	}{
		"none":             {`{"url":"x","archived_snapshots":{}}`, false, ""},
		"a capture":        {`{"archived_snapshots":{"closest":{"status":"200","available":true,"timestamp":"20130919044612","url":"http://web.archive.org/web/20130919044612/http://x/"}}}`, true, ""},
		"of an error":      {`{"archived_snapshots":{"closest":{"status":"404","available":true,"timestamp":"20130919044612"}}}`, false, ""},
		"withdrawn":        {`{"archived_snapshots":{"closest":{"status":"200","available":false,"timestamp":"20130919044612"}}}`, false, ""},
		"without a time":   {`{"archived_snapshots":{"closest":{"status":"200","available":true,"timestamp":"../../"}}}`, false, errs.ParseFailed},
		"other data":       {`{"message":"maintenance"}`, false, errs.ParseFailed},
		"a page":           {`<html>Down for maintenance</html>`, false, errs.UpstreamBlocked},
		"cut in the midst": {`{"url":"x","archived_snap`, false, errs.ParseFailed},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := webclient.Start(t, webclient.Instead(wayback.Name, webclient.Answer(http.StatusOK, c.body))).Upstreams(t, nil)
			_, found, err := wayback.From(set).Latest(t.Context(), "http://x/")
			if found != c.found || (err == nil) != (c.code == "") || err != nil && !errs.Is(err, c.code) {
				t.Errorf("got found %v, error %v; want found %t, success %t, (error %q if any)", found, err, c.found, c.code == "", c.code)
			}
		})
	}
}
