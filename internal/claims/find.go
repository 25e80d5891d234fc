package claims

// Find returns at most most claims about a topic, the best first. The list is never nil.
func Find(sources []Source, topic string, most int) []Claim {
	return []Claim{}
}

// Verify holds statements to the sources, in their order.
func Verify(sources []Source, statements ...string) []Claim {
	list := make([]Claim, 0, len(statements))
	for _, s := range statements {
		list = append(list, Claim{Text: s, Evidence: []Evidence{}, Status: Unverified})
	}
	return list
}
