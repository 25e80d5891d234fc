package reference_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// schema is what the rules of docs/conventions.md need of a schema.
type schema struct {
	Ref        string             `json:"$ref"`
	Type       any                `json:"type"`
	Format     string             `json:"format"`
	Pattern    string             `json:"pattern"`
	Properties map[string]*schema `json:"properties"`
	Required   []string           `json:"required"`
	Items      *schema            `json:"items"`
	AnyOf      []*schema          `json:"anyOf"`
	OneOf      []*schema          `json:"oneOf"`
}

// vocabulary is the document, as the rules read it.
type vocabulary struct {
	Components struct {
		Schemas map[string]*schema `json:"schemas"`
	} `json:"components"`
}

func words(tb testing.TB) vocabulary {
	tb.Helper()
	var v vocabulary
	if err := json.Unmarshal(document(tb), &v); err != nil {
		tb.Fatal(err)
	}
	return v
}

// isArgs tells what is sent from what is answered.
func isArgs(name string) bool {
	return strings.HasSuffix(name, "Args") || strings.HasSuffix(name, "Request") || strings.HasSuffix(name, "Options")
}

func nameOf(s *schema) string { return strings.TrimPrefix(s.Ref, "#/components/schemas/") }

// members calls visit for each member of each schema, sorted.
func (v vocabulary) members(visit func(of, name string, s *schema)) {
	for _, of := range slices.Sorted(maps.Keys(v.Components.Schemas)) {
		properties := v.Components.Schemas[of].Properties
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			visit(of, name, properties[name])
		}
	}
}

// exceptions are members that keep another name, each with its reason. One that is not needed
// any more fails the test, so that the list does not grow old.
type exceptions map[string]string

func (e exceptions) unused(tb testing.TB, used map[string]bool) {
	tb.Helper()
	for _, member := range slices.Sorted(maps.Keys(e)) {
		if !used[member] {
			tb.Errorf("got no use of the exception %s (%s), want it removed", member, e[member])
		}
	}
}

const (
	bySpecification = "the specification names it"
	byStandard      = "a standard names it"
)

func TestNamesAreCamelCase(t *testing.T) {
	t.Parallel()
	camel := regexp.MustCompile(`^[a-z][a-zA-Z0-9]*$`)
	words(t).members(func(of, name string, _ *schema) {
		if !camel.MatchString(name) && of != "BrandResult" && of != "BrandFullResult" { // bySpecification
			t.Errorf("%s.%s: got this name, want camelCase", of, name)
		}
	})
}

// TestOneNameForEachIdea refuses names that an idea has elsewhere.
func TestOneNameForEachIdea(t *testing.T) {
	t.Parallel()
	names := map[string]string{
		"handle": "username", "alias": "username", "screenName": "username",
		"postedAt": "publishedAt", "published": "publishedAt", "publishedDate": "publishedAt", "date": "a name that says of what",
		"modifiedAt": "updatedAt", "editedAt": "updatedAt", "updated": "updatedAt", "lastmod": "updatedAt", "changedAt": "updatedAt",
		"loc": "url", "href": "url", "link": "url, or a name that ends in Url", "hreflang": "language", "lang": "language",
		"truncated": "coverage", "incomplete": "coverage", "hasMore": "exhausted", "next": "nextCursor", "partialFailures": "failedSources",
	}
	kept := exceptions{
		"ChannelArgs.handle": bySpecification, "ScrapeChannelRequest.handle": bySpecification,
		"SocialMentionsArgs.handle": bySpecification, "ScrapeSocialMentionsRequest.handle": bySpecification,
		"SocialMentionsMention.postedAt": "the specification names it, and publishedAt is beside it",
		"SeoRankOn.date":                 "a day, in a list of days", "SeoTranco.date": "the day of the list",
		"UrlResult.truncated":         "of one text, not of a list: nextOffset goes on",
		"SearchPage.truncated":        "of one text, not of a list",
		"InfraCertificates.truncated": "of a log that is sampled: total is its least",
		"RssResult.link":              "the feed's own element; url is the feed that was asked for",
	}
	used := map[string]bool{}
	words(t).members(func(of, name string, _ *schema) {
		better, isOther := names[name]
		if _, keeps := kept[of+"."+name]; isOther && !keeps {
			t.Errorf("%s.%s: got this name, want %s", of, name, better)
		}
		used[of+"."+name] = isOther
	})
	kept.unused(t, used)
}

