// Package config is the only reader of the environment. It knows the names and
// forms of the variables and nothing of what they are used for.
package config

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Config is what one function of the service needs to know. Load fills it once.
type Config struct {
	CoreTable     string // QUARRY_CORE_TABLE
	EdgeTable     string // QUARRY_EDGE_TABLE
	ResultsBucket string // QUARRY_RESULTS_BUCKET
	// QueuePrefix is what every queue's URL begins with (QUARRY_QUEUE_PREFIX);
	// "jobs-url" or "deliveries" follows.
	QueuePrefix string

	// Stack is QUARRY_STACK: the installation's name, the namespace of its metrics and the folder of its
	// logs; empty for one without either.
	Stack string

	// CursorKey seals the cursors of lists and the secrets of callers (QUARRY_CURSOR_KEY): any text that callers
	// do not know, the same in all functions of an installation. Behind a comma are former ones, which still open.
	CursorKey string

	UserAgent string            // QUARRY_USER_AGENT, what is sent to sites; empty is the product's own
	Hosts     []string          // QUARRY_HOSTS, local runs only: [open:|hooks:]NAME=ADDRESS:PORT, comma-separated
	Sources   map[string]string // QUARRY_SOURCES: NAME=URL, comma-separated: an upstream's base URL
	Keys      map[string]string // QUARRY_KEYS: NAME=KEY, comma-separated: an upstream's key
	Model     string            // QUARRY_MODEL: PROVIDER:ID, the language model; empty is none
	// Embeddings is QUARRY_EMBEDDINGS: PROVIDER:ID, the embedding model; empty is none.
	Embeddings string
	// BrowserFunction is QUARRY_BROWSER_FUNCTION: the function that shows pages; empty is none.
	BrowserFunction string
	// PDFFunction is QUARRY_PDF_FUNCTION: the function that reads PDFs; empty is none.
	PDFFunction string
	// SharePercent is QUARRY_SHARE_PERCENT, 1 to 100: how much of what a worker can run at once
	// one organization may; 0 when it is not set.
	SharePercent int
	// Concurrency is QUARRY_CONCURRENCY: how many of this worker run at once, where the installation says so;
	// 0 when it is not set.
	Concurrency int
	// RenderCredits is QUARRY_RENDER_CREDITS: what a page costs that the browser shows before it is
	// read; 0 when it is not set.
	RenderCredits int64
	// Faces is QUARRY_FACES, comma-separated: the APIs of others in whose form calls are answered, too.
	Faces []string

	// Paused is QUARRY_PAUSED, anything: nothing in the installation acts by itself, as while rows are copied into it.
	Paused bool

	AWS AWS
}

// AWS is where and as whom the AWS services are called.
type AWS struct {
	Region           string // AWS_REGION
	AccessKeyID      string // AWS_ACCESS_KEY_ID
	SecretAccessKey  string // AWS_SECRET_ACCESS_KEY
	SessionToken     string // AWS_SESSION_TOKEN
	DynamoDBEndpoint string // AWS_ENDPOINT_URL_DYNAMODB; empty is AWS itself
	SQSEndpoint      string // AWS_ENDPOINT_URL_SQS
	S3Endpoint       string // AWS_ENDPOINT_URL_S3
	LambdaEndpoint   string // AWS_ENDPOINT_URL_LAMBDA
	LogsEndpoint     string // AWS_ENDPOINT_URL_CLOUDWATCH_LOGS
}

// Load reads the environment of a Lambda function and names everything that is
// missing or malformed at once.
func Load() (Config, error) {
	return From(os.Getenv)
}

// From reads the environment of a function elsewhere.
func From(getenv func(string) string) (Config, error) {
	var problems []error
	need := func(name string) string {
		v := getenv(name)
		if v == "" {
			problems = append(problems, fmt.Errorf("%s is not set", name))
		}
		return v
	}
	pairs := func(name string) map[string]string {
		v, err := Pairs(List(getenv(name)))
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
		}
		return v
	}
	percent, err := ParseShare(getenv("QUARRY_SHARE_PERCENT"))
	if err != nil {
		problems = append(problems, err)
	}
	runs, err := parseConcurrency(getenv("QUARRY_CONCURRENCY"))
	if err != nil {
		problems = append(problems, err)
	}
	render, err := ParseRenderCredits(getenv("QUARRY_RENDER_CREDITS"))
	if err != nil {
		problems = append(problems, err)
	}
	c := Config{
		CoreTable:     need("QUARRY_CORE_TABLE"),
		EdgeTable:     need("QUARRY_EDGE_TABLE"),
		ResultsBucket: need("QUARRY_RESULTS_BUCKET"),
		QueuePrefix:   need("QUARRY_QUEUE_PREFIX"),
		CursorKey:     need("QUARRY_CURSOR_KEY"),
		Stack:         getenv("QUARRY_STACK"),
		UserAgent:     getenv("QUARRY_USER_AGENT"),
		Hosts:         List(getenv("QUARRY_HOSTS")),
		Sources:       pairs("QUARRY_SOURCES"),
		Keys:          pairs("QUARRY_KEYS"),
		Model:         getenv("QUARRY_MODEL"),
		Embeddings:    getenv("QUARRY_EMBEDDINGS"),

		BrowserFunction: getenv("QUARRY_BROWSER_FUNCTION"),
		PDFFunction:     getenv("QUARRY_PDF_FUNCTION"),
		SharePercent:    percent,
		Concurrency:     runs,
		RenderCredits:   render,
		Faces:           List(getenv("QUARRY_FACES")),
		Paused:          getenv("QUARRY_PAUSED") != "",
		AWS:             awsFrom(getenv, need),
	}
	return c, errors.Join(problems...)
}

