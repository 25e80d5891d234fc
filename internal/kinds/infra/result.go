package infra

import "github.com/quarryapi/quarry/internal/kind/signal"

// Result is what a job gives: one object a signal, each with its own outcome.
type Result struct {
	Domain             string   `json:"domain" doc:"The domain that was asked for, in lower case and ASCII, without a leading www."`
	RegistrableDomain  string   `json:"registrableDomain" doc:"The part of it that somebody registered: example.co.uk of blog.example.co.uk."`
	Exists             *bool    `json:"exists,omitempty" doc:"Whether DNS knows the domain; absent when that could not be found out."`
	CompanyName        string   `json:"companyName,omitempty" doc:"As it was given."`
	CompanyNameFoundIn []string `json:"companyNameFoundIn,omitempty" enum:"registration,tls,hosting" doc:"Which signals name the company, its legal form and spelling left aside; absent without companyName or when none does."`

	DNS           DNS           `json:"dns" doc:"Records of the domain."`
	Email         Email         `json:"email" doc:"Who receives its mail and how senders are checked."`
	Verifications Verifications `json:"verifications" doc:"Services that had somebody prove control of the domain by a TXT record: a sign that they are used."`
	Hosting       Hosting       `json:"hosting" doc:"Who runs its web site and its DNS, and in which networks."`
	TLS           TLS           `json:"tls" doc:"The certificate that the site shows and how connections to it are made."`
	Headers       Headers       `json:"headers" doc:"HTTP headers of the page that protect visitors."`
	Registration  Registration  `json:"registration" doc:"Who registered the domain, by RDAP."`
	Certificates  Certificates  `json:"certificates" doc:"Certificates for the domain that are in public logs and have not expired."`
	Technologies  Technologies  `json:"technologies" doc:"What the page is made with."`
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
