package evidence

import (
	"regexp"

	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
)

var roles = []struct {
	role linkedinemployees.Role
	says *regexp.Regexp
}{
	{linkedinemployees.ChiefExecutive, regexp.MustCompile(`(?i)\b(?:chief executive(?: officer)?|ceo)\b`)},
	{linkedinemployees.Founder, regexp.MustCompile(`(?i)\b(?:co-?\s?)?founder\b`)},
	{linkedinemployees.Owner, regexp.MustCompile(`(?i)(?:^|[,&/+]|\band)\s*(?:co-?)?owner\b`)},
}

var (
	// servant are titles of those who work for a leader.
	servant = regexp.MustCompile(`(?i)(?:\b(?:of|by)\s+(?:the\s+|our\s+)?|\b(?:vice|deputy|former|formerly|ex|past|previous|assistant|aspiring|next|future)[\s-]+)$`)
	serving = regexp.MustCompile(`(?i)\b(?:to|for|supporting)\b[^;|]*`)
	office  = regexp.MustCompile(`(?i)^(?:['’]s\b|s?['’]|[\s-]+(?:office|associate|staff|support|coach|in[\s-]residence|advis|assistant|relations|success|partner|whisper))`)
)

// Roles are the parts in the leadership that a title at the company names, in the order
// of the table: the assistant to a chief executive has none.
func Roles(title string) []linkedinemployees.Role {
	title = serving.ReplaceAllString(title, "")
	var all []linkedinemployees.Role
	for _, r := range roles {
		for _, at := range r.says.FindAllStringIndex(title, -1) {
			if !servant.MatchString(title[:at[0]]) && !office.MatchString(title[at[1]:]) {
				all = append(all, r.role)
				break
			}
		}
	}
	return all
}
