package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDoctor asks an AWS of its own for the account's limits, by the real client.
func TestAccount(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		concurrency, unreserved int
		codeBytes               int64
		own                     map[string]int
		unprepared              bool
		levels                  map[string]string
		code                    int
	}{
		"a usual account":                 {1000, 1000, 1 << 20, nil, false, map[string]string{"concurrency": "ok", "reserved": "ok", "code": "ok", "services": "ok"}, 0},
		"a new account":                   {10, 10, 0, nil, false, map[string]string{"concurrency": "warn", "reserved": "warn", "code": "ok", "services": "ok"}, 0},
		"one that has its part":           {1000, 161, 0, map[string]int{"quarry-sweeper": 2, "quarry-api-submit": 837}, false, map[string]string{"concurrency": "ok", "reserved": "ok", "code": "ok", "services": "ok"}, 0},
		"an account with too much code":   {1000, 1000, 80530636800, nil, false, map[string]string{"concurrency": "ok", "reserved": "ok", "code": "fail", "services": "ok"}, 1},
		"one without the CDK's bootstrap": {1000, 1000, 0, nil, true, map[string]string{"concurrency": "ok", "reserved": "ok", "code": "ok", "services": "ok", "bootstrap": "fail"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if name, of := strings.CutPrefix(r.URL.Path, "/2019-09-30/functions/"); of && c.own[strings.TrimSuffix(name, "/concurrency")] > 0 {
					_, _ = fmt.Fprintf(w, `{"ReservedConcurrentExecutions":%d}`, c.own[strings.TrimSuffix(name, "/concurrency")])
					return
				} else if of {
					w.Header().Set("X-Amzn-Errortype", "ResourceNotFoundException")
					w.WriteHeader(http.StatusNotFound)
					return
				}
				if r.Method == http.MethodPost && r.URL.Path == "/" { // STS
					_, _ = io.WriteString(w, `<GetCallerIdentityResponse><GetCallerIdentityResult><Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`)
					return
				}
				if r.Method == http.MethodHead && r.URL.Path == "/cdk-hnb659fds-assets-123456789012-eu-north-1" {
					if c.unprepared {
						w.WriteHeader(http.StatusNotFound)
					}
					return
				}
				if r.URL.Path != "/2016-08-19/account-settings" {
					t.Errorf("got a call of %s, want one of the account's settings", r.URL)
				}
				_, _ = fmt.Fprintf(w, `{"AccountLimit":{"TotalCodeSize":80530636800,"CodeSizeUnzipped":262144000,"CodeSizeZipped":52428800,
					"ConcurrentExecutions":%d,"UnreservedConcurrentExecutions":%d},"AccountUsage":{"TotalCodeSize":%d,"FunctionCount":3}}`, c.concurrency, c.unreserved, c.codeBytes)
			}))
			t.Cleanup(service.Close)
			out, errs, code := account(t, service.URL, "admin", "--json", "doctor")
			var given struct {
				Region   string `json:"region"`
				Findings []struct {
					Level string `json:"level"`
					About string `json:"about"`
				} `json:"findings"`
			}
			if err := json.Unmarshal([]byte(out), &given); err != nil || given.Region != "eu-north-1" || code != c.code {
				t.Fatalf("got %s, errors %s, exit code %d; want findings of eu-north-1 and exit code %d", out, errs, code, c.code)
			}
			levels := map[string]string{}
			for _, f := range given.Findings {
				levels[f.About] = f.Level
			}
			if diff := cmp.Diff(c.levels, levels); diff != "" {
				t.Errorf("levels mismatch (-want +got):\n%s", diff)
			}
			if out, _, _ := account(t, service.URL, "admin", "doctor"); !strings.Contains(out, "functions may run at once; all workers together use about ") || strings.Contains(out, "make bootstrap") != c.unprepared {
				t.Errorf("got %s, want lines that a person reads", out)
			}
			if out, _, _ := account(t, service.URL, "admin", "doctor", "--qualifier="); strings.Contains(out, "make bootstrap") {
				t.Errorf("got %s before there is a bootstrap, want nothing of it", out)
			}
		})
	}
}

// TestDoctorWithoutTheRight: what AWS refuses is a warning with the right that is needed: who deploys may have no other than to take roles.
func TestDoctorWithoutTheRight(t *testing.T) {
	t.Parallel()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Amzn-Errortype", "AccessDeniedException")
		w.WriteHeader(http.StatusForbidden)
	}))
	t.Cleanup(service.Close)
	if out, errs, code := account(t, service.URL, "admin", "doctor"); code != 0 || !strings.Contains(out, "lambda:GetAccountSettings") {
		t.Errorf("got exit code %d, %s and errors %s; want a warning that names the right", code, out, errs)
	}
}

