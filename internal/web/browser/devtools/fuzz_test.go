package devtools_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/web/browser/devtools"
)

// FuzzMessages reads what a Chromium says that a page may have taken over: a call ends.
func FuzzMessages(f *testing.F) {
	for _, seed := range []string{
		`{"id":1,"result":{}}`, `{"id":1,"error":{"code":-1,"message":"m"}}`, `{"method":"Page.frameNavigated","sessionId":"S","params":[]}`,
		`{"id":1e99}`, `{"id":"1","result":7}`, `null`, `[`, ``,
	} {
		f.Add([]byte(seed + "\x00"))
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, said []byte) {
		conn := devtools.Open(io.Discard, bytes.NewReader(said))
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if _, err := conn.Call(ctx, "", "Browser.getVersion", nil); errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%q: got no end of a call, want one when there is nothing more to read", said)
		}
	})
}
