package ads

import "github.com/quarryapi/quarry/internal/kind/option"

// Options say what else to do. Unknown keys survive decoding and encoding, so that a
// caller finds them in the job's input.
type Options struct {
	_ struct{} `additionalProperties:"true"`

	Details bool `json:"details,omitempty" default:"false" doc:"With op creatives: read each ad's own page, too. Google tells the versions of an ad and its countries there, and of ads about politics how often they were shown and for how much; Meta the whole text, and the reach in the EU where it shows it. It takes a second an ad of Google's, and five of Meta's. Default false."`

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
