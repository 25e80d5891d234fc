package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/profile"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/local"
)

// service names the service that a command calls. There is no flag for its token, which would stay
// in the shell's history and be seen in the list of processes.
type service struct {
	Server  string `help:"Address of a service, with the token of $QUARRY_TOKEN (default: $QUARRY_URL)." placeholder:"URL" group:"service"`
	Data    string `help:"Folder of a local service (default: $QUARRY_DATA, then .quarry if it is there)." type:"path" placeholder:"DIR" group:"service"`
	Profile string `help:"A service that quarry login or quarry local has noted (default: $QUARRY_PROFILE, then the current one)." placeholder:"NAME" group:"service"`
}

// target is a service, and where it is known from.
type target struct {
	URL, Token string
	From       string      // "the profile acme"
	Remedy     string      // for a token that is refused
	Local      *local.Info // of a local service that is known by its folder
}

// errNoTarget is that no service is named anywhere.
var errNoTarget = errors.New("no service is named: start one with `quarry local` (or `make run`), or name one with `quarry login URL` or QUARRY_URL")

// errNoAddress is that what was named can be no service's address.
var errNoAddress = errors.New("the service cannot be called")

// errNoProfile is that the profile which was named is not noted.
var errNoProfile = errors.New("there is no profile")

// connect finds the service and returns a client of it.
func (s service) connect() (*caller.Client, error) {
	t, err := s.find()
	if errors.Is(err, errNoProfile) || errors.Is(err, errNoAddress) {
		return nil, &coded{exitUsage, err}
	}
	if err != nil {
		return nil, &coded{exitUnreachable, err}
	}
	if t.URL == "" {
		return nil, &coded{exitUnreachable, errNoTarget}
	}
	if t.Token == "" {
		return nil, &coded{exitToken, fmt.Errorf("there is no token for %s: set QUARRY_TOKEN, or `quarry login %s`", t.URL, t.URL)}
	}
	token := strings.TrimSpace(t.Token)
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, &coded{exitToken, fmt.Errorf("the token for %s has blanks or other characters that no token has: set QUARRY_TOKEN anew, or `quarry login %s`", t.URL, t.URL)}
	}
	return caller.New(t.URL, token), nil
}

// find names the service: by the flags, the environment, the folder here, the profile. A token goes
// only to the service that it was given for: that of QUARRY_TOKEN to the one of QUARRY_URL, or of
// --server where that is not set.
func (s service) find() (*target, error) {
	env := config.LoadLocal()
	var err error
	switch {
	case s.Server != "":
		s.Server, err = known(s.Server, "--server")
	case s.Data == "" && s.Profile == "" && env.BaseURL != "":
		env.BaseURL, err = known(env.BaseURL, "QUARRY_URL")
	}
	if err != nil {
		return nil, err
	}
	switch {
	case s.Server != "" && env.BaseURL != "" && !same(env.BaseURL, s.Server):
		return atAddress(s.Server, "", "--server") // the environment's token is another service's
	case s.Server != "":
		return atAddress(s.Server, env.Token, "--server")
	case s.Data != "":
		return inFolder(s.Data, "--data")
	case s.Profile != "":
		return fromProfile(s.Profile)
	case env.BaseURL != "":
		return atAddress(env.BaseURL, env.Token, "QUARRY_URL")
	case env.DataDir != "":
		return inFolder(env.DataDir, "QUARRY_DATA")
	case config.LoadTerminal().Profile != "":
		return fromProfile(config.LoadTerminal().Profile)
	}
	if _, err := os.Stat(filepath.Join(local.DefaultDataDir, "local.json")); err == nil {
		return inFolder(local.DefaultDataDir, "the folder "+local.DefaultDataDir+" here")
	}
	return fromProfile("")
}

// known is the address of a service as it is called.
func known(given, from string) (string, error) {
	at, err := address(given)
	if err != nil {
		return "", fmt.Errorf("%w: %s: %w", errNoAddress, from, err)
	}
	return at, nil
}

