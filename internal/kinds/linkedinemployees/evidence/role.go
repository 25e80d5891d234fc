package evidence

import (
	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
)

var roles = []struct {
	role linkedinemployees.Role
	says *pattern.Pattern
}{
	{linkedinemployees.ChiefExecutive, pattern.Of(`(?i)\b(?:chief executive(?: officer)?|ceo)\b`)},
	{linkedinemployees.Founder, pattern.Of(`(?i)\b(?:co-?\s?)?founder\b`)},
	{linkedinemployees.Owner, pattern.Of(`(?i)(?:^|[,&/+]|\band)\s*(?:co-?)?owner\b`)},
}

var (
	// servant are titles of those who work for a leader.
	servant = pattern.Of(`(?i)(?:\b(?:of|by)\s+(?:the\s+|our\s+)?|\b(?:vice|deputy|former|formerly|ex|past|previous|assistant|aspiring|next|future)[\s-]+)$`)
	serving = pattern.Of(`(?i)\b(?:to|for|supporting)\b[^;|]*`)
	office  = pattern.Of(`(?i)^(?:['’]s\b|s?['’]|[\s-]+(?:office|associate|staff|support|coach|in[\s-]residence|advis|assistant|relations|success|partner|whisper))`)
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
