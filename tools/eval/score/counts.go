package score

import "strings"

// Counts are the lower-case words of a text and how often each is there.
type Counts map[string]int

// Bag counts the words of a text.
func Bag(text string) Counts {
	c := Counts{}
	for _, w := range tokenize(strings.ToLower(text)) {
		c[w]++
	}
	return c
}

// Size is how many words there are.
func (c Counts) Size() (n float64) {
	for _, k := range c {
		n += float64(k)
	}
	return n
}

// Shared is how many words both have.
func (c Counts) Shared(other Counts) (n float64) {
	for w, k := range c {
		n += float64(min(k, other[w]))
	}
	return n
}

// Less is what is left without the words of another.
func (c Counts) Less(other Counts) Counts {
	left := Counts{}
	for w, k := range c {
		if k -= other[w]; k > 0 {
			left[w] = k
		}
	}
	return left
}