// TestListsAreItems holds what can be limited or gone through to the name items, and that to
// lists.
func TestListsAreItems(t *testing.T) {
	t.Parallel()
	v := words(t)
	kept := exceptions{
		"AdsResult":          "the specification names creatives; resolve lists advertisers",
		"SearchResult":       "the specification names results",
		"SearchAnswerResult": "the specification names results",
		"HnPostResult":       "the comments are a tree below the post",
	}
	used := map[string]bool{}
	for kind, args := range v.Components.Schemas {
		base, isKind := strings.CutSuffix(kind, "Args")
		result := v.Components.Schemas[base+"Result"]
		if !isKind || result == nil {
			continue
		}
		limited := slices.ContainsFunc([]string{"limit", "maxResults", "commentsLimit", "cursor"}, func(name string) bool { return args.Properties[name] != nil })
		list := result.Properties["items"]
		_, keeps := kept[base+"Result"]
		used[base+"Result"] = limited && list == nil
		if limited && !keeps && (list == nil || list.Type != "array") {
			t.Errorf("%sResult: got items %+v, want a list, as the call has a limit", base, list)
		}
	}
	kept.unused(t, used)
	v.members(func(of, name string, s *schema) {
		if name == "items" && s.Type != "array" {
			t.Errorf("%s.items: got type %v, want array", of, s.Type)
		}
	})
}

// TestMoreIsToldOneWay holds that what has a nextCursor says whether it is exhausted, and
// results whether they are covered; and that a call that takes a cursor gives one.
func TestMoreIsToldOneWay(t *testing.T) {
	t.Parallel()
	v := words(t)
	for _, of := range slices.Sorted(maps.Keys(v.Components.Schemas)) {
		s := v.Components.Schemas[of]
		base, isArgs := strings.CutSuffix(of, "Args")
		if isArgs && s.Properties["cursor"] != nil && v.Components.Schemas[base+"Result"].Properties["nextCursor"] == nil {
			t.Errorf("%sResult: got no nextCursor, want one, as the call takes a cursor", base)
		}
		if s.Properties["nextCursor"] == nil {
			continue
		}
		if (s.Properties["exhausted"] == nil || !slices.Contains(s.Required, "exhausted")) && of != "AdsResult" { // resolve lists no ads
			t.Errorf("%s: got nextCursor without a required exhausted, want one", of)
		}
		if !strings.HasSuffix(of, "Result") {
			continue
		}
		if coverage := s.Properties["coverage"]; coverage == nil || nameOf(coverage) != "SocialCoverage" {
			t.Errorf("%s: got nextCursor without coverage, want it", of)
		}
	}
}

// TestEveryListSaysWhetherItIsAll holds that the result of a call for a list says whether its end was
// reached, and whether it has everything, also where no cursor leads on.
func TestEveryListSaysWhetherItIsAll(t *testing.T) {
	t.Parallel()
	v := words(t)
	kept := exceptions{
		"AdsResult": "resolve lists no ads; creatives and archive have both",
	}
	used := map[string]bool{}
	for of, s := range v.Components.Schemas {
		base, isResult := strings.CutSuffix(of, "Result")
		if !isResult || v.Components.Schemas[base+"Args"] == nil {
			continue
		}
		limits := slices.Collect(maps.Keys(v.Components.Schemas[base+"Args"].Properties))
		limited := slices.ContainsFunc(limits, func(name string) bool {
			return name == "cursor" || name == "maxResults" || name == "maxCandidates" || name == "limit" || strings.HasSuffix(name, "Limit")
		})
		if !limited && s.Properties["items"] == nil && s.Properties["results"] == nil && s.Properties["nextCursor"] == nil {
			continue
		}
		told := slices.Contains(s.Required, "exhausted") && slices.Contains(s.Required, "coverage") && nameOf(s.Properties["coverage"]) == "SocialCoverage"
		_, keeps := kept[of]
		if used[of] = !told; !told && !keeps {
			t.Errorf("%s: got required %v, want exhausted and coverage, as the call is for a list", of, s.Required)
		}
	}
	kept.unused(t, used)
	for _, of := range slices.Sorted(maps.Keys(v.Components.Schemas)) {
		if s := v.Components.Schemas[of]; s.Properties["nextCursor"] != nil && !slices.Contains(s.Required, "exhausted") && of != "AdsResult" {
			t.Errorf("%s: got nextCursor without a required exhausted, want one", of)
		}
	}
}

// timeKept are times with other names than …At, and why.
var timeKept = exceptions{
	"InfraCertificate.notAfter": byStandard, "InfraCertificate.notBefore": byStandard, "InfraChainLink.notAfter": byStandard,
	"InfraLoggedCertificate.notAfter": byStandard, "InfraLoggedCertificate.notBefore": byStandard, "InfraSecurityTxt.expires": byStandard,
	"ResearchDocument.fetchedAtUtc": bySpecification, "ResearchDocument.archivedAtUtc": "as fetchedAtUtc of the specification",
	"UsageReport.since": bySpecification, "WebhookEvent.timestamp": "Standard Webhooks names it",
	"WebhookEndpoint.failingSince": "the begin of a time that goes on", "WebhookEndpoint.heldUntil": "the end of one", "WebhookEndpoint.slowUntil": "the end of one",
}

