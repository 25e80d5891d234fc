package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/aws/aws-sdk-go-v2/service/sts"

	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
	"github.com/quarryapi/quarry/internal/cmd/quarry/profile"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/local"
)

// adminCommand groups an operator's acts. All go through the Lambda Invoke API:
// to the stack's admin function, or to a local service that answers like it.
type adminCommand struct {
	operator
	Org       orgCommands       `cmd:"" help:"Organizations."`
	Workspace workspaceCommands `cmd:"" help:"Workspaces."`
	Token     tokenCommands     `cmd:"" help:"API tokens."`
	Credits   creditsCommands   `cmd:"" help:"Credits."`
	Job       storyCommand      `cmd:"" help:"Show everything that is known of a job: its row, money, deliveries, calls of upstreams and log."`
	Failures  failuresCommand   `cmd:"" help:"Show which jobs failed lately, by kind and code."`
	Smoke     smokeCommand      `cmd:"" help:"Try an installation: make a token, scrape a page, hold its price against the balance."`
	Copy      copyCommand       `cmd:"" help:"Copy the rows of restored tables into a paused installation."`
	Audit     auditCommand      `cmd:"" help:"Hold balances, ledger, usage and jobs against each other."`
	Doctor    accountCommand    `cmd:"" help:"Hold the AWS account and region of your credentials to what a deployment needs."`
}

// operator says whose admin function to invoke.
type operator struct {
	Data     string `help:"Folder of a local service (default: $QUARRY_DATA, then .quarry if it is there, then that of the current profile, unless a function is named)." type:"path" placeholder:"DIR"`
	Function string `help:"Admin function of a deployed stack (default: $QUARRY_ADMIN_FUNCTION)." placeholder:"NAME"`
	JSON     bool   `help:"Print JSON."`
}

// invoke performs one act and prints what it gives.
func (o *operator) invoke(ctx context.Context, out streams, r admin.Request) error {
	payload, err := o.call(ctx, r)
	if err != nil {
		return err
	}
	return o.print(out, payload)
}

// list performs one act and prints the items that it gives, of which people see some members.
func (o *operator) list(ctx context.Context, out streams, r admin.Request, name string, members ...string) error {
	payload, err := o.call(ctx, r)
	if err != nil {
		return err
	}
	if o.JSON {
		return o.print(out, payload)
	}
	answer, err := people.Decode(payload)
	if err != nil {
		return err
	}
	items, _ := answer[name].([]any)
	if len(items) == 0 {
		fmt.Fprintln(out.err, "There is nothing.")
		return nil
	}
	out.page(out.out).Only(people.Objects(items), time.Now(), members...)
	return nil
}

// call performs one act and returns what it gives.
func (o *operator) call(ctx context.Context, r admin.Request) ([]byte, error) {
	client, function, by, err := o.client(ctx)
	if err != nil {
		return nil, err
	}
	r.By = by
	payload, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	res, err := client.Invoke(ctx, &lambda.InvokeInput{FunctionName: &function, Payload: payload})
	if err != nil {
		err = fmt.Errorf("the admin function %s could not be invoked: %w", function, err)
		if _, lost := errors.AsType[*net.OpError](err); lost {
			if by == here {
				err = errors.New("no service is running here: start it with quarry local, or name the stack's function by --function")
			}
			err = &coded{exitUnreachable, err}
		}
		return nil, err
	}
	if aws.ToString(res.FunctionError) == "" {
		var refusal admin.Refusal
		if err := json.Unmarshal(res.Payload, &refusal); err == nil && refusal.Refused != "" {
			return nil, errors.New(refusal.Refused)
		}
		return res.Payload, nil
	}
	var failure struct {
		ErrorMessage string `json:"errorMessage"`
	}
	if err := json.Unmarshal(res.Payload, &failure); err != nil {
		return nil, err
	}
	return nil, errors.New(failure.ErrorMessage)
}

// place is the folder of a local service, or "", and the admin function's name.
func (o *operator) place() (dir, function string) {
	env := config.LoadLocal()
	function = first(o.Function, env.AdminFunction)
	if o.Function != "" {
		return "", function
	}
	dir = first(o.Data, env.DataDir)
	if dir == "" && function == "" {
		dir = inUse()
	}
	return dir, function
}

// inUse is the folder of the service that commands call where none is named: the one here, or that of the profile in use.
func inUse() string {
	if _, err := os.Stat(filepath.Join(local.DefaultDataDir, "local.json")); err == nil {
		return local.DefaultDataDir
	}
	if known, err := profile.Load(); err == nil {
		if _, p, _ := known.Find(config.LoadTerminal().Profile); p.Data != "" {
			return p.Data
		}
	}
	return local.DefaultDataDir
}

// here is who asks a service of this machine.
const here = "local"

// client finds the Lambda service, the function's name and who asks: an ARN, which the act's line of the log has.
func (o *operator) client(ctx context.Context) (c *lambda.Client, function, by string, err error) {
	dir, function := o.place()
	if dir == "" {
		cfg, err := configured(ctx)
		if err != nil {
			return nil, "", "", err
		}
		if err := signedIn(ctx, cfg); err != nil {
			return nil, "", "", err
		}
		who, err := sts.NewFromConfig(cfg).GetCallerIdentity(ctx, &sts.GetCallerIdentityInput{}) // asks for no right
		if err != nil {
			return nil, "", "", fmt.Errorf("who you are to AWS could not be asked: %w", err)
		}
		return lambda.NewFromConfig(cfg), function, aws.ToString(who.Arn), nil
	}
	info, err := local.ReadInfo(dir)
	if err != nil {
		return nil, "", "", &coded{exitUnreachable, err}
	}
	return lambda.New(lambda.Options{
		Region: "local", BaseEndpoint: &info.AdminURL, RetryMaxAttempts: 1, // it runs here or not at all
		Credentials: credentials.NewStaticCredentialsProvider(info.AdminKey, "local", ""),
	}), local.AdminFunction, here, nil
}

// print shows an act's outcome: as it came, or a name and value a line.
func (o *operator) print(out streams, payload []byte) error {
	if o.JSON {
		return out.json(json.RawMessage(payload))
	}
	var value any
	numbers := json.NewDecoder(bytes.NewReader(payload))
	numbers.UseNumber() // a balance can be more than a float64 holds exactly
	if err := numbers.Decode(&value); err != nil {
		return err
	}
	show(out.out, "", value)
	return nil
}
