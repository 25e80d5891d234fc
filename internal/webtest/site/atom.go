package site

// AtomPerson is an author of an Atom feed.
type AtomPerson struct {
	Name string `xml:"name"`
	URI  string `xml:"uri"`
}

// AtomText is a text of an Atom feed.
type AtomText struct {
	Type string `xml:"type,attr"`
	HTML string `xml:",chardata"`
}
