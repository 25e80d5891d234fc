package feed

import (
	"net/mail"
	"slices"
	"strings"
)

// maxPerson is the longest text that is taken for names and addresses.
const maxPerson = 1000

// people are collected by their names, each once.
type people struct {
	list  []string
	named bool // one of them by more than an address
}

// add takes a name, or else an address.
func (p *people) add(name, address string) {
	if name = Plain(name); name == "" {
		name = Plain(address)
	} else if !isAddress(name) {
		p.named = true
	}
	if name != "" && len(p.list) < maxNames && !slices.Contains(p.list, name) {
		p.list = append(p.list, name)
	}
}

// element takes a person that is an element: one with a name and an address in it, as
// in Atom and <itunes:owner>, or a text.
func (p *people) element(e *element) {
	name, address := e.value("name", "atom:name", "itunes:name"), e.value("email", "atom:email", "itunes:email")
	if name == "" && address == "" {
		p.parse(e.content())
		return
	}
	p.add(name, address)
}

// parse reads the forms in which RSS has people: a name, an address, both as e-mail
// writes them, or as in "Ann (ann@example.com)". Several addresses are several people.
func (p *people) parse(s string) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "mailto:")
	if len(s) > maxPerson || !strings.Contains(s, "@") {
		p.add(s, "")
		return
	}
	if list, err := mail.ParseAddressList(s); err == nil {
		for _, a := range list {
			p.add(a.Name, a.Address)
		}
		return
	}
	if list := semicolons(s); len(list) > 1 {
		for _, a := range list {
			p.add(a.Name, a.Address)
		}
		return
	}
	for _, brackets := range []string{"<>", "()"} {
		name, rest, ok := strings.Cut(s, brackets[:1])
		inner, after, closed := strings.Cut(rest, brackets[1:])
		if name = strings.Trim(strings.TrimSpace(name), `"`); !ok || !closed || strings.TrimSpace(after) != "" {
			continue
		}
		switch {
		case isAddress(inner):
			p.add(name, inner)
			return
		case isAddress(name):
			p.add(inner, name)
			return
		}
	}
	p.add(s, "")
}

// semicolons reads addresses that semicolons part, as some mail programs write them; none
// where one of the parts is no address.
func semicolons(s string) []*mail.Address {
	var list []*mail.Address
	for part := range strings.SplitSeq(s, ";") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		a, err := mail.ParseAddress(part)
		if err != nil {
			return nil
		}
		list = append(list, a)
	}
	return list
}

// isAddress is for text in which nothing but an address is expected.
func isAddress(s string) bool {
	s = strings.TrimSpace(s)
	return strings.Count(s, "@") == 1 && !strings.ContainsAny(s, " \t\r\n<>(),") && s[0] != '@'
}