// awsFrom reads where and as whom the AWS services are called.
func awsFrom(getenv, need func(string) string) AWS {
	return AWS{
		Region:           need("AWS_REGION"),
		AccessKeyID:      getenv("AWS_ACCESS_KEY_ID"),
		SecretAccessKey:  getenv("AWS_SECRET_ACCESS_KEY"),
		SessionToken:     getenv("AWS_SESSION_TOKEN"),
		DynamoDBEndpoint: getenv("AWS_ENDPOINT_URL_DYNAMODB"),
		SQSEndpoint:      getenv("AWS_ENDPOINT_URL_SQS"),
		S3Endpoint:       getenv("AWS_ENDPOINT_URL_S3"),
		LambdaEndpoint:   getenv("AWS_ENDPOINT_URL_LAMBDA"),
		LogsEndpoint:     getenv("AWS_ENDPOINT_URL_CLOUDWATCH_LOGS"),
	}
}

// CursorKeys are the key that seals, and former ones.
func (c Config) CursorKeys() (key string, former []string) {
	keys := List(c.CursorKey)
	if len(keys) == 0 {
		return "", nil
	}
	return keys[0], keys[1:]
}

// Environ is the reverse of Load: what is set, by the names of the variables.
func (c Config) Environ() map[string]string {
	number := func(n int64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	paused := ""
	if c.Paused {
		paused = "true"
	}
	env := map[string]string{
		"QUARRY_PAUSED":     paused,
		"QUARRY_CORE_TABLE": c.CoreTable, "QUARRY_EDGE_TABLE": c.EdgeTable,
		"QUARRY_RESULTS_BUCKET": c.ResultsBucket, "QUARRY_QUEUE_PREFIX": c.QueuePrefix,
		"QUARRY_CURSOR_KEY": c.CursorKey, "QUARRY_STACK": c.Stack, "QUARRY_USER_AGENT": c.UserAgent,
		"QUARRY_HOSTS": strings.Join(c.Hosts, ","), "QUARRY_SOURCES": joined(c.Sources), "QUARRY_KEYS": joined(c.Keys),
		"QUARRY_MODEL": c.Model, "QUARRY_EMBEDDINGS": c.Embeddings, "QUARRY_BROWSER_FUNCTION": c.BrowserFunction, "QUARRY_PDF_FUNCTION": c.PDFFunction,
		"QUARRY_SHARE_PERCENT": number(int64(c.SharePercent)), "QUARRY_CONCURRENCY": number(int64(c.Concurrency)), "QUARRY_RENDER_CREDITS": number(c.RenderCredits), "QUARRY_FACES": strings.Join(c.Faces, ","),
		"AWS_REGION": c.AWS.Region, "AWS_ACCESS_KEY_ID": c.AWS.AccessKeyID, "AWS_SECRET_ACCESS_KEY": c.AWS.SecretAccessKey,
		"AWS_SESSION_TOKEN": c.AWS.SessionToken, "AWS_ENDPOINT_URL_DYNAMODB": c.AWS.DynamoDBEndpoint,
		"AWS_ENDPOINT_URL_SQS": c.AWS.SQSEndpoint, "AWS_ENDPOINT_URL_S3": c.AWS.S3Endpoint,
		"AWS_ENDPOINT_URL_LAMBDA": c.AWS.LambdaEndpoint, "AWS_ENDPOINT_URL_CLOUDWATCH_LOGS": c.AWS.LogsEndpoint,
	}
	maps.DeleteFunc(env, func(_, value string) bool { return value == "" })
	return env
}

// joined is the reverse of Pairs, in the order of the names.
func joined(pairs map[string]string) string {
	var entries []string
	for _, name := range slices.Sorted(maps.Keys(pairs)) {
		entries = append(entries, name+"="+pairs[name])
	}
	return strings.Join(entries, ",")
}

// Browser is all that the function of the browser knows: it has no table, queue, bucket or key.
type Browser struct {
	UserAgent string   // QUARRY_USER_AGENT
	Hosts     []string // QUARRY_HOSTS, local runs only
	Chromium  string   // QUARRY_CHROMIUM: the browser's binary; empty is to look for it
}

// LoadBrowser reads the environment of the function of the browser.
func LoadBrowser() Browser { return loadBrowser(os.Getenv) }

func loadBrowser(getenv func(string) string) Browser {
	return Browser{
		UserAgent: getenv("QUARRY_USER_AGENT"), Hosts: List(getenv("QUARRY_HOSTS")), Chromium: getenv("QUARRY_CHROMIUM"),
	}
}

// Local is what `quarry local` and the other commands read of the environment.
type Local struct {
	DynamoDBEndpoint string // AWS_ENDPOINT_URL_DYNAMODB: an engine that runs already
	DataDir          string // QUARRY_DATA: the folder of the local service
	BaseURL          string // QUARRY_URL: the service that commands call
	Token            string // QUARRY_TOKEN: with this token
	AdminFunction    string // QUARRY_ADMIN_FUNCTION: the admin Lambda's name
	Keys             string // QUARRY_KEYS: NAME=KEY, comma-separated: keys of upstreams
	Model            string // QUARRY_MODEL: PROVIDER:ID, the language model
	Embeddings       string // QUARRY_EMBEDDINGS: PROVIDER:ID, the embedding model
	Chromium         string // QUARRY_CHROMIUM: the browser's binary
	Sandbox          string // QUARRY_CHROMIUM_SANDBOX: auto, required or off
	SharePercent     string // QUARRY_SHARE_PERCENT: 1 to 100
	RenderCredits    string // QUARRY_RENDER_CREDITS: 1 to 1000
}

// Terminal is what the environment says of the terminal of a command and of its user's profiles.
type Terminal struct {
	NoColor string // NO_COLOR: anything has no colours
	Term    string // TERM: dumb has none either
	Profile string // QUARRY_PROFILE: the name of one
	Keyring string // QUARRY_KEYRING: off keeps tokens in the file of the profiles
	Browser string // BROWSER: programs that open files, the preferred first
}

// LoadTerminal reads what the environment says of the terminal.
func LoadTerminal() Terminal {
	return Terminal{
		NoColor: os.Getenv("NO_COLOR"), Term: os.Getenv("TERM"),
		Profile: os.Getenv("QUARRY_PROFILE"), Keyring: os.Getenv("QUARRY_KEYRING"), Browser: os.Getenv("BROWSER"),
	}
}

// LoadLocal reads the environment of a command.
func LoadLocal() Local {
	return Local{
		DynamoDBEndpoint: os.Getenv("AWS_ENDPOINT_URL_DYNAMODB"),
		DataDir:          os.Getenv("QUARRY_DATA"),
		BaseURL:          os.Getenv("QUARRY_URL"),
		Token:            os.Getenv("QUARRY_TOKEN"),
		AdminFunction:    os.Getenv("QUARRY_ADMIN_FUNCTION"),
		Keys:             os.Getenv("QUARRY_KEYS"),
		Model:            os.Getenv("QUARRY_MODEL"),
		Embeddings:       os.Getenv("QUARRY_EMBEDDINGS"),
		Chromium:         os.Getenv("QUARRY_CHROMIUM"),
		Sandbox:          os.Getenv("QUARRY_CHROMIUM_SANDBOX"),
		SharePercent:     os.Getenv("QUARRY_SHARE_PERCENT"),
		RenderCredits:    os.Getenv("QUARRY_RENDER_CREDITS"),
	}
}

// ParseShare reads the percents of a worker that one organization may have; empty is 0.
func ParseShare(v string) (int, error) {
	if v == "" {
		return 0, nil
	}
	percent, err := strconv.Atoi(v)
	if err != nil || percent < 1 || percent > 100 {
		return 0, fmt.Errorf("QUARRY_SHARE_PERCENT is %q, not a whole number from 1 to 100", v)
	}
	return percent, nil
}

func parseConcurrency(v string) (int, error) {
	if v == "" {
		return 0, nil
	}
	runs, err := strconv.Atoi(v)
	if err != nil || runs < 1 {
		return 0, fmt.Errorf("QUARRY_CONCURRENCY is %q, not a whole number of at least 1", v)
	}
	return runs, nil
}

// maxRenderCredits is the most that a rendered page may cost.
const maxRenderCredits = 1000

// ParseRenderCredits reads what a page costs that the browser shows before it is read; empty is 0.
func ParseRenderCredits(v string) (int64, error) {
	if v == "" {
		return 0, nil
	}
	credits, err := strconv.ParseInt(v, 10, 64)
	if err != nil || credits < 1 || credits > maxRenderCredits {
		return 0, fmt.Errorf("QUARRY_RENDER_CREDITS is %q, not a whole number from 1 to %d", v, maxRenderCredits)
	}
	return credits, nil
}

// Pairs reads NAME=VALUE entries. Its error shows nothing of an entry, which may be
// a key without its name.
func Pairs(entries []string) (map[string]string, error) {
	pairs := make(map[string]string, len(entries))
	for i, entry := range entries {
		name, value, ok := strings.Cut(entry, "=")
		if !ok || name == "" || value == "" {
			return nil, fmt.Errorf("entry %d of %d is not NAME=VALUE", i+1, len(entries))
		}
		pairs[name] = value
	}
	return pairs, nil
}

// List reads comma-separated items.
func List(v string) []string {
	var items []string
	for item := range strings.SplitSeq(v, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}