// TestWithoutCredentials: what the SDK says names only the last place where it looked.
func TestWithoutCredentials(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"admin", "doctor"}, {"admin", "--function", "quarry-admin", "failures"}} {
		var errs strings.Builder
		cmd := quarry(t.Context(), args...)
		cmd.Env = append(cmd.Env, "AWS_REGION=eu-north-1", "AWS_EC2_METADATA_DISABLED=true", "AWS_CONFIG_FILE=/dev/null", "AWS_SHARED_CREDENTIALS_FILE=/dev/null")
		cmd.Stderr = &errs
		_ = cmd.Run() // the exit code tells
		if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(errs.String(), "no AWS credentials: set AWS_PROFILE") {
			t.Errorf("%v: got exit code %d and errors %s, want 1 and what to set", args, code, errs.String())
		}
	}
}

// TestUnknownProfile names the variable that names it.
func TestUnknownProfile(t *testing.T) {
	t.Parallel()
	var errs strings.Builder
	cmd := quarry(t.Context(), "admin", "doctor")
	cmd.Env = append(cmd.Env, "AWS_PROFILE=nope", "AWS_CONFIG_FILE=/dev/null", "AWS_SHARED_CREDENTIALS_FILE=/dev/null")
	cmd.Stderr = &errs
	_ = cmd.Run() // the exit code tells
	if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(errs.String(), "AWS_PROFILE is nope") {
		t.Errorf("got exit code %d and errors %s, want 1 and the variable", code, errs.String())
	}
}

// TestNothingIsCopiedIntoWhatWorks: what its sweeper writes meanwhile would be overwritten.
func TestNothingIsCopiedIntoWhatWorks(t *testing.T) {
	t.Parallel()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/functions/second-admin/invocations"):
			_, _ = w.Write([]byte(`{"stack":"second","coreTable":"c","edgeTable":"e","paused":false}`))
		case r.URL.Path == "/" && r.Header.Get("X-Amz-Target") == "": // STS
			_, _ = w.Write([]byte(`<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:a</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`))
		default:
			t.Errorf("got a call of %s %s, want none of a table", r.URL, r.Header.Get("X-Amz-Target"))
		}
	}))
	t.Cleanup(service.Close)
	_, errs, code := account(t, service.URL, "admin", "--function", "second-admin", "copy", "--core", "restored-core", "--edge", "restored-edge")
	if code != 1 || !strings.Contains(errs, "installation second is at work") {
		t.Errorf("got exit code %d and errors %s, want 1 and that the installation is at work", code, errs)
	}
}

// TestNothingIsCopiedUnlessAllCan: what keeps the second table from being copied is found before the first one is.
func TestNothingIsCopiedUnlessAllCan(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		restored, rows, says string // the keys of the table to copy to edge, and the rows that edge has
	}{
		"other keys": {`{"AttributeName":"pk"},{"AttributeName":"sk"}`, "", "restored-edge was not restored from a table like e"},
		"rows":       {`{"AttributeName":"pk"}`, `{"pk":{"S":"T#a"}}`, "e has rows"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var asked struct {
					TableName string `json:"TableName"`
				}
				target := r.Header.Get("X-Amz-Target")
				if target != "" {
					_ = json.NewDecoder(r.Body).Decode(&asked)
				}
				switch target + " " + asked.TableName {
				case " ":
					if strings.HasSuffix(r.URL.Path, "/functions/second-admin/invocations") {
						_, _ = w.Write([]byte(`{"stack":"second","coreTable":"c","edgeTable":"e","paused":true}`))
						return
					}
					_, _ = w.Write([]byte(`<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:a</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`))
				case "DynamoDB_20120810.Scan c":
					_, _ = w.Write([]byte(`{"Items":[]}`))
				case "DynamoDB_20120810.Scan e":
					_, _ = w.Write([]byte(`{"Items":[` + c.rows + `]}`))
				case "DynamoDB_20120810.DescribeTable c", "DynamoDB_20120810.DescribeTable restored-core":
					_, _ = w.Write([]byte(`{"Table":{"KeySchema":[{"AttributeName":"pk"},{"AttributeName":"sk"}]}}`))
				case "DynamoDB_20120810.DescribeTable e":
					_, _ = w.Write([]byte(`{"Table":{"KeySchema":[{"AttributeName":"pk"}]}}`))
				case "DynamoDB_20120810.DescribeTable restored-edge":
					_, _ = w.Write([]byte(`{"Table":{"KeySchema":[` + c.restored + `]}}`))
				default:
					t.Errorf("got a call of %s of %q, want none that copies", target, asked.TableName)
					w.WriteHeader(http.StatusBadRequest)
				}
			}))
			t.Cleanup(service.Close)
			_, errs, code := account(t, service.URL, "admin", "--function", "second-admin", "copy", "--core", "restored-core", "--edge", "restored-edge")
			if code != 1 || !strings.Contains(errs, c.says) {
				t.Errorf("got exit code %d and errors %s, want 1 and %q", code, errs, c.says)
			}
		})
	}
}

func account(t *testing.T, endpoint string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs strings.Builder
	cmd := quarry(t.Context(), args...)
	cmd.Env = append(cmd.Env, "AWS_ENDPOINT_URL="+endpoint, "AWS_REGION=eu-north-1", "AWS_ACCESS_KEY_ID=a", "AWS_SECRET_ACCESS_KEY=b",
		"AWS_CONFIG_FILE=/dev/null", "AWS_SHARED_CREDENTIALS_FILE=/dev/null")
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // the exit code tells
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}
