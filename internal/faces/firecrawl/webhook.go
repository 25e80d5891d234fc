package firecrawl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl/hook"
)

// mostMetadata bounds the metadata of a webhook, in bytes of JSON: each page of a batch keeps it.
const mostMetadata = 2 << 10

// webhook is where a batch or a crawl is told of, written as its URL or as an object.
type webhook struct {
	URL      string            `json:"url"`
	Headers  map[string]string `json:"headers"`
	Metadata json.RawMessage   `json:"metadata"`
	Events   []string          `json:"events"`

	word     bool // written as its URL
	warnings []string
}

// UnmarshalJSON implements json.Unmarshaler.
func (h *webhook) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		h.word = true
		return json.Unmarshal(raw, &h.URL)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		return &invalid{"webhook", "must be a URL or an object"}
	}
	type object webhook
	if err := unmarshal("webhook.", raw, (*object)(h)); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(fieldsOf(reflect.TypeFor[webhook]()), name) {
			h.warnings = append(h.warnings, "webhook."+name+" is not known and was ignored")
		}
	}
	return nil
}

// kept is metadata as it is kept, which is what its bound is of: a client may write as six bytes what has two. Error: *invalid.
func kept(raw json.RawMessage) (json.RawMessage, error) {
	var members map[string]any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&members); err != nil && len(raw) > 0 {
		return nil, &invalid{"webhook.metadata", "must be an object"}
	}
	if members == nil {
		return nil, nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(members); err != nil {
		return nil, errs.Internal(err)
	}
	if out := bytes.TrimSpace(b.Bytes()); len(out) <= mostMetadata {
		return out, nil
	}
	return nil, &invalid{"webhook.metadata", fmt.Sprintf("must have at most %d bytes", mostMetadata)}
}

// none reports whether nobody is to be told, as an empty text says, too.
func (h *webhook) none() bool { return h == nil || h.word && h.URL == "" }

// subscribe has a call tell of what it makes, which is a crawl or a batch, and returns warnings. Error: *invalid.
func (h *webhook) subscribe(family string, c *asked.Call, common *asked.Common) (warnings []string, err error) {
	if h.none() {
		return nil, nil
	}
	if h.URL == "" {
		return nil, &invalid{"webhook.url", "is missing"}
	}
	if len(h.Headers) > 0 {
		return nil, &invalid{"webhook.headers", "is not supported: they would be kept with each event; check " + hook.Signature + " instead"}
	}
	wish := &job.Wish{Form: job.Form{Name: hook.Form}}
	if wish.Form.Metadata, err = kept(h.Metadata); err != nil {
		return nil, err
	}
	if wish.Events, err = hook.Filter(family, h.Events); err != nil {
		return nil, &invalid{"webhook.events", err.Error()}
	}
	c.Events, common.WebhookURL = wish, h.URL
	return h.warnings, nil
}
