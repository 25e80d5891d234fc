package syndication

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x/legacy"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// Timeline is what an account's embedded timeline shows: up to 100 posts and reposts, and
// the account. Whether they are the newest is for the caller to see by their times.
// Errors: target_error for an account that does not exist, upstream_blocked for a page
// without a timeline, and those of upstream.Client.
func (c *Client) Timeline(ctx context.Context, handle string) (*social.Profile, shape.Page[social.Item], error) {
	page := shape.Page[social.Item]{Items: []social.Item{}, Reason: "X shows up to 100 posts of an account to other sites, of some the best liked instead of the newest, and no more."}
	resp, err := c.timelines.Do(ctx, upstream.Call{
		Path: "/srv/timeline-profile/screen-name/" + url.PathEscape(handle), Header: http.Header{"Accept": {"text/html"}},
		Final: []int{http.StatusNotFound}, MaxBytes: 8 << 20,
	})
	if err != nil {
		return nil, page, err
	}
	if resp.Status == http.StatusNotFound {
		return nil, page, shape.NoAccount(handle)
	}
	shown, err := c.shown(resp.Body)
	if err != nil {
		return nil, page, err
	}
	var profile *social.Profile
	for i := range shown.Timeline.Entries {
		t := &shown.Timeline.Entries[i].Content.Tweet
		if shown.Timeline.Entries[i].Type != "tweet" || t.ID == "" {
			continue
		}
		page.Items = append(page.Items, t.item())
		if profile == nil && strings.EqualFold(t.User.Handle, handle) {
			profile = t.User.Profile(Timelines)
		}
	}
	return profile, page, nil
}

// props are what the page of a timeline was made of.
type props struct {
	Timeline struct {
		Entries []struct {
			Type    string `json:"type"`
			Content struct {
				Tweet listed `json:"tweet"`
			} `json:"content"`
		} `json:"entries"`
	} `json:"timeline"`
}

// shown finds the data within the page.
func (c *Client) shown(body []byte) (*props, error) {
	var next struct {
		Props struct {
			Page *props `json:"pageProps"`
		} `json:"props"`
	}
	_, data, found := bytes.Cut(body, []byte(`id="__NEXT_DATA__"`))
	if found {
		_, data, found = bytes.Cut(data, []byte(">"))
	}
	if !found {
		return nil, errs.Newf(errs.UpstreamBlocked, "%s returned a page without a timeline; try again later.", c.timelines.Name)
	}
	// The decoder stops behind the object, where the script ends.
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(&next); err != nil || next.Props.Page == nil {
		return nil, errs.Wrap(err, errs.ParseFailed, c.timelines.Name+" returned data in an unknown format").Later()
	}
	return next.Props.Page, nil
}

// listed is a post within a timeline.
type listed struct {
	legacy.Tweet
	User     legacy.User  `json:"user"`
	Reposted *listed      `json:"retweeted_status"`
	Quoted   *listed      `json:"quoted_status"`
	QuotedID string       `json:"quoted_status_id_str"`
	Note     *struct{}    `json:"note_tweet"`
	Card     *legacy.Card `json:"card"`
}

func (t *listed) item() social.Item {
	item := t.Item(t.User.Author(), Timelines)
	item.PollOptions = t.Card.Poll()
	if t.Note != nil {
		item.TextTruncatedAtSource = new(true)
	}
	switch {
	case t.Reposted != nil && t.Reposted.ID != "":
		item.RepostOf = new(t.Reposted.item())
	case t.Quoted != nil && t.Quoted.ID != "":
		item.QuoteOf = new(t.Quoted.item())
	case t.QuotedID != "":
		item.QuoteOf = new(shape.Item(t.QuotedID, nil, Timelines))
	}
	shape.Settle(&item)
	return item
}
