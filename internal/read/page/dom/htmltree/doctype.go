package htmltree

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// doctype is what a declaration says.
type doctype struct {
	name           string
	public, system *string
	broken         bool // it is none that the standard has
}

// readDoctype reads a declaration from behind its first word. One that the page cuts off is
// broken, but in what nobody expects behind its identifiers.
func readDoctype(s string, cut bool) doctype {
	var d doctype
	s = strings.TrimLeft(s, spaces)
	end := strings.IndexAny(s, spaces)
	if end < 0 {
		end = len(s)
	}
	d.name, s = lower(s[:end]), strings.TrimLeft(s[end:], spaces)
	switch {
	case d.name == "":
		d.broken = true
	case hasFoldPrefix(s, "public"):
		d.public, s = d.identifier(s[len("public"):], true)
		if d.public != nil && s != "" {
			d.system, s = d.identifier(s, false)
		}
	case hasFoldPrefix(s, "system"):
		d.system, s = d.identifier(s[len("system"):], true)
	default:
		d.broken = s != ""
	}
	d.broken = d.broken || cut && (d.system == nil || s == "")
	return d
}

// identifier reads one in quotation marks, and returns what is behind it. One that is not
// there is an error where there must be one.
func (d *doctype) identifier(s string, must bool) (id *string, rest string) {
	s = strings.TrimLeft(s, spaces)
	if s == "" {
		d.broken = d.broken || must
		return nil, ""
	}
	if s[0] != '"' && s[0] != '\'' {
		d.broken = true
		return nil, ""
	}
	text, rest, found := strings.Cut(s[1:], s[:1])
	d.broken = d.broken || !found
	return &text, strings.TrimLeft(rest, spaces)
}

// attributes are the identifiers as nodes have them.
func (d *doctype) attributes() []html.Attribute {
	var attr []html.Attribute
	if d.public != nil {
		attr = append(attr, html.Attribute{Key: "public", Val: *d.public})
	}
	if d.system != nil {
		attr = append(attr, html.Attribute{Key: "system", Val: *d.system})
	}
	return attr
}

// isQuirky reports whether browsers show such a page as those of old did, with tables in
// paragraphs.
func (d *doctype) isQuirky() bool {
	if d.broken || d.name != "html" {
		return true
	}
	if d.system != nil && strings.EqualFold(*d.system, "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd") {
		return true
	}
	if d.public == nil {
		return false
	}
	public := strings.ToLower(*d.public)
	switch public {
	case "-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html":
		return true
	}
	begins := func(prefix string) bool { return strings.HasPrefix(public, prefix) }
	return slices.ContainsFunc(quirky, begins) || d.system == nil && slices.ContainsFunc(quirkyAlone, begins)
}

// quirkyAlone are beginnings of public identifiers that are of old when no system is named.
var quirkyAlone = []string{"-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"}

// quirky are beginnings of public identifiers of old, as the standard lists them.
var quirky = []string{
	"+//silmaril//dtd html pro v0r11 19970101//",
	"-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
	"-//as//dtd html 3.0 aswedit + extensions//",
	"-//ietf//dtd html 2.0 level 1//", "-//ietf//dtd html 2.0 level 2//",
	"-//ietf//dtd html 2.0 strict level 1//", "-//ietf//dtd html 2.0 strict level 2//", "-//ietf//dtd html 2.0 strict//",
	"-//ietf//dtd html 2.0//", "-//ietf//dtd html 2.1e//",
	"-//ietf//dtd html 3.0//", "-//ietf//dtd html 3.2 final//", "-//ietf//dtd html 3.2//", "-//ietf//dtd html 3//",
	"-//ietf//dtd html level 0//", "-//ietf//dtd html level 1//", "-//ietf//dtd html level 2//", "-//ietf//dtd html level 3//",
	"-//ietf//dtd html strict level 0//", "-//ietf//dtd html strict level 1//", "-//ietf//dtd html strict level 2//",
	"-//ietf//dtd html strict level 3//", "-//ietf//dtd html strict//", "-//ietf//dtd html//",
	"-//metrius//dtd metrius presentational//",
	"-//microsoft//dtd internet explorer 2.0 html strict//", "-//microsoft//dtd internet explorer 2.0 html//",
	"-//microsoft//dtd internet explorer 2.0 tables//", "-//microsoft//dtd internet explorer 3.0 html strict//",
	"-//microsoft//dtd internet explorer 3.0 html//", "-//microsoft//dtd internet explorer 3.0 tables//",
	"-//netscape comm. corp.//dtd html//", "-//netscape comm. corp.//dtd strict html//",
	"-//o'reilly and associates//dtd html 2.0//", "-//o'reilly and associates//dtd html extended 1.0//",
	"-//o'reilly and associates//dtd html extended relaxed 1.0//",
	"-//sq//dtd html 2.0 hotmetal + extensions//",
	"-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
	"-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
	"-//spyglass//dtd html 2.0 extended//",
	"-//sun microsystems corp.//dtd hotjava html//", "-//sun microsystems corp.//dtd hotjava strict html//",
	"-//w3c//dtd html 3 1995-03-24//", "-//w3c//dtd html 3.2 draft//", "-//w3c//dtd html 3.2 final//", "-//w3c//dtd html 3.2//",
	"-//w3c//dtd html 3.2s draft//", "-//w3c//dtd html 4.0 frameset//", "-//w3c//dtd html 4.0 transitional//",
	"-//w3c//dtd html experimental 19960712//", "-//w3c//dtd html experimental 970421//",
	"-//w3c//dtd w3 html//", "-//w3o//dtd w3 html 3.0//",
	"-//webtechs//dtd mozilla html 2.0//", "-//webtechs//dtd mozilla html//",
}
