// Package console serves the console: a page by which people use the API in a browser. Its modules and
// styles are part of the program, are written by hand and loaded as they stand, and ask no other host for
// anything. It must not know storage, jobs or tokens: the page calls the public API as everybody does.
package console

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/api/asset"
	"github.com/quarryapi/quarry/internal/serve/api/prefill"
)

//go:embed static
var static embed.FS

const (
	// Path is where the page is; its files are below it, under the version of all of them.
	Path = "/console"
	// tokenPath is where a page of this machine takes the token that waits for it.
	tokenPath = Path + "/token"
	// KeyHeader has the key of the link. Pages of other origins cannot send it.
	KeyHeader = "X-Console-Key"
	index     = "index.html"
)

// Policy allows the page its own modules, styles and calls, pictures that it makes itself, and nothing
// else: no script or style within a page, no text that is run, no other host.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// mediaTypes are those of the files, by how their names end.
var mediaTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
}

// Pages serves the console.
type Pages struct {
	offer prefill.Offer
	files func() (map[string]asset.File, error) // by path; compressed when the first is asked for
}

// New returns the console.
func New() *Pages { return &Pages{files: sync.OnceValues(load)} }

// Prefill returns the link, below the service's address, by which the console begins with this token:
// once, and on the machine that serves it. The key stands behind the #, which no browser sends, so that no
// log has it. It is for local services only.
func (p *Pages) Prefill(token string) (link string) { return Path + "#once=" + p.offer.Make(token) }

// Serve answers a GET of the page, of a file of it, or of the token that waits. Errors: not_found.
func (p *Pages) Serve(w http.ResponseWriter, r *http.Request) error {
	if r.URL.Path == tokenPath {
		return p.token(w, r)
	}
	files, err := p.files()
	if err != nil {
		return err
	}
	f, found := files[r.URL.Path]
	if !found {
		return errs.Of(errs.NotFound)
	}
	h := w.Header()
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if r.URL.Path != Path {
		return f.Serve(w, r, asset.Forever)
	}
	h.Set("Content-Security-Policy", Policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
	return f.Serve(w, r, "no-cache")
}

// token answers with the token that waits, to who has the key of the link. It is the same answer whatever
// the reason, so that nobody learns by trying whether one still waits. Errors: not_found.
func (p *Pages) token(w http.ResponseWriter, r *http.Request) error {
	token, ok := p.offer.Take(r, r.Header.Get(KeyHeader))
	if !ok {
		return errs.Newf(errs.NotFound, "This link fills in no token: it works once, on the machine that serves it. Enter your token.")
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
	return json.NewEncoder(w).Encode(map[string]string{"token": token})
}

// load compresses the files, and has the page name them by the version of all.
func load() (map[string]asset.File, error) {
	entries, err := static.ReadDir("static")
	if err != nil {
		return nil, err
	}
	raw, version := map[string][]byte{}, sha256.New()
	for _, e := range entries {
		if raw[e.Name()], err = fs.ReadFile(static, "static/"+e.Name()); err != nil {
			return nil, err
		}
		_, _ = version.Write(raw[e.Name()]) // never fails
	}
	below := Path + "/" + hex.EncodeToString(version.Sum(nil))[:16] + "/"
	files := map[string]asset.File{}
	for name, content := range raw {
		at := below + name
		if name == index {
			at, content = Path, bytes.ReplaceAll(content, []byte("{{below}}"), []byte(below))
		}
		if files[at], err = asset.New(mediaTypes[path.Ext(name)], content); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// Names are the paths of the page and of its files, and Size what all of them are when they are sent
// compressed.
func (p *Pages) Names() (names []string, size int, err error) {
	files, err := p.files()
	for name, f := range files {
		if !strings.HasSuffix(name, "/"+index) {
			names = append(names, name)
		}
		size += f.Size()
	}
	return names, size, err
}
