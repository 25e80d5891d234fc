package deployed_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// tells asks what is known of a job that failed, and of one that called an upstream: from rows and from
// the functions' logs, where the lines are that CloudWatch makes metrics of.
func (o operator) tells(t *testing.T, c caller) {
	t.Helper()
	blocked := c.finish(t, "/scrape", `{"url":"http://wall.test/"}`)
	archived := c.finish(t, "/scrape", `{"url":"http://skerwick-herald.test/2019/09/20/first-sketches","options":{"fallback":"archive"}}`)
	ended := `"unsuccessful":1`
	told := o.story(t, blocked, func(s story) bool { return strings.Contains(texts(s.Log), ended) })
	if log := texts(told.Log); !strings.Contains(log, ended) || !strings.Contains(log, `"code":"upstream_blocked"`) {
		t.Errorf("got log %s, missing %q; want the job's end", log, told.Missing)
	}
	if lines := o.lines(t, "worker-url", blocked.ID); !strings.Contains(lines, `"Namespace":"quarry"`) {
		t.Errorf("got lines %s, want the job's end with its metrics", lines)
	}
	if told.Job.Status != "failed" || len(told.Money) != 2 || len(told.Missing) > 0 {
		t.Errorf("got %+v, want a failed job with a debit and a refund, and nothing missing", told)
	}
	told = o.story(t, archived, func(s story) bool { return len(s.Upstreams) > 0 })
	if calls := texts(told.Upstreams); !strings.Contains(calls, `"upstream":"wayback"`) {
		t.Errorf("got calls %s of %+v, want that of the archive", calls, archived)
	}
	if lines := o.lines(t, "worker-url", archived.ID); !strings.Contains(lines, `"Dimensions":[["upstream"]]`) {
		t.Errorf("got lines %s, want the archive's call with its metrics", lines)
	}
	failed := string(o.admin(t, "failures", "--since", "1h"))
	if !strings.Contains(failed, blocked.ID) || !strings.Contains(failed, `"upstream_blocked"`) {
		t.Errorf("got failures %s, want %s among them", failed, blocked.ID)
	}
}

type story struct {
	Job            struct{ Status string }
	Money          []json.RawMessage
	Upstreams, Log []json.RawMessage
	Missing        []string
}

// story shows a job until it is whole, or for 10 s: logs come a while after what they are of.
func (o operator) story(t *testing.T, j job, whole func(story) bool) story {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		s := read[story](t, o.admin(t, "job", j.ID))
		if whole(s) || time.Now().After(end) {
			return s
		}
	}
}

func texts(lines []json.RawMessage) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.ReplaceAll(string(line), " ", ""))
	}
	return strings.ReplaceAll(b.String(), "\n", "")
}
