package main

import "testing"

type table struct {
	BillingMode      string
	SSESpecification *struct{ SSEEnabled bool }
	Replicas         []struct {
		DeletionProtectionEnabled        bool
		PointInTimeRecoverySpecification struct{ PointInTimeRecoveryEnabled bool }
	}
	TimeToLiveSpecification struct {
		AttributeName string
		Enabled       bool
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	s := deployed(t)
	tables := resourcesOf[table](t, s, "AWS::DynamoDB::GlobalTable")
	if len(tables) != 2 {
		t.Errorf("%d tables, not core and edge", len(tables))
	}
	for id, tbl := range tables {
		replica := tbl.Replicas[0]
		if s := tbl.SSESpecification; s != nil && s.SSEEnabled { // without it the key is DynamoDB's own, which is free
			t.Errorf("%s is encrypted by a key of the account, want DynamoDB's own", id)
		}
		if !replica.DeletionProtectionEnabled ||
			!replica.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled {
			t.Errorf("%s is not protected and recoverable: %+v", id, tbl)
		}
		if ttl := tbl.TimeToLiveSpecification; !ttl.Enabled || ttl.AttributeName != "ttl" {
			t.Errorf("%s does not forget by ttl: %+v", id, ttl)
		}
		if tbl.BillingMode != "PAY_PER_REQUEST" {
			t.Errorf("%s is billed %s", id, tbl.BillingMode)
		}
	}
}

// TestDataOutlivesTheStack: nobody loses balances by deleting a stack or by a
// change that replaces a table.
func TestDataOutlivesTheStack(t *testing.T) {
	t.Parallel()
	for id, r := range deployed(t).Resources {
		switch r.Type {
		case "AWS::DynamoDB::GlobalTable", "AWS::S3::Bucket":
			if r.DeletionPolicy != "Retain" || r.UpdateReplacePolicy != "Retain" {
				t.Errorf("%s is deleted with the stack", id)
			}
		}
	}
}

func TestBucket(t *testing.T) {
	t.Parallel()
	type bucket struct {
		BucketEncryption struct {
			ServerSideEncryptionConfiguration []any
		}
		PublicAccessBlockConfiguration map[string]bool
		LifecycleConfiguration         struct {
			Rules []struct {
				Prefix                         string
				ExpirationInDays               int
				AbortIncompleteMultipartUpload struct{ DaysAfterInitiation int }
			}
		}
	}
	for id, b := range resourcesOf[bucket](t, deployed(t), "AWS::S3::Bucket") {
		if len(b.BucketEncryption.ServerSideEncryptionConfiguration) == 0 {
			t.Errorf("%s is not encrypted", id)
		}
		equal(t, map[string]bool{
			"BlockPublicAcls": true, "BlockPublicPolicy": true, "IgnorePublicAcls": true, "RestrictPublicBuckets": true,
		}, b.PublicAccessBlockConfiguration)
		days, abort := map[string]int{}, 0
		for _, rule := range b.LifecycleConfiguration.Rules {
			if rule.ExpirationInDays > 0 {
				days[rule.Prefix] = rule.ExpirationInDays
			}
			abort += rule.AbortIncompleteMultipartUpload.DaysAfterInitiation
		}
		equal(t, map[string]int{"results/": 38, "events/": 31, "progress/": 2, "documents/": 8, "pages/": 1, "aws/lambda/": 31}, days)
		equal(t, 1, abort)
	}
}
