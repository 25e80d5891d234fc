package skeleton

// Leaks is what a skeleton by some rules has from a recording.
func Leaks(recording, body string, rules Rules) []string {
	return leaks([]byte(recording), []byte(body), newMask(rules))
}
