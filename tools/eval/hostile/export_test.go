package hostile

// Inputs are the pages by their names, in order.
func Inputs() (names []string, pages []func() string) {
	for _, in := range inputs() {
		names, pages = append(names, in.name), append(pages, in.make)
	}
	return names, pages
}
