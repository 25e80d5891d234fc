package main

import (
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/jsii-runtime-go"

	"github.com/quarryapi/quarry/internal/kind"
)

// function is what the stack needs to know of one folder under functions/.
type function struct {
	name     string
	memoryMB int
	timeout  time.Duration
	about    string

	worker  string // whose jobs it performs; empty for functions that are no workers
	handsTo string // whose queue it may hand jobs over to; empty for none
	pages   bool   // has pages shown by the browser's function
	pdfs    bool   // has documents read by the function that does
	model   bool   // asks the language model
	crawls  bool   // performs jobs of crawls, which go on when these end
	foreign bool   // works on what strangers made, which may end it: then their job failed, and nothing else
}

// Time-outs that the queues' visibility follows from.
const (
	// webhookTimeout is also how long a delivery is leased: whoever makes an attempt
	// is gone before another may.
	webhookTimeout    = time.Minute
	deadLetterTimeout = time.Minute
)

// pdfTimeout is more than the longest that a worker waits for a document, 60 s, and what the function keeps of its time for
// the end of one that was abandoned.
const pdfTimeout = 90 * time.Second

// crawlTimeout is what many steps of a crawl take, each of which is some calls to the database.
const crawlTimeout = 2 * time.Minute

// browserTimeout is more than the longest visit, 110 s, and a cold start.
const browserTimeout = 150 * time.Second

// wholeCore is the memory with which a function has a whole processor. The audit needs one: it reads every row twice within
// the 15 minutes that a function has, and costs the same for less time. So does a PDF, which somebody waits for: its engine
// takes 1.4 s of one to start and 10 ms for a page. Of the memory a hostile one takes a third.
const wholeCore = 1769

// heapPercent is how much of a function's memory Go tries to keep to; the rest is the binary's and the
// runtime's own.
const heapPercent = 85

// workerGrace is what a worker has beyond its ceiling to store the result and
// finish the job.
const workerGrace = 30 * time.Second

// fleet lists every function: the fixed ones and one a worker.
func fleet(kinds []kind.Definition) []function {
	functions := fixed()
	for _, w := range workers(kinds) {
		functions = append(functions, workerFunction(w))
	}
	return functions
}

// fixed lists the functions that are there whatever the kinds. Submit may wait 25 s
// for its job within the 29 s that an HTTP API allows; the webhook functions make a
// batch's attempts at once, each of at most 15 s. Admin has a whole core, of which the
// audit of some GB of rows takes minutes.
func fixed() []function {
	return []function{
		{name: kind.BrowserFunction, memoryMB: 2048, timeout: browserTimeout, about: "shows pages for the workers", foreign: true},
		{name: kind.PDFFunction, memoryMB: wholeCore, timeout: pdfTimeout, about: "reads PDFs for the workers", foreign: true},
		{name: "api-submit", memoryMB: 128, timeout: 29 * time.Second, about: "creates jobs and waits for them; changes webhook endpoints"},
		{name: "api-read", memoryMB: 256, timeout: 29 * time.Second, about: "answers reads, documentation and unknown routes; holds streams of events as long polls"},
		{name: "webhook-stream", memoryMB: 256, timeout: webhookTimeout, about: "makes the first attempt of each delivery"},
		{name: "webhook-retry", memoryMB: 256, timeout: webhookTimeout, about: "makes the later attempts"},
		{name: "crawler", memoryMB: 512, timeout: crawlTimeout, about: "moves crawls on"},
		{name: "sweeper", memoryMB: 256, timeout: time.Minute, about: "finds lost sends, dead workers and passed deadlines"},
		{name: "dead-letter", memoryMB: 128, timeout: deadLetterTimeout, about: "fails and refunds what no worker could finish"},
		{name: "admin", memoryMB: wholeCore, timeout: 15 * time.Minute, about: "serves the operator and audits the books"},
	}
}

// workers are those of all kinds, in the registry's order.
func workers(kinds []kind.Definition) []kind.Function {
	var all []kind.Function
	for _, kind := range kinds {
		all = append(all, kind.Functions...)
	}
	return all
}

func workerFunction(w kind.Function) function {
	return function{
		name: "worker-" + w.Name, memoryMB: w.MemoryMB, timeout: w.Ceiling + workerGrace,
		about: "performs the jobs of " + w.Name, worker: w.Name, handsTo: w.HandsTo, pages: w.Browser, pdfs: w.Documents, model: w.Model, crawls: w.Crawls,
	}
}

