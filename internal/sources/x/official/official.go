// Package official asks X's official API, version 2 (https://docs.x.com/x-api), with an
// application's bearer token: accounts, their posts, posts, searches of the last seven
// days, quotes and reposts. Every object that it returns costs the operator money. It
// knows no other surface of X and no jobs.
package official

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// Name is the upstream's in package sources.
const Name = "xapi"

// Client asks the API. It is safe for concurrent use.
type Client struct {
	up *upstream.Client
	// renamed says that the API takes post.fields only: since August 2026 its published
	// definition calls so what its documentation calls tweet.fields.
	renamed atomic.Bool
}

// New returns a Client, nil for an upstream without a key.
func New(up *upstream.Client) *Client {
	if up.Key == "" {
		return nil
	}
	return &Client{up: up}
}

// What is asked for of every object.
const (
	userFields  = "created_at,description,entities,location,profile_image_url,profile_banner_url,protected,public_metrics,url,verified,verified_type"
	mediaFields = "alt_text,duration_ms,height,preview_image_url,type,url,variants,width"
)

// fields adds them to a query for posts.
func (c *Client) fields(query url.Values) url.Values {
	word, note, referenced := "tweet", "note_tweet", "referenced_tweets"
	if c.renamed.Load() {
		word, note, referenced = "post", "note_post", "referenced_posts"
	}
	query.Set(word+".fields", "attachments,author_id,conversation_id,created_at,entities,lang,possibly_sensitive,public_metrics,"+note+","+referenced)
	query.Set("expansions", "author_id,attachments.media_keys,attachments.poll_ids,"+referenced+".id,"+referenced+".id.author_id")
	query.Set("user.fields", userFields)
	query.Set("media.fields", mediaFields)
	return query
}

// problem is an error, of an answer or of an object that an answer leaves out.
type problem struct {
	Title    string `json:"title"`
	Detail   string `json:"detail"`
	Message  string `json:"message"`
	Type     string `json:"type"`
	Resource string `json:"resource_id"`
	Value    string `json:"value"`
}

func (p *problem) is(kind string) bool { return strings.HasSuffix(p.Type, "/problems/"+kind) }

// says looks for a word in all that a problem says.
func (p *problem) says(word string) bool {
	return strings.Contains(strings.ToLower(p.Title+" "+p.Detail+" "+p.Message), word)
}

// envelope is what is around every answer.
type envelope[T any] struct {
	problem

	Data     *T        `json:"data"` // absent when there is nothing
	Includes includes  `json:"includes"`
	Errors   []problem `json:"errors"`
	Meta     struct {
		Next string `json:"next_token"`
	} `json:"meta"`
}

// ask makes a call whose query values makes, by today's names of fields.
func ask[T any](ctx context.Context, c *Client, path string, values func() url.Values) (*envelope[T], error) {
	renamed := c.renamed.Load()
	answer, err := once[T](ctx, c, path, values())
	if !errors.Is(err, errFields) {
		return answer, err
	}
	c.renamed.Store(!renamed)
	return once[T](ctx, c, path, values())
}

// errFields marks the refusal of a query for the names of its fields.
var errFields = errors.New("unknown names of fields")

func once[T any](ctx context.Context, c *Client, path string, values url.Values) (*envelope[T], error) {
	header := http.Header{"Authorization": {"Bearer " + c.up.Key}}
	resp, err := c.up.Do(ctx, upstream.Call{Path: path, Query: values, Header: header, Final: []int{http.StatusBadRequest, http.StatusNotFound}})
	if err != nil {
		return nil, err
	}
	var answer envelope[T]
	if err := c.up.Decode(resp, &answer); err != nil {
		return nil, err
	}
	if resp.Status != http.StatusOK {
		return nil, answer.refusal(resp.Status, values)
	}
	return &answer, nil
}

// refusal is what an answer of 400 or 404 means.
func (e *envelope[T]) refusal(status int, values url.Values) error {
	token := values.Get("pagination_token") + values.Get("next_token")
	for _, p := range append([]problem{e.problem}, e.Errors...) {
		switch {
		case p.says(".fields") || p.says("expansions"):
			return errs.Wrap(errFields, errs.TargetError, Name+" does not know the requested fields.")
		case token != "" && (p.says("token") || status == http.StatusNotFound):
			return shape.StaleToken()
		}
	}
	said := e.Detail
	if len(e.Errors) > 0 && said == "" {
		said = e.Errors[0].Message + e.Errors[0].Detail
	}
	return errs.Newf(errs.TargetError, "%s rejected the request: %.200s", Name, said)
}

// why is what an answer without data says of the one object that was asked for.
func (e *envelope[T]) why() string {
	for _, p := range e.Errors {
		switch {
		case p.says("suspended"):
			return shape.Suspended
		case p.is("not-authorized-for-resource"):
			return shape.Private
		case p.is("resource-not-found"):
			return shape.Unavailable
		}
	}
	return ""
}
