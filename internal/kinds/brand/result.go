package brand

// Design is what a site shows of its brand. Both results begin with it.
type Design struct {
	URL                   string     `json:"url" doc:"The requested URL in canonical form."`
	CompanyName           string     `json:"company_name" doc:"The name that the owner of the site uses: from structured data, metadata, the web app manifest or the title, otherwise from the domain itself."`
	CompanyNameConfidence float64    `json:"company_name_confidence" minimum:"0" maximum:"1" doc:"How likely company_name is the owner's name, by where it was found: 0.9 for the site's own structured data, at most 0.7 for a part of the title, 0.2 for the domain itself. A rule of thumb, not a measured probability."`
	LogoURL               *string    `json:"logo_url,omitempty" doc:"The logo: an absolute URL that returned an image, or a data: URI of an SVG within the page. Absent when none was found."`
	LogoConfidence        float64    `json:"logo_confidence" minimum:"0" maximum:"1" doc:"How likely logo_url is the brand's logo, by where it was found and what the image is: 0.9 for the site's own structured data down to 0.2 for a sharing image; 0 without a logo. A rule of thumb, not a measured probability."`
	FaviconURL            *string    `json:"favicon_url,omitempty" doc:"The site's icon, an absolute URL that returned an image. Absent when none was found."`
	Palette               Palette    `json:"palette" doc:"The brand's colours by role, as #rrggbb. A role without a known colour is absent."`
	Typography            Typography `json:"typography" doc:"The typefaces by name, such as Work Sans; system-ui means the device's own typeface. A typeface that is not known is absent."`
}

// Palette are the named colours.
type Palette struct {
	Primary    string `json:"primary,omitempty" pattern:"^#[0-9a-f]{6}$" doc:"The brand's main colour."`
	Secondary  string `json:"secondary,omitempty" pattern:"^#[0-9a-f]{6}$" doc:"The brand's second colour."`
	Accent     string `json:"accent,omitempty" pattern:"^#[0-9a-f]{6}$" doc:"The accent colour."`
	Background string `json:"background,omitempty" pattern:"^#[0-9a-f]{6}$" doc:"The background colour of the page."`
	Text       string `json:"text,omitempty" pattern:"^#[0-9a-f]{6}$" doc:"The colour of most of the text."`
}

// Typography are the named typefaces.
type Typography struct {
	Heading string `json:"heading,omitempty" doc:"The typeface of the headings."`
	Body    string `json:"body,omitempty" doc:"The typeface of the text."`
}

// Result is a basic profile.
type Result struct {
	Design
	BusinessType    string   `json:"business_type" doc:"Always empty: it needs interpretation, which POST /v1/public/scrape/brand-design adds."`
	BusinessSubtype string   `json:"business_subtype" doc:"Always empty, like business_type."`
	VisualTone      string   `json:"visual_tone" doc:"Always empty, like business_type."`
	Confidence      *float64 `json:"confidence" doc:"Always null: it is the confidence of business_type."`
}

// FullResult is a full profile.
type FullResult struct {
	Design
	BusinessType    string  `json:"business_type" doc:"The kind of business, chosen by the model: software, ecommerce, marketplace, retail, manufacturing, services, agency, consulting, finance, insurance, healthcare, education, media, entertainment, hospitality, travel, food, real_estate, construction, energy, logistics, automotive, telecommunications, nonprofit, government, community, personal or other."`
	BusinessSubtype string  `json:"business_subtype" doc:"A narrower description of the business in a few words, written by the model."`
	VisualTone      string  `json:"visual_tone" doc:"The style of the design, as a few adjectives chosen by the model."`
	Confidence      float64 `json:"confidence" minimum:"0" maximum:"1" doc:"The model's own confidence in business_type."`
	Tagline         string  `json:"tagline" doc:"The slogan as the model read it from the page; empty when there is none."`
	Description     string  `json:"description" doc:"What the business does and for whom, one or two sentences written by the model."`
	ToneOfVoice     string  `json:"tone_of_voice" doc:"The tone of the page's texts, as a few adjectives chosen by the model."`
}

// sample is what the documentation shows.
func sample() Design {
	return Design{
		URL: "https://example.com/", CompanyName: "Example", CompanyNameConfidence: 0.9,
		LogoURL: new("https://example.com/logo.svg"), LogoConfidence: 0.9, FaviconURL: new("https://example.com/favicon.ico"),
		Palette:    Palette{Primary: "#0b5d5b", Secondary: "#2f4b6a", Accent: "#e2703a", Background: "#fbfaf5", Text: "#1c2b2a"},
		Typography: Typography{Heading: "Vollkorn", Body: "Work Sans"},
	}
}
