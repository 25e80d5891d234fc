package official

// The queries name only fields of the schema that Product Hunt publishes with its API's
// description, and one argument that came after it: posts(url:).

// brief are the fields of a post that cost one point each.
const brief = `id name slug tagline description url website votesCount commentsCount reviewsRating createdAt featuredAt thumbnail { url }`

const people = `id name username headline url profileImage`

const postQuery = `query Post($id: ID, $slug: String) {
  post(id: $id, slug: $slug) {
    ` + brief + `
    media { type url videoUrl }
    topics(first: 10) { edges { node { name slug } } }
    user { ` + people + ` }
    makers { ` + people + ` }
  }
}`

// siteQuery asks for three spellings of one site: the API compares addresses, not sites.
const siteQuery = `query Site($a: String!, $b: String!, $c: String!, $first: Int!) {
  a: posts(url: $a, first: $first) { edges { node { ` + brief + ` } } }
  b: posts(url: $b, first: $first) { edges { node { ` + brief + ` } } }
  c: posts(url: $c, first: $first) { edges { node { ` + brief + ` } } }
}`

const userQuery = `query User($username: String, $first: Int!) {
  user(username: $username) {
    ` + people + ` websiteUrl twitterUsername createdAt isMaker
    followers(first: 1) { totalCount }
    following(first: 1) { totalCount }
    madePosts(first: $first) { totalCount edges { node { ` + brief + ` } } }
  }
}`

const topicsQuery = `query Topics($query: String!) {
  topics(query: $query, first: 3, order: FOLLOWERS_COUNT) { edges { node { name slug } } }
}`

const postsQuery = `query Posts($topic: String, $first: Int!) {
  posts(topic: $topic, first: $first, order: RANKING) { edges { node { ` + brief + ` } } }
}`
