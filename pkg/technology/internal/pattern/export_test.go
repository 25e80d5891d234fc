package pattern

// Strict is the expression of a pattern as it counts.
func Strict(p *Pattern) string { return p.limited }
