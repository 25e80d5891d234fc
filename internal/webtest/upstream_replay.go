package webtest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// sampleDomain is the domain that replays know something about.
const sampleDomain = "company.test"

// isOver reports whether a replay is to answer that it is asked too often: for domains
// whose name begins with "quota".
func isOver(domain string) bool { return strings.HasPrefix(domain, "quota") }

// isDown reports whether a replay is to answer that it is away.
func isDown(domain string) bool { return strings.HasPrefix(domain, "down") }

// hostOf is the host of an address without a leading www., or the address itself when
// it is a bare host.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return strings.TrimPrefix(address, "www.")
	}
	return strings.TrimPrefix(u.Hostname(), "www.")
}

func sendJSON(w http.ResponseWriter, status int, value any) {
	sendJSONAs(w, status, "application/json; charset=UTF-8", value)
}

func sendJSONAs(w http.ResponseWriter, status int, contentType string, value any) {
	body, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	send(w, status, contentType, append(body, '\n'))
}

// sendFault answers as Google's APIs refuse.
func sendFault(w http.ResponseWriter, code int, status, message string) {
	sendJSON(w, code, map[string]any{"error": map[string]any{"code": code, "message": message, "status": status}})
}
