package main

import (
	"net/http"
	"regexp"
	"strings"

	"github.com/quarryapi/quarry/internal/cmd/quarry/calls"
)

// operations are the calls of the API that a message names, as in "POST /v1/public/scrape"; a path alone
// is read.
var operations = regexp.MustCompile(`(?:\b(?:GET|POST|PATCH|DELETE) )?/v1/public/[\w/{}-]*[\w}]`)

// inCommands is a message of the service with commands in place of the calls of the API that it names.
func inCommands(text string) string {
	return operations.ReplaceAllStringFunc(text, func(named string) string {
		all, err := calls.All()
		if err != nil {
			return named
		}
		method, path, written := strings.Cut(named, " ")
		if !written {
			method, path = http.MethodGet, named
		}
		for _, c := range all {
			if args, ok := fits(c.Path, path); ok && c.Method == method {
				return "`" + strings.Join(append([]string{"quarry", c.Name()}, args...), " ") + "`"
			}
		}
		return named
	})
}

// fits reports whether a path is one of a template, and what stands for its parameters.
func fits(template, path string) (args []string, ok bool) {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	for i, part := range want {
		switch {
		case strings.HasPrefix(part, "{"):
			args = append(args, got[i])
		case part != got[i]:
			return nil, false
		}
	}
	return args, true
}

// members are names in a message that can be those of the members of a body.
var members = regexp.MustCompile(`\b[a-z]+(?:[A-Z][a-z]+)+\b`)

// inFlags is a message of the service with flags in place of the members that it names.
func inFlags(text string, c *calls.Command) string {
	return members.ReplaceAllStringFunc(text, func(named string) string { return first(c.FlagOf(named), named) })
}
