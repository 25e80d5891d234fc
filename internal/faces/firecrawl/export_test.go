package firecrawl

// GlobsOf is how a path's expression is translated.
var GlobsOf = globsOf
