package blob

import (
	"context"
	"encoding/xml"
	"net/http"
	"net/url"
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
	var listed struct {
		Contents []struct {
			Key string `xml:"Key"`
		} `xml:"Contents"`
	}
	if err := xml.Unmarshal(answer, &listed); err != nil {
		return nil, unavailable(prefix, err)
	}
	for _, object := range listed.Contents {
		keys = append(keys, object.Key)
	}
	return keys, nil
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
