package errs_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
)

const generated = "Generated from internal/core/errs by \"make generate\"; do not edit."

// everyCode is each code once: some are both of requests and of jobs.
func everyCode() []errs.Code {
	return slices.Compact(sorted(slices.Concat(errs.RequestCodes(), errs.JobCodes())))
}

func goCodes() string {
	var b strings.Builder
	b.WriteString("// Code generated from internal/core/errs by \"make generate\"; DO NOT EDIT.\n\npackage quarry\n\n// Codes that a service returns.\nconst (\n")
	longest := 0
	for _, code := range everyCode() {
		longest = max(longest, len(goName(code)))
	}
	for _, code := range everyCode() {
		fmt.Fprintf(&b, "\t%-*s Code = %q\n", longest, goName(code), code)
	}
	return b.String() + ")\n"
}

// goName is the name of a code in Go: JobNotFound, DNSFailed.
func goName(code errs.Code) string {
	var b strings.Builder
	for word := range strings.SplitSeq(string(code), "_") {
		switch word {
		case "json", "url", "dns", "tls":
			b.WriteString(strings.ToUpper(word))
		default:
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

func typeScriptCodes() string {
	var b strings.Builder
	b.WriteString("// " + generated + "\n\n// Codes that a service returns; more can be added.\nexport type ErrorCode =\n")
	for _, code := range everyCode() {
		fmt.Fprintf(&b, "  | %q\n", code)
	}
	return b.String() + "  | (string & {});\n"
}

func pythonCodes() string {
	var b strings.Builder
	b.WriteString("# " + generated + "\n\nfrom typing import Literal\n\nErrorCode = Literal[\n")
	for _, code := range everyCode() {
		fmt.Fprintf(&b, "    %q,\n", code)
	}
	return b.String() + "]\n\"\"\"Codes that a service returns; more can be added.\"\"\"\n"
}
