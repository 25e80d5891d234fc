// Command infra is the CDK app of Quarry: it describes the stack that the
// service runs as. The cdk command line starts it; it makes no call of its own.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"

	"github.com/quarryapi/quarry/internal/kinds"
)

func main() {
	err := run()
	if err != nil {
		fmt.Fprintln(os.Stderr, err) // before the engine's end, of which some machines say something without a line of its own
	}
	jsii.Close()
	if err != nil {
		os.Exit(1)
	}
}

func run() error {
	app := awscdk.NewApp(nil)
	definitions := kinds.All()
	said, _ := app.Node().GetAllContext(nil).(map[string]any)
	said, err := withKept(said, settingsFile)
	if err != nil {
		return err
	}
	s := readSettings(said)
	s.region = os.Getenv("CDK_DEFAULT_REGION") //nolint:forbidigo // the CDK's own, no setting
	if err := errors.Join(checkNames(said), s.check(fleet(definitions))); err != nil {
		return err
	}
	newService(app, s, definitions)
	app.Synth(nil)
	return nil
}
