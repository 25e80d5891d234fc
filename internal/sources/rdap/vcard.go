package rdap

import (
	"encoding/json"
	"strings"
)

// Contact is a person or an organization, as far as it is known.
type Contact struct {
	Handle       string
	Name         string
	Organization string
	Email        string
	Phone        string
	Country      string // as it is written: a code such as "NO", or a name
	Region       string // a state or province
	URL          string
	Redacted     bool // somebody left data out
}

// contact reads what a jCard (RFC 7095) says. What is only a notice that something
// was left out is not taken for it.
func (p person) contact() Contact {
	c := Contact{Handle: string(p.Handle), URL: string(p.URL), Redacted: p.hidden()}
	var card []json.RawMessage
	var properties list[[]json.RawMessage]
	if json.Unmarshal(p.VCard, &card) != nil || len(card) < 2 || json.Unmarshal(card[1], &properties) != nil {
		return c
	}
	for _, p := range properties {
		if len(p) >= 4 {
			c.take(p)
		}
	}
	return c
}

// take reads a property: name, parameters, type, value.
func (c *Contact) take(p []json.RawMessage) {
	var name string
	if json.Unmarshal(p[0], &name) != nil {
		return
	}
	switch strings.ToLower(name) {
	case "fn":
		c.set(&c.Name, value(p[3]))
	case "org":
		c.set(&c.Organization, value(p[3]))
	case "email":
		if v := value(p[3]); strings.Contains(v, "@") && !strings.Contains(v, " ") { // else it refers to a web form
			c.set(&c.Email, strings.TrimPrefix(v, "mailto:"))
		}
	case "tel":
		if !isFax(p[1]) {
			c.set(&c.Phone, strings.TrimPrefix(value(p[3]), "tel:"))
		}
	case "url":
		c.set(&c.URL, value(p[3]))
	case "adr":
		c.address(p)
	}
}

// set keeps the first value of a property.
func (c *Contact) set(field *string, v string) {
	switch {
	case isRedacted(v):
		c.Redacted = true
	case *field == "":
		*field = v
	}
}

// address reads the last parts of an address: region, code and country (RFC 6350,
// section 6.3.1). The country may be a parameter, too (RFC 8605).
func (c *Contact) address(p []json.RawMessage) {
	var params struct {
		CC text `json:"cc"`
	}
	if json.Unmarshal(p[1], &params) == nil {
		c.set(&c.Country, strings.ToUpper(string(params.CC)))
	}
	var parts []json.RawMessage
	if json.Unmarshal(p[3], &parts) != nil || len(parts) < 7 {
		return
	}
	c.set(&c.Region, value(parts[4]))
	c.set(&c.Country, value(parts[6]))
}

// value is a text, or the parts of a structured one.
func value(raw json.RawMessage) string {
	var parts list[text]
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	var words []string
	for _, p := range parts {
		if p != "" {
			words = append(words, string(p))
		}
	}
	return strings.Join(words, ", ")
}

func isFax(params json.RawMessage) bool {
	var p struct {
		Type list[text] `json:"type"`
	}
	if json.Unmarshal(params, &p) != nil {
		return false
	}
	for _, t := range p.Type {
		if strings.EqualFold(string(t), "fax") {
			return true
		}
	}
	return false
}

// isRedacted recognises what registrars write in place of data.
func isRedacted(v string) bool {
	v = strings.ToLower(v)
	for _, sign := range []string{
		"redacted", "not disclosed", "data protected", "withheld for privacy", "statutory masking", "hidden upon user request",
		"not available from registry", "gdpr masked", "privacy protected",
	} {
		if strings.Contains(v, sign) {
			return true
		}
	}
	return false
}
