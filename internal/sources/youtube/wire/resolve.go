package wire

import "strings"

// Resolved is an answer of /youtubei/v1/navigation/resolve_url.
type Resolved struct {
	Endpoint struct {
		Browse struct {
			ID string `json:"browseId"`
		} `json:"browseEndpoint"`
		URL struct {
			URL string `json:"url"`
		} `json:"urlEndpoint"`
	} `json:"endpoint"`
}

// Channel is the id of the channel that an address leads to; empty when it leads
// elsewhere.
func (r *Resolved) Channel() string {
	if strings.HasPrefix(r.Endpoint.Browse.ID, "UC") {
		return r.Endpoint.Browse.ID
	}
	return ""
}

// Redirect is the address that stands for the one that was asked for; empty for none.
func (r *Resolved) Redirect() string { return r.Endpoint.URL.URL }
