package ads

// Options say what else to do.
type Options struct {
	Details bool `json:"details,omitempty" default:"false" doc:"With op creatives: also read each ad's own page. There Google has the versions of an ad and its countries, and for ads about politics its impressions and spend; Meta has the full text, and the reach in the EU if it discloses it. Takes one second for each Google ad and five for each Meta ad. Default false."`
}
