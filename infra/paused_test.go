package main

import "testing"

// TestAPausedInstallationDoesNothing: no source of events and no schedule is on, and the admin function says so; all
// are on again, by name, when it goes on.
func TestAPausedInstallationDoesNothing(t *testing.T) {
	t.Parallel()
	for name, paused := range map[string]bool{asPaused: true, asDeployed: false, asOther: false} {
		s := form(t, name)
		for id, source := range resourcesOf[struct{ Enabled *bool }](t, s, "AWS::Lambda::EventSourceMapping") {
			if source.Enabled == nil || *source.Enabled == paused {
				t.Errorf("%s: %s: got enabled %v, want it said and %v", name, id, source.Enabled, !paused)
			}
		}
		for id, rule := range resourcesOf[struct{ State string }](t, s, "AWS::Events::Rule") {
			if (rule.State == "DISABLED") != paused || rule.State == "" {
				t.Errorf("%s: %s: got state %q, want that paused is %v", name, id, rule.State, paused)
			}
		}
		told := 0
		for id, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
			if f.Environment.Variables["QUARRY_PAUSED"] != nil {
				told++
				if !paused || string(f.FunctionName) != "quarry-admin" {
					t.Errorf("%s: %s is told that it is paused, want admin alone when it is", name, id)
				}
			}
		}
		if (told == 1) != paused {
			t.Errorf("%s: got %d functions that are told, want one when it is paused", name, told)
		}
	}
}
