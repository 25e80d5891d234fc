package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsconfig "github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/aws/aws-sdk-go-v2/service/lambda/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sts"
	"github.com/aws/smithy-go"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/preflight"
)

// accountCommand looks at the account and region of the credentials; a stack need not be deployed.
type accountCommand struct {
	Qualifier string `help:"Qualifier of the CDK's bootstrap; empty before there is one." default:"hnb659fds"`
}

// Run prints what was found and fails where nothing could be deployed.
func (c *accountCommand) Run(ctx context.Context, out streams, admin *adminCommand) error {
	cfg, err := configured(ctx)
	if err != nil {
		return err
	}
	if cfg.Region == "" {
		return errors.New("no region: set AWS_REGION")
	}
	if err := signedIn(ctx, cfg); err != nil {
		return err
	}
	_, function := admin.place()
	account, err := accountOf(ctx, cfg, strings.TrimSuffix(first(function, "quarry-admin"), "admin"))
	if err != nil {
		return err
	}
	if c.Qualifier != "" {
		account.Unprepared = unprepared(ctx, cfg, c.Qualifier)
	}
	var workers []kind.Function
	for _, def := range kinds.All() {
		workers = append(workers, def.Functions...)
	}
	found := preflight.Check(account, workers)
	if admin.JSON {
		if err := out.json(map[string]any{"region": account.Region, "findings": found}); err != nil {
			return err
		}
	} else {
		for _, f := range found {
			fmt.Fprintf(out.out, "%-5s %-12s %s\n", f.Level, f.About, f.Text)
		}
	}
	if preflight.Worst(found) == preflight.Fail {
		return errors.New("the account or its region lacks something that a deployment needs")
	}
	return nil
}

// configured is what environment and files say of AWS.
func configured(ctx context.Context) (aws.Config, error) {
	cfg, err := awsconfig.LoadDefaultConfig(ctx)
	if unknown, ok := errors.AsType[awsconfig.SharedConfigProfileNotExistError](err); ok {
		return cfg, fmt.Errorf("AWS_PROFILE is %s, which the files of AWS's profiles do not have: see aws configure list-profiles", unknown.Profile)
	}
	return cfg, err
}

// signedIn says what to do where there are no credentials, or none that are valid any more: the SDK names the last place
// where it looked, which is that of a machine of AWS.
func signedIn(ctx context.Context, cfg aws.Config) error {
	if _, err := cfg.Credentials.Retrieve(ctx); err != nil {
		return fmt.Errorf("no AWS credentials: set AWS_PROFILE to a profile that is signed in, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: %w", err)
	}
	return nil
}

// accountOf asks AWS for what preflight judges: the account's limits, what functions whose names begin so have of
// them, and the addresses of services.
func accountOf(ctx context.Context, cfg aws.Config, prefix string) (preflight.Account, error) {
	a := preflight.Account{Region: cfg.Region}
	if cfg.BaseEndpoint == nil { // an emulator has one address for all
		a.Absent = absent(ctx, net.DefaultResolver, cfg.Region) //nolint:forbidigo // names of AWS, see absent
	}
	functions := lambda.NewFromConfig(cfg)
	got, err := functions.GetAccountSettings(ctx, &lambda.GetAccountSettingsInput{})
	if err == nil {
		a.Own, err = reservedBy(ctx, functions, prefix)
	}
	if code(err, "AccessDenied") {
		return a, nil // who deploys needs no right but to take the roles of the bootstrap
	}
	if err != nil {
		return a, fmt.Errorf("ask Lambda for the account's limits: %w", err)
	}
	if limit, usage := got.AccountLimit, got.AccountUsage; limit != nil && usage != nil {
		a.Known, a.Concurrency, a.Unreserved = true, int(limit.ConcurrentExecutions), unreservedOf(limit)
		a.CodeBytes, a.CodeLimit = usage.TotalCodeSize, limit.TotalCodeSize
	}
	return a, nil
}

// unprepared is the bucket of the CDK's bootstrap where it is not there. Who may not ask is told nothing.
func unprepared(ctx context.Context, cfg aws.Config, qualifier string) string {
	caller, err := sts.NewFromConfig(cfg).GetCallerIdentity(ctx, &sts.GetCallerIdentityInput{})
	if err != nil {
		return ""
	}
	bucket := preflight.Assets(qualifier, aws.ToString(caller.Account), cfg.Region)
	_, err = s3.NewFromConfig(cfg, func(o *s3.Options) { o.UsePathStyle = true }).HeadBucket(ctx, &s3.HeadBucketInput{Bucket: &bucket})
	if code(err, "NotFound") {
		return bucket
	}
	return ""
}

// reservedBy is what the functions of one installation have for themselves: nothing before it is deployed.
func reservedBy(ctx context.Context, functions *lambda.Client, prefix string) (own int, err error) {
	for _, name := range preflight.Reserving() {
		got, err := functions.GetFunctionConcurrency(ctx, &lambda.GetFunctionConcurrencyInput{FunctionName: aws.String(prefix + name)})
		if code(err, "ResourceNotFound") {
			continue
		}
		if err != nil {
			return 0, err
		}
		own += int(aws.ToInt32(got.ReservedConcurrentExecutions))
	}
	return own, nil
}

// code reports whether AWS refused a call by a code that begins so.
func code(err error, begins string) bool {
	var refused smithy.APIError
	return errors.As(err, &refused) && strings.HasPrefix(refused.ErrorCode(), begins)
}

func unreservedOf(limit *types.AccountLimit) int {
	if limit.UnreservedConcurrentExecutions == nil {
		return int(limit.ConcurrentExecutions)
	}
	return int(*limit.UnreservedConcurrentExecutions)
}

// absent are the services without an address in a region. It asks the DNS, for which no right is needed; what
// it cannot find out is not called absent.
func absent(ctx context.Context, dns *net.Resolver, region string) []string { //nolint:forbidigo // the operator's own machine asks for addresses of AWS
	suffix := ".amazonaws.com"
	if strings.HasPrefix(region, "cn-") {
		suffix += ".cn"
	}
	var names []string
	for _, name := range slices.Concat(preflight.Services, preflight.Optional) {
		_, err := dns.LookupHost(ctx, name+"."+region+suffix)
		var unknown *net.DNSError
		if errors.As(err, &unknown) && unknown.IsNotFound {
			names = append(names, name)
		}
	}
	return names
}
