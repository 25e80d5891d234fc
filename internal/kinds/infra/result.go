package infra

import "github.com/quarryapi/quarry/internal/kind/signal"

// Result is what a job gives: one object a signal, each with its own outcome.
type Result struct {
	Domain             string   `json:"domain" doc:"The requested domain, in lower case and ASCII, without a leading www."`
	RegistrableDomain  string   `json:"registrableDomain" doc:"The registrable part of the domain: example.co.uk for blog.example.co.uk."`
	Exists             *bool    `json:"exists,omitempty" doc:"Whether the domain exists in DNS; absent when that could not be determined."`
	CompanyName        string   `json:"companyName,omitempty" doc:"The companyName of the request."`
	CompanyNameFoundIn []string `json:"companyNameFoundIn,omitempty" enum:"registration,tls,hosting" doc:"Signals that name the company, ignoring its legal form and spelling variants; absent without companyName or when none does."`

	DNS           DNS           `json:"dns" doc:"Records of the domain."`
	Email         Email         `json:"email" doc:"The mail provider and how senders are authenticated."`
	Verifications Verifications `json:"verifications" doc:"Services for which control of the domain was proven by a TXT record: a sign that they are used."`
	Hosting       Hosting       `json:"hosting" doc:"The operators of its website and its DNS, and their networks."`
	TLS           TLS           `json:"tls" doc:"The site's certificate and the parameters of TLS connections to it."`
	Headers       Headers       `json:"headers" doc:"Security headers of the page."`
	Registration  Registration  `json:"registration" doc:"The registration of the domain, by RDAP."`
	Certificates  Certificates  `json:"certificates" doc:"Certificates for the domain that are in public logs and have not expired."`
	Technologies  Technologies  `json:"technologies" doc:"Technologies that the page uses."`
}

// NewResult returns a result in which no signal has an answer yet.
func NewResult(domain, registrable string) *Result {
	late := signal.Outcome{Status: signal.Error}
	return &Result{
		Domain: domain, RegistrableDomain: registrable,
		DNS:           NewDNS(late),
		Email:         NewEmail(late),
		Verifications: Verifications{Outcome: late, Items: []Verification{}},
		Hosting:       NewHosting(late),
		TLS:           TLS{Outcome: late, Chain: []ChainLink{}},
		Headers:       Headers{Outcome: late, Missing: []string{}},
		Registration:  NewRegistration(late),
		Certificates:  NewCertificates(late),
		Technologies:  Technologies{Outcome: late, Items: []Technology{}},
	}
}

// Outcomes are those of all signals, in the order of the result.
func (r *Result) Outcomes() []signal.Outcome {
	return []signal.Outcome{
		r.DNS.Outcome, r.Email.Outcome, r.Verifications.Outcome, r.Hosting.Outcome, r.TLS.Outcome,
		r.Headers.Outcome, r.Registration.Outcome, r.Certificates.Outcome, r.Technologies.Outcome,
	}
}
