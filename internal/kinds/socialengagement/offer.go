package socialengagement

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// Platform is where a post is.
type Platform string

// The platforms.
const (
	X          Platform = "x"
	Reddit     Platform = "reddit"
	HackerNews Platform = "hackernews"
	LinkedIn   Platform = "linkedin"
)

// Type is a way to react to a post.
type Type string

// The types.
const (
	Retweeters Type = "retweeters"
	Quotes     Type = "quotes"
	Reactions  Type = "reactions"
	Comments   Type = "comments"
	Reshares   Type = "reshares"
)

// offer is a type that a platform has.
type offer struct {
	Type
	// hidden is why the platform does not publish who they are; empty when it does.
	hidden string
}

// offers are what the platforms have.
func offers(p Platform) []offer {
	switch p {
	case X:
		return []offer{{Retweeters, ""}, {Quotes, ""}, {Comments, ""}, {Reactions, "X shows who liked a post only to its author."}}
	case Reddit:
		return []offer{{Comments, ""}, {Reshares, ""}, {Reactions, "Reddit does not publish who voted."}}
	case HackerNews:
		return []offer{{Comments, ""}, {Reactions, "Hacker News does not publish who voted."}}
	case LinkedIn:
		return []offer{
			{Comments, ""}, {Reactions, "LinkedIn shows who reacted only to its members."}, {Reshares, "LinkedIn shows who shared a post only to its members."},
		}
	}
	return nil
}

// Hidden is why a platform does not publish who the actors of a type are; empty when it
// does.
func Hidden(p Platform, t Type) string {
	for _, o := range offers(p) {
		if o.Type == t {
			return o.hidden
		}
	}
	return ""
}

// offered refuses what cannot be on a platform. Error: invalid_request, for both fields.
func offered(p Platform, t Type) error {
	var has []string
	for _, o := range offers(p) {
		has = append(has, string(o.Type))
	}
	if slices.Contains(has, string(t)) {
		return nil
	}
	issue := fmt.Sprintf("%s has no %s; it has %s", p, t, strings.Join(has, ", "))
	return &errs.Error{
		Code: errs.InvalidRequest, Message: "platform and engagementType do not go together: " + issue + ".",
		Details: []errs.Detail{{Field: "platform", Issue: issue}, {Field: "engagementType", Issue: issue}},
	}
}
