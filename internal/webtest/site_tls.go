package webtest

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// tlsSites show what can be wrong with a certificate. They answer by http, too, where
// nothing is wrong with them, and are for snapshots rather than for scrapes.
func tlsSites() []Site {
	sites := []struct {
		host, about string
		certificate site.Certificate
	}{
		{"expired.test", "`https://expired.test/` shows a certificate that ended a month ago.", site.ExpiredCertificate},
		{"othername.test", "`https://othername.test/` shows a certificate for elsewhere.test.", site.OtherCertificate},
		{"selfsigned.test", "`https://selfsigned.test/` shows a certificate that it signed itself.", site.OwnCertificate},
		{"halfchain.test", "`https://halfchain.test/` does not send the certificate between its own and the root.", site.BrokenChain},
		{"nocert.test", "`https://nocert.test/` ends every TLS handshake.", site.NoCertificate},
	}
	list := make([]Site, 0, len(sites))
	for _, s := range sites {
		page := site.Note{Title: "The lock on the gate", Paragraphs: []string{
			"The gate of the drying yard has a lock, a key and a label, and they have never belonged to one another. Knock instead.",
		}}
		list = append(list, Site{
			Host: s.host, Title: "Certificates", About: s.about, Certificate: s.certificate,
			Assets: map[string]http.HandlerFunc{"/": page.Serve(http.StatusOK)},
		})
	}
	return list
}