func (s *service) addFunction(fn function) {
	logs := s.newLog(fn.name)
	props := &awslambda.FunctionProps{
		FunctionName:          jsii.String(s.settings.prefix() + fn.name),
		Description:           jsii.String("Quarry " + fn.about),
		Runtime:               awslambda.Runtime_PROVIDED_AL2023(),
		Architecture:          s.settings.architecture(fn),
		Handler:               jsii.String("bootstrap"),
		Code:                  awslambda.Code_FromAsset(jsii.String(s.settings.dist+"/"+fn.name), nil),
		MemorySize:            jsii.Number(fn.memoryMB),
		Timeout:               duration(fn.timeout),
		Role:                  s.newRole(fn, logs),
		LogGroup:              logs,
		LoggingFormat:         awslambda.LoggingFormat_JSON,
		ApplicationLogLevelV2: awslambda.ApplicationLogLevel(strings.ToUpper(s.settings.logLevel)),
		Environment:           s.environment(fn),
	}
	if reserved, err := s.settings.reservations(); err == nil && reserved[fn.name] > 0 {
		props.ReservedConcurrentExecutions = jsii.Number(reserved[fn.name])
	}
	if fn.name == kind.BrowserFunction && !s.settings.unbuilt {
		s.addBrowser(props)
	}
	f := awslambda.NewFunction(s.stack, jsii.String(fn.name), props)
	// The CDK has a function wait for its role, whose rights are part of it: the reference to it says so already.
	resourceOf[awslambda.CfnFunction](f).AddDeletionOverride(jsii.String("DependsOn"))
	s.functions[fn.name] = f
}

// auditDays is how long the log of admin is kept at least: its lines are who did what.
const auditDays = 365

// newLog makes the log of a function, or of the API. That of admin outlives the stack, as balances do; since it has a name, `make deploy`
// has CloudFormation take in what is there.
func (s *service) newLog(name string) awslogs.LogGroup {
	logs := awslogs.NewLogGroup(s.stack, jsii.String(name+"-logs"), &awslogs.LogGroupProps{
		LogGroupName:  jsii.String("/" + s.settings.stackName + "/" + name),
		RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
	})
	days, _ := strconv.Atoi(s.settings.logDays) // was checked
	if name == "admin" {
		days = max(days, auditDays)
		logs.ApplyRemovalPolicy(awscdk.RemovalPolicy_RETAIN)
	}
	resourceOf[awslogs.CfnLogGroup](logs).SetRetentionInDays(jsii.Number(days))
	return logs
}

// architecture is that for which make functions builds: Chromium exists for x86_64 alone, and an
// emulator's functions are processes of an x86_64 machine.
func (s settings) architecture(fn function) awslambda.Architecture {
	if s.emulated || fn.name == kind.BrowserFunction {
		return awslambda.Architecture_X86_64()
	}
	return awslambda.Architecture_ARM_64()
}

// environment are a function's variables; what it may do with it is the role's
// matter. Queues are selected by their common prefix, which keeps functions and queues
// free of circular references.
func (s *service) environment(fn function) *map[string]*string {
	if fn.name == kind.BrowserFunction {
		return s.browserEnvironment()
	}
	// Garbage is collected before the memory is full: a function that exceeds it is killed in its work.
	heap := jsii.String(strconv.Itoa(fn.memoryMB*heapPercent/100) + "MiB")
	if fn.name == kind.PDFFunction { // all that it is told: what gets out of its engine finds no key and no name
		return &map[string]*string{"GOMEMLIMIT": heap}
	}
	env := map[string]*string{
		"QUARRY_CORE_TABLE":     s.core.TableName(),
		"QUARRY_EDGE_TABLE":     s.edge.TableName(),
		"QUARRY_RESULTS_BUCKET": s.bucket.BucketName(),
		"QUARRY_QUEUE_PREFIX": awscdk.Fn_Sub(jsii.String(
			"https://sqs.${AWS::Region}.${AWS::URLSuffix}/${AWS::AccountId}/"+s.settings.prefix()), nil),
		"QUARRY_CURSOR_KEY": s.cursorKey,
		"QUARRY_STACK":      jsii.String(s.settings.stackName),
		"GOMEMLIMIT":        heap,
	}
	if s.settings.userAgent != "" {
		env["QUARRY_USER_AGENT"] = jsii.String(s.settings.userAgent)
	}
	if fn.worker != "" {
		maps.Copy(env, s.settings.upstreams(fn))
		if said, _ := s.settings.concurrencies(s.kinds); said[fn.worker] > 0 { // of which an organization has its share
			env["QUARRY_CONCURRENCY"] = jsii.String(strconv.Itoa(said[fn.worker]))
		}
	}
	if fn.name == "api-submit" && s.settings.renderCredits != "" {
		env["QUARRY_RENDER_CREDITS"] = jsii.String(s.settings.renderCredits)
	}
	if fn.name == "api-submit" && s.settings.faces != "" {
		env["QUARRY_FACES"] = jsii.String(s.settings.faces)
	}
	if fn.name == "admin" && s.settings.paused {
		env["QUARRY_PAUSED"] = jsii.String("true")
	}
	if fn.pages {
		env["QUARRY_BROWSER_FUNCTION"] = jsii.String(s.settings.prefix() + kind.BrowserFunction)
	}
	if fn.pdfs {
		env["QUARRY_PDF_FUNCTION"] = jsii.String(s.settings.prefix() + kind.PDFFunction)
	}
	return &env
}
