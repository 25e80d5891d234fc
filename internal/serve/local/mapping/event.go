package mapping

import (
	"errors"
	"fmt"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
)

// eventOf makes of a record of the streams API the one that a function gets.
func eventOf(streamARN string, r types.Record) (events.DynamoDBEventRecord, error) {
	record := events.DynamoDBEventRecord{
		AWSRegion:      aws.ToString(r.AwsRegion),
		EventID:        aws.ToString(r.EventID),
		EventName:      string(r.EventName),
		EventSource:    aws.ToString(r.EventSource),
		EventVersion:   aws.ToString(r.EventVersion),
		EventSourceArn: streamARN,
	}
	if r.UserIdentity != nil {
		record.UserIdentity = &events.DynamoDBUserIdentity{
			Type: aws.ToString(r.UserIdentity.Type), PrincipalID: aws.ToString(r.UserIdentity.PrincipalId),
		}
	}
	if r.Dynamodb == nil {
		return record, fmt.Errorf("stream record %s tells of no change", record.EventID)
	}
	keys, keysErr := values(r.Dynamodb.Keys)
	newImage, newErr := values(r.Dynamodb.NewImage)
	oldImage, oldErr := values(r.Dynamodb.OldImage)
	record.Change = events.DynamoDBStreamRecord{
		ApproximateCreationDateTime: events.SecondsEpochTime{Time: aws.ToTime(r.Dynamodb.ApproximateCreationDateTime)},
		Keys:                        keys,
		NewImage:                    newImage,
		OldImage:                    oldImage,
		SequenceNumber:              aws.ToString(r.Dynamodb.SequenceNumber),
		SizeBytes:                   aws.ToInt64(r.Dynamodb.SizeBytes),
		StreamViewType:              string(r.Dynamodb.StreamViewType),
	}
	if err := errors.Join(keysErr, newErr, oldErr); err != nil {
		return record, fmt.Errorf("stream record %s: %w", record.EventID, err)
	}
	return record, nil
}

// values converts an image; nil stays nil, since an absent image marks an insert
// or a removal.
func values(image map[string]types.AttributeValue) (map[string]events.DynamoDBAttributeValue, error) {
	if image == nil {
		return nil, nil //nolint:nilnil // documented
	}
	converted := make(map[string]events.DynamoDBAttributeValue, len(image))
	for name, v := range image {
		value, err := value(v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		converted[name] = value
	}
	return converted, nil
}

// value converts an attribute value of any of the ten types.
func value(v types.AttributeValue) (events.DynamoDBAttributeValue, error) {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return events.NewStringAttribute(v.Value), nil
	case *types.AttributeValueMemberN:
		return events.NewNumberAttribute(v.Value), nil
	case *types.AttributeValueMemberB:
		return events.NewBinaryAttribute(v.Value), nil
	case *types.AttributeValueMemberBOOL:
		return events.NewBooleanAttribute(v.Value), nil
	case *types.AttributeValueMemberNULL:
		return events.NewNullAttribute(), nil
	case *types.AttributeValueMemberSS:
		return events.NewStringSetAttribute(v.Value), nil
	case *types.AttributeValueMemberNS:
		return events.NewNumberSetAttribute(v.Value), nil
	case *types.AttributeValueMemberBS:
		return events.NewBinarySetAttribute(v.Value), nil
	case *types.AttributeValueMemberM:
		members, err := values(v.Value)
		return events.NewMapAttribute(members), err
	case *types.AttributeValueMemberL:
		list := make([]events.DynamoDBAttributeValue, len(v.Value))
		for i, element := range v.Value {
			var err error
			if list[i], err = value(element); err != nil {
				return events.NewNullAttribute(), fmt.Errorf("[%d]: %w", i, err)
			}
		}
		return events.NewListAttribute(list), nil
	}
	return events.NewNullAttribute(), fmt.Errorf("attribute value of an unknown type %T", v)
}
