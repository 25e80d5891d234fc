package webtest

// rdPerson is an author of an Atom feed.
type rdPerson struct {
	Name string `xml:"name"`
	URI  string `xml:"uri"`
}

// rdContent is a text of an Atom feed.
type rdContent struct {
	Type string `xml:"type,attr"`
	HTML string `xml:",chardata"`
}
