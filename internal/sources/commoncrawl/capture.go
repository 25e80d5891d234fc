package commoncrawl

import "time"

// Capture is one line of the index, as far as it is used. The index writes every value as a string.
type Capture struct {
	Timestamp    string `json:"timestamp"` // YYYYMMDDhhmmss
	URL          string `json:"url"`
	MIME         string `json:"mime"`
	MIMEDetected string `json:"mime-detected,omitempty"`
	Status       string `json:"status"`
	Languages    string `json:"languages,omitempty"` // ISO 639-3, comma-separated
}

// Time is when the capture was made, in UTC; the zero time when that is unreadable.
func (c *Capture) Time() time.Time {
	t, err := time.Parse("20060102150405", c.Timestamp)
	if err != nil {
		return time.Time{}
	}
	return t
}
