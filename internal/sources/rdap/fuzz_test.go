package rdap_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/sources/rdap"
)

// FuzzParse reads a registry's answer.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"objectClassName":"domain","ldhName":"example.com","events":[{"eventAction":"registration","eventDate":"1995-08-14T04:00:00Z"}],"entities":[{"roles":["registrar"],"vcardArray":["vcard",[["fn",{},"text","R"]]]}],"status":["active"],"secureDNS":{"delegationSigned":"true"}}`,
		`{"vcardArray":[1,[[]]]}`,
		`[]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := rdap.Parse(body, "example.com")
		if (got == nil) != (err != nil) {
			t.Errorf("got %v, error %v; want one of them", got, err)
		}
	})
}
