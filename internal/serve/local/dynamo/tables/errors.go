package tables

import (
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

// invalid is what DynamoDB refuses as malformed.
func invalid(format string, args ...any) error {
	return &smithy.GenericAPIError{
		Code: "ValidationException", Message: fmt.Sprintf(format, args...), Fault: smithy.FaultClient,
	}
}

// conditionFailed is the answer to a call of its own whose condition does not hold.
func conditionFailed(old Item, wanted types.ReturnValuesOnConditionCheckFailure) error {
	err := &types.ConditionalCheckFailedException{Message: aws.String("The conditional request failed")}
	if wanted == types.ReturnValuesOnConditionCheckFailureAllOld {
		err.Item = copied(old)
	}
	return err
}
