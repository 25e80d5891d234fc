package evidence

import (
	"regexp"

	linkedinemployeeskind "github.com/quarryapi/quarry/internal/kinds/linkedin_employees"
)

var roles = []struct {
	role linkedinemployeeskind.Role
	says *regexp.Regexp
}{
	{linkedinemployeeskind.ChiefExecutive, regexp.MustCompile(`(?i)\b(?:chief executive(?: officer)?|ceo)\b`)},
	{linkedinemployeeskind.Founder, regexp.MustCompile(`(?i)\b(?:co-?\s?)?founder\b`)},
	{linkedinemployeeskind.Owner, regexp.MustCompile(`(?i)(?:^|[,&/+]|\band)\s*(?:co-?)?owner\b`)},
}

var (
	// servant are titles of those who work for a leader.
	servant = regexp.MustCompile(`(?i)(?:\b(?:of|by)\s+(?:the\s+|our\s+)?|\b(?:vice|deputy|former|formerly|ex|past|previous|assistant|aspiring|next|future)[\s-]+)$`)
	serving = regexp.MustCompile(`(?i)\b(?:to|for|supporting)\b[^;|]*`)
	office  = regexp.MustCompile(`(?i)^(?:['’]s\b|s?['’]|[\s-]+(?:office|associate|staff|support|coach|in[\s-]residence|advis|assistant|relations|success|partner|whisper))`)
)

// Roles are the parts in the leadership that a title at the company names, in the order
// of the table: the assistant to a chief executive has none.
func Roles(title string) []linkedinemployeeskind.Role {
	title = serving.ReplaceAllString(title, "")
	var all []linkedinemployeeskind.Role
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
