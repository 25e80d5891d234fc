package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsdynamodb"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssecretsmanager"
	"github.com/aws/jsii-runtime-go"
)

// Indexes of the core table.
const (
	indexDue    = "due"    // what has a next moment: lost sends, leases, retries
	indexRecent = "recent" // requests by time
)

// streamFailures is where Lambda itself puts what it could not bring to
// webhook-stream: aws/lambda/<mapping>/<shard>/<date>/… No mapping can choose
// another prefix.
const streamFailures = "aws/lambda/"

func (s *service) addData() {
	s.core = s.addTable("core", &awsdynamodb.TablePropsV2{
		SortKey:      stringKey("sk"),
		DynamoStream: awsdynamodb.StreamViewType_NEW_IMAGE,
		GlobalSecondaryIndexes: &[]*awsdynamodb.GlobalSecondaryIndexPropsV2{
			keysOnly(indexDue, stringKey("duePk"), &awsdynamodb.Attribute{
				Name: jsii.String("dueAt"), Type: awsdynamodb.AttributeType_NUMBER,
			}),
			keysOnly(indexRecent, stringKey("recentPk"), stringKey("recentId")),
		},
	})
	s.edge = s.addTable("edge", &awsdynamodb.TablePropsV2{})
	s.addBucket()
	s.addCursorKey()
}

// addTable makes a table that is paid by the request, can be restored to any
// second of the last 35 days and outlives the stack. The key is DynamoDB's own, which is
// free: the account's would cost a call of KMS now and then, one of ours would tie the stack to a region.
func (s *service) addTable(id string, props *awsdynamodb.TablePropsV2) awsdynamodb.TableV2 {
	props.PartitionKey = stringKey("pk")
	props.TimeToLiveAttribute = jsii.String("ttl")
	props.Billing = awsdynamodb.Billing_OnDemand(nil)
	props.Encryption = awsdynamodb.TableEncryptionV2_DynamoOwnedKey()
	props.PointInTimeRecoverySpecification = &awsdynamodb.PointInTimeRecoverySpecification{
		PointInTimeRecoveryEnabled: jsii.Bool(true),
	}
	props.DeletionProtection = jsii.Bool(true)
	props.RemovalPolicy = awscdk.RemovalPolicy_RETAIN
	return awsdynamodb.NewTableV2(s.stack, jsii.String(id), props)
}

func stringKey(name string) *awsdynamodb.Attribute {
	return &awsdynamodb.Attribute{Name: jsii.String(name), Type: awsdynamodb.AttributeType_STRING}
}

func keysOnly(name string, partition, sort *awsdynamodb.Attribute) *awsdynamodb.GlobalSecondaryIndexPropsV2 {
	return &awsdynamodb.GlobalSecondaryIndexPropsV2{
		IndexName:      jsii.String(name),
		PartitionKey:   partition,
		SortKey:        sort,
		ProjectionType: awsdynamodb.ProjectionType_KEYS_ONLY,
	}
}

// addBucket makes the bucket of large results and of webhook bodies. A result
// outlives its job (30 days) by the longest time that a webhook is retried and a
// margin; a body outlives its last delivery; progress, the job's run; a document,
// the week in which later jobs take it; and a page, the minute in which its worker does.
func (s *service) addBucket() {
	s.bucket = awss3.NewBucket(s.stack, jsii.String("results"), &awss3.BucketProps{
		Encryption:        awss3.BucketEncryption_S3_MANAGED,
		BlockPublicAccess: awss3.BlockPublicAccess_BLOCK_ALL(),
		ObjectOwnership:   awss3.ObjectOwnership_BUCKET_OWNER_ENFORCED,
		EnforceSSL:        jsii.Bool(true),
		RemovalPolicy:     awscdk.RemovalPolicy_RETAIN,
		LifecycleRules: &[]*awss3.LifecycleRule{
			expire("results", "results/", 38),
			expire("events", "events/", 31),
			expire("progress", "progress/", 2),
			expire("documents", "documents/", 8),
			expire("pages", "pages/", 1),
			expire("stream-failures", streamFailures, 31),
			{Id: jsii.String("unfinished-uploads"), AbortIncompleteMultipartUploadAfter: days(1)},
		},
	})
}

func expire(id, prefix string, after int) *awss3.LifecycleRule {
	return &awss3.LifecycleRule{Id: jsii.String(id), Prefix: jsii.String(prefix), Expiration: days(after)}
}

// addCursorKey has a text made up that nobody knows, with which cursors and the
// secrets of callers are sealed. It stays the same: another one would end the lists that
// callers are reading, and fail unfinished jobs that have secrets (ADR 0036).
func (s *service) addCursorKey() {
	if name := s.settings.cursorKey; name != "" {
		s.cursorKey = jsii.String("{{resolve:ssm:" + name + "}}") // by CloudFormation, when it makes a function
		return
	}
	s.cursorKey = awssecretsmanager.NewSecret(s.stack, jsii.String("cursor-key"), &awssecretsmanager.SecretProps{
		SecretName:           jsii.String(s.settings.prefix() + "cursor-key"),
		Description:          jsii.String("Seals the cursors of Quarry's lists"),
		GenerateSecretString: &awssecretsmanager.SecretStringGenerator{PasswordLength: jsii.Number(43), ExcludePunctuation: jsii.Bool(true)},
		RemovalPolicy:        awscdk.RemovalPolicy_DESTROY,
	}).SecretValue().UnsafeUnwrap()
}
