package rdap_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/sources/rdap"
)

// registrant parses a domain whose registrant has these properties.
func registrant(t *testing.T, properties ...string) rdap.Contact {
	t.Helper()
	d, err := rdap.Parse([]byte(`{"objectClassName":"domain","ldhName":"marsh.example","entities":[{"roles":["registrant"],"vcardArray":["vcard",[`+strings.Join(properties, ",")+`]]}]}`), "marsh.example")
	if err != nil {
		t.Fatal(err)
	}
	return d.Registrant
}

func TestContacts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		property string
		want     rdap.Contact
	}{
		"name":                 {`["fn",{},"text","Ada Marsh"]`, rdap.Contact{Name: "Ada Marsh"}},
		"organization":         {`["ORG",{},"text","Marsh Ltd"]`, rdap.Contact{Organization: "Marsh Ltd"}},
		"mail":                 {`["email",{},"text","ada@marsh.example"]`, rdap.Contact{Email: "ada@marsh.example"}},
		"mail as an address":   {`["email",{},"uri","mailto:ada@marsh.example"]`, rdap.Contact{Email: "ada@marsh.example"}},
		"a form for mail":      {`["email",{},"text","Use the form @ our site"]`, rdap.Contact{}},
		"no mail":              {`["email",{},"text","https://marsh.example/form"]`, rdap.Contact{}},
		"telephone":            {`["tel",{"type":"voice"},"uri","tel:+44.1"]`, rdap.Contact{Phone: "+44.1"}},
		"fax":                  {`["tel",{"type":"fax"},"uri","tel:+44.2"]`, rdap.Contact{}},
		"site":                 {`["url",{},"uri","https://marsh.example/"]`, rdap.Contact{URL: "https://marsh.example/"}},
		"another":              {`["note",{},"text","x"]`, rdap.Contact{}},
		"too short":            {`["fn",{},"text"]`, rdap.Contact{}},
		"no name of its own":   {`[7,{},"text","x"]`, rdap.Contact{}},
		"the first of several": {`["fn",{},"text","Ada Marsh"],["fn",{},"text","Bo Reed"]`, rdap.Contact{Name: "Ada Marsh"}},
	} {
		if diff := cmp.Diff(c.want, registrant(t, c.property)); diff != "" {
			t.Errorf("%s: contact mismatch (-want +got):\n%s", name, diff)
		}
	}
}
