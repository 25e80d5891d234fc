package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/quarryapi/quarry/internal/faces"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/sources"
)

// settings are the choices of one installation. They come from the CDK's context (`-c name=value`) and from
// settingsFile, never from the environment. What each is, table says.
type settings struct { //nolint:recvcheck // table points into it for readSettings, which fills it in; all others read
	stackName, userAgent, alarmEmail, logLevel string
	dashboard, rollout, paused, domainOnly     bool
	logDays, budget                            string
	domain, certificate                        string
	cursorKey                                  string
	sources, keysSecret, keysVersion           string
	model, embeddings                          string
	sharePercent, renderCredits, faces         string
	accountConcurrency, concurrency            string
	requestRate, tags                          string
	version                                    string // what is deployed, as make deploy reads it from git
	region                                     string // where the CDK deploys to; empty where it does not know, as offline

	emulated bool
	unbuilt  bool // unbuilt: for `cdk destroy`, which reads no code: the folders of the sources do, and there is no layer
	// dist: the folder with one folder a function, each holding its bootstrap.
	dist string
}

// setting is one of them: its name in the context, what it is when nobody says so, and for the documentation what
// it is. One without a description is not for operators.
type setting struct {
	name, fallback, shown, about string
	text                         *string
	flag                         *bool
}

// table lists all settings, in the order in which the documentation has them.
func (s *settings) table() []setting {
	return []setting{
		{name: "stackName", fallback: "quarry", text: &s.stackName, about: "the stack's name and the prefix of its functions, queues, alarms and logs: [two names are two installations](deploy.md#several-environments)"},
		{name: "alarmEmail", shown: "nobody", text: &s.alarmEmail, about: "the e-mail address that receives alarms; it has to confirm a subscription first"},
		{name: "budget", shown: "none", text: &s.budget, about: "dollars a month; `alarmEmail` gets a message when the account's costs are 80 % of them, or are forecast to exceed them"},
		{name: "tags", shown: "none", text: &s.tags, about: "tags of everything that is made, `NAME=VALUE`, comma-separated, such as `team=web,cost-center=42`"},
		{name: "rollout", fallback: "false", flag: &s.rollout, about: "`true` sends a tenth of the calls and messages to new versions of functions for 15 minutes, then all; an alarm in between [goes back](deploy.md#changing-restoring-removing)"},
		{name: "paused", fallback: "false", flag: &s.paused, about: "`true` for an installation that does nothing by itself: no queue, stream or schedule starts a function, while [rows are copied into it](deploy.md#restoring)"},
		{name: "domain", shown: "that of API Gateway", text: &s.domain, about: "[a domain of your own](deploy.md#a-domain-of-your-own) for the API"},
		{name: "certificate", shown: "none", text: &s.certificate, about: "the ARN of its certificate in AWS Certificate Manager, in the stack's region"},
		{name: "domainOnly", fallback: "false", flag: &s.domainOnly, about: "`true` for an API that answers at `domain` alone, no longer at API Gateway's own address; set it once the name leads to it"},
		{name: "userAgent", shown: "the product's own", text: &s.userAgent, about: "the User-Agent that the fetcher sends to the sites it reads; put a contact URL in it"},
		{name: "logLevel", fallback: "info", text: &s.logLevel, about: "debug or info; metrics of jobs are made of lines of info"},
		{name: "logDays", fallback: "30", text: &s.logDays, about: "how many days logs are kept, as CloudWatch takes them: 1, 3, 5, 7, 14, 30, 60, 90, 180 or 365. Those of `admin` are kept for 365: they are [the audit trail](deploy.md#who-did-what)"},
		{name: "dashboard", fallback: "true", flag: &s.dashboard, about: "whether to create a dashboard; `false` may save 3 $ a month, [see](deploy.md#what-it-costs-at-rest)"},
		{name: "sources", shown: "none", text: &s.sources, about: "base URLs of upstreams that replace the default ones: `NAME=URL`, comma-separated"},
		{name: "cursorKey", shown: "a secret is made", text: &s.cursorKey, about: "the name of a parameter of Systems Manager, such as `/quarry/cursor-key`, or of one version of it, `/quarry/cursor-key:2`, that holds [the key of cursors and secrets](deploy.md#the-key-of-cursors)"},
		{name: "keysSecret", shown: "none", text: &s.keysSecret, about: "the name of the secret that holds [the upstreams' keys](deploy.md#keys-of-upstreams)"},
		{name: "keysVersion", shown: "the current one", text: &s.keysVersion, about: "the id of one version of that secret"},
		{name: "model", shown: "none", text: &s.model, about: "the language model: `bedrock:` and the id of a model or of an inference profile, or `openai:` and the model's name at a service with OpenAI's protocol"},
		{name: "embeddings", shown: "none", text: &s.embeddings, about: "the embedding model, in the same form: `bedrock:amazon.titan-embed-text-v2:0`, `bedrock:cohere.embed-v4:0` or another of Cohere's, or `openai:` and a name"},
		{name: "renderCredits", shown: "`1`", text: &s.renderCredits, about: "what a page costs that the browser shows before it is read, 1 to 1000 ([pricing.md](pricing.md#rendered-pages))"},
		{name: "faces", shown: "none", text: &s.faces, about: "the APIs of others in whose form calls are answered, too, comma-separated: `firecrawl` ([coming-from-firecrawl.md](coming-from-firecrawl.md)), `jina` ([coming-from-jina.md](coming-from-jina.md)), `tavily` ([coming-from-tavily.md](coming-from-tavily.md)), `exa` ([coming-from-exa.md](coming-from-exa.md)), `mcp` ([mcp.md](mcp.md))"},
		{name: "sharePercent", shown: "`50`", text: &s.sharePercent, about: "how much of what each worker can run at once one organization may have, 1 to 100: 100 where there is one tenant, 25 where three may be slow at once"},
		{name: "accountConcurrency", shown: "nothing is reserved", text: &s.accountConcurrency, about: "how many functions the account may run at once, as `bin/quarry admin doctor` shows: [what is kept of them](scale.md#settings)"},
		{name: "concurrency", shown: "as kinds say", text: &s.concurrency, about: "`NAME=NUMBER`, comma-separated: how many jobs of a worker run at once ([scale.md](scale.md))"},
		{name: "requestRate", shown: "`2000`", text: &s.requestRate, about: "requests a second of the whole installation, 1 to 10000, and twice as many at once: API Gateway answers those above it with 429 ([scale.md](scale.md#ten-times-as-much))"},
		{name: "emulated", fallback: "false", flag: &s.emulated, about: "for [an emulator](adr/0049-the-stack-is-deployed-to-an-emulator-in-every-run.md) only: all functions for x86_64, without the alarms `api-failing`, `kinds-failing`, `core-throttled` and `edge-throttled`, with an action beside `sqs:SendMessage` that AWS does not know"},
		{name: "dist", fallback: "../dist", text: &s.dist, about: "the folder of the built functions; Chromium is in its `layer` folder"},
		{name: "version", text: &s.version},                    // for make deploy
		{name: "unbuilt", fallback: "false", flag: &s.unbuilt}, // for make destroy
	}
}

