package api

import (
	"net/http"
	"net/url"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// queryOf reads the parameters of a query. Those that are named may be given once and
// not empty: what a client left out by mistake is an error and not guessed. Others are
// ignored. Errors: invalid_request.
func queryOf(r *http.Request, names ...string) (url.Values, error) {
	params, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, errs.New(errs.InvalidRequest, "The query cannot be read; percent-encode its values and separate them by &.")
	}
	for _, name := range names {
		switch values := params[name]; {
		case len(values) > 1:
			return nil, errs.Field(errs.InvalidRequest, name, "is given more than once")
		case len(values) == 1 && values[0] == "":
			return nil, errs.Field(errs.InvalidRequest, name, "is empty; give it a value or leave it out")
		}
	}
	return params, nil
}
