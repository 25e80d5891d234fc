package social

// Organization is what a platform has about a company beside its Profile.
type Organization struct {
	Tagline     string   `json:"tagline,omitempty" doc:"Its tagline"`
	Industry    string   `json:"industry,omitempty" doc:"Industry, as the platform names it"`
	Size        string   `json:"size,omitempty" doc:"Number of employees, as it declares: 51-200 employees"`
	Type        string   `json:"type,omitempty" doc:"Type, as the platform names it: Privately Held"`
	Founded     string   `json:"founded,omitempty" doc:"Year of foundation, as it declares"`
	Specialties []string `json:"specialties,omitempty" doc:"The specialties that it lists"`
}
