package page

// Metadata is what a page says about itself, declared or shown. What the page does not
// say is absent.
type Metadata struct {
	Title       string            `json:"title,omitempty" doc:"Headline of the page, without the name of its site, chosen by comparing its heading, title element, Open Graph, JSON-LD and URL"`
	PageTitle   string            `json:"pageTitle,omitempty" doc:"The whole title element; absent when it has no more than title"`
	Description string            `json:"description,omitempty" doc:"The meta description, otherwise the one of Open Graph, Twitter or JSON-LD"`
	Canonical   string            `json:"canonical,omitempty" doc:"Absolute canonical URL"`
	Language    string            `json:"language,omitempty" doc:"BCP 47 tag as declared"`
	Author      string            `json:"author,omitempty" doc:"Names of the authors, comma-separated, as the page declares or shows them; absent when it names none, or only an account such as admin"`
	PublishedAt string            `json:"publishedAt,omitempty" doc:"Time of publication; only the date when the page has no time, or none with a zone"`
	UpdatedAt   string            `json:"updatedAt,omitempty" doc:"Last change that the page declares or shows, in the same form as publishedAt"`
	SiteName    string            `json:"siteName,omitempty" doc:"Name of the site as declared, otherwise of its publisher, otherwise the part of the title that matches the domain"`
	Image       string            `json:"image,omitempty" doc:"Absolute URL of the image that represents the page"`
	Icons       []Icon            `json:"icons,omitempty" doc:"Icons that the page declares"`
	OpenGraph   map[string]string `json:"openGraph,omitempty" doc:"Open Graph properties without the prefix og:, the first value of each"`
	Twitter     map[string]string `json:"twitter,omitempty" doc:"Twitter card properties without the prefix twitter:, the first value of each"`
	JSONLDTypes []string          `json:"jsonLdTypes,omitempty" doc:"Distinct @type values of the page's JSON-LD in order"`
}

// Icon is a favicon or touch icon.
type Icon struct {
	URL   string `json:"url" doc:"Absolute URL"`
	Rel   string `json:"rel" doc:"icon, apple-touch-icon or mask-icon"`
	Type  string `json:"type,omitempty" doc:"Media type as declared"`
	Sizes string `json:"sizes,omitempty" doc:"As declared, such as 32x32"`
}
