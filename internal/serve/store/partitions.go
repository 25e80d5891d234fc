package store

// TokenPrefix is what the keys of tokens begin with in the edge table.
const TokenPrefix = "T#"

// Partitions are the forms of the core table's partition keys that a function has to do with, with * for what
// varies: its role is held to them. It returns nil for the functions that serve callers and operators, which read
// and write all. The organization's own row, its tokens, grants and webhook endpoints, whose secrets sign events,
// are not for who visits sites.
func Partitions(function string) []string {
	settling := []string{"J#*", "W#*", "U", "D#*", "B#*"} // what ends a job
	switch function {
	case "worker":
		return below(append(settling, "C#*", "DOC#*")...)
	case "dead-letter":
		return below(settling...)
	case "sweeper":
		return below(append(settling, "CR#*")...)
	case "crawler":
		return below(append(settling, "CR#*", "CRS")...)
	case "webhook-stream", "webhook-retry":
		return below("D#*", "E", "EV#*", "RC#*", "J#*", "B#*", "CR#*")
	}
	return nil
}

// below are the forms of keys below an organization.
func below(forms ...string) []string {
	all := make([]string, len(forms))
	for i, form := range forms {
		all[i] = "O#*#" + form
	}
	return all
}
