package wire

import "encoding/json"

// Answer is one page of ads_archive.
type Answer struct {
	// Data is nil when the answer has no such key, and says nothing of ads then.
	Data   *List[Archived] `json:"data"`
	Paging struct {
		Cursors struct {
			After string `json:"after"`
		} `json:"cursors"`
		// Next is there when more follows. It holds the token: it MUST NOT be kept.
		Next string `json:"next"`
	} `json:"paging"`
	Error *Fault `json:"error"`
}

// Fault is how the Graph API refuses.
type Fault struct {
	Message string `json:"message"`
	Type    string `json:"type"`
	Code    int    `json:"code"`
	Subcode int    `json:"error_subcode"`
}

// Archived is an ad of ads_archive. Its ad_snapshot_url is not read, since it holds the
// token of who asked.
type Archived struct {
	ID           Text            `json:"id"`
	Start        Text            `json:"ad_delivery_start_time"` // a day, as Stop
	Stop         Text            `json:"ad_delivery_stop_time"`
	Bodies       List[Text]      `json:"ad_creative_bodies"`
	Titles       List[Text]      `json:"ad_creative_link_titles"`
	Captions     List[Text]      `json:"ad_creative_link_captions"`
	Descriptions List[Text]      `json:"ad_creative_link_descriptions"`
	PageID       Text            `json:"page_id"`
	PageName     Text            `json:"page_name"`
	Platforms    List[Text]      `json:"publisher_platforms"`
	Languages    List[Text]      `json:"languages"`
	Bylines      Text            `json:"bylines"`
	Currency     Text            `json:"currency"`
	Spend        *Bounds         `json:"spend"`
	Impressions  *Bounds         `json:"impressions"`
	Audience     *Bounds         `json:"estimated_audience_size"`
	EUReach      Number          `json:"eu_total_reach"`
	Payers       List[Payer]     `json:"beneficiary_payers"`
	Demographic  List[Share]     `json:"demographic_distribution"`
	Regions      List[Share]     `json:"delivery_by_region"`
	Breakdown    List[Breakdown] `json:"age_country_gender_reach_breakdown"`
}

// Bounds are a range; an open end is unset.
type Bounds struct {
	Lower Number `json:"lower_bound"`
	Upper Number `json:"upper_bound"`
}

// Payer is for whom an ad was, and who paid for it.
type Payer struct {
	Beneficiary Text `json:"beneficiary"`
	Payer       Text `json:"payer"`
	Current     Flag `json:"current"`
}

// Share is a part of those who saw an ad, from 0 to 1.
type Share struct {
	Age        Text        `json:"age"`
	Gender     Text        `json:"gender"`
	Region     Text        `json:"region"`
	Percentage json.Number `json:"percentage"`
}

// Breakdown is how many accounts an ad reached in a country of the EU.
type Breakdown struct {
	Country Text `json:"country"`
	Groups  List[struct {
		Age     Text   `json:"age_range"`
		Male    Number `json:"male"`
		Female  Number `json:"female"`
		Unknown Number `json:"unknown"`
	}] `json:"age_gender_breakdowns"`
}
