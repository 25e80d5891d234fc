package site

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/view"
)

// Format is how a screenshot is written.
type Format string

// The formats.
const (
	PNG  Format = "png"
	WebP Format = "webp"
)

// Options say how a page is shown and read.
type Options struct {
	view.Options
	option.Access

	Screenshot bool              `json:"screenshot,omitempty" default:"false" doc:"Return a screenshot as well; only with mode full. Default false."`
	Format     Format            `json:"format,omitempty" enum:"png,webp" default:"png" doc:"For a screenshot: the image format. Default png."`
	Headers    map[string]string `json:"headers,omitempty" example:"{\"Accept-Language\":\"de\"}" doc:"Headers to send to the site, such as Accept-Language, Cookie, Authorization or User-Agent. Other hosts receive only the first and the last of these. At most 20 with 8 KB together; connection headers are rejected."`
	TimeoutMS  int64             `json:"timeoutMs,omitempty" minimum:"0" default:"60000" doc:"Maximum duration of the job, in milliseconds: 1000 to 110000; other values are clamped. Default 60000."`
}

// prepare fills defaults and clamps. What concerns a screenshot is left as it is when
// there will be none.
func (o *Options) prepare(m Mode) (err error) {
	if m == Text && o.Screenshot {
		return errs.Field(errs.InvalidRequest, "options.screenshot", "requires mode full; leave it out, or set mode to full")
	}
	if err := o.Prepare(); err != nil {
		return err
	}
	if o.Screenshot {
		if o.Format == "" {
			o.Format = PNG
		}
		if o.Format != PNG && o.Format != WebP {
			return errs.Field(errs.InvalidRequest, "options.format", "must be one of png, webp")
		}
		if err := o.PreparePicture(o.Format != PNG); err != nil {
			return err
		}
	}
	o.TimeoutMS = view.Timeout(o.TimeoutMS).Milliseconds()
	if o.Headers, err = option.Headers(o.Headers); err != nil {
		return err
	}
	return o.PrepareAccess(o.Headers)
}

// Timeout is TimeoutMS as a duration.
func (o *Options) Timeout() time.Duration { return view.Timeout(o.TimeoutMS) }
