package reddit

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// tokens keeps the token of the API until shortly before it ends.
type tokens struct {
	now func() time.Time

	mu    sync.Mutex
	value string
	until time.Time
}

// tokenMargin is how long before its end a token is renewed: a call with it may take
// its time.
const tokenMargin = time.Minute

// installedDevice is what Reddit's API takes for the device of an app that has no
// secret and does not want its users to be distinguished.
const installedDevice = "DO_NOT_TRACK_THIS_DEVICE"

// Configured reports whether the operator has an app of Reddit. Without one there is
// no karma and no date of creation, and counts come from archives only.
func (c *Client) Configured() bool { return c.feeds.Key != "" }

// token returns the token for the API. A spent one, if it is still the one that is
// kept, is renewed.
func (c *Client) token(ctx context.Context, spent string) (string, error) {
	c.tokens.mu.Lock()
	defer c.tokens.mu.Unlock()
	if c.tokens.value != "" && c.tokens.value != spent && c.tokens.now().Before(c.tokens.until) {
		return c.tokens.value, nil
	}
	call, err := c.grant()
	if err != nil {
		return "", err
	}
	var answer struct {
		Token   string `json:"access_token"`
		Expires number `json:"expires_in"`
		Error   any    `json:"error"`
	}
	if err := c.feeds.JSON(ctx, call, &answer); err != nil {
		return "", err
	}
	switch {
	case answer.Error != nil:
		return "", errs.New(errs.ProviderNotConfigured, "Reddit does not accept the app's credentials; the operator should check the key of reddit in QUARRY_KEYS.")
	case answer.Token == "" || answer.Expires <= 0:
		return "", unreadable(Feeds, "without a token")
	}
	c.tokens.value = answer.Token
	c.tokens.until = c.tokens.now().Add(time.Duration(answer.Expires)*time.Second - tokenMargin)
	return answer.Token, nil
}

// grant is the call for a token: that of an app with a secret, or of an installed app,
// which has none.
func (c *Client) grant() (upstream.Call, error) {
	id, secret, ok := strings.Cut(c.feeds.Key, ":")
	if !ok || id == "" {
		return upstream.Call{}, errs.New(errs.ProviderNotConfigured, "The key of reddit must be client_id:client_secret; the operator has to set it in QUARRY_KEYS.")
	}
	form := url.Values{"grant_type": {"client_credentials"}}
	if secret == "" {
		form = url.Values{"grant_type": {"https://oauth.reddit.com/grants/installed_client"}, "device_id": {installedDevice}}
	}
	return upstream.Call{
		Method: http.MethodPost, Path: "/api/v1/access_token", Form: form,
		Header: http.Header{"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte(id+":"+secret))}},
	}, nil
}
