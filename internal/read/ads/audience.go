package ads

// Audience is who saw an ad, as far as its archive discloses that.
type Audience struct {
	Size         *Range  `json:"size,omitempty" doc:"How many people it was aimed at, as the archive estimates."`
	Demographics []Share `json:"demographics,omitempty" doc:"Who saw it, by age and gender."`
	Regions      []Share `json:"regions,omitempty" doc:"Where it was seen, by region."`
	Reached      []Reach `json:"reached,omitempty" doc:"How many accounts in the EU it reached, by country, age and gender."`
}

// Share is a part of those who saw an ad.
type Share struct {
	Age    string  `json:"age,omitempty" doc:"As the archive groups ages: 25-34, 65+."`
	Gender string  `json:"gender,omitempty" doc:"male, female or unknown."`
	Region string  `json:"region,omitempty" doc:"Its name."`
	Share  float64 `json:"share" doc:"From 0 to 1."`
}

// Reach is how many accounts of one kind an ad reached.
type Reach struct {
	Country string `json:"country" doc:"ISO 3166-1 alpha-2."`
	Age     string `json:"age,omitempty" doc:"As the archive groups ages."`
	Gender  string `json:"gender,omitempty" doc:"male, female or unknown."`
	Count   int64  `json:"count" doc:"Accounts."`
}