// same reports whether two addresses are of one service.
func same(given, at string) bool {
	other, err := address(given)
	return err == nil && other == at
}

// atAddress is a service by its address. Its token is that of the environment, or the one of a
// profile with the same address.
func atAddress(url, token, from string) (*target, error) {
	t := &target{URL: url, Token: token, From: from, Remedy: "QUARRY_TOKEN has the wrong token for " + url}
	if token != "" {
		return t, nil
	}
	known, err := profile.Load()
	if err != nil {
		return nil, err
	}
	for name, p := range known.Profiles {
		if p.URL == url {
			t.Token, err = profile.TokenOf(name, p)
			return t, err
		}
	}
	return t, nil
}

func inFolder(dir, from string) (*target, error) {
	info, err := local.ReadInfo(dir)
	if err != nil {
		return nil, err
	}
	return &target{URL: info.BaseURL, Token: info.Token, Local: info, From: from, Remedy: "another service answers at " + info.BaseURL + "; start the one of this folder again"}, nil
}

func fromProfile(name string) (*target, error) {
	known, err := profile.Load()
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%w; correct its rights, or set QUARRY_URL and QUARRY_TOKEN", err)
	}
	found, p, ok := known.Find(name)
	switch {
	case !ok && name == "" && len(known.Profiles) > 0:
		return nil, fmt.Errorf("no service is in use: `quarry profiles NAME` uses one of those that are noted: %s", strings.Join(slices.Sorted(maps.Keys(known.Profiles)), ", "))
	case !ok && name == "":
		return nil, errNoTarget
	case !ok && len(known.Profiles) == 0:
		return nil, fmt.Errorf("%w %s, and no other: `quarry login URL` notes a service", errNoProfile, name)
	case !ok:
		return nil, fmt.Errorf("%w %s; these are noted: %s", errNoProfile, name, strings.Join(slices.Sorted(maps.Keys(known.Profiles)), ", "))
	case p.Data != "":
		return inFolder(p.Data, "the profile "+found)
	}
	token, err := profile.TokenOf(found, p)
	if err != nil {
		return nil, err
	}
	return &target{URL: p.URL, Token: token, From: "the profile " + found, Remedy: fmt.Sprintf("`quarry login %s --name %s` sets another", p.URL, found)}, nil
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// explain adds to an error what to do about it.
func (s service) explain(err error) error {
	var gone *caller.UnreachableError
	var refusal *caller.RefusedError
	switch {
	case errors.As(err, &gone) && gone.Refused():
		return fmt.Errorf("%w; start it with `quarry local` (or `make run`), or name another with --server or `quarry login`", err)
	case errors.As(err, &refusal) && refusal.Status == 401:
		if t, failed := s.find(); failed == nil {
			return fmt.Errorf("%w (the service is that of %s; %s)", err, t.From, t.Remedy)
		}
	case errors.As(err, &refusal) && strings.Contains(refusal.Message, "It is the id of "):
		return err // says it itself
	case errors.As(err, &refusal) && remedies[refusal.Code] != "":
		return fmt.Errorf("%w (%s)", err, first(mistaken(refusal), remedies[refusal.Code]))
	}
	return err
}

// mistaken says whose id it is where one of something else was given; "" where it is none of that.
func mistaken(refusal *caller.RefusedError) string {
	for id := range strings.SplitSeq(refusal.Path, "/") {
		for _, of := range []struct{ prefix, code, group string }{
			{ident.Job, "job_not_found", "jobs"}, {ident.Batch, "batch_not_found", "batches"}, {ident.Crawl, "crawl_not_found", "crawls"},
		} {
			if strings.HasPrefix(id, of.prefix) && refusal.Code != of.code {
				return fmt.Sprintf("the id is one of %s: `quarry %s get %s`", of.group, of.group, id)
			}
		}
	}
	return ""
}

// remedies are what helps with what is not there.
var remedies = map[string]string{
	"job_not_found": "`quarry jobs list` lists jobs", "batch_not_found": "`quarry batches list` lists batches", "crawl_not_found": "`quarry crawls list` lists crawls",
}
