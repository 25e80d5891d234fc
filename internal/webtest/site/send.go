package site

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// Company is the domain that replays know something about.
const Company = "company.test"

// IsOver reports whether a replay is to answer that it is asked too often: for domains
// whose name begins with "quota".
func IsOver(domain string) bool { return strings.HasPrefix(domain, "quota") }

// IsDown reports whether a replay is to answer that it is away.
func IsDown(domain string) bool { return strings.HasPrefix(domain, "down") }

// HostOf is the host of an address without a leading www., or the address itself when
// it is a bare host.
func HostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return strings.TrimPrefix(address, "www.")
	}
	return strings.TrimPrefix(u.Hostname(), "www.")
}

// SendJSON answers with a value as JSON.
func SendJSON(w http.ResponseWriter, status int, value any) {
	SendJSONAs(w, status, "application/json; charset=UTF-8", value)
}

// SendJSONAs is SendJSON with another type of content.
func SendJSONAs(w http.ResponseWriter, status int, contentType string, value any) {
	body, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	Send(w, status, contentType, append(body, '\n'))
}

// SendFault answers as Google's APIs refuse.
func SendFault(w http.ResponseWriter, code int, status, message string) {
	SendJSON(w, code, map[string]any{"error": map[string]any{"code": code, "message": message, "status": status}})
}
