package social

// Organization is what a platform tells of a company beside its Profile.
type Organization struct {
	Tagline     string   `json:"tagline,omitempty" doc:"Its own line about itself"`
	Industry    string   `json:"industry,omitempty" doc:"As the platform names it"`
	Size        string   `json:"size,omitempty" doc:"How many work there, as it declares: 51-200 employees"`
	Members     *int64   `json:"members,omitempty" doc:"How many accounts of the platform say that they work there"`
	Type        string   `json:"type,omitempty" doc:"As the platform names it: Privately Held"`
	Founded     string   `json:"founded,omitempty" doc:"The year, as it declares"`
	Specialties []string `json:"specialties,omitempty" doc:"What it says to be good at"`
}
