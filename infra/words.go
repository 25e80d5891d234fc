package main

import (
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// mostName is how many characters Lambda takes of a function's name.
const mostName = 64

// tagForm is a tag's name and its value, as every service takes them.
const tagForm = `[A-Za-z0-9_.:/+@-]{1,128}=[A-Za-z0-9_.:/+@ -]{1,256}`

// shape is what a setting's text is to look like, and how that is said. Nothing said fits, but for the name.
type shape struct {
	name, text, pattern, about string
}

// shapes are of texts that CloudFormation, the CDK or a service of AWS refuses, some of them in the middle of a deployment.
func (s settings) shapes() []shape {
	return []shape{
		{"stackName", s.stackName, `[A-Za-z][A-Za-z0-9-]*`, "letters, digits and hyphens, the first one a letter"},
		{"domain", s.domain, `([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?|`, "a name such as api.example.com"},
		{"certificate", s.certificate, `arn:aws[a-z-]*:acm:[a-z0-9-]+:[0-9]{12}:certificate/[A-Za-z0-9-]+|`, "the ARN of a certificate in AWS Certificate Manager"},
		{"userAgent", s.userAgent, `[!-~]([ -~]{0,254}[!-~])?|`, "at most 256 characters of ASCII, as a header takes them"},
		{"keysVersion", s.keysVersion, `[A-Za-z0-9-]{1,64}|`, "the id of one version of the secret"},
		{"version", s.version, `[A-Za-z0-9._+/-]{0,256}`, "what git calls a commit"},
		{"tags", s.tags, `(` + tagForm + `(, ?` + tagForm + `)*)?`, "NAME=VALUE, comma-separated, of letters, digits and _.:/+@-"},
		{"budget", s.budget, `[0-9]{1,9}(\.[0-9]{1,2})?|`, "dollars a month, such as 50"},
	}
}

// checkWords holds texts to their forms, and the log level to what alarms need, which count jobs by the lines of
// their ends.
func (s settings) checkWords(functions []function) error {
	var problems []error
	one := func(name, value string, of []string) {
		if !slices.Contains(of, value) {
			problems = append(problems, fmt.Errorf("setting %s is %q, not one of %s", name, value, strings.Join(of, ", ")))
		}
	}
	one("logLevel", s.logLevel, []string{"debug", "info"})
	one("logDays", s.logDays, strings.Fields("1 3 5 7 14 30 60 90 180 365"))
	for _, f := range s.shapes() {
		if !regexp.MustCompile(`^(?:` + f.pattern + `)$`).MatchString(f.text) {
			problems = append(problems, fmt.Errorf("setting %s is %q, not %s", f.name, f.text, f.about))
		}
	}
	for name := range s.tagged() {
		if strings.HasPrefix(strings.ToLower(name), "aws:") {
			problems = append(problems, fmt.Errorf("setting tags: names that begin with aws: are AWS's own, as in %s", name))
		}
	}
	longest := 0
	for _, fn := range functions {
		longest = max(longest, len(fn.name))
	}
	if most := mostName - 1 - longest; len(s.stackName) > most {
		problems = append(problems, fmt.Errorf("setting stackName has %d characters: names of functions begin with it, so it may have %d", len(s.stackName), most))
	}
	return errors.Join(append(problems, s.checkNotices(), s.checkDomain())...)
}

// checkNotices holds whom AWS writes to, and from which costs on, to what it takes.
func (s settings) checkNotices() error {
	var problems []error
	if address, err := mail.ParseAddress(s.alarmEmail); s.alarmEmail != "" && (err != nil || address.Address != s.alarmEmail) {
		problems = append(problems, fmt.Errorf("setting alarmEmail is %q, not an e-mail address", s.alarmEmail))
	}
	if dollars, err := strconv.ParseFloat(s.budget, 64); s.budget != "" && err == nil && dollars <= 0 {
		problems = append(problems, fmt.Errorf("setting budget is %q, not more than nothing", s.budget))
	}
	if s.budget != "" && s.alarmEmail == "" {
		problems = append(problems, errors.New("setting budget needs alarmEmail, to whom AWS writes"))
	}
	return errors.Join(problems...)
}

// checkDomain holds the API's name to its certificate.
func (s settings) checkDomain() error {
	var problems []error
	if (s.domain == "") != (s.certificate == "") {
		problems = append(problems, errors.New("settings domain and certificate are to be a name and the ARN of its certificate, both or none"))
	}
	if parts := strings.Split(s.certificate, ":"); s.region != "" && len(parts) > 3 && parts[3] != s.region {
		problems = append(problems, fmt.Errorf("setting certificate is of the region %s, not of %s, where the stack is: API Gateway takes none of another", parts[3], s.region))
	}
	if s.domainOnly && s.domain == "" {
		problems = append(problems, errors.New("setting domainOnly is true, which leaves the API no address: set domain and certificate as well"))
	}
	return errors.Join(problems...)
}

// What names a secret or a parameter has a path or the characters of a name, which few keys that are put in its place have.
const (
	parameterForm = `^/[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+(:[0-9]+)?$`                                         // a version behind it
	secretForm    = `^(arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:)?[A-Za-z0-9/_+.@-]{1,512}$` //nolint:gosec // the form of a name
)

// checkSecrets shows nothing of a name that may be the secret itself.
func (s settings) checkSecrets() error {
	var problems []error
	if s.cursorKey != "" && !regexp.MustCompile(parameterForm).MatchString(s.cursorKey) {
		problems = append(problems, errors.New("setting cursorKey is to be the name of a parameter with a path, such as /quarry/cursor-key, not what it holds"))
	}
	if s.keysSecret != "" && !regexp.MustCompile(secretForm).MatchString(s.keysSecret) {
		problems = append(problems, errors.New("setting keysSecret is to be the name of a secret, such as quarry/keys, not what it holds"))
	}
	if s.keysVersion != "" && s.keysSecret == "" {
		problems = append(problems, errors.New("setting keysVersion is of the secret that keysSecret names, which is not set"))
	}
	return errors.Join(problems...)
}
