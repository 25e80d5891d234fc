package social

// Profile is an account, channel or community with what it tells of itself. What a
// platform does not tell is absent.
type Profile struct {
	Platform   string        `json:"platform" doc:"x, reddit, youtube, linkedin or hackernews"`
	ExternalID string        `json:"externalId,omitempty" doc:"The platform's own id, always a string"`
	URL        string        `json:"url" doc:"Its page"`
	Handle     string        `json:"handle,omitempty" doc:"Name within the platform, without @, u/ or r/, in the platform's spelling"`
	Name       string        `json:"name,omitempty" doc:"Display name"`
	Bio        string        `json:"bio,omitempty" doc:"What it says of itself, links written out"`
	Location   string        `json:"location,omitempty" doc:"Where it says to be, as written"`
	Website    string        `json:"website,omitempty" doc:"The site that it names, past the platform's short link where that is known"`
	CreatedAt  string        `json:"createdAt,omitempty" doc:"Since when it exists, RFC 3339 in UTC"`
	AvatarURL  string        `json:"avatarUrl,omitempty" doc:"Its picture, in the largest size that is told"`
	BannerURL  string        `json:"bannerUrl,omitempty" doc:"The wide picture above its page"`
	Verified   *bool         `json:"verified,omitempty" doc:"Whether the platform marks it as verified"`
	VerifiedAs string        `json:"verifiedAs,omitempty" doc:"individual, organization or government, where the platform tells"`
	Protected  *bool         `json:"protected,omitempty" doc:"True when only approved followers see its posts"`
	Counts     ProfileCounts `json:"counts" doc:"What the platform counts; a count that it does not tell is absent"`
	Source     string        `json:"source" doc:"Which upstream said so"`
}

// ProfileCounts are an account's public numbers.
type ProfileCounts struct {
	Followers *int64 `json:"followers,omitempty" doc:"How many follow it: followers, subscribers or members"`
	Following *int64 `json:"following,omitempty" doc:"How many it follows"`
	Posts     *int64 `json:"posts,omitempty" doc:"How many posts or videos it has; on X replies and reposts count, too"`
	// Rounded names counts that were read as "5.04M".
	Rounded []string `json:"rounded,omitempty" doc:"Which of these counts the platform shows rounded, by their names"`
}
