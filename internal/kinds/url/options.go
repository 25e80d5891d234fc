package url

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/view"
	"github.com/quarryapi/quarry/internal/read/page/selector"
)

// Options say how a page is fetched and read.
type Options struct {
	view.Options
	option.Access

	OnlyMainContent *bool             `json:"onlyMainContent,omitempty" default:"true" doc:"For markdown and the text of json: leave out navigation, banners, footers and the like. Ignored with includeTags. Default true."`
	IncludeTags     []string          `json:"includeTags,omitempty" maxItems:"50" example:"[\"article\",\".product > h1\"]" doc:"For markdown and the text of json: CSS selectors of the elements that are content; nothing else is returned. At most 50, each of at most 500 bytes and 4 descendant steps."`
	ExcludeTags     []string          `json:"excludeTags,omitempty" maxItems:"50" example:"[\".comments\"]" doc:"For markdown and json: CSS selectors of elements to remove before anything else. At most 50, each of at most 500 bytes and 4 descendant steps."`
	Comments        Comments          `json:"comments,omitempty" enum:"omit,include" default:"omit" doc:"For markdown and the text of json: whether comments below an article are returned. They are a section of their own, each with author and time. Posts of threads, questions and answers are always content. Ignored with includeTags and without onlyMainContent. Default omit."`
	Headers         map[string]string `json:"headers,omitempty" example:"{\"Accept-Language\":\"de\"}" doc:"Headers to send to the site, such as Accept-Language, Cookie, Authorization or User-Agent. At most 20 with 8 KB together; connection headers are rejected."`
	TimeoutMS       int64             `json:"timeoutMs,omitempty" minimum:"0" doc:"Maximum duration of the job, in milliseconds: 1000 to 60000, with format screenshot to 110000; other values are clamped. Default 30000, with format screenshot 60000."`
	MaxChars        int64             `json:"maxChars,omitempty" minimum:"0" doc:"For markdown, text, raw and the text of json: return at most this many characters. Markdown ends behind a block, or behind a row, an item or a word of a block that is too long; never within fenced code, a table row, a link or a code span. Others end behind a paragraph, a line or a word. nextOffset says where the rest begins. Default 0: no limit."`
	MaxTokens       int64             `json:"maxTokens,omitempty" minimum:"0" doc:"As maxChars, in tokens of language models, by an estimate that is a little above what most texts have. With maxChars, too, both hold. Default 0: no limit."`
	Offset          int64             `json:"offset,omitempty" minimum:"0" doc:"For markdown, text, raw and the text of json, one of them: the character to begin at, nextOffset of the call before. Each call is a job of its own, which costs the same, and fetches the page anew unless cacheTtlSec allows the cache. Default 0."`
	Picture         Picture           `json:"format,omitempty" enum:"png,jpeg,webp" default:"png" doc:"For a screenshot: the image format. Default png."`
	RespectRobots   bool              `json:"respectRobots,omitempty" default:"false" doc:"Do not fetch what the site's robots.txt disallows. The job then fails with upstream_blocked. Default false."`

	Fallback Fallback `json:"fallback,omitempty" enum:"none,archive" default:"none" doc:"archive: where the page cannot be had, because it is gone (404, 410), its site does not respond, fails or blocks robots, read the newest copy in the Internet Archive. result.archive then says so, with the copy's date and address. Not for pages that need a login, nor beside cookies, Authorization or what needs a browser. The archive gets the URL, and nothing else of the call. Default none."`

	shown bool // in the browser, for other reasons than a screenshot
}

// Comments say whether those below an article are returned.
type Comments string

// The choices.
const (
	Omit    Comments = "omit"
	Include Comments = "include"
)

// Picture is how a screenshot is written.
type Picture string

// The pictures.
const (
	PNG  Picture = "png"
	JPEG Picture = "jpeg"
	WebP Picture = "webp"
)

// prepare fills defaults, clamps, and brings what has no order into one. What concerns
// a browser is left as it is where there will be none.
func (o *Options) prepare(wanted []Format) error {
	picture := slices.Contains(wanted, Screenshot)
	if picture {
		if err := o.preparePicture(); err != nil {
			return err
		}
	}
	if err := o.prepareView(picture); err != nil {
		return err
	}
	if o.OnlyMainContent == nil {
		o.OnlyMainContent = new(true)
	}
	switch o.Comments {
	case "", Include:
	case Omit:
		o.Comments = "" // one form for what is the same
	default:
		return errs.Field(errs.InvalidRequest, "options.comments", "must be omit or include")
	}
	given := o.TimeoutMS
	if given < 0 {
		return errs.Field(errs.InvalidRequest, "options.timeoutMs", "must be at least 0")
	}
	if o.TimeoutMS == 0 {
		o.TimeoutMS = defaultTimeout.Milliseconds()
	}
	if o.shown {
		o.TimeoutMS = view.Timeout(given).Milliseconds()
	} else if !picture {
		o.TimeoutMS = min(max(o.TimeoutMS, minTimeout.Milliseconds()), maxTimeout.Milliseconds())
	}
	if err := o.prepareBudget(wanted); err != nil {
		return err
	}
	var err error
	if o.IncludeTags, err = selectors("options.includeTags", o.IncludeTags); err != nil {
		return err
	}
	if o.ExcludeTags, err = selectors("options.excludeTags", o.ExcludeTags); err != nil {
		return err
	}
	if o.Headers, err = option.Headers(o.Headers); err != nil {
		return err
	}
	return o.PrepareAccess(o.Headers)
}

func (o *Options) preparePicture() error {
	o.TimeoutMS = view.Timeout(o.TimeoutMS).Milliseconds()
	if o.Picture == "" {
		o.Picture = PNG
	}
	if !slices.Contains([]Picture{PNG, JPEG, WebP}, o.Picture) {
		return errs.Field(errs.InvalidRequest, "options.format", "must be one of png, jpeg, webp")
	}
	if err := o.Prepare(); err != nil {
		return err
	}
	return o.PreparePicture(o.Picture != PNG)
}

// prepareView checks what concerns a browser. Where there may be none it stays as it was given.
func (o *Options) prepareView(picture bool) error {
	switch {
	case picture: // it is prepared with the picture
		return nil
	case o.shown:
		return o.Prepare()
	}
	may := o.Options
	return may.Prepare()
}

// selectors checks each and returns them sorted: their order means nothing.
func selectors(field string, list []string) ([]string, error) {
	clean := make([]string, 0, len(list))
	for i, s := range list {
		if issue := selector.Issue(s); issue != "" {
			return nil, errs.Field(errs.InvalidRequest, fmt.Sprintf("%s[%d]", field, i), issue)
		}
		clean = append(clean, strings.TrimSpace(s))
	}
	slices.Sort(clean)
	return slices.Compact(clean), nil
}

// Timeout is TimeoutMS as a duration.
func (o *Options) Timeout() time.Duration { return time.Duration(o.TimeoutMS) * time.Millisecond }
