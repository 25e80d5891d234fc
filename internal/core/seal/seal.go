// Package seal keeps the secrets that callers put into a job's arguments from everybody
// but the worker that needs them: it takes them out of the input, encrypts them, and puts
// them back. It must not know kinds, storage or where its key comes from.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// Sealer encrypts secrets and makes digests that only it can make. It is safe for
// concurrent use; the zero value has the key of an empty secret.
type Sealer struct {
	secret string
	former []string
}

// New returns a Sealer of an installation's secret: any text that nobody else knows. Each
// use has a key of its own that is derived from it. What former secrets sealed opens, too.
func New(secret string, former ...string) Sealer { return Sealer{secret, former} }

// Seal encrypts secrets with AES-256-GCM for one owner, such as a job: what is sealed for
// one does not open for another. No secrets give nil.
func (s Sealer) Seal(owner string, secrets []string) ([]byte, error) {
	if len(secrets) == 0 {
		return nil, nil
	}
	plain, err := json.Marshal(secrets)
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	aead, err := s.aead()
	if err != nil {
		return nil, err
	}
	return aead.Seal(nil, nil, plain, []byte(owner)), nil //nolint:gosec // NewGCMWithRandomNonce makes the nonce
}

// errNotOurs says nothing of why: a wrong key, another owner or a changed byte.
var errNotOurs = errors.New("sealed secrets do not open with this installation's key")

// Open reverses Seal; nil gives no secrets.
func (s Sealer) Open(owner string, sealed []byte) ([]string, error) {
	if len(sealed) == 0 {
		return nil, nil
	}
	plain, err := s.open(owner, sealed)
	for i := 0; err != nil && i < len(s.former); i++ {
		plain, err = New(s.former[i]).open(owner, sealed)
	}
	if err != nil {
		return nil, errNotOurs
	}
	var secrets []string
	if json.Unmarshal(plain, &secrets) != nil {
		return nil, errNotOurs
	}
	return secrets, nil
}

func (s Sealer) open(owner string, sealed []byte) ([]byte, error) {
	aead, err := s.aead()
	if err != nil {
		return nil, err
	}
	return aead.Open(nil, nil, sealed, []byte(owner))
}

// Digest names bytes without revealing them: equal bytes have equal digests, and nobody
// without the key can try what they may have been.
func (s Sealer) Digest(parts ...[]byte) string {
	m := hmac.New(sha256.New, s.key("digests of requests"))
	for i, part := range parts {
		if i > 0 {
			m.Write([]byte{0})
		}
		m.Write(part)
	}
	return hex.EncodeToString(m.Sum(nil))
}

// aead makes its own random nonce, of 96 bits: one key is good for 2^32 of them, and a
// secret is renewed long before.
func (s Sealer) aead() (cipher.AEAD, error) {
	block, err := aes.NewCipher(s.key("secrets of callers"))
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return aead, nil
}

// key derives the key of one use. The secret is random already, so that one round of HMAC
// is all that it takes.
func (s Sealer) key(use string) []byte {
	m := hmac.New(sha256.New, []byte(s.secret))
	m.Write([]byte("quarry " + use))
	return m.Sum(nil)
}
