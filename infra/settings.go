package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// settings are the choices of one installation. They come from the CDK context
// (`-c name=value` or cdk.json), never from the environment.
type settings struct {
	stackName  string // stackName: also the prefix of every function and queue
	userAgent  string // userAgent: what sites are told; empty is the product's own name
	alarmEmail string // alarmEmail: receives the alarms; empty is nobody
	logLevel   string // logLevel: debug, info, warn or error
	template   bool   // template: write template.yaml for sam instead of something to deploy
	// dist: the folder with one folder a function, each holding its bootstrap. A
	// template holds no code, so there the folders of the sources do.
	dist string
}

// readSettings takes each setting from lookup, which answers nil for what nobody
// said.
func readSettings(lookup func(name string) any) settings {
	get := func(name, fallback string) string {
		switch v := lookup(name).(type) {
		case string:
			return v
		case bool: // cdk.json may hold a real one
			return fmt.Sprint(v)
		default:
			return fallback
		}
	}
	s := settings{
		stackName:  get("stackName", "quarry"),
		userAgent:  get("userAgent", ""),
		alarmEmail: get("alarmEmail", ""),
		logLevel:   get("logLevel", "info"),
		template:   get("template", "false") == "true",
	}
	s.dist = get("dist", "../dist")
	if s.template {
		s.dist = "../functions"
	}
	return s
}

// check finds what would otherwise end the synthesis in a panic of the CDK, and
// says what to do about it.
func (s settings) check(functions []function) error {
	var problems []error
	if levels := []string{"debug", "info", "warn", "error"}; !slices.Contains(levels, s.logLevel) {
		problems = append(problems, fmt.Errorf("context logLevel is %q, not one of %s", s.logLevel, strings.Join(levels, ", ")))
	}
	file, remedy := "bootstrap", "run make functions"
	if s.template {
		file, remedy = "main.go", "every kind needs its worker's main"
	}
	var missing []string
	for _, fn := range functions {
		if _, err := os.Stat(filepath.Join(s.dist, fn.name, file)); err != nil {
			missing = append(missing, fn.name)
		}
	}
	if len(missing) > 0 {
		problems = append(problems, fmt.Errorf("no %s below %s for %s: %s", file, s.dist, strings.Join(missing, ", "), remedy))
	}
	return errors.Join(problems...)
}

// prefix is what the names of functions and queues begin with.
func (s settings) prefix() string { return s.stackName + "-" }

// samPath is where sam finds a function's binary, below the repository's root. Its
// containers run on the developer's machine, hence another folder.
func samPath(name string) string { return "dist/x86_64/" + name }
