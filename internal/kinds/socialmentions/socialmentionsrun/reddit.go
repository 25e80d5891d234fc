package socialmentionsrun

import (
	"context"

	"github.com/quarryapi/quarry/internal/read/mention"
	"github.com/quarryapi/quarry/internal/sources/reddit"
)

// Reddit searches Reddit by reddit.Client.
type Reddit struct{ *reddit.Client }

var redditSearch = syntax{account: "u/", without: "NOT "}

// Find implements Search.
func (r Reddit) Find(ctx context.Context, q mention.Query, position string, n int) (Found, error) {
	page, err := r.Search(ctx, redditSearch.write(q), reddit.Window{}, position, n)
	return Found{Items: page.Items, Next: page.Next, Exhausted: page.Exhausted, Reason: page.Reason, Source: page.Source}, err
}
