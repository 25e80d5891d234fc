package api

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/kind/option"
)

// sorts are what is read by an id of its own: its name, the prefix of its ids and where they are read.
func sorts() [][3]string {
	return [][3]string{
		{"a job", ident.Job, base + "/jobs/"},
		{"a crawl", ident.Crawl, base + "/crawl/"},
		{"a batch", ident.Batch, base + "/batches/"},
		{"an endpoint", ident.Endpoint, base + "/webhooks/endpoints/"},
		{"a delivery", ident.Delivery, base + "/webhooks/deliveries/"},
	}
}

// noID is the error of an id that is none of its sort's, with where it is read if it is another's.
func noID(code errs.Code, id string) error {
	for _, sort := range sorts() {
		if ident.Valid(sort[1], id) {
			return errs.Newf(code, "%s It is the id of %s: GET %s%s", code.Text(), sort[0], sort[2], id)
		}
	}
	return errs.Of(code)
}

// nothing is the error of a path at which there is nothing, with the call that was probably meant. Routes are told apart by
// their words alone, without what all begin with and with one sign for each id.
func (s *Server) nothing(path string) error {
	const sign = "*"
	parts, ids := strings.Split(strings.Trim(path, "/"), "/"), []string(nil)
	for lead := range strings.SplitSeq(strings.Trim(base, "/"), "/") {
		if parts[0] == lead {
			parts = parts[1:]
		}
		if len(parts) == 0 {
			return errs.Of(errs.NotFound)
		}
	}
	for i, part := range parts {
		if slices.ContainsFunc(sorts(), func(sort [3]string) bool { return ident.Valid(sort[1], part) }) {
			parts[i], ids = sign, append(ids, part)
		}
	}
	given := strings.Join(parts, "/")
	methods := map[string][]string{}
	var words []string
	for _, r := range s.routes {
		of, ok := strings.CutPrefix(r.path, base+"/")
		if !ok {
			continue
		}
		split := strings.Split(of, "/")
		for i, part := range split {
			if strings.HasPrefix(part, "{") {
				split[i] = sign
			}
		}
		of = strings.Join(split, "/")
		words, methods[of] = append(words, of), append(methods[of], r.method)
	}
	far := func(word string) int { return max(len(word)-len(given), len(given)-len(word)) }
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(far(a)-far(b), strings.Compare(a, b)) })
	meant := option.Meant(given, words)
	if meant == "" || strings.Count(meant, sign) > len(ids) {
		return errs.Of(errs.NotFound)
	}
	at := base + "/" + meant
	for _, id := range ids {
		at = strings.Replace(at, sign, id, 1)
	}
	slices.Sort(methods[meant])
	return errs.Newf(errs.NotFound, "%s Did you mean %s %s?", errs.NotFound.Text(), strings.Join(methods[meant], " or "), at)
}
