package main

import (
	"slices"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/jsii-runtime-go"

	"github.com/quarryapi/quarry/internal/serve/config"
)

// upstreams configures how a worker reaches what others run, and how much of it one organization
// may have. Keys are named and not
// given: CloudFormation reads the secret when it makes or changes the function, so
// they are in no template and no asset.
func (s settings) upstreams(fn function) map[string]*string {
	env := map[string]*string{}
	if s.sources != "" {
		env["QUARRY_SOURCES"] = jsii.String(s.sources)
	}
	if s.keysSecret != "" {
		options := &awscdk.SecretsManagerSecretOptions{}
		if s.keysVersion != "" {
			options.VersionId = jsii.String(s.keysVersion)
		}
		env["QUARRY_KEYS"] = awscdk.SecretValue_SecretsManager(jsii.String(s.keysSecret), options).UnsafeUnwrap()
	}
	if s.sharePercent != "" {
		env["QUARRY_SHARE_PERCENT"] = jsii.String(s.sharePercent)
	}
	if s.model != "" && fn.model {
		env["QUARRY_MODEL"] = jsii.String(s.model)
	}
	if s.embeddings != "" && fn.model {
		env["QUARRY_EMBEDDINGS"] = jsii.String(s.embeddings)
	}
	return env
}

// modelRights allow asking the models that the installation names, and nothing of those
// that are not Bedrock's.
func (s *service) modelRights() []awsiam.PolicyStatement {
	language, err := config.ParseModel(s.settings.model)
	if err != nil {
		return nil // was refused before
	}
	embedding, err := config.ParseEmbeddings(s.settings.embeddings)
	if err != nil {
		return nil
	}
	return append(rightsTo(language), rightsTo(embedding)...)
}

// rightsTo allow asking one model. A model in this region is one resource. An inference
// profile is another, which leads to the same model in regions of its own choice: there
// it may be asked through this profile only.
func rightsTo(model config.Model) []awsiam.PolicyStatement {
	if model.Provider != "bedrock" {
		return nil
	}
	const invoke = "bedrock:InvokeModel"
	profile, foundation := bedrockParts(model.ID)
	if profile == "" {
		return []awsiam.PolicyStatement{allow(invoke, arn("arn:${AWS::Partition}:bedrock:${AWS::Region}::foundation-model/"+foundation))}
	}
	through := allow(invoke, arn("arn:${AWS::Partition}:bedrock:*::foundation-model/"+foundation))
	through.AddConditions(&map[string]any{"StringEquals": map[string]*string{"bedrock:InferenceProfileArn": arn(profile)}})
	return []awsiam.PolicyStatement{allow(invoke, arn(profile)), through}
}

// bedrockParts reads a model's id, or that of an inference profile, which is the
// model's behind a group of regions, or a profile's ARN, which does not tell the
// model.
func bedrockParts(id string) (profile, foundation string) {
	if strings.HasPrefix(id, "arn:") {
		return id, "*"
	}
	groups := []string{"us", "us-gov", "eu", "apac", "jp", "au", "ca", "global"}
	if group, model, _ := strings.Cut(id, "."); slices.Contains(groups, group) {
		return "arn:${AWS::Partition}:bedrock:${AWS::Region}:${AWS::AccountId}:inference-profile/" + id, model
	}
	return "", id
}

func arn(pattern string) *string {
	if !strings.Contains(pattern, "${") {
		return jsii.String(pattern)
	}
	return awscdk.Fn_Sub(jsii.String(pattern), nil)
}
