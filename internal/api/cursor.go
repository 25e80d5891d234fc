package api

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/quarryapi/quarry/internal/errs"
)

// A cursor is the id after which a list goes on, sealed to the organization and
// the query that it came from. The seal needs no secret: it is there so that a
// cursor used elsewhere or changed is told as such, while what a forged one could
// reach is the caller's own list.
const sealLen = 9 // bytes, which base64 writes without padding

// sealCursor returns the opaque form of a position; "" stays "".
func sealCursor(org, query, position string) string {
	if position == "" {
		return ""
	}
	raw := append(seal(org, query, position), position...)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// openCursor returns the position within a cursor. Errors: invalid_cursor.
func openCursor(org, query, cursor string) (string, error) {
	if cursor == "" {
		return "", nil
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(raw) <= sealLen || !hmac.Equal(raw[:sealLen], seal(org, query, string(raw[sealLen:]))) {
		return "", errs.New(errs.InvalidCursor, errs.InvalidCursor.Text())
	}
	return string(raw[sealLen:]), nil
}

func seal(org, query, position string) []byte {
	m := hmac.New(sha256.New, []byte("cursor\x00"+org))
	m.Write([]byte(strings.Join([]string{query, position}, "\x00")))
	return m.Sum(nil)[:sealLen]
}
