package adstransparency

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/sources/upstream"
)

const (
	// maxCookie bounds what is sent back.
	maxCookie = 4 << 10
	// visitTime is how long the first visit may take: it is worth no more.
	visitTime = 5 * time.Second
)

// visitor holds the cookies of a first visit: the archive is kinder to who has been
// there. They are got once in a process; without any the calls mostly work, too.
type visitor struct {
	mu    sync.Mutex
	came  bool
	value string
}

func (v *visitor) cookie(ctx context.Context, up *upstream.Client) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.came {
		return v.value
	}
	resp, err := up.Do(ctx, upstream.Call{
		Path: "/", Query: url.Values{"region": {"anywhere"}}, Header: http.Header{"Accept": {"text/html"}}, Timeout: visitTime,
	})
	if ctx.Err() != nil {
		return "" // the next call tries again
	}
	v.came = true
	if err != nil {
		return "" // the call itself will report what is wrong
	}
	var all []string
	for _, c := range (&http.Response{Header: resp.Header}).Cookies() {
		if c.Value != "" && c.MaxAge >= 0 {
			all = append(all, c.Name+"="+c.Value)
		}
	}
	if s := strings.Join(all, "; "); len(s) <= maxCookie {
		v.value = s
	}
	return v.value
}
