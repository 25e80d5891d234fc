package flow

import (
	"slices"

	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/retrieval/neardup"
)

// markDuplicates finds documents whose text is nearly that of another: reprints and
// mirrors are no further source. The one that stays is what the caller names, else the
// one that was published first, else the one that was chosen first.
func markDuplicates(documents []research.Document) {
	order := make([]int, 0, len(documents))
	for i := range documents {
		documents[i].Duplicate = ""
		if documents[i].Text != "" {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return earlier(&documents[a], &documents[b]) })
	prints := make([]neardup.Print, len(documents))
	for n, i := range order {
		prints[i] = neardup.Of(documents[i].Text)
		for _, j := range order[:n] {
			if documents[j].Duplicate == "" && prints[i].Similar(prints[j]) {
				documents[i].Duplicate = documents[j].ID
				break
			}
		}
	}
}

// earlier orders documents by what the caller names and by days of publication; dates in
// ISO 8601 sort as they are written. Undated ones come last.
func earlier(a, b *research.Document) int {
	switch {
	case a.Lane.Named() != b.Lane.Named():
		if a.Lane.Named() {
			return -1
		}
		return 1
	case a.Lane.Named() || a.Published == b.Published:
		return 0
	case a.Published == "" || b.Published != "" && a.Published > b.Published:
		return 1
	}
	return -1
}
