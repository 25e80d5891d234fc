package page

// DataSource is where in the data of a page its content was found, when scripts have yet to write it.
type DataSource string

// The sources.
const (
	JSONLD    DataSource = "jsonld"    // an article that the page describes for search engines
	Next      DataSource = "next"      // what Next hands to its scripts
	Nuxt      DataSource = "nuxt"      // the payload of Nuxt
	SvelteKit DataSource = "sveltekit" // what SvelteKit fetched while it rendered
	State     DataSource = "state"     // the state of another framework, or of the application's own
)
