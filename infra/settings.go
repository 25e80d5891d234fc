package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/sources"
)

// settings are the choices of one installation. They come from the CDK context
// (`-c name=value` or cdk.json), never from the environment.
type settings struct {
	stackName  string // stackName: also the prefix of every function and queue
	userAgent  string // userAgent: what is sent to sites; empty is the product's own name
	alarmEmail string // alarmEmail: receives the alarms; empty is nobody
	logLevel   string // logLevel: debug or info
	dashboard  bool   // dashboard: whether there is one

	cursorKey string // cursorKey: the parameter of Systems Manager that holds QUARRY_CURSOR_KEY; empty has a secret made

	sources     string // sources: base URLs of upstreams, as QUARRY_SOURCES
	keysSecret  string // keysSecret: the secret in Secrets Manager that holds QUARRY_KEYS
	keysVersion string // keysVersion: one version of it; empty is the current one
	model       string // model: the language model, as QUARRY_MODEL
	embeddings  string // embeddings: the embedding model, as QUARRY_EMBEDDINGS

	sharePercent string // sharePercent: of a worker that one organization may have, as QUARRY_SHARE_PERCENT

	renderCredits string // renderCredits: of a page that the browser shows before it is read, as QUARRY_RENDER_CREDITS

	// emulated: for an emulator of AWS that runs functions as processes of an x86_64 machine, has no
	// expressions over metrics and asks for a right of its own for batches of messages.
	emulated bool
	unbuilt  bool // unbuilt: for `cdk destroy`, which reads no code: the folders of the sources do, and there is no layer
	// dist: the folder with one folder a function, each holding its bootstrap.
	dist string
}

// readSettings takes each setting from lookup, which answers nil for what nobody
// said.
func readSettings(lookup func(name string) any) settings {
	get := func(name, fallback string) string {
		switch v := lookup(name).(type) {
		case string:
			return v
		case bool, float64: // cdk.json may hold a real one
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
		dashboard:  get("dashboard", "true") == "true",

		cursorKey: get("cursorKey", ""),

		sources:     get("sources", ""),
		keysSecret:  get("keysSecret", ""),
		keysVersion: get("keysVersion", ""),
		model:       get("model", ""),
		embeddings:  get("embeddings", ""),

		sharePercent: get("sharePercent", ""),

		renderCredits: get("renderCredits", ""),

		emulated: get("emulated", "false") == "true",
		unbuilt:  get("unbuilt", "false") == "true",
	}
	s.dist = get("dist", "../dist")
	if s.unbuilt {
		s.dist = "../functions"
	}
	return s
}

// check finds what would otherwise end the synthesis in a panic of the CDK, or fail
// only when it is deployed, and says what to do about it.
func (s settings) check(functions []function) error {
	problems := []error{s.checkWords(), s.checkUpstreams()}
	if s.unbuilt {
		problems = append(problems, s.missing(functions, "main.go", "every worker needs its main"))
	} else {
		problems = append(problems, s.missing(functions, "bootstrap", "run make functions"), s.checkLayer(functions))
	}
	return errors.Join(problems...)
}

// checkWords holds the log level against what alarms need: they count jobs by the lines of their ends.
func (s settings) checkWords() error {
	if levels := []string{"debug", "info"}; !slices.Contains(levels, s.logLevel) {
		return fmt.Errorf("context logLevel is %q, not one of %s", s.logLevel, strings.Join(levels, ", "))
	}
	return nil
}

// parameterName is the form of names with a path, which no key that is made up has.
var parameterName = regexp.MustCompile(`^/[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+$`)

// checkUpstreams finds what would keep every worker from starting. It shows nothing
// of a secret's name that looks like a secret.
func (s settings) checkUpstreams() error {
	var problems []error
	urls, err := config.Pairs(config.List(s.sources))
	if err == nil {
		_, err = sources.NewSettings(urls, nil)
	}
	if err != nil {
		problems = append(problems, fmt.Errorf("context sources: %w", err))
	}
	if s.cursorKey != "" && !parameterName.MatchString(s.cursorKey) {
		problems = append(problems, errors.New("context cursorKey is to be the name of a parameter, such as /quarry/cursor-key, not what it holds"))
	}
	if strings.ContainsAny(s.keysSecret, "=,") {
		problems = append(problems, errors.New("context keysSecret is to be the name of a secret, not what it holds"))
	}
	if _, err := config.ParseModel(s.model); err != nil {
		problems = append(problems, fmt.Errorf("context model: %w", err))
	}
	if _, err := config.ParseEmbeddings(s.embeddings); err != nil {
		problems = append(problems, fmt.Errorf("context embeddings: %w", err))
	}
	if _, err := config.ParseShare(s.sharePercent); err != nil {
		problems = append(problems, fmt.Errorf("context sharePercent: %w", err))
	}
	if _, err := config.ParseRenderCredits(s.renderCredits); err != nil {
		problems = append(problems, fmt.Errorf("context renderCredits: %w", err))
	}
	return errors.Join(problems...)
}

// missing names the functions without a file that each must have.
func (s settings) missing(functions []function, file, remedy string) error {
	var names []string
	for _, fn := range functions {
		if _, err := os.Stat(filepath.Join(s.dist, fn.name, file)); err != nil {
			names = append(names, fn.name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("no %s below %s for %s: %s", file, s.dist, strings.Join(names, ", "), remedy)
}

// prefix is what the names of functions and queues begin with.
func (s settings) prefix() string { return s.stackName + "-" }
