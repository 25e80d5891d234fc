package channel

import (
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/subject"
)

// platform is how channels of a platform are named.
type platform struct {
	name  string
	hosts []string // with all names below them
	// handle reads what people write for a channel into its one form, which MUST be
	// read into itself.
	handle func(string) (string, bool)
	// address reads the address of a channel into that form.
	address func(*url.URL) (string, bool)
	page    func(handle string) string // where it is
	// forms are examples of handles, and of an address.
	forms, example string

	deep      int64 // the most items of a deep crawl; 0 where there is none
	employees bool  // has people who work there
}

// platforms are those that the runner reads. A new one is a line here.
func platforms() []platform {
	return []platform{x(), youtube(), reddit(), linkedin()}
}

// identify fills in platform and handle.
func (a *Args) identify() (platform, error) {
	switch {
	case a.Handle == "" && a.URL == "":
		return platform{}, errs.Field(errs.InvalidRequest, "handle", "is missing, and so is url; send one of them")
	case a.Handle != "" && a.URL != "":
		return platform{}, errs.Field(errs.InvalidRequest, "url", "must not be sent together with handle")
	case a.URL != "":
		return a.byURL()
	case a.Platform == "":
		return platform{}, errs.Field(errs.InvalidRequest, "platform", "is missing; send it with handle, or send url in place of both")
	}
	i := slices.IndexFunc(platforms(), func(p platform) bool { return p.name == a.Platform })
	if i < 0 {
		return platform{}, errs.Field(errs.InvalidRequest, "platform", "must be one of "+names())
	}
	p := platforms()[i]
	handle, ok := p.handle(a.Handle)
	if !ok {
		return platform{}, errs.Field(errs.InvalidRequest, "handle", "is not the name of a channel on "+p.name+"; send "+p.forms)
	}
	a.Handle = handle
	return p, nil
}

func (a *Args) byURL() (platform, error) {
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return platform{}, err
	}
	i := slices.IndexFunc(platforms(), func(p platform) bool { return p.at(u.Hostname()) })
	if i < 0 {
		return platform{}, errs.Field(errs.InvalidURL, "url", "is not on one of the platforms "+names())
	}
	p := platforms()[i]
	if a.Platform != "" && a.Platform != p.name {
		return platform{}, errs.Field(errs.InvalidRequest, "platform", "is "+a.Platform+", but url is on "+p.name+"; leave it out, or send another url")
	}
	handle, ok := p.address(u)
	if !ok {
		return platform{}, errs.Field(errs.InvalidURL, "url", "is not the URL of a channel; send one such as "+p.example)
	}
	a.Platform, a.Handle, a.URL = p.name, handle, ""
	return p, nil
}

// at reports whether a host is the platform's.
func (p platform) at(host string) bool {
	host = strings.ToLower(host)
	return slices.ContainsFunc(p.hosts, func(h string) bool { return host == h || strings.HasSuffix(host, "."+h) })
}

func names() string {
	var all []string
	for _, p := range platforms() {
		all = append(all, p.name)
	}
	return strings.Join(all, ", ")
}
