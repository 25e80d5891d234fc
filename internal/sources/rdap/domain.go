package rdap

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Domain is what RDAP services have about a domain. What none of them has is zero.
type Domain struct {
	Name        string // in lower case and ASCII
	Handle      string
	Status      []string // as EPP names them, with spaces: "client transfer prohibited"
	Created     time.Time
	Updated     time.Time
	Transferred time.Time
	Expires     time.Time
	Nameservers []string // in lower case, in the order of the answer
	Signed      *bool    // the delegation has a DS record; nil is unknown
	Registrar   Registrar
	Registrant  Contact
	// Redacted are the names of what was left out (RFC 9537).
	Redacted []string
	// Services are the hosts that answered, the registry's first.
	Services []string
	// Missing is why the registrar's own service returned nothing; nil when it did or has none.
	Missing error

	registrarLink string
}

// Registrar is through whom a domain was registered.
type Registrar struct {
	Contact

	IANAID     string // its number in IANA's registry
	AbuseEmail string
	AbusePhone string
}

// Parse reads a domain object. Errors: ErrNotRegistered when it is one of code 404,
// others when it is no domain, or another.
func Parse(body []byte, domain string) (*Domain, error) {
	var o object
	err := json.Unmarshal(body, &o)
	if _, odd := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !odd { // a part of an odd type is left out
		return nil, err
	}
	name := strings.ToLower(strings.TrimSuffix(string(o.LDHName), "."))
	switch {
	case o.ErrorCode == "404":
		return nil, ErrNotRegistered
	case o.ErrorCode != "":
		return nil, fmt.Errorf("error %s", o.ErrorCode)
	case o.Class != "" && !strings.EqualFold(string(o.Class), "domain"):
		return nil, fmt.Errorf("an object of class %q", o.Class)
	case name == "" && o.Handle == "":
		return nil, errors.New("a domain without a name")
	case name != "" && isASCII(name) && name != domain:
		return nil, fmt.Errorf("the domain %q instead of %q", name, domain)
	}
	d := &Domain{Name: domain, Handle: string(o.Handle)}
	for _, s := range o.Status {
		d.Status = append(d.Status, strings.ToLower(string(s)))
	}
	for _, n := range o.Nameservers {
		host := strings.ToLower(strings.TrimSuffix(string(cmp.Or(n.LDHName, n.UnicodeName)), "."))
		if host != "" && !slices.Contains(d.Nameservers, host) {
			d.Nameservers = append(d.Nameservers, host)
		}
	}
	if o.SecureDNS != nil {
		d.Signed = o.SecureDNS.DelegationSigned.value
	}
	d.events(o.Events)
	d.people(o.Entities)
	d.links(o)
	return d, nil
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 })
}

// events takes the dates. Of changes and transfers the last one counts.
func (d *Domain) events(events list[event]) {
	var registrarEnd time.Time
	for _, e := range events {
		at := date(string(e.Date))
		if at.IsZero() {
			continue
		}
		switch strings.ToLower(string(e.Action)) {
		case "registration":
			d.Created = earlier(d.Created, at)
		case "expiration":
			d.Expires = later(d.Expires, at)
		case "registrar expiration":
			registrarEnd = at
		case "last changed", "last update": // some registries' own word for it
			d.Updated = later(d.Updated, at)
		case "transfer":
			d.Transferred = later(d.Transferred, at)
		}
	}
	if d.Expires.IsZero() {
		d.Expires = registrarEnd
	}
}

func earlier(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// date reads a time as services write it; one without a zone is taken for UTC. It is
// zero for anything else.
func date(s string) time.Time {
	for _, layout := range []string{
		time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05", time.DateOnly,
	} {
		if at, err := time.Parse(layout, s); err == nil {
			return at.UTC()
		}
	}
	return time.Time{}
}

// people finds registrar, registrant and the contact for abuse, who is mostly within
// the registrar.
func (d *Domain) people(entities list[entity]) {
	for _, e := range entities {
		if e.has("registrant") && d.Registrant == (Contact{}) {
			d.Registrant = e.contact()
		}
		if e.has("registrar") && d.Registrar.Contact == (Contact{}) {
			d.Registrar.Contact = e.contact()
			for _, id := range e.PublicIDs {
				if strings.EqualFold(string(id.Type), "IANA Registrar ID") {
					d.Registrar.IANAID = string(id.Identifier)
				}
			}
			d.Registrar.URL = cmp.Or(d.Registrar.URL, about(e.Links))
		}
		for _, p := range append([]person{e.person}, e.Entities...) {
			if p.has("abuse") {
				c := p.contact()
				d.Registrar.AbuseEmail = cmp.Or(d.Registrar.AbuseEmail, c.Email)
				d.Registrar.AbusePhone = cmp.Or(d.Registrar.AbusePhone, c.Phone)
			}
		}
	}
}

// about is where a registrar says that its site is.
func about(links list[link]) string {
	for _, l := range links {
		if strings.EqualFold(string(l.Rel), "about") && strings.HasPrefix(string(l.Href), "http") {
			return string(l.Href)
		}
	}
	return ""
}

// links finds the registrar's own service and what is said to be left out.
func (d *Domain) links(o object) {
	for _, l := range o.Links {
		isRDAP := strings.HasPrefix(strings.ToLower(string(l.Type)), "application/rdap+json")
		if strings.EqualFold(string(l.Rel), "related") && isRDAP && d.registrarLink == "" {
			d.registrarLink = string(l.Href)
		}
	}
	for _, r := range o.Redacted {
		if name := string(cmp.Or(r.Name.Description, r.Name.Type)); name != "" && !slices.Contains(d.Redacted, name) {
			d.Redacted = append(d.Redacted, name)
		}
	}
}

// fill adds what the registrar has and the registry has not.
func (d *Domain) fill(more *Domain) {
	d.Created = cmp.Or(d.Created, more.Created)
	d.Updated = cmp.Or(d.Updated, more.Updated)
	d.Transferred = cmp.Or(d.Transferred, more.Transferred)
	d.Expires = cmp.Or(d.Expires, more.Expires)
	d.Registrar.fill(more.Registrar.Contact)
	d.Registrar.IANAID = cmp.Or(d.Registrar.IANAID, more.Registrar.IANAID)
	d.Registrar.AbuseEmail = cmp.Or(d.Registrar.AbuseEmail, more.Registrar.AbuseEmail)
	d.Registrar.AbusePhone = cmp.Or(d.Registrar.AbusePhone, more.Registrar.AbusePhone)
	d.Registrant.fill(more.Registrant)
	for _, name := range more.Redacted {
		if !slices.Contains(d.Redacted, name) {
			d.Redacted = append(d.Redacted, name)
		}
	}
	d.Services = append(d.Services, more.Services...)
}

func (c *Contact) fill(more Contact) {
	c.Handle = cmp.Or(c.Handle, more.Handle)
	c.Name = cmp.Or(c.Name, more.Name)
	c.Organization = cmp.Or(c.Organization, more.Organization)
	c.Email = cmp.Or(c.Email, more.Email)
	c.Phone = cmp.Or(c.Phone, more.Phone)
	c.Country = cmp.Or(c.Country, more.Country)
	c.Region = cmp.Or(c.Region, more.Region)
	c.URL = cmp.Or(c.URL, more.URL)
	c.Redacted = c.Redacted || more.Redacted
}
