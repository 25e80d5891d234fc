package producthuntrun

import (
	"context"

	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kind/subject"
	producthuntkind "github.com/quarryapi/quarry/internal/kinds/producthunt"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/sources/producthunt"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
)

// resolve follows a tracking link. A site that does not answer is where the link leads
// all the same.
func (v *visit) resolve(ctx context.Context) error {
	d, err := v.site.Resolve(ctx, v.args.Place().Link)
	v.asked("link", signal.Of(producthunt.Name, err))
	if err != nil {
		return err
	}
	out := &producthuntkind.Destination{
		URL: v.args.URL, LandingURL: d.First.String(), FinalURL: d.URL.String(), Domain: subject.Registrable(d.URL.Hostname()),
		Status: d.Status, Redirects: []page.Redirect{},
	}
	for _, hop := range d.Hops {
		out.Redirects = append(out.Redirects, page.Redirect{URL: hop.URL.String(), Status: hop.Status})
	}
	v.result.Destination, v.result.Source, v.result.Coverage.Complete = out, shape.Page, d.Err == nil
	if d.Err != nil {
		v.result.Coverage.Reason = "The site does not respond, so it may redirect further: " + signal.Of("", d.Err).Reason
	}
	return nil
}
