package graphql_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/sources/x/graphql"
)

// FuzzRead reads an answer of X, which changes without notice.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"data":{"user":{"result":{"timeline":{"timeline":{"instructions":[{"type":"TimelineAddEntries","entries":[{"entryId":"tweet-1","content":{}}]}]}}}}}}`,
		`{"errors":[{"code":88}]}`,
		`{"data":null}`,
		`[]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := graphql.Read(body, "x")
		if (got == nil) != (err != nil) {
			t.Errorf("got %v, error %v; want one of them", got, err)
		}
	})
}
