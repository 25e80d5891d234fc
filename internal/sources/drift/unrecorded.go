package drift

import "maps"

// unrecorded says of upstreams why no skeleton shows how they answer, or why those that
// there are say nothing of an answer as a whole.
var unrecorded = map[string]string{
	"adlibrary":       "recordings are of single ads; no page is published",
	"adlibraryapi":    "recordings are of version 5 of the API, of 2019, whose members have other names",
	"arcticshift":     "only the types of its members are published, by month from 2005 on; its objects are those of Reddit's API, as Pushshift's are",
	"brave":           "no recording is published",
	"duckduckgo":      "recordings are of the page with scripts; the one without is asked",
	"fxtwitter":       "only its OpenAPI document is published",
	"iana":            "the list is known as a whole, by RFC 9224; recordings are of the services that it names",
	"model":           "recordings are of answers to questions; the list of models is asked for",
	"producthuntapi":  "only its schema is published",
	"pullpush":        "recordings are of Pushshift, whose form it continues",
	"semanticscholar": "recordings are of single works",
	"waybackweb":      "its answers are pages of others",
	"xguesttoken":     "an answer is one number",
}

// Unrecorded returns, by upstream, why Known has nothing.
func Unrecorded() map[string]string { return maps.Clone(unrecorded) }
