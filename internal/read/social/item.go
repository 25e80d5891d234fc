// Package social is the shape of what people publish: posts, videos, comments and
// who wrote them, the same for every platform. It holds types only; the packages
// below internal/sources fill them, and kinds return them. What a platform does not
// tell is absent: a count that nobody published is not 0.
package social

// The platforms.
const (
	X          = "x"
	Reddit     = "reddit"
	YouTube    = "youtube"
	LinkedIn   = "linkedin"
	HackerNews = "hackernews"
	News       = "news"
)

// Where an item was read, on platforms that have archives beside them.
const (
	Live    = "live"    // at the platform
	Archive = "archive" // a copy that somebody keeps
)

// Item is one post, video or comment.
type Item struct {
	Platform   string `json:"platform" doc:"x, reddit, youtube, linkedin, hackernews or news"`
	ExternalID string `json:"externalId" doc:"The platform's own id, always a string: numbers would lose digits"`
	URL        string `json:"url" doc:"Where it can be read"`
	Type       string `json:"type" doc:"post, reply, repost, quote, comment, video, short, live, story, poll, poll_option, job or article"`
	Title      string `json:"title,omitempty" doc:"Title, on platforms whose items have one"`
	Text       string `json:"text,omitempty" doc:"The complete available body as plain text; absent when it has none"`
	// TextTruncatedAtSource is told only where it is known.
	TextTruncatedAtSource *bool `json:"textTruncatedAtSource,omitempty" doc:"True when the source itself gave less than the whole text"`

	Author   *Author `json:"author,omitempty" doc:"Who wrote it; absent when the account is deleted"`
	PostedAt string  `json:"postedAt,omitempty" doc:"When, RFC 3339 in UTC; absent when the platform does not tell"`
	// PostedAtApproximate marks times that were worked out of words such as "4 days ago".
	PostedAtApproximate bool   `json:"postedAtApproximate,omitempty" doc:"True when postedAt was worked out of a relative time"`
	EditedAt            string `json:"editedAt,omitempty" doc:"When it was last changed, RFC 3339 in UTC; absent when it was not, or the platform does not tell"`
	Language            string `json:"language,omitempty" doc:"BCP 47 tag, as the platform detects it"`

	Counts          Counts  `json:"counts" doc:"What the platform counts; a count that it does not tell is absent"`
	Media           []Media `json:"media,omitempty" doc:"Images, videos and links within it"`
	DurationSeconds *int64  `json:"durationSeconds,omitempty" doc:"Length of a video"`
	LinkURL         string  `json:"linkUrl,omitempty" doc:"Where a link post leads"`
	Community       string  `json:"community,omitempty" doc:"The subreddit"`
	// PollOptions are nil of what is no poll.
	PollOptions []PollOption `json:"pollOptions,omitempty" doc:"What a poll lets people choose, in its order"`
	LiveStatus  string       `json:"liveStatus,omitempty" doc:"upcoming, live or ended; absent of what was never broadcast"`
	Sensitive   bool         `json:"sensitive,omitempty" doc:"True when the platform marks it as for adults"`
	Deleted     bool         `json:"deleted,omitempty" doc:"True of a removed item of which only the place within a tree is left"`

	InReplyTo *Reference `json:"inReplyTo,omitempty" doc:"What it answers"`
	Thread    *Reference `json:"thread,omitempty" doc:"The post at the top of the discussion that a comment belongs to, where it is found outside of that"`
	RepostOf  *Item      `json:"repostOf,omitempty" doc:"What it repeats, whole"`
	QuoteOf   *Item      `json:"quoteOf,omitempty" doc:"What it quotes, whole"`
	Replies   []Item     `json:"replies,omitempty" doc:"Answers to it, where a tree was asked for"`

	Source     string `json:"source" doc:"Which upstream said so"`
	Origin     string `json:"origin,omitempty" doc:"live, or archive for a copy whose text and counts are those of its capture; absent on platforms that are read at one place"`
	CapturedAt string `json:"capturedAt,omitempty" doc:"When the archive took its copy, RFC 3339 in UTC; absent of what is live, and when the archive does not tell"`
}

// Counts are an item's public numbers.
type Counts struct {
	Score     *int64 `json:"score,omitempty" doc:"Points or upvotes less downvotes"`
	Likes     *int64 `json:"likes,omitempty" doc:"Likes or reactions"`
	Replies   *int64 `json:"replies,omitempty" doc:"Replies or comments"`
	Reposts   *int64 `json:"reposts,omitempty" doc:"Reposts without a comment"`
	Quotes    *int64 `json:"quotes,omitempty" doc:"Reposts with a comment"`
	Views     *int64 `json:"views,omitempty" doc:"Views"`
	Bookmarks *int64 `json:"bookmarks,omitempty" doc:"Bookmarks"`
	// UpvoteRatio is rounded to hundredths, and blurred, by the platform that has it.
	UpvoteRatio *float64 `json:"upvoteRatio,omitempty" doc:"Share of upvotes among all votes, 0 to 1"`
	// Rounded names counts that were read as "26K".
	Rounded []string `json:"rounded,omitempty" doc:"Which of these counts the platform shows rounded, by their names"`
}

// Author is an account, as far as an item tells of it.
type Author struct {
	ExternalID string `json:"externalId,omitempty" doc:"The platform's own id, a string"`
	Handle     string `json:"handle,omitempty" doc:"Name within the platform, without @ or u/"`
	Name       string `json:"name,omitempty" doc:"Display name"`
	URL        string `json:"url,omitempty" doc:"The account's page"`
	AvatarURL  string `json:"avatarUrl,omitempty" doc:"Its picture"`
	Headline   string `json:"headline,omitempty" doc:"What the account says of itself in a line"`
	Verified   *bool  `json:"verified,omitempty" doc:"Whether the platform marks it as verified"`
	Followers  *int64 `json:"followers,omitempty" doc:"How many follow it"`
}

// Media is an image, a video or a link within an item.
type Media struct {
	Type            string `json:"type" doc:"image, video, gif, audio or link"`
	URL             string `json:"url" doc:"The file, or where the link leads"`
	ThumbnailURL    string `json:"thumbnailUrl,omitempty" doc:"A still image of it"`
	Title           string `json:"title,omitempty" doc:"Its title or alternative text"`
	Width           int    `json:"width,omitempty" doc:"In pixels"`
	Height          int    `json:"height,omitempty" doc:"In pixels"`
	DurationSeconds *int64 `json:"durationSeconds,omitempty" doc:"Length of a video or audio"`
}

// Reference names an item without repeating it.
type Reference struct {
	ExternalID string `json:"externalId" doc:"The platform's own id"`
	URL        string `json:"url,omitempty" doc:"Where it can be read"`
	Author     string `json:"author,omitempty" doc:"Handle of who wrote it"`
	Title      string `json:"title,omitempty" doc:"Its title, where it has one and it is known"`
	LinkURL    string `json:"linkUrl,omitempty" doc:"Where it leads, when it is a link post and that is known"`
}

// PollOption is one choice of a poll.
type PollOption struct {
	ExternalID string `json:"externalId,omitempty" doc:"The platform's own id, where options have one"`
	Text       string `json:"text" doc:"What it says"`
	Votes      *int64 `json:"votes,omitempty" doc:"How many chose it; absent when the platform does not tell"`
}

// Coverage says whether a list is all that there is.
type Coverage struct {
	Complete bool   `json:"complete" doc:"True when the list holds everything that was asked for and exists"`
	Reason   string `json:"reason,omitempty" doc:"Why not, in words"`
}
