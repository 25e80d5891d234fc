package content

// Together is for tests.
var Together = together
