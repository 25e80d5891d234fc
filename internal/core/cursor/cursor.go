// Package cursor makes the cursors of lists: where a list goes on, encrypted for the
// organization and the query that it came from. It must not know what a position
// means, nor that of any list.
package cursor

import (
	"bytes"
	"compress/flate"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
)

const (
	// MaxLength is the longest cursor that callers may send, in characters.
	MaxLength = 4096
	// maxPosition bounds what a cursor unpacks to.
	maxPosition = 16 << 10
)

// Sealer makes and opens cursors. Its key is the installation's: who does not know it can
// neither make nor read a cursor, so that positions may hold an upstream's own tokens.
type Sealer struct {
	key    []byte
	former []string
}

// NewSealer returns a Sealer. Cursors that former keys made open, too.
func NewSealer(key string, former ...string) Sealer { return Sealer{[]byte(key), former} }

// Seal returns the opaque form of a position; "" stays "". The query MUST name
// everything that the position is about: the kind, and what was asked for.
func (s Sealer) Seal(org, query, position string) string {
	if position == "" {
		return ""
	}
	packed, bound, sealed := pack(position), about(org, query), s.aead()
	// The nonce goes by all that is encrypted, so that no two positions share one, and the
	// same position has the same cursor.
	nonce := s.derive("nonce", string(bound), string(packed))[:sealed.NonceSize()]
	return base64.RawURLEncoding.EncodeToString(sealed.Seal(nonce, nonce, packed, bound))
}

// Open returns the position within a cursor, "" for "". Errors: invalid_cursor, for
// one of another organization, of another query, or changed.
func (s Sealer) Open(org, query, cursor string) (string, error) {
	if cursor == "" {
		return "", nil
	}
	invalid := errs.Of(errs.InvalidCursor)
	raw, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	sealed := s.aead()
	size := sealed.NonceSize()
	if err != nil || len(cursor) > MaxLength || len(raw) <= size+sealed.Overhead() {
		return "", invalid
	}
	packed, err := sealed.Open(nil, raw[:size], raw[size:], about(org, query))
	for i := 0; err != nil && i < len(s.former); i++ {
		packed, err = NewSealer(s.former[i]).aead().Open(nil, raw[:size], raw[size:], about(org, query))
	}
	if err != nil {
		return "", invalid
	}
	position, err := unpack(packed)
	if err != nil {
		return "", invalid
	}
	return position, nil
}

// about is what a cursor is good for.
func about(org, query string) []byte { return []byte(org + "\x00" + query) }

// aead cannot fail: its key has the length of one.
func (s Sealer) aead() cipher.AEAD {
	block, err := aes.NewCipher(s.derive("key"))
	if err != nil {
		panic(err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	return aead
}

// derive makes 32 bytes for one use out of the key.
func (s Sealer) derive(use string, parts ...string) []byte {
	m := hmac.New(sha256.New, s.key)
	m.Write([]byte(strings.Join(append([]string{"cursor", use}, parts...), "\x00")))
	return m.Sum(nil)
}

// The first byte of a packed position says how it is packed.
const (
	asIs     = 0
	deflated = 1
)

// pack makes long positions short, since some hold several upstream tokens.
func pack(position string) []byte {
	plain := append([]byte{asIs}, position...)
	if len(position) < 128 {
		return plain
	}
	var b bytes.Buffer
	b.WriteByte(deflated)
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return plain
	}
	if _, err := w.Write([]byte(position)); err != nil || w.Close() != nil || b.Len() >= len(plain) {
		return plain
	}
	return b.Bytes()
}

func unpack(packed []byte) (string, error) {
	if packed[0] == asIs {
		return string(packed[1:]), nil
	}
	position, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed[1:])), maxPosition))
	return string(position), err
}
