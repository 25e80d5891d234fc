package producthuntrun

import (
	"context"

	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/sources/producthunt"
	"github.com/quarryapi/quarry/internal/sources/producthunt/official"
	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
)

// profile reads a person's page. The API withholds who somebody is, and reports what they
// made.
func (v *visit) profile(ctx context.Context) error {
	page, err := v.site.Profile(ctx, v.args.Username)
	v.asked("page", signal.Of(producthunt.Name, err))
	if err == nil {
		v.result.Source, v.result.Profile, v.result.Coverage.Complete = shape.Page, &page.Profile, true
		v.result.Launches = listed(v, page.Launches)
		return nil
	}
	if definite(ctx, err) || !v.api.Configured() {
		return err
	}
	account, other := v.api.User(ctx, v.args.Username, int(v.args.MaxCandidates))
	if other == nil && account == nil {
		v.asked("api", signal.None(official.Name, "It returns nothing for this account, which may exist all the same."))
		return err
	}
	v.asked("api", signal.Of(official.Name, other))
	if other != nil {
		return err
	}
	v.instead(shape.API, err, "This is what the API returns; it redacts most data of a person.")
	v.result.Profile = &account.Person
	v.result.Profile.Username, v.result.Profile.URL = v.args.Username, permalink.User(v.args.Username)
	v.result.Launches = listed(v, newest(plain(account.Launches)))
	return nil
}
