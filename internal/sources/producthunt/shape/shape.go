// Package shape is what is told of Product Hunt, in one form for every surface of it:
// products, launches and people. What a surface does not tell is absent. It is light,
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
	ID             string   `json:"id,omitempty" doc:"Product Hunt's id of it; absent from the API and the feed, which know launches only"`
	Slug           string   `json:"slug,omitempty" doc:"By which its page is addressed; absent when the source tells only that of a launch"`
	URL            string   `json:"url,omitempty" doc:"Its page on Product Hunt"`
	Name           string   `json:"name" doc:"What it is called"`
	Tagline        string   `json:"tagline,omitempty" doc:"One line about it"`
	Description    string   `json:"description,omitempty" doc:"What its makers say of it; from the API that of its launch"`
	WebsiteURL     string   `json:"websiteUrl,omitempty" doc:"Its own site, without the parameters by which Product Hunt counts visits; absent when the source tells only a tracking link"`
	TrackingURL    string   `json:"trackingUrl,omitempty" doc:"A link of Product Hunt's that leads to its site; page resolve tells where"`
	LogoURL        string   `json:"logoUrl,omitempty" doc:"Its picture"`
	FollowersCount *int64   `json:"followersCount,omitempty" doc:"How many follow it"`
	ReviewsCount   *int64   `json:"reviewsCount,omitempty" doc:"How many reviews it has"`
	ReviewsRating  *float64 `json:"reviewsRating,omitempty" doc:"Their mean, 1 to 5; absent without reviews"`
	LaunchesCount  *int64   `json:"launchesCount,omitempty" doc:"How often it was launched"`
	Categories     []Topic  `json:"categories,omitzero" doc:"Product Hunt's categories of it; absent when the source does not tell them"`
	Topics         []Topic  `json:"topics,omitzero" doc:"Its topics; absent when the source does not tell them"`
	Makers         []Person `json:"makers,omitzero" doc:"Who made it; absent when the source does not tell, or withholds their names"`
	Offline        *bool    `json:"offline,omitempty" doc:"Whether Product Hunt says that it is no longer there"`
	Source         string   `json:"source" enum:"page,api,feed,search" doc:"Which surface told of it"`
}

// Launch is one post about a product.
type Launch struct {
	ID             string   `json:"id,omitempty" doc:"The post's id"`
	Slug           string   `json:"slug,omitempty" doc:"The post's own slug, which may differ from its product's"`
	ProductSlug    string   `json:"productSlug,omitempty" doc:"The slug of its product"`
	URL            string   `json:"url" doc:"Where it is on Product Hunt"`
	Name           string   `json:"name" doc:"What was launched"`
	Tagline        string   `json:"tagline,omitempty" doc:"One line about it"`
	Description    string   `json:"description,omitempty" doc:"What its makers say of it"`
	WebsiteURL     string   `json:"websiteUrl,omitempty" doc:"The site of what was launched, without the parameters by which Product Hunt counts visits; absent when only a tracking link is known"`
	TrackingURL    string   `json:"trackingUrl,omitempty" doc:"The link that leads to what was launched; page resolve tells where"`
	CreatedAt      string   `json:"createdAt,omitempty" doc:"When it was posted, RFC 3339 in UTC"`
	FeaturedAt     string   `json:"featuredAt,omitempty" doc:"When it was put on the first page, RFC 3339 in UTC; absent when it never was, or the source does not tell"`
	VotesCount     *int64   `json:"votesCount,omitempty" doc:"Its points now"`
	LaunchDayScore *int64   `json:"launchDayScore,omitempty" doc:"Its points at the end of its day"`
	CommentsCount  *int64   `json:"commentsCount,omitempty" doc:"How many comments it has"`
	DailyRank      *int64   `json:"dailyRank,omitempty" doc:"Its place on its day, from 1"`
	WeeklyRank     *int64   `json:"weeklyRank,omitempty" doc:"Its place in its week, from 1"`
	MonthlyRank    *int64   `json:"monthlyRank,omitempty" doc:"Its place in its month, from 1"`
	ThumbnailURL   string   `json:"thumbnailUrl,omitempty" doc:"Its small picture"`
	MediaURLs      []string `json:"mediaUrls,omitzero" doc:"Its pictures and videos; absent when the source does not tell them"`
	Topics         []Topic  `json:"topics,omitzero" doc:"Its topics; absent when the source does not tell them"`
	PostedBy       *Person  `json:"postedBy,omitempty" doc:"Who posted it; absent when the source withholds the name"`
	Makers         []Person `json:"makers,omitzero" doc:"Who made it; absent when the source does not tell, or withholds their names"`
	Source         string   `json:"source" enum:"page,api,feed,search" doc:"Which surface told of it"`
}

// Topic is a topic or a category.
type Topic struct {
	Slug string `json:"slug,omitempty" doc:"By which its page is addressed"`
	Name string `json:"name" doc:"What it is called"`
}

// Person is somebody with an account.
type Person struct {
	ID              string `json:"id,omitempty" doc:"The account's id"`
	Username        string `json:"username,omitempty" doc:"The account's name; the feed tells only what its owner is called"`
	URL             string `json:"url,omitempty" doc:"The person's page on Product Hunt"`
	Name            string `json:"name,omitempty" doc:"What the person is called"`
	Headline        string `json:"headline,omitempty" doc:"One line about the person"`
	About           string `json:"about,omitempty" doc:"More about the person"`
	AvatarURL       string `json:"avatarUrl,omitempty" doc:"The person's picture"`
	WebsiteURL      string `json:"websiteUrl,omitempty" doc:"The person's own site"`
	TwitterUsername string `json:"twitterUsername,omitempty" doc:"The account on X"`
	FollowersCount  *int64 `json:"followersCount,omitempty" doc:"How many follow the person"`
	FollowingCount  *int64 `json:"followingCount,omitempty" doc:"How many the person follows"`
	IsMaker         *bool  `json:"isMaker,omitempty" doc:"Whether Product Hunt counts the person among the makers"`
	CreatedAt       string `json:"createdAt,omitempty" doc:"When the account was made, RFC 3339 in UTC"`
}
