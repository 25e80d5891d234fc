package blob

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

// Owned are what the keys of all objects of an organization begin with.
func Owned(org string) []string {
	return []string{"results/" + org + "/", "events/" + org + "/", "progress/" + org + "/", "documents/" + org + "/"}
}

// List names objects whose keys have a prefix and come behind a key, in their order: some of them, and none at the
// end. It is for operators: nothing else needs the right to. Errors: service_unavailable.
func (s *Store) List(ctx context.Context, prefix, after string) (keys []string, err error) {
	query := url.Values{"list-type": {"2"}, "prefix": {prefix}}
	if after != "" {
		query.Set("start-after", after)
	}
	var answer []byte
	err = attempt(ctx, func() (again bool, err error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"?"+query.Encode(), nil)
		if err != nil {
			return false, err
		}
		answer, again, err = s.signed(ctx, req, nil)
		return again, err
	})
	if err != nil {
		return nil, unavailable(prefix, err)
	}
	return keysOf(string(answer)), nil
}

// keysOf reads the keys of a list. A parser of XML would be linked into every function that reads a result, and starts
// with it; the list has one element of this name for each object.
func keysOf(list string) (keys []string) {
	plain := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&#39;", "'", "&#34;", `"`, "&amp;", "&")
	for {
		_, rest, found := strings.Cut(list, "<Key>")
		key, rest, ended := strings.Cut(rest, "</Key>")
		if !found || !ended {
			return keys
		}
		keys, list = append(keys, plain.Replace(key)), rest
	}
}

// Delete removes an object; one that is not there is no error. Errors: service_unavailable.
func (s *Store) Delete(ctx context.Context, key string) error {
	return unavailable(key, attempt(ctx, func() (again bool, err error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodDelete, s.address(key), nil)
		if err != nil {
			return false, err
		}
		_, again, err = s.signed(ctx, req, nil)
		return again, err
	}))
}
