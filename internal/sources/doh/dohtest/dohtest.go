// Package dohtest stands for a resolver over HTTPS in JSON, with zones of its own.
package dohtest

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/miekg/dns"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Site stands for a resolver over HTTPS in JSON, in Cloudflare's dialect. It
// answers from zones: those under content, and a short one for each sample site.
// Domains that begin with "servfail" cannot be resolved; others do not exist.
func Site(known func() *Zones) site.Site {
	return site.Site{
		Host:     "dns.upstream.test",
		Title:    "DNS over HTTPS",
		About:    "A replay of a resolver, with zones of its own. `servfail…` cannot be resolved, `bare.test` has neither web nor mail, `nomail.test` takes no mail; names that no zone has do not exist.",
		Upstream: "dns",
		Rest:     replay{known}.serve,
	}
}

type question struct {
	Name string `json:"name"`
	Type uint16 `json:"type"`
}

type record struct {
	Name string `json:"name"`
	Type uint16 `json:"type"`
	TTL  uint32 `json:"TTL"`
	Data string `json:"data"`
}

type message struct {
	Status    int
	TC        bool
	RD        bool
	RA        bool
	AD        bool
	CD        bool
	Question  []question
	Answer    []record `json:",omitempty"`
	Authority []record `json:",omitempty"`
	Comment   []string `json:",omitempty"`
}

// replay answers from zones.
type replay struct{ zones func() *Zones }

func (x replay) serve(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	name := q.Get("name")
	kind, known := recordType(q.Get("type"))
	switch {
	case !strings.Contains(r.Header.Get("Accept"), "application/dns-json"):
		http.Error(w, "Unsupported Media Type", http.StatusUnsupportedMediaType) // wire format is expected then
		return
	case !known:
		http.Error(w, "Invalid query type.", http.StatusBadRequest)
		return
	}
	if _, valid := dns.IsDomainName(name); !valid || name == "" {
		http.Error(w, "Invalid query name.", http.StatusBadRequest)
		return
	}
	m := message{RD: true, RA: true, CD: site.IsTrue(q.Get("cd")), Question: []question{{strings.TrimSuffix(name, "."), kind}}}
	a := x.zones().resolve(name, kind)
	m.Status, m.AD = a.rcode, a.signed && !m.CD
	m.Answer, m.Authority = inJSON(a.answer), inJSON(a.authority)
	if a.rcode == dns.RcodeServerFailure {
		m.Comment = []string{"EDE(22): No Reachable Authority"}
	}
	w.Header().Set("Cache-Control", "no-store")
	site.SendJSON(w, http.StatusOK, m)
}

// recordType reads a type by name or number; none is A.
func recordType(s string) (uint16, bool) {
	if s == "" {
		return dns.TypeA, true
	}
	if n, err := strconv.ParseUint(s, 10, 16); err == nil {
		return uint16(n), true
	}
	n, ok := dns.StringToType[strings.ToUpper(s)]
	return n, ok
}

// inJSON writes records as Cloudflare does: names of owners without the final dot, data
// in presentation form.
func inJSON(records []dns.RR) []record {
	list := make([]record, 0, len(records))
	for _, rr := range records {
		h := rr.Header()
		list = append(list, record{
			Name: strings.TrimSuffix(h.Name, "."), Type: h.Rrtype, TTL: h.Ttl, Data: strings.TrimPrefix(rr.String(), h.String()),
		})
	}
	return list
}
