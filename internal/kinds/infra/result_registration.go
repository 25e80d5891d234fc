package infra

import (
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/kind/signal"
)

// NoRDAPService is the reason of a registration that nobody can be asked about.
const NoRDAPService = "no_rdap_service"

// Registration is who registered a domain.
type Registration struct {
	signal.Outcome

	Registrar    string       `json:"registrar,omitempty" doc:"The registrar; absent when not disclosed."`
	RegistrarID  string       `json:"registrarIanaId,omitempty" doc:"The registrar's IANA id; absent for registrars without one."`
	RegistrarURL string       `json:"registrarUrl,omitempty" doc:"Absent when not disclosed."`
	AbuseEmail   string       `json:"abuseEmail,omitempty" doc:"Address for abuse reports; absent when not disclosed."`
	AbusePhone   string       `json:"abusePhone,omitempty" doc:"Absent when not disclosed."`
	CreatedAt    instant.Time `json:"createdAt,omitzero" doc:"When it was registered; absent when not disclosed, as are the other times."`
	UpdatedAt    instant.Time `json:"updatedAt,omitzero" doc:"When it was last changed."`
	TransferAt   instant.Time `json:"transferredAt,omitzero" doc:"When it was last transferred to another registrar."`
	ExpiresAt    instant.Time `json:"expiresAt,omitzero" doc:"When it expires unless it is renewed."`
	Statuses     []string     `json:"statuses" example:"[\"client transfer prohibited\"]" doc:"Statuses as RDAP names them. (status is that of this signal.)"`
	Nameservers  []string     `json:"nameservers" doc:"Name servers at the registry."`
	DNSSEC       *bool        `json:"dnssec,omitempty" doc:"Whether the delegation is signed, according to the registry; absent when not disclosed."`
	Registrant   *Contact     `json:"registrant,omitempty" doc:"The registrant; absent when nothing about it is disclosed."`
	Redacted     []string     `json:"redacted" doc:"What the services declare as redacted (RFC 9537)."`
}

// NewRegistration returns a Registration without facts.
func NewRegistration(o signal.Outcome) Registration {
	return Registration{Outcome: o, Statuses: []string{}, Nameservers: []string{}, Redacted: []string{}}
}

// Contact is a person or an organization, as far as it is not redacted.
type Contact struct {
	Name         string `json:"name,omitempty" doc:"A person, or a role; absent when not disclosed."`
	Organization string `json:"organization,omitempty" doc:"Absent when not disclosed."`
	Email        string `json:"email,omitempty" doc:"Absent when not disclosed."`
	Country      string `json:"country,omitempty" doc:"As written: a code or a name."`
	Region       string `json:"region,omitempty" doc:"State or province; absent when not disclosed."`
	Redacted     bool   `json:"redacted" doc:"Whether data was redacted."`
}

// Certificates are those in public logs.
type Certificates struct {
	signal.Outcome

	Total      int                 `json:"total" doc:"Number of certificates found; the real number is higher when truncated is true."`
	Names      []string            `json:"names" doc:"Names that they are valid for, the domain and those below it, sorted from the top of the hierarchy; at most 1000."`
	NamesTotal int                 `json:"namesTotal" doc:"Number of different names."`
	Issuers    []IssuerCount       `json:"issuers" doc:"Their issuers, most frequent first."`
	Recent     []LoggedCertificate `json:"recent" doc:"The newest certificates, at most 10."`
	Truncated  bool                `json:"truncated" doc:"Whether the logs have more certificates than were read."`
}

// NewCertificates returns Certificates without any.
func NewCertificates(o signal.Outcome) Certificates {
	return Certificates{Outcome: o, Names: []string{}, Issuers: []IssuerCount{}, Recent: []LoggedCertificate{}}
}

// IssuerCount is how many certificates somebody issued.
type IssuerCount struct {
	Name         string `json:"name" doc:"Organization of the issuer."`
	Certificates int    `json:"certificates" doc:"Number of certificates."`
}

// LoggedCertificate is one in the logs.
type LoggedCertificate struct {
	Names        []string     `json:"names" doc:"Names of the domain."`
	Issuer       string       `json:"issuer" doc:"Organization of the issuer."`
	SerialNumber string       `json:"serialNumber,omitempty" doc:"Serial number in hexadecimal; absent when the source does not have it."`
	NotBefore    instant.Time `json:"notBefore,omitzero" doc:"When its validity starts; absent when it cannot be read."`
	NotAfter     instant.Time `json:"notAfter,omitzero" doc:"When it expires; absent when it cannot be read."`
}
