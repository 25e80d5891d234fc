package main

import (
	"strconv"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigatewayv2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsbudgets"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscertificatemanager"
	"github.com/aws/jsii-runtime-go"
)

// addDomain gives the API a name of the operator's own. Where that name leads is an output, for the operator's DNS.
func (s *service) addDomain() {
	if s.settings.domain == "" {
		return
	}
	domain := awsapigatewayv2.NewDomainName(s.stack, jsii.String("domain"), &awsapigatewayv2.DomainNameProps{
		DomainName:     jsii.String(s.settings.domain),
		Certificate:    awscertificatemanager.Certificate_FromCertificateArn(s.stack, jsii.String("certificate"), jsii.String(s.settings.certificate)),
		SecurityPolicy: awsapigatewayv2.SecurityPolicy_TLS_1_2,
	})
	awsapigatewayv2.NewApiMapping(s.stack, jsii.String("domain-api"), &awsapigatewayv2.ApiMappingProps{Api: s.api, DomainName: domain, Stage: s.stage})
	awscdk.NewCfnOutput(s.stack, jsii.String("DomainTarget"), &awscdk.CfnOutputProps{Value: domain.RegionalDomainName()})
	awscdk.NewCfnOutput(s.stack, jsii.String("DomainTargetZone"), &awscdk.CfnOutputProps{Value: domain.RegionalHostedZoneId()})
}

// addBudget has AWS write to the operator before the account costs more than it is to. Budgets without actions
// are free.
func (s *service) addBudget() {
	if s.settings.budget == "" {
		return
	}
	dollars, _ := strconv.ParseFloat(s.settings.budget, 64) // was checked
	var notices []any
	for _, n := range []struct {
		kind    string
		percent float64
	}{{"ACTUAL", 80}, {"FORECASTED", 100}} {
		notices = append(notices, &awsbudgets.CfnBudget_NotificationWithSubscribersProperty{
			Notification: &awsbudgets.CfnBudget_NotificationProperty{
				NotificationType: jsii.String(n.kind), ComparisonOperator: jsii.String("GREATER_THAN"), Threshold: jsii.Number(n.percent),
			},
			Subscribers: &[]any{&awsbudgets.CfnBudget_SubscriberProperty{SubscriptionType: jsii.String("EMAIL"), Address: jsii.String(s.settings.alarmEmail)}},
		})
	}
	awsbudgets.NewCfnBudget(s.stack, jsii.String("budget"), &awsbudgets.CfnBudgetProps{
		Budget: &awsbudgets.CfnBudget_BudgetDataProperty{
			BudgetName: s.inRegion(), BudgetType: jsii.String("COST"), TimeUnit: jsii.String("MONTHLY"),
			BudgetLimit: &awsbudgets.CfnBudget_SpendProperty{Amount: jsii.Number(dollars), Unit: jsii.String("USD")},
		},
		NotificationsWithSubscribers: &notices,
	})
}