// asExact are times of which a source may know the day alone, or less: a client that reads them
// as times would fail.
var asExact = exceptions{
	"CompanyFeed.newestAt": "of feeds", "SeoFeed.newestAt": "of feeds", "SeoFeed.oldestAt": "of feeds", "SeoPost.publishedAt": "of feeds",
	"RssResult.updatedAt": "of feeds", "RssItem.publishedAt": "of feeds", "RssItem.updatedAt": "of feeds", "ListingURL.updatedAt": "of sitemaps",
	"PageMetadata.publishedAt": "of pages", "PageMetadata.updatedAt": "of pages", "SearchPage.publishedAt": "of pages",
	"SearchItem.publishedAt": "of engines", "SearchAnswerItem.publishedAt": "of engines",
	"ResearchCandidate.publishedAt": "of engines", "ResearchDocument.publishedAt": "of pages",
}

// TestTimesHaveOneForm holds times to names that end in At, and to RFC 3339 with three digits.
func TestTimesHaveOneForm(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	words(t).members(func(of, name string, s *schema) {
		member, isTime, isAt := of+"."+name, s.Format == "date-time", strings.HasSuffix(name, "At")
		_, keeps := timeKept[member]
		_, exact := asExact[member]
		used[member] = isTime != isAt
		switch {
		case isArgs(of):
		case isTime && !isAt && !keeps:
			t.Errorf("%s: got a time of this name, want one that ends in At", member)
		case isAt && s.Type == "string" && !isTime && !exact:
			t.Errorf("%s: got no format, want date-time", member)
		case isTime && !strings.Contains(s.Pattern, `\.\d{3}Z$`):
			t.Errorf("%s: got pattern %q, want three digits of a second and Z", member, s.Pattern)
		}
	})
	timeKept.unused(t, used)
	asExact.unused(t, used)
}

// TestNumbersOfPeopleAreCounts holds how many did what to counts, under one name each.
func TestNumbersOfPeopleAreCounts(t *testing.T) {
	t.Parallel()
	counted := []string{
		"likes", "views", "comments", "replies", "reposts", "retweets", "shares", "quotes", "bookmarks", "upvotes", "votes", "points", "score",
		"followers", "subscribers", "following", "members", "reviews", "launches", "posts",
	}
	kept := exceptions{
		"SocialMentionsMention.score": bySpecification,
		"SocialPollOption.votes":      "the only number of an option, beside its text",
	}
	specified := []string{
		"unitCount", "outboundLinkCount", "acceptedClaimCount", "currentRunEvidenceCount", "historicalEvidenceCount", // bySpecification
	}
	used := map[string]bool{}
	words(t).members(func(of, name string, s *schema) {
		isNumber := s.Type == "integer"
		_, keeps := kept[of+"."+name]
		isCount := isNumber && slices.Contains(counted, name)
		used[of+"."+name] = isCount
		if isCount && !keeps && !strings.HasSuffix(of, "Counts") {
			t.Errorf("%s.%s: got a count beside other members, want it under counts", of, name)
		}
		if isNumber && strings.HasSuffix(name, "Count") && !slices.Contains(specified, name) && name != "h1Count" {
			t.Errorf("%s.%s: got this name, want a member of counts, or a name without Count", of, name)
		}
		if name == "counts" && !strings.HasSuffix(nameOf(s), "Counts") {
			t.Errorf("%s.counts: got %s, want an object of counts", of, nameOf(s))
		}
	})
	kept.unused(t, used)
}

// TestNothingIsNull holds that what is unknown is absent.
func TestNothingIsNull(t *testing.T) {
	t.Parallel()
	kept := exceptions{"BrandResult.confidence": "the specification returns it empty, which for a number is null"}
	used := map[string]bool{}
	words(t).members(func(of, name string, s *schema) {
		types, several := s.Type.([]any)
		_, keeps := kept[of+"."+name]
		used[of+"."+name] = several && slices.Contains(types, any("null"))
		if used[of+"."+name] && !keeps {
			t.Errorf("%s.%s: got a member that can be null, want it absent instead", of, name)
		}
	})
	kept.unused(t, used)
}

// TestTimesOfCallsInAnyForm holds that since and until take ISO 8601 and Unix everywhere.
func TestTimesOfCallsInAnyForm(t *testing.T) {
	t.Parallel()
	found := 0
	words(t).members(func(of, name string, s *schema) {
		if !isArgs(of) || name != "since" && name != "until" {
			return
		}
		found++
		if len(s.AnyOf) != 2 || s.AnyOf[0].Type != "string" || s.AnyOf[1].Type != "integer" {
			t.Errorf("%s.%s: got %+v, want a string or an integer", of, name, s)
		}
	})
	if found < 7 {
		t.Errorf("got %d times of calls, want those of four calls", found)
	}
}
