// Package profile keeps which services the command line knows, in a file of the user's alone, and
// their tokens in the keyring of the system where there is one. It must not know how a service is
// called.
package profile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// Profile is a service that the command line knows: a local one by its folder, another by its
// address.
type Profile struct {
	URL  string `json:"url,omitempty"`
	Data string `json:"data,omitempty"` // of a local service: its folder, which has address and token
	// Token is here only where there is no keyring.
	Token   string `json:"token,omitempty"`
	Keyring bool   `json:"keyring,omitempty"`
}

// File is all profiles, and the one that is used when none is named.
type File struct {
	Current  string             `json:"current,omitempty"`
	Profiles map[string]Profile `json:"profiles"`

	path string
}

// Local is the name of the profile that `quarry local` writes.
const Local = "local"

var validName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// Valid reports whether a profile can have the name.
func Valid(name string) bool { return validName.MatchString(name) }

// Path is where the profiles are: quarry/profiles.json in the user's folder for settings, which on
// Linux is $XDG_CONFIG_HOME or ~/.config.
func Path() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for settings: %w; set HOME, or QUARRY_URL and QUARRY_TOKEN", err)
	}
	return filepath.Join(dir, "quarry", "profiles.json"), nil
}

// Load reads the profiles; without a file there are none.
func Load() (*File, error) {
	path, err := Path()
	if err != nil {
		return nil, err
	}
	f := &File{Profiles: map[string]Profile{}, path: path}
	content, err := os.ReadFile(path) //nolint:gosec // the user's own folder
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the profiles cannot be read: %w", err)
	}
	if err := json.Unmarshal(content, f); err != nil {
		return nil, fmt.Errorf("%s is broken (%w); correct it, or remove it and `quarry login` again", path, err)
	}
	if f.Profiles == nil {
		f.Profiles = map[string]Profile{}
	}
	return f, nil
}

// Save replaces the file at once. Nobody but its owner can read it.
func (f *File) Save() error {
	content, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(f.path), ".profiles-*") // for its owner alone, 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temporary.Name()) }()
	_, err = temporary.Write(append(content, '\n'))
	if err := errors.Join(err, temporary.Close()); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), f.path)
}

// Find is the profile of a name, or the current one for an empty name; false when there is none.
func (f *File) Find(name string) (string, Profile, bool) {
	if name == "" {
		name = f.Current
	}
	p, ok := f.Profiles[name]
	return name, p, ok
}
