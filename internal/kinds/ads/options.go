package ads

import "github.com/quarryapi/quarry/internal/kind/option"

// Options say what else to do. Unknown keys survive decoding and encoding, so that a
// caller finds them in the job's input.
type Options struct {
	_ struct{} `additionalProperties:"true"`

	Details bool `json:"details,omitempty" default:"false" doc:"With op creatives: also read each ad's own page. There Google has the versions of an ad and its countries, and for ads about politics its impressions and spend; Meta has the full text, and the reach in the EU if it discloses it. Takes one second for each Google ad and five for each Meta ad. Default false."`

	extra option.Extra
}

// UnmarshalJSON keeps the keys that are not known.
func (o *Options) UnmarshalJSON(data []byte) (err error) {
	type plain Options
	o.extra, err = option.Split(data, (*plain)(o))
	return err
}

// MarshalJSON writes all keys, the kept ones included.
func (o Options) MarshalJSON() ([]byte, error) {
	type plain Options
	return option.Join(plain(o), o.extra)
}
