// Package shape is the data of Product Hunt, in one form for every surface of it:
// products, launches and people. What a surface does not have is absent. It is light,
// knows no surface's format and asks nobody.
package shape

// The surfaces.
const (
	Page   = "page"   // the site's pages
	API    = "api"    // version 2 of the API
	Feed   = "feed"   // the Atom feed
	Search = "search" // a search engine's list of the site's pages
)

// Product is what has a page of its own and one or more launches.
type Product struct {
	ID            string        `json:"id,omitempty" doc:"Product Hunt's id of the product; absent from the API and the feed, which only have launches"`
	Slug          string        `json:"slug,omitempty" doc:"Slug of its page; absent when the source has only the slug of a launch"`
	URL           string        `json:"url,omitempty" doc:"URL of its page on Product Hunt"`
	Name          string        `json:"name" doc:"Name of the product"`
	Tagline       string        `json:"tagline,omitempty" doc:"Its tagline"`
	Description   string        `json:"description,omitempty" doc:"The makers' description of it; from the API, that of its launch"`
	WebsiteURL    string        `json:"websiteUrl,omitempty" doc:"Its own website, without Product Hunt's tracking parameters; absent when the source has only a tracking link"`
	TrackingURL   string        `json:"trackingUrl,omitempty" doc:"A Product Hunt link that redirects to its website; page resolve returns its destination"`
	LogoURL       string        `json:"logoUrl,omitempty" doc:"URL of its logo"`
	Counts        ProductCounts `json:"counts" doc:"Its public numbers; a number that the source does not have is absent"`
	ReviewsRating *float64      `json:"reviewsRating,omitempty" doc:"Mean rating, 1 to 5; absent without reviews"`
	Categories    []Topic       `json:"categories,omitzero" doc:"Its categories on Product Hunt; absent when the source does not have them"`
	Topics        []Topic       `json:"topics,omitzero" doc:"Its topics; absent when the source does not have them"`
	Makers        []Person      `json:"makers,omitzero" doc:"Its makers; absent when the source does not have them, or redacts their names"`
	Offline       *bool         `json:"offline,omitempty" doc:"Whether Product Hunt marks it as no longer available"`
	Source        string        `json:"source" enum:"page,api,feed,search" doc:"The surface that returned it"`
}

// Launch is one post about a product.
type Launch struct {
	ID           string       `json:"id,omitempty" doc:"Id of the post"`
	Slug         string       `json:"slug,omitempty" doc:"The post's own slug, which may differ from its product's"`
	ProductSlug  string       `json:"productSlug,omitempty" doc:"Slug of its product"`
	URL          string       `json:"url" doc:"URL of the launch on Product Hunt"`
	Name         string       `json:"name" doc:"Name of what was launched"`
	Tagline      string       `json:"tagline,omitempty" doc:"Its tagline"`
	Description  string       `json:"description,omitempty" doc:"The makers' description of it"`
	WebsiteURL   string       `json:"websiteUrl,omitempty" doc:"Website of what was launched, without Product Hunt's tracking parameters; absent when only a tracking link is known"`
	TrackingURL  string       `json:"trackingUrl,omitempty" doc:"The tracking link to what was launched; page resolve returns its destination"`
	CreatedAt    string       `json:"createdAt,omitempty" format:"date-time" doc:"When it was posted"`
	FeaturedAt   string       `json:"featuredAt,omitempty" format:"date-time" doc:"When it was featured on the homepage; absent when it never was, or the source does not have it"`
	Counts       LaunchCounts `json:"counts" doc:"Its public numbers; a number that the source does not have is absent"`
	DailyRank    *int64       `json:"dailyRank,omitempty" doc:"Its rank on its day, from 1"`
	WeeklyRank   *int64       `json:"weeklyRank,omitempty" doc:"Its rank in its week, from 1"`
	MonthlyRank  *int64       `json:"monthlyRank,omitempty" doc:"Its rank in its month, from 1"`
	ThumbnailURL string       `json:"thumbnailUrl,omitempty" doc:"URL of its thumbnail"`
	MediaURLs    []string     `json:"mediaUrls,omitzero" doc:"URLs of its images and videos; absent when the source does not have them"`
	Topics       []Topic      `json:"topics,omitzero" doc:"Its topics; absent when the source does not have them"`
	PostedBy     *Person      `json:"postedBy,omitempty" doc:"The person who posted it; absent when the source redacts the name"`
	Makers       []Person     `json:"makers,omitzero" doc:"Its makers; absent when the source does not have them, or redacts their names"`
	Source       string       `json:"source" enum:"page,api,feed,search" doc:"The surface that returned it"`
}

// Topic is a topic or a category.
type Topic struct {
	Slug string `json:"slug,omitempty" doc:"Slug of its page"`
	Name string `json:"name" doc:"Name of the topic"`
}

// Person is somebody with an account.
type Person struct {
	ID         string `json:"id,omitempty" doc:"Id of the account"`
	Username   string `json:"username,omitempty" doc:"The account's username; absent from the feed, which only has the person's name"`
	URL        string `json:"url,omitempty" doc:"URL of the person's page on Product Hunt"`
	Name       string `json:"name,omitempty" doc:"Name of the person"`
	Headline   string `json:"headline,omitempty" doc:"The person's headline"`
	About      string `json:"about,omitempty" doc:"The person's description"`
	AvatarURL  string `json:"avatarUrl,omitempty" doc:"URL of the person's picture"`
	WebsiteURL string `json:"websiteUrl,omitempty" doc:"URL of the person's own website"`
	XUsername  string `json:"xUsername,omitempty" doc:"The account on X"`
	// Counts are empty where the source has no numbers.
	Counts    PersonCounts `json:"counts,omitzero" doc:"The person's public numbers; absent when the source has none"`
	IsMaker   *bool        `json:"isMaker,omitempty" doc:"Whether Product Hunt lists the person as a maker"`
	CreatedAt string       `json:"createdAt,omitempty" format:"date-time" doc:"When the account was created"`
}

// ProductCounts are a product's public numbers.
type ProductCounts struct {
	Followers *int64 `json:"followers,omitempty" doc:"Number of followers"`
	Reviews   *int64 `json:"reviews,omitempty" doc:"Number of reviews"`
	Launches  *int64 `json:"launches,omitempty" doc:"Number of launches"`
}

// LaunchCounts are a launch's public numbers.
type LaunchCounts struct {
	Score          *int64 `json:"score,omitempty" doc:"Its current points"`
	LaunchDayScore *int64 `json:"launchDayScore,omitempty" doc:"Its points at the end of its launch day"`
	Comments       *int64 `json:"comments,omitempty" doc:"Number of comments"`
}

// PersonCounts are a person's public numbers.
type PersonCounts struct {
	Followers *int64 `json:"followers,omitempty" doc:"Number of followers"`
	Following *int64 `json:"following,omitempty" doc:"Number of accounts that the person follows"`
}
