package content

// Once and Companions are for tests.
var (
	Once       = once
	Companions = companions
)
