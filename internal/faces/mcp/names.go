package mcp

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// meant are the arguments of a tool by the names that models write for them, as the API knows its own: a page is meant by the domain
// of its site, a domain by a page of it, and words by what they are elsewhere.
func meant(tool string) map[string]string {
	switch tool {
	case "scrape", "crawl", "brand":
		return map[string]string{"domain": "url"}
	case "map", "company", "ads":
		return map[string]string{"url": "domain"}
	case "search":
		return map[string]string{"q": "query", "question": "query"}
	case "answer":
		return map[string]string{"q": "question", "query": "question"}
	case "research":
		return map[string]string{"q": "topic", "query": "topic", "question": "topic"}
	}
	return nil
}

// named has calls of tools whose arguments have such names read as they are meant, and refuses a limit that is none: 0 would be as many as
// are usual, which are charged.
func named(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		if call, ok := r.(*mcp.CallToolRequest); ok && call.Params != nil {
			call.Params.Arguments = renamed(call.Params.Arguments, meant(call.Params.Name))
			var sent struct {
				Limit *float64 `json:"limit"`
			}
			if json.Unmarshal(call.Params.Arguments, &sent) == nil && sent.Limit != nil && *sent.Limit < 1 {
				return failed(errs.Field(errs.InvalidRequest, "limit", "must be at least 1")), nil
			}
		}
		return next(ctx, method, r)
	}
}

// renamed gives a member its other name. Arguments with both stay as they are, for the check to refuse, and so does what is no object.
func renamed(arguments json.RawMessage, names map[string]string) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(arguments, &members) != nil {
		return arguments
	}
	var changed bool
	for sent, name := range names {
		value, given := members[sent]
		if _, both := members[name]; !given || both {
			continue
		}
		members[name], changed = value, true
		delete(members, sent)
	}
	if !changed {
		return arguments
	}
	raw, err := json.Marshal(members)
	if err != nil {
		return arguments
	}
	return raw
}
