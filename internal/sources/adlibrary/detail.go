package adlibrary

import (
	"bytes"
	"cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/envelope"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/shape"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/wire"
)

// detail reads an ad's own page. The page has the same object as lists have, under
// deeplink_ad_archive.
func detail(page []byte, ad *ads.Ad) error {
	var own *ads.Ad
	for raw, err := range envelope.Objects(page, "deeplink_ad_archive") {
		var n wire.Node
		if err == nil {
			err = wire.Decode(raw, &n)
		}
		if err != nil {
			return unreadable(err)
		}
		if read, ok := shape.Ad(&n); ok && read.ID == ad.ID {
			own = &read
		}
	}
	if own == nil && bytes.Contains(page, []byte(`"deeplink_ad_archive_result"`)) {
		return &errs.Error{Code: errs.TargetError, Permanent: true, Message: "The Meta Ad Library no longer has the ad " + ad.ID + "."}
	}
	if own == nil {
		return blocked(nil, "it returned a page without the ad")
	}
	own.MatchedBy = ad.MatchedBy
	own.Reach = cmp.Or(own.Reach, reach(page), ad.Reach)
	own.Audience, own.Alike = cmp.Or(own.Audience, ad.Audience), cmp.Or(own.Alike, ad.Alike)
	*ad = *own
	return nil
}

// reach is how many people in the EU an ad reached, where its page has it.
func reach(page []byte) *ads.Range {
	for _, key := range []string{"eu_transparency", "aaa_info"} {
		for raw, err := range envelope.Objects(page, key) {
			var told struct {
				Total wire.Number `json:"eu_total_reach"`
			}
			if err == nil && wire.Decode(raw, &told) == nil && told.Total.Set {
				return &ads.Range{Lower: told.Total.Pointer(), Upper: told.Total.Pointer()}
			}
		}
	}
	return nil
}
