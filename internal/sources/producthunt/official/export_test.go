package official

// Queries are all that are sent, by the types that they ask for.
func Queries() []string {
	return []string{postQuery, siteQuery, userQuery, topicsQuery, postsQuery}
}
