// Package preflight holds an AWS account and a region to what an installation needs, before it is deployed
// and whenever an operator asks. It judges what it is given and must not know how that was asked for.
package preflight

import (
	"fmt"
	"strings"

	"github.com/quarryapi/quarry/internal/kind"
)

// Level is how bad a finding is.
type Level string

// The levels. Nothing can be deployed, or nothing works, where a finding fails.
const (
	OK   Level = "ok"
	Warn Level = "warn"
	Fail Level = "fail"
)

// Account is what an account has in a region.
type Account struct {
	Region string
	// Known is whether the numbers below are: not everybody who deploys may ask for them.
	Known bool
	// Concurrency is how many functions may run at once, all of the account's together; Unreserved is
	// how many of these no function has for itself.
	Concurrency, Unreserved int
	// Own is what functions of the installation itself have for themselves: a deployment may use it again.
	Own int
	// CodeBytes is what the code of all functions takes, of CodeLimit.
	CodeBytes, CodeLimit int64
	// Absent are the services that the region does not have.
	Absent []string
	// Unprepared is the bucket that the CDK's bootstrap would have made in account and region, where it is not there;
	// empty where it is, or where nobody knows.
	Unprepared string
}

// Finding is one thing that was looked at.
type Finding struct {
	Level Level  `json:"level"`
	About string `json:"about"`
	Text  string `json:"text"`
}

const (
	// unreserved is what AWS keeps for functions without a reservation.
	unreserved = 100
	// waitSeconds is how long a call may wait for its job.
	waitSeconds = 25
	// codeBytes is what all functions take of one deployment.
	codeBytes = 1 << 30
	raise     = "Ask for 1000 or more in Service Quotas (AWS Lambda, Concurrent executions, L-B99A9384); it costs nothing."
)

// Services are the names, as in their addresses, of what an installation is made of; optional ones serve the
// settings model and embeddings.
var (
	Services = []string{"lambda", "dynamodb", "sqs", "s3", "apigateway", "events", "logs", "monitoring", "sns", "secretsmanager", "cloudformation", "ssm"}
	Optional = []string{"bedrock-runtime"}
)

// Assets is the bucket that the CDK's bootstrap makes.
func Assets(qualifier, account, region string) string {
	return "cdk-" + qualifier + "-assets-" + account + "-" + region
}

// Reserving are the functions that have a part of the account for themselves, where the setting accountConcurrency is.
func Reserving() []string { return []string{"sweeper", "dead-letter", "webhook-stream", "api-submit"} }

// Check judges an account for an installation of such workers.
func Check(a Account, workers []kind.Function) []Finding {
	if !a.Known {
		return append([]Finding{{Warn, "limits", "AWS does not say what the account's limits are: the rights lambda:GetAccountSettings and lambda:GetFunctionConcurrency are needed. A new account may run 10 functions at once. " + raise}}, region(a)...)
	}
	a.Unreserved += a.Own
	return append([]Finding{concurrency(a, workers), reservation(a), code(a)}, region(a)...)
}

// region is what is found of the region alone.
func region(a Account) []Finding {
	found := services(a)
	if a.Unprepared != "" {
		found = append(found, Finding{Fail, "bootstrap", fmt.Sprintf("The CDK is not prepared in %s: there is no bucket %s. An administrator runs make bootstrap once, with the same AWS_PROFILE and AWS_REGION.", a.Region, a.Unprepared)})
	}
	return found
}

// concurrency compares the account's with what the workers use when all are busy. Calls that wait take some
// as well, one each.
func concurrency(a Account, workers []kind.Function) Finding {
	busy, largest := 0, kind.Function{}
	shared := 0 // runs that have another function busy meanwhile: the browser's, or the one that reads PDFs
	for _, w := range workers {
		busy += w.Concurrency
		if w.Browser || w.Documents {
			shared += w.Concurrency
		}
		if w.Concurrency > largest.Concurrency {
			largest = w
		}
	}
	busy += shared
	text := fmt.Sprintf("%d functions may run at once; all workers together use about %d, %d of them of %s, and %d for what they have shown in the browser or read of PDFs.",
		a.Concurrency, busy, largest.Concurrency, largest.Name, shared)
	switch {
	case a.Concurrency < unreserved:
		return Finding{Warn, "concurrency", fmt.Sprintf(
			"%s As many calls that wait for their jobs stop all of these for up to %d s, after which they are answered 202. %s", text, waitSeconds, raise)}
	case a.Unreserved < busy:
		return Finding{Warn, "concurrency", text + " Under full load functions are throttled and their messages come again later: lower workers by the setting concurrency. " + raise}
	}
	return Finding{OK, "concurrency", text}
}

// reservation says what the setting accountConcurrency may be.
func reservation(a Account) Finding {
	const least = 210 // for what infra keeps and api-submit's part
	if a.Unreserved < least {
		return Finding{Warn, "reserved", fmt.Sprintf(
			"Nothing can be reserved for what moves money and webhooks: AWS keeps %d for functions without a reservation, and %d are left. Leave accountConcurrency out. %s", unreserved, a.Unreserved, raise)}
	}
	return Finding{OK, "reserved", fmt.Sprintf("Set accountConcurrency to %d at most: it reserves what the sweeper, dead letters and webhooks need, and bounds calls that wait.", a.Unreserved)}
}

func code(a Account) Finding {
	left := a.CodeLimit - a.CodeBytes
	text := fmt.Sprintf("%d MB are left for the code of functions.", left>>20)
	if left < codeBytes {
		return Finding{Fail, "code", text + fmt.Sprintf(" A deployment needs up to %d MB: delete versions that nobody uses.", codeBytes>>20)}
	}
	return Finding{OK, "code", text}
}

func services(a Account) []Finding {
	absent := map[string]bool{}
	for _, name := range a.Absent {
		absent[name] = true
	}
	lacking := func(names []string) string {
		var all []string
		for _, name := range names {
			if absent[name] {
				all = append(all, name)
			}
		}
		return strings.Join(all, ", ")
	}
	found := Finding{OK, "services", "The region " + a.Region + " has every service that is needed."}
	if names := lacking(Services); names != "" {
		found = Finding{Fail, "services", fmt.Sprintf("The region %s has no address of: %s. Choose another by AWS_REGION.", a.Region, names)}
	}
	if names := lacking(Optional); names != "" {
		return []Finding{found, {Warn, "services", fmt.Sprintf("The region %s has no address of: %s. Models of it cannot be used there.", a.Region, names)}}
	}
	return []Finding{found}
}

// Worst is the level of the worst finding.
func Worst(all []Finding) Level {
	worst := OK
	for _, f := range all {
		if f.Level == Fail || worst == OK {
			worst = f.Level
		}
		if worst == Fail {
			break
		}
	}
	return worst
}
