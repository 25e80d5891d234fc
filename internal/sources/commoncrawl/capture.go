package commoncrawl

import "time"

// Capture is one line of the index. The index writes every value as a string.
type Capture struct {
	URLKey       string `json:"urlkey"`
	Timestamp    string `json:"timestamp"` // YYYYMMDDhhmmss
	URL          string `json:"url"`
	MIME         string `json:"mime"`
	MIMEDetected string `json:"mime-detected,omitempty"`
	Status       string `json:"status"`
	Digest       string `json:"digest"`
	Length       string `json:"length"` // bytes in the archive
	Offset       string `json:"offset"`
	Filename     string `json:"filename"`
	Languages    string `json:"languages,omitempty"` // ISO 639-3, comma-separated
	Encoding     string `json:"encoding,omitempty"`
	Redirect     string `json:"redirect,omitempty"`
	Truncated    string `json:"truncated,omitempty"` // why the archive holds less than was sent
}

// Time is when the capture was made, in UTC; the zero time when that is unreadable.
func (c *Capture) Time() time.Time {
	t, err := time.Parse("20060102150405", c.Timestamp)
	if err != nil {
		return time.Time{}
	}
	return t
}
