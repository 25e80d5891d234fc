package channel

import (
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/linkedin/permalink"
)

// linkedin has pages of companies, showcases and schools. Those of people show no posts
// to everybody and are none.
func linkedin() platform {
	return platform{
		name: social.LinkedIn, hosts: []string{"linkedin.com"},
		handle: func(s string) (string, bool) {
			s = strings.Trim(strings.TrimPrefix(strings.TrimSpace(s), "@"), "/ ")
			if !strings.Contains(s, "/") {
				s = "company/" + s
			}
			p, ok := permalink.Path(s)
			return p.Company, ok && p.Company != "" && strings.Count(s, "/") == 1
		},
		address: func(u *url.URL) (string, bool) {
			p, ok := permalink.Parse(u)
			return p.Company, ok && p.Company != ""
		},
		page:  permalink.Company,
		forms: "the company's name in its address, such as marrowfen", example: "https://www.linkedin.com/company/marrowfen",
		deep: 60, employees: true,
	}
}
