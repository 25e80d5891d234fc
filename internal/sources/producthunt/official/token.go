package official

import (
	"context"
	"net/http"
	"strings"
	"sync"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// tokens keeps the token of an application. Product Hunt's do not end, but can be
// revoked.
type tokens struct {
	mu    sync.Mutex
	value string
}

// grants reports whether the key is an application's, which gets tokens.
func (c *Client) grants() bool { return strings.Contains(c.up.Key, ":") }

// token returns the token to ask with. A spent one, if it is still the one that is kept,
// is renewed.
func (c *Client) token(ctx context.Context, spent string) (string, error) {
	if !c.grants() {
		return c.up.Key, nil
	}
	c.tokens.mu.Lock()
	defer c.tokens.mu.Unlock()
	if c.tokens.value != "" && c.tokens.value != spent {
		return c.tokens.value, nil
	}
	id, secret, _ := strings.Cut(c.up.Key, ":")
	var granted struct {
		Token string `json:"access_token"`
	}
	err := c.up.JSON(ctx, upstream.Call{
		Method: http.MethodPost, Path: "/v2/oauth/token",
		Body: map[string]string{"client_id": id, "client_secret": secret, "grant_type": "client_credentials"},
	}, &granted)
	if err != nil {
		return "", err
	}
	if granted.Token == "" {
		return "", errs.Newf(errs.ProviderNotConfigured, "Product Hunt returned no token for the application; the operator should check the key of %s in QUARRY_KEYS.", Name)
	}
	c.tokens.value = granted.Token
	return granted.Token, nil
}
