// Package social is the shape of what people publish: posts, videos, comments and
// who wrote them, the same for every platform. The packages below
// internal/sources fill them, and kinds return them. What a platform does not
// have is absent: a count that nobody published is not 0.
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
	ExternalID string `json:"externalId" doc:"The platform's own id, always a string, since a number would lose digits"`
	URL        string `json:"url" doc:"URL of the item"`
	Type       string `json:"type" doc:"post, reply, repost, quote, comment, video, short, live, story, poll, poll_option, job or article"`
	Title      string `json:"title,omitempty" doc:"Title, on platforms whose items have one"`
	Text       string `json:"text,omitempty" doc:"The complete available text as plain text; absent when it has none"`
	// TextTruncatedAtSource is set only where it is known.
	TextTruncatedAtSource *bool `json:"textTruncatedAtSource,omitempty" doc:"True when the source itself returned less than the whole text"`

	Author      *Author `json:"author,omitempty" doc:"The author; absent when the account is deleted"`
	PublishedAt string  `json:"publishedAt,omitempty" format:"date-time" doc:"When it was published; absent when the platform does not report it"`
	// PublishedAtApproximate marks times that were worked out of words such as "4 days ago".
	PublishedAtApproximate bool   `json:"publishedAtApproximate,omitempty" doc:"True when publishedAt was computed from a relative time"`
	UpdatedAt              string `json:"updatedAt,omitempty" format:"date-time" doc:"When it was last edited; absent when it was not edited, or the platform does not report it"`
	Language               string `json:"language,omitempty" doc:"BCP 47 tag, as the platform detects it"`

	Counts          Counts  `json:"counts" doc:"Numbers that the platform shows; a number that it does not show is absent"`
	Media           []Media `json:"media,omitempty" doc:"Images, videos and links in it"`
	DurationSeconds *int64  `json:"durationSeconds,omitempty" doc:"Length of a video"`
	LinkURL         string  `json:"linkUrl,omitempty" doc:"Target of a link post"`
	Community       string  `json:"community,omitempty" doc:"The subreddit"`
	// PollOptions are nil of what is no poll.
	PollOptions []PollOption `json:"pollOptions,omitempty" doc:"The options of a poll, in its order"`
	LiveStatus  string       `json:"liveStatus,omitempty" doc:"upcoming, live or ended; absent when it was never broadcast"`
	Sensitive   bool         `json:"sensitive,omitempty" doc:"True when the platform marks it as adult content"`
	Deleted     bool         `json:"deleted,omitempty" doc:"True for a removed item that only keeps its position in a tree"`

	InReplyTo *Reference `json:"inReplyTo,omitempty" doc:"The item that it replies to"`
	Thread    *Reference `json:"thread,omitempty" doc:"The post at the top of the discussion that a comment belongs to, when the comment is returned outside of it"`
	RepostOf  *Item      `json:"repostOf,omitempty" doc:"The item that it reposts, in full"`
	QuoteOf   *Item      `json:"quoteOf,omitempty" doc:"The item that it quotes, in full"`
	Replies   []Item     `json:"replies,omitempty" doc:"Replies to it, where a tree was requested"`

	Source     string `json:"source" doc:"The upstream that the facts are from"`
	Origin     string `json:"origin,omitempty" doc:"live, or archive for a copy whose text and counts are from the time of its capture; absent on platforms with a single source"`
	CapturedAt string `json:"capturedAt,omitempty" format:"date-time" doc:"When the archive captured it; absent for live items, and when the archive does not report it"`
}

// Counts are an item's public numbers.
type Counts struct {
	Score     *int64 `json:"score,omitempty" doc:"Points, or upvotes minus downvotes"`
	Likes     *int64 `json:"likes,omitempty" doc:"Likes or reactions"`
	Comments  *int64 `json:"comments,omitempty" doc:"Replies or comments"`
	Reposts   *int64 `json:"reposts,omitempty" doc:"Reposts without a comment"`
	Quotes    *int64 `json:"quotes,omitempty" doc:"Quotes: reposts with a comment"`
	Views     *int64 `json:"views,omitempty" doc:"Views"`
	Bookmarks *int64 `json:"bookmarks,omitempty" doc:"Bookmarks"`
	// UpvoteRatio is rounded to hundredths, and blurred, by the platform that has it.
	UpvoteRatio *float64 `json:"upvoteRatio,omitempty" doc:"Share of upvotes among all votes, 0 to 1"`
	// Rounded names counts that were read as "26K".
	Rounded []string `json:"rounded,omitempty" doc:"Names of the counts that the platform shows rounded"`
}

// Author is an account, as far as an item describes it.
type Author struct {
	ExternalID string `json:"externalId,omitempty" doc:"The platform's own id, a string"`
	Username   string `json:"username,omitempty" doc:"Name within the platform, without @ or u/"`
	Name       string `json:"name,omitempty" doc:"Display name"`
	URL        string `json:"url,omitempty" doc:"URL of the account's page"`
	AvatarURL  string `json:"avatarUrl,omitempty" doc:"URL of its picture"`
	Headline   string `json:"headline,omitempty" doc:"The account's description of itself in one line"`
	Verified   *bool  `json:"verified,omitempty" doc:"Whether the platform has verified it"`
	// Counts are empty where nothing was counted.
	Counts ProfileCounts `json:"counts,omitzero" doc:"Numbers that the platform shows beside it; absent when it shows none"`
}

// Media is an image, a video or a link within an item.
type Media struct {
	Type            string `json:"type" doc:"image, video, gif, audio or link"`
	URL             string `json:"url" doc:"URL of the file, or target of the link"`
	ThumbnailURL    string `json:"thumbnailUrl,omitempty" doc:"URL of a still image of it"`
	Title           string `json:"title,omitempty" doc:"Its title or alternative text"`
	Width           int    `json:"width,omitempty" doc:"In pixels"`
	Height          int    `json:"height,omitempty" doc:"In pixels"`
	DurationSeconds *int64 `json:"durationSeconds,omitempty" doc:"Length of a video or audio"`
}

// Reference names an item without repeating it.
type Reference struct {
	ExternalID string `json:"externalId" doc:"The platform's own id"`
	URL        string `json:"url,omitempty" doc:"URL of the item"`
	Author     string `json:"author,omitempty" doc:"Username of the author"`
	Title      string `json:"title,omitempty" doc:"Its title, if it has one and it is known"`
	LinkURL    string `json:"linkUrl,omitempty" doc:"Target, when it is a link post and the target is known"`
}

// PollOption is one choice of a poll.
type PollOption struct {
	ExternalID string `json:"externalId,omitempty" doc:"The platform's own id, if options have one"`
	Text       string `json:"text" doc:"Text of the option"`
	Votes      *int64 `json:"votes,omitempty" doc:"Number of votes; absent when the platform does not report it"`
}

// Coverage says whether a list is all that there is.
type Coverage struct {
	Complete bool   `json:"complete" doc:"True when the list has everything that was requested and exists"`
	Reason   string `json:"reason,omitempty" doc:"Why the list is not complete, in words"`
}

// behind says that nextCursor leads on.
const behind = "There are more; use nextCursor."

// Covered is the coverage of a page: with what is known to be missing, with a position from
// which it goes on, or up to the end.
func Covered(missing, next string, exhausted bool) Coverage {
	switch {
	case missing != "":
		return Coverage{Reason: missing}
	case next != "":
		return Coverage{Reason: behind}
	case !exhausted:
		return Coverage{Reason: "There may be more, which cannot be reached."}
	}
	return Coverage{Complete: true}
}
