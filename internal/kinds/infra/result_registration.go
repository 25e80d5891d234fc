package infra

import (
	"time"

	"github.com/quarryapi/quarry/internal/kind/signal"
)

// NoRDAPService is the reason of a registration that nobody can be asked about.
const NoRDAPService = "no_rdap_service"

// Registration is who registered a domain.
type Registration struct {
	signal.Outcome

	Registrar    string     `json:"registrar,omitempty" doc:"Through whom it was registered; absent when it is not told."`
	RegistrarID  string     `json:"registrarIanaId,omitempty" doc:"The registrar's number at IANA; absent for registrars without one."`
	RegistrarURL string     `json:"registrarUrl,omitempty" doc:"Absent when it is not told."`
	AbuseEmail   string     `json:"abuseEmail,omitempty" doc:"Whom to tell of abuse; absent when it is not told."`
	AbusePhone   string     `json:"abusePhone,omitempty" doc:"Absent when it is not told."`
	CreatedAt    *time.Time `json:"createdAt,omitempty" doc:"Absent when it is not told, as all of these times."`
	UpdatedAt    *time.Time `json:"updatedAt,omitempty" doc:"When it was last changed."`
	TransferAt   *time.Time `json:"transferredAt,omitempty" doc:"When it last went to another registrar."`
	ExpiresAt    *time.Time `json:"expiresAt,omitempty" doc:"When it ends unless it is renewed."`
	Statuses     []string   `json:"statuses" example:"[\"client transfer prohibited\"]" doc:"In the words of RDAP. (status is how the signal went.)"`
	Nameservers  []string   `json:"nameservers" doc:"As the registry has them."`
	DNSSEC       *bool      `json:"dnssec,omitempty" doc:"Whether the delegation is signed, as the registry says; absent when it is not told."`
	Registrant   *Contact   `json:"registrant,omitempty" doc:"Who registered it; absent when nothing of it is told."`
	Redacted     []string   `json:"redacted" doc:"What the services say they have left out (RFC 9537)."`
}

// NewRegistration returns a Registration without facts.
func NewRegistration(o signal.Outcome) Registration {
	return Registration{Outcome: o, Statuses: []string{}, Nameservers: []string{}, Redacted: []string{}}
}

// Contact is a person or an organization, as far as it is not redacted.
type Contact struct {
	Name         string `json:"name,omitempty" doc:"A person, or a role; absent when it is not told."`
	Organization string `json:"organization,omitempty" doc:"Absent when it is not told."`
	Email        string `json:"email,omitempty" doc:"Absent when it is not told."`
	Country      string `json:"country,omitempty" doc:"As it is written: a code or a name."`
	Region       string `json:"region,omitempty" doc:"State or province; absent when it is not told."`
	Redacted     bool   `json:"redacted" doc:"Whether data was left out."`
}

// Certificates are those in public logs.
type Certificates struct {
	signal.Outcome

	Total      int                 `json:"total" doc:"Certificates that were found; more than that when truncated."`
	Names      []string            `json:"names" doc:"Names that they are for, the domain and those below it, sorted from the top of the hierarchy; at most 1000."`
	NamesTotal int                 `json:"namesTotal" doc:"How many different names there are."`
	Issuers    []IssuerCount       `json:"issuers" doc:"Who issued them, the most frequent first."`
	Recent     []LoggedCertificate `json:"recent" doc:"The newest, at most 10."`
	Truncated  bool                `json:"truncated" doc:"Whether there are more in the logs than were read."`
}

// NewCertificates returns Certificates without any.
func NewCertificates(o signal.Outcome) Certificates {
	return Certificates{Outcome: o, Names: []string{}, Issuers: []IssuerCount{}, Recent: []LoggedCertificate{}}
}

// IssuerCount is how many certificates somebody issued.
type IssuerCount struct {
	Name         string `json:"name" doc:"Organization that issued them."`
	Certificates int    `json:"certificates" doc:"How many."`
}

// LoggedCertificate is one in the logs.
type LoggedCertificate struct {
	Names        []string   `json:"names" doc:"Of the domain."`
	Issuer       string     `json:"issuer" doc:"Organization that issued it."`
	SerialNumber string     `json:"serialNumber,omitempty" doc:"In hexadecimal; absent when the source does not tell it."`
	NotBefore    *time.Time `json:"notBefore,omitempty" doc:"Absent when it cannot be read."`
	NotAfter     *time.Time `json:"notAfter,omitempty" doc:"Absent when it cannot be read."`
}
