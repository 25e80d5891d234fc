package webtest

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// mailPolicySite holds the file by which company.test asks senders of mail for TLS.
func mailPolicySite() Site {
	const policy = "version: STSv1\r\nmode: enforce\r\nmx: aspmx.l.google.com\r\nmx: *.aspmx.l.google.com\r\nmax_age: 604800\r\n"
	return Site{
		Host:   "mta-sts." + site.Company,
		Title:  "A policy for mail",
		About:  "The MTA-STS policy of company.test, which a snapshot of its infrastructure reads.",
		Assets: map[string]http.HandlerFunc{"/.well-known/mta-sts.txt": site.Text("text/plain; charset=utf-8", policy)},
	}
}
