package gdelt

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/pattern"
)

// read reads an answer: articles, {} for none, or a refusal, which GDELT writes as a
// sentence with status 200.
func read(body []byte) ([]Article, error) {
	body = bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\ufeff")))
	if !bytes.HasPrefix(body, []byte("{")) {
		return nil, refusal(body)
	}
	var answer struct {
		Articles *[]struct {
			URL       string `json:"url"`
			MobileURL string `json:"url_mobile"`
			Title     string `json:"title"`
			SeenDate  string `json:"seendate"`
			Image     string `json:"socialimage"`
			Domain    string `json:"domain"`
			Language  string `json:"language"`
			Country   string `json:"sourcecountry"`
		} `json:"articles"`
	}
	if err := json.Unmarshal(mend(body), &answer); err != nil {
		return nil, errs.Wrap(err, errs.ParseFailed, Name+" returned data in an unknown format").Later()
	}
	articles := []Article{}
	if answer.Articles == nil {
		if len(bytes.Trim(body, "{} \r\n\t")) > 0 {
			return nil, errs.New(errs.ParseFailed, Name+" answered without articles").Later()
		}
		return articles, nil
	}
	seen := map[string]bool{}
	for _, a := range *answer.Articles {
		at, err := time.Parse("20060102T150405Z", a.SeenDate)
		if err != nil {
			return nil, errs.Wrap(err, errs.ParseFailed, Name+" returned an article whose time has an unknown format").Later()
		}
		link := address(a.URL)
		if link == "" || seen[link] {
			continue
		}
		seen[link] = true
		articles = append(articles, Article{
			URL: link, MobileURL: address(a.MobileURL), Title: title(a.Title), ImageURL: address(a.Image),
			Domain: strings.ToLower(a.Domain), Language: a.Language, Country: a.Country, SeenAt: at,
		})
	}
	return articles, nil
}

// maxSaid is how much of GDELT's own words an error repeats.
const maxSaid = 200

// refusal is what an answer that is no JSON means.
func refusal(body []byte) error {
	said := strings.Join(strings.Fields(strings.ToValidUTF8(string(body[:min(len(body), maxSaid)]), "")), " ")
	switch {
	case said == "":
		return errs.New(errs.ParseFailed, Name+" returned an empty response").Later()
	case json.Valid(body) && body[0] != '"':
		return errs.New(errs.ParseFailed, Name+" returned data in an unknown format").Later()
	case said[0] == '<':
		return errs.New(errs.UpstreamBlocked, Name+" returned an HTML page instead of data; try again later.")
	case strings.Contains(said, "limit requests"):
		e := errs.New(errs.UpstreamRateLimited, Name+" allows one call in five seconds for each IP address; try again later.")
		e.RetryAfter = 5 * time.Second
		return e
	}
	e := errs.Newf(errs.TargetError, "%s rejects the search: %s", Name, said)
	e.Permanent = true
	return e
}

// mend makes JSON of what GDELT sends at times: control characters within texts become
// spaces, and backslashes that escape nothing stand for themselves.
func mend(body []byte) []byte {
	out := make([]byte, 0, len(body)+16)
	for i := 0; i < len(body); i++ {
		b := body[i]
		switch {
		case b < ' ' || b == 0x7f:
			out = append(out, ' ')
		case b != '\\':
			out = append(out, b)
		case i+1 < len(body) && escapes(body[i+1:]):
			out = append(out, b, body[i+1])
			i++
		default:
			out = append(out, '\\', '\\')
		}
	}
	return out
}

// escapes reports whether what follows a backslash makes an escape of it.
func escapes(after []byte) bool {
	if after[0] == 'u' {
		return hex4.Match(after[1:min(5, len(after))])
	}
	return strings.IndexByte(`"\/bfnrt`, after[0]) >= 0
}

var hex4 = pattern.Of(`^[0-9A-Fa-f]{4}$`)

// address is an http or https address without the default port that GDELT writes; ""
// for anything else.
func address(s string) string {
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil || u.Host == "" {
		return ""
	}
	switch u.Scheme + ":" + u.Port() {
	case "https:443", "http:80":
		u.Host = strings.TrimSuffix(u.Host, ":"+u.Port())
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.String()
}

// GDELT sets each mark of a title apart by spaces, as "sanctions ; Iran ' s answer ".
var (
	marks   = pattern.Of(` +([,;:.!?%)\]}…]+)( |$)`)
	opening = pattern.Of(`(^| )([(\[{]) +`)
	quoted  = pattern.Of(`(^|[ (])" ([^"]*[^" ]) "($|[ ,;:.!?)])`)
	clitic  = pattern.Of(`(\pL) ?(['’]) ?(s|t|re|ve|ll|d|m)\b`)
)

func title(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	for marks.MatchString(s) {
		s = marks.ReplaceAllString(s, "$1$2")
	}
	s = opening.ReplaceAllString(s, "$1$2")
	s = quoted.ReplaceAllString(s, `$1"$2"$3`)
	return clitic.ReplaceAllString(s, "$1$2$3")
}
