package ads

// Audience is who saw an ad, as far as its archive discloses that.
type Audience struct {
	Size         *Range  `json:"size,omitempty" doc:"Number of people targeted, as estimated by the archive."`
	Demographics []Share `json:"demographics,omitempty" doc:"Shares of viewers by age and gender."`
	Regions      []Share `json:"regions,omitempty" doc:"Shares of viewers by region."`
	Reached      []Reach `json:"reached,omitempty" doc:"Number of accounts reached in the EU, by country, age and gender."`
}

// Share is a part of those who saw an ad.
type Share struct {
	Age    string  `json:"age,omitempty" doc:"Age range, as the archive groups ages: 25-34, 65+."`
	Gender string  `json:"gender,omitempty" doc:"male, female or unknown."`
	Region string  `json:"region,omitempty" doc:"Name of the region."`
	Share  float64 `json:"share" doc:"Share from 0 to 1."`
}

// Reach is how many accounts of one kind an ad reached.
type Reach struct {
	Country string `json:"country" doc:"Country code, ISO 3166-1 alpha-2."`
	Age     string `json:"age,omitempty" doc:"Age range, as the archive groups ages."`
	Gender  string `json:"gender,omitempty" doc:"male, female or unknown."`
	Count   int64  `json:"count" doc:"Number of accounts."`
}
