package social

// Profile is an account, channel or community with its description of itself. What a
// platform does not have is absent.
type Profile struct {
	Platform   string        `json:"platform" doc:"x, reddit, youtube, linkedin or hackernews"`
	ExternalID string        `json:"externalId,omitempty" doc:"The platform's own id, always a string"`
	URL        string        `json:"url" doc:"URL of its page"`
	Username   string        `json:"username,omitempty" doc:"Name within the platform, without @, u/ or r/, in the platform's spelling"`
	Name       string        `json:"name,omitempty" doc:"Display name"`
	Bio        string        `json:"bio,omitempty" doc:"Its description of itself, with links written out"`
	Location   string        `json:"location,omitempty" doc:"The location that it states, as written"`
	Website    string        `json:"website,omitempty" doc:"The website that it links to, with the platform's short link resolved if possible"`
	CreatedAt  string        `json:"createdAt,omitempty" format:"date-time" doc:"When it was created"`
	AvatarURL  string        `json:"avatarUrl,omitempty" doc:"URL of its picture, in the largest size available"`
	BannerURL  string        `json:"bannerUrl,omitempty" doc:"URL of the banner image of its page"`
	Verified   *bool         `json:"verified,omitempty" doc:"Whether the platform has verified it"`
	VerifiedAs string        `json:"verifiedAs,omitempty" doc:"individual, organization or government, if the platform distinguishes them"`
	Protected  *bool         `json:"protected,omitempty" doc:"True when only approved followers can see its posts"`
	Counts     ProfileCounts `json:"counts" doc:"Numbers that the platform shows; a number that it does not show is absent"`
	Source     string        `json:"source" doc:"The upstream that the facts are from"`
}

// ProfileCounts are an account's public numbers.
type ProfileCounts struct {
	Followers *int64 `json:"followers,omitempty" doc:"Number of followers, subscribers or members"`
	Following *int64 `json:"following,omitempty" doc:"Number of accounts that it follows"`
	Posts     *int64 `json:"posts,omitempty" doc:"Number of posts or videos; on X including replies and reposts"`
	Members   *int64 `json:"members,omitempty" doc:"Number of accounts that state that they work there"`
	// Rounded names counts that were read as "5.04M".
	Rounded []string `json:"rounded,omitempty" doc:"Names of the counts that the platform shows rounded"`
}
