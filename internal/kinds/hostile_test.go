package kinds_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"testing"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/web/egress"
)

// forbidden are spellings of hosts that no call may be about.
func forbidden() []string {
	hosts := []string{
		"localhost", "LOCALHOST", "localhost.", "a.localhost", "localhost.localdomain", "printer.local", "router.home.arpa", "metadata.google.internal",
		"intranet", "db.corp", "nas.lan", "x.onion", "ｌｏｃａｌｈｏｓｔ", "①②⑦.⓪.⓪.①", "１２７.０.０.１", "127。0。0。1", "0", "0x", "127.1", "127.0.1",
		"[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[fc00::1]", "[fd00:ec2::254]", "[fe80::1]", "[fe80::1%25eth0]", "[ff02::1]", "[fec0::1]", "[2001:db8::1]",
		"[5f00::1]", "[3ffe::1]", "[2a00::5efe:10.0.0.1]", "[100::1]", "[2001::1]",
	}
	for _, text := range []string{
		"127.0.0.1", "127.8.9.10", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "169.254.169.254", "169.254.170.2", "100.64.0.1",
		"168.63.129.16", "0.0.0.0", "192.0.0.192", "198.18.0.1", "224.0.0.1", "255.255.255.255",
	} {
		b := netip.MustParseAddr(text).As4()
		n := uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
		hosts = append(hosts,
			text, text+".", fmt.Sprint(n), fmt.Sprintf("0x%x", n), fmt.Sprintf("0X%X", n), fmt.Sprintf("0%o", n),
			fmt.Sprintf("0%o.0%o.0%o.0%o", b[0], b[1], b[2], b[3]), fmt.Sprintf("0x%x.0x%x.0x%x.0x%x", b[0], b[1], b[2], b[3]),
			fmt.Sprintf("%d.%d", b[0], n&0xffffff), fmt.Sprintf("[::ffff:%s]", text), fmt.Sprintf("[64:ff9b::%s]", text),
			fmt.Sprintf("[2002:%02x%02x:%02x%02x::]", b[0], b[1], b[2], b[3]), fmt.Sprintf("[::%s]", text),
		)
	}
	return hosts
}

// TestHostileAddresses puts each spelling of a forbidden host into each field of each call
// whose example has an address or a domain there, and each must be refused at admission.
// It needs no network: nothing is asked that was not admitted.
func TestHostileAddresses(t *testing.T) {
	t.Parallel()
	spellings := forbidden()
	if len(spellings) < 190 {
		t.Fatalf("got %d spellings, want at least 190", len(spellings))
	}
	fields := 0
	for _, def := range kinds.All() {
		for _, call := range def.Calls {
			for path, body := range addressed(t, call) {
				fields++
				for _, host := range spellings {
					for _, spelled := range []string{"http://" + host + "/", "https://" + host + "/x?y=1"} {
						if err := admit(call, body(spelled)); err == nil {
							t.Errorf("%s, %s: %s was admitted", call.Path, path, spelled)
						} else if e, ok := errors.AsType[*errs.Error](err); !ok || e.Code == errs.InternalError {
							t.Errorf("%s, %s: %s: got error %v, want one for the caller", call.Path, path, spelled, err)
						}
					}
				}
			}
		}
	}
	if fields < 15 {
		t.Errorf("got %d fields that take an address, want at least 15", fields)
	}
	t.Logf("%d spellings in %d fields", len(spellings), fields)
}

// addressed are the fields of a call's examples that hold an address or a domain, each
// with what makes a body that holds another.
func addressed(t *testing.T, call kind.Call) map[string]func(string) []byte {
	t.Helper()
	found := map[string]func(string) []byte{}
	for _, example := range call.Examples {
		var body map[string]any
		if err := json.Unmarshal([]byte(example.Body), &body); err != nil {
			t.Fatalf("%s, example %s: %v", call.Path, example.Name, err)
		}
		for name, value := range body {
			text, ok := value.(string)
			if _, err := egress.Parse(text); !ok || err != nil && !slices.Contains([]string{"domain", "website"}, name) {
				continue
			}
			found[name] = func(spelled string) []byte {
				changed := maps.Clone(body)
				changed[name] = spelled
				raw, err := json.Marshal(changed)
				if err != nil {
					t.Fatal(err)
				}
				return raw
			}
		}
	}
	return found
}

// admit decodes and prepares a body as the API does.
func admit(call kind.Call, body []byte) error {
	args := call.NewArgs()
	if err := json.Unmarshal(body, args); err != nil {
		return errs.Wrap(err, errs.InvalidRequest, "not decoded")
	}
	_, err := args.Prepare(kind.Caller{OrgID: "org_1", Grants: job.Grants{ExtendedCeilings: true, Deep: true}, Cursors: cursor.NewSealer("k")})
	return err
}
