package mailauth

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/kinds/infra"
)

// MTASTS reads the MTA-STS record among the TXT records at _mta-sts; nil without one.
// The policy itself is a file, see Policy.
func MTASTS(texts []string) *infra.MTASTS {
	records := Find(texts, "v=STSv1")
	if len(records) == 0 {
		return nil
	}
	s := &infra.MTASTS{Record: records[0], ID: tags(records[0])["id"], MX: []string{}}
	if len(records) > 1 {
		s.Problem = fmt.Sprintf("there are %d records; senders then take none of them", len(records))
	}
	return s
}

// Policy reads the file at /.well-known/mta-sts.txt into s (RFC 8461, section 3.2).
func Policy(s *infra.MTASTS, file string) {
	version := ""
	for line := range strings.Lines(file) {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "version":
			version = value
		case "mode":
			s.Mode = strings.ToLower(value)
		case "mx":
			s.MX = append(s.MX, strings.ToLower(value))
		case "max_age":
			n, err := strconv.ParseInt(value, 10, 64)
			if err == nil && n >= 0 {
				s.MaxAge = n
			}
		}
	}
	switch {
	case version != "STSv1":
		s.Mode, s.Problem = "", "the policy file is not one of version STSv1"
	case !slices.Contains([]string{"enforce", "testing", "none"}, s.Mode):
		s.Problem = fmt.Sprintf("the policy file has the mode %.40q, which is not known", s.Mode)
		s.Mode = ""
	case len(s.MX) == 0 && s.Mode != "none":
		s.Problem = "the policy file names no mail server"
	}
}

// TLSRPT reads the record among the TXT records at _smtp._tls; nil without one.
func TLSRPT(texts []string) *infra.TLSRPT {
	records := Find(texts, "v=TLSRPTv1")
	if len(records) == 0 {
		return nil
	}
	return &infra.TLSRPT{Record: records[0], Reports: addresses(tags(records[0])["rua"])}
}

// BIMI reads the record among the TXT records at default._bimi; nil without one.
func BIMI(texts []string) *infra.BIMI {
	records := Find(texts, "v=BIMI1")
	if len(records) == 0 {
		return nil
	}
	t := tags(records[0])
	return &infra.BIMI{Record: records[0], Logo: t["l"], Certificate: t["a"]}
}
