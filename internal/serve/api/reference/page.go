package reference

import (
	"embed"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"sync"

	"github.com/quarryapi/quarry/internal/serve/api/asset"
)

//go:embed scalar
var embedded embed.FS

// pin says what the embedded script is.
type pin struct {
	Version string `json:"version"`
	SHA256  string `json:"sha256"` // of the script, not compressed
}

var scalar = sync.OnceValue(func() pin {
	var p pin
	raw, err := embedded.ReadFile("scalar/pin.json")
	if err == nil {
		err = json.Unmarshal(raw, &p)
	}
	if err != nil {
		panic(err) // it is part of the program, and a test reads it
	}
	return p
})

// scriptPath names the version, so that the file can be cached for ever.
func scriptPath() string { return "/docs/scalar-" + scalar().Version + ".js" }

func script() asset.File {
	compressed, err := embedded.ReadFile("scalar/scalar.js.gz")
	if err != nil {
		panic(err)
	}
	return asset.Compressed("text/javascript; charset=utf-8", compressed, scalar().SHA256)
}

// policy allows the page its own origin and nothing else. The script writes its
// styles itself; they can reach no further than the page either.
const policy = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const pageHTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>Quarry API</title>
</head>
<body>
%[3]s<script id="api-reference" data-url="/openapi.json" data-configuration="%[1]s"></script>
<script src="%[2]s"></script>
</body>
</html>
`

// spent says why a link with a key fills in nothing. It is the same whatever the reason, so
// that nobody learns by trying whether a link still waits.
const spent = `<p role="status">This link fills in no token: it works once, on the machine that serves it. Enter your token below.</p>
`

// page answers GET /docs.
func (p *Pages) page(w http.ResponseWriter, r *http.Request) error {
	settings := map[string]any{
		"agent": map[string]any{"disabled": true}, "mcp": map[string]any{"disabled": true},
		"hideClientButton": true, "showDeveloperTools": "never",
		"telemetry": false, "withDefaultFonts": false, "persistAuth": false, "documentDownloadType": "direct",
		"defaultHttpClient": map[string]any{"targetKey": "shell", "clientKey": "curl"},
		"metaData":          map[string]any{"title": "Quarry API"},
	}
	h, notice := w.Header(), ""
	h.Set("Cache-Control", "no-cache")
	if token, given := p.prefill.Take(r, r.URL.Query().Get("once")); given {
		// What carries a token is no other origin's to read or to keep.
		h.Set("Cache-Control", "no-store")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		settings["authentication"] = map[string]any{
			"preferredSecurityScheme": "token", "securitySchemes": map[string]any{"token": map[string]any{"token": token}},
		}
	} else {
		h.Set("Access-Control-Allow-Origin", "*")
		if r.URL.Query().Get("once") != "" {
			notice = spent
		}
	}
	configuration, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	_, _ = fmt.Fprintf(w, pageHTML, html.EscapeString(string(configuration)), scriptPath(), notice)
	return nil
}
