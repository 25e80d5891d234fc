// Package token makes API tokens and distinguishes good ones from garbage without a
// look-up. It must not know where tokens are kept: stores see only the hash.
package token

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"hash/crc32"
	"math/big"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
)

const (
	prefix     = "satk_"
	testPrefix = "satk_test_"
	randomLen  = 30 // base62 characters, 178 bits
	checkLen   = 6  // base62 characters of the CRC-32 of the random part
	alphabet   = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// Token is the secret that a caller sends. It is shown once and never stored.
type Token string

// New returns a new random token.
func New() Token {
	base := big.NewInt(int64(len(alphabet)))
	var b strings.Builder
	for range randomLen {
		n, err := rand.Int(rand.Reader, base)
		if err != nil {
			panic(err) // crypto/rand never fails on a supported system
		}
		b.WriteByte(alphabet[n.Int64()])
	}
	return Token(prefix + b.String() + check(b.String()))
}

// Parse returns the token within an Authorization header's value, or an error
// that says what is wrong with it: missing_token, test_tokens_retired or
// invalid_token.
func Parse(authorization string) (Token, error) {
	scheme, value, _ := strings.Cut(strings.TrimSpace(authorization), " ")
	value = strings.TrimSpace(value)
	switch {
	case value == "" || !strings.EqualFold(scheme, "Bearer"):
		return "", errs.Of(errs.MissingToken)
	case strings.HasPrefix(value, testPrefix):
		return "", errs.Of(errs.TestTokensRetired)
	}
	body, ok := strings.CutPrefix(value, prefix)
	if !ok || len(body) != randomLen+checkLen || check(body[:randomLen]) != body[randomLen:] {
		return "", errs.Of(errs.InvalidToken)
	}
	return Token(value), nil
}

// Hash is the only form in which a token is stored: its SHA-256 in hex.
func (t Token) Hash() string {
	sum := sha256.Sum256([]byte(t))
	return hex.EncodeToString(sum[:])
}

// check is the CRC-32 (IEEE) of the random part, in base62, big end first.
func check(random string) string {
	n := crc32.ChecksumIEEE([]byte(random))
	var out [checkLen]byte
	for i := checkLen - 1; i >= 0; i-- {
		out[i] = alphabet[n%62]
		n /= 62
	}
	return string(out[:])
}
