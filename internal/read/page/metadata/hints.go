//nolint:misspell // names in several languages
package metadata

// hint is what the name of an element says that it holds, a bit for each kind.
type hint uint16

// The kinds.
const (
	namesAuthor hint = 1 << iota
	namesDate
	namesTitle
	namesUpdate  // of a date: that of the last change
	namesComment // what readers wrote
	namesAside   // what surrounds the content
	relAuthor
	namesPlainDate // of a date: no more than that it is one
)

// longestName is the longest word of a name that is looked at, in bytes.
const longestName = 20

// hintsIn reads the words of a class, an id or an itemprop. Words end at everything but
// letters, and before a capital.
func hintsIn(names string) hint {
	var w wordReader
	for i := range min(len(names), 400) {
		switch b := names[i]; {
		case b >= 'a' && b <= 'z':
			w.lower = true
			w.add(b)
		case b >= 'A' && b <= 'Z':
			if w.lower {
				w.end()
			}
			w.lower = false
			w.add(b | 0x20)
		default:
			w.end()
			w.lower = false
			w.layout = w.layout && b > ' '
		}
	}
	w.end()
	return w.found
}

// wordReader collects the letters of a word, and what the words before it said.
type wordReader struct {
	found  hint
	word   [longestName]byte
	n      int
	lower  bool // the last letter was no capital
	layout bool // the name reports what else the page has, as has-sidebar and no-comments do
}

func (w *wordReader) add(letter byte) {
	if w.n < longestName {
		w.word[w.n] = letter
		w.n++
	}
}

func (w *wordReader) end() {
	word := w.word[:w.n]
	w.n = 0
	switch string(word) {
	case "has", "no", "with", "without":
		w.layout = true
	}
	if len(word) > 2 && !w.layout {
		w.found |= hintOf(word)
	}
}

func hintOf(word []byte) hint {
	switch string(word) {
	case "author", "authors", "byline", "bylines", "autor", "autoren", "auteur", "auteurs", "autore", "autori", "autorin", "verfasser", "writer", "contributor", "contributors", "creator",
		"redakteur", "journalist", "reporter", "signature", "authorname", "authorlink", "postauthor", "entryauthor", "articleauthor", "nickname", "username", "poster", "firma", "redactor", "authored", "dateauthor":
		return namesAuthor
	case "date", "published", "datum", "publish", "created":
		return namesDate | namesPlainDate
	case "dates", "time", "timestamp", "pubdate", "posted", "datetime", "dateline", "fecha", "postdate", "entrydate", "articledate", "newsdate", "datepublished", "publishdate", "publication", "postedon", "meta", "info", "metadata", "posttime", "postmeta", "entrymeta", "submitted", "day":
		return namesDate
	case "modified", "updated", "update", "lastmod", "lastmodified", "datemodified", "aktualisiert":
		return namesDate | namesUpdate
	case "title", "headline", "posttitle", "entrytitle", "pagetitle", "articletitle", "heading":
		return namesTitle
	case "comment", "comments", "commentlist", "disqus", "reply", "replies", "respond", "kommentare", "kommentar", "commentaires", "comentarios", "responses":
		return namesComment
	case "sidebar", "related", "recommended", "popular", "recent", "latest", "teaser", "teasers", "nav", "menu", "breadcrumb", "breadcrumbs", "trending", "similar", "carousel", "slider", "calendar", "navigation", "ticker", "newsletter", "event", "events", "termine":
		return namesAside
	}
	return 0
}
