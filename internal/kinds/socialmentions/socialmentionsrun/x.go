package socialmentionsrun

import (
	"cmp"
	"context"

	"github.com/quarryapi/quarry/internal/read/mention"
	"github.com/quarryapi/quarry/internal/sources/x"
)

// X searches X by x.Client.
type X struct{ *x.Client }

var xSearch = syntax{account: "@", without: "-"}

// Find implements Search.
func (s X) Find(ctx context.Context, q mention.Query, position string, n int) (Found, error) {
	list, err := s.Search(ctx, xSearch.write(q), x.Walk{Position: position, PageSize: n, MaxCalls: 2})
	reason := list.Reason
	if err == nil && !list.Chronological {
		reason = cmp.Or(reason, "X did not return the newest first, so posts between these may be missing.")
	}
	return Found{Items: list.Items, Next: list.Next, Exhausted: list.Exhausted, Reason: reason, Source: list.Source}, err
}
