package profile

import (
	"errors"
	"fmt"
	"time"

	"github.com/zalando/go-keyring"
)

const (
	keyringService = "quarry"
	keyringWait    = 5 * time.Second // for a keyring that asks its user nothing
)

// errSilent is a keyring that does not answer.
var errSilent = errors.New("the keyring does not answer; unlock it, or set QUARRY_KEYRING=off")

// SetToken keeps a profile's token: in the keyring, or in the file where there is none or it is off.
// kept says where.
func (f *File) SetToken(name string, p Profile, token string, off bool) (kept string) {
	p.Token, p.Keyring = "", false
	if !off {
		p.Keyring = within(func() error { return keyring.Set(keyringService, name, token) }) == nil
	}
	kept = "the system's keyring"
	if !p.Keyring {
		p.Token, kept = token, f.path
	}
	f.Profiles[name] = p
	return kept
}

// TokenOf is a profile's token.
func TokenOf(name string, p Profile) (token string, err error) {
	if !p.Keyring {
		return p.Token, nil
	}
	var found string
	err = within(func() (err error) {
		found, err = keyring.Get(keyringService, name)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("the token of the profile %s is not in the keyring (%w); `quarry login` again, or set QUARRY_TOKEN", name, err)
	}
	return found, nil
}

// Remove takes a profile and its token away.
func (f *File) Remove(name string) {
	if p := f.Profiles[name]; p.Keyring {
		_ = within(func() error { return keyring.Delete(keyringService, name) }) // one that is not there is as good
	}
	delete(f.Profiles, name)
	if f.Current == name {
		f.Current = ""
	}
}

// HasKeyring reports why there is no keyring, or nil.
func HasKeyring() error {
	return within(func() error {
		if _, err := keyring.Get(keyringService, "doctor"); !errors.Is(err, keyring.ErrNotFound) {
			return err
		}
		return nil
	})
}

// within does not wait for a keyring for ever.
func within(ask func() error) error {
	done := make(chan error, 1)
	go func() { done <- ask() }()
	timer := time.NewTimer(keyringWait)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
		return errSilent
	}
}
