package chromium_test

import (
	"os"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/web/browser/chromium"
)

// TestConfinements: what is most confined comes first, nothing else is tried where it is
// required, and root never starts a sandbox, which Chromium refuses.
func TestConfinements(t *testing.T) {
	t.Parallel()
	type list = []chromium.Confinement
	want := map[chromium.Sandbox]list{
		chromium.SandboxAuto:     {{Sandbox: true}, {}},
		chromium.SandboxRequired: {{Sandbox: true}},
		chromium.SandboxOff:      {{}},
	}
	if os.Geteuid() == 0 && runtime.GOOS == "linux" {
		want = map[chromium.Sandbox]list{
			chromium.SandboxAuto:     {{Sandbox: true, Demoted: true}, {Demoted: true}, {}},
			chromium.SandboxRequired: {{Sandbox: true, Demoted: true}},
			chromium.SandboxOff:      {{Demoted: true}, {}},
		}
	}
	for sandbox, ways := range want {
		if diff := cmp.Diff(ways, sandbox.Confinements()); diff != "" {
			t.Errorf("%s: confinements mismatch (-want +got):\n%s", sandbox, diff)
		}
	}
}

func TestParseSandbox(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]chromium.Sandbox{"": "auto", "auto": "auto", "required": "required", "off": "off"} {
		if got, err := chromium.ParseSandbox(text); err != nil || got != want {
			t.Errorf("%q: got %q, error %v; want %q", text, got, err, want)
		}
	}
	if got, err := chromium.ParseSandbox("on"); err == nil {
		t.Errorf("got %q, want an error that names the values", got)
	}
}