// readSettings takes each setting from what was said, which checkNames took.
func readSettings(said map[string]any) settings {
	var s settings
	for _, one := range s.table() {
		value := one.fallback
		if v, ok := said[one.name]; ok {
			value = fmt.Sprint(v) // a file may hold a number, or true
		}
		if one.flag != nil {
			*one.flag = value == "true"
			continue
		}
		*one.text = value
	}
	if s.unbuilt {
		s.dist = "../functions"
	}
	return s
}

// check finds what would otherwise end the synthesis in a panic of the CDK, or fail
// only when it is deployed, and says what to do about it.
func (s settings) check(functions []function) error {
	problems := []error{s.checkWords(functions), s.checkSecrets(), s.checkUpstreams(), s.checkLimits(kinds.All())}
	if s.unbuilt {
		problems = append(problems, s.missing(functions, "main.go", "every worker needs its main"))
	} else {
		problems = append(problems, s.missing(functions, "bootstrap", "run make functions"), s.checkLayer(functions))
	}
	return errors.Join(problems...)
}

// checkUpstreams finds what would keep every worker from starting.
func (s settings) checkUpstreams() error {
	var problems []error
	urls, err := config.Pairs(config.List(s.sources))
	if err == nil {
		_, err = sources.NewSettings(urls, nil)
	}
	if err != nil {
		problems = append(problems, fmt.Errorf("setting sources: %w", err))
	}
	if _, err := config.ParseModel(s.model); err != nil {
		problems = append(problems, fmt.Errorf("setting model: %w", err))
	}
	if _, err := config.ParseEmbeddings(s.embeddings); err != nil {
		problems = append(problems, fmt.Errorf("setting embeddings: %w", err))
	}
	if _, err := config.ParseShare(s.sharePercent); err != nil {
		problems = append(problems, fmt.Errorf("setting sharePercent: %w", err))
	}
	if err := faces.Check(config.List(s.faces)); err != nil {
		problems = append(problems, fmt.Errorf("setting faces: %w", err))
	}
	if _, err := config.ParseRenderCredits(s.renderCredits); err != nil {
		problems = append(problems, fmt.Errorf("setting renderCredits: %w", err))
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
