package metadata

import (
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// Scratch is memory for reading one page after the other. It is for one goroutine. The zero value is ready.
type Scratch struct{ survey survey }

func (s *Scratch) of(doc *html.Node) *survey {
	if s.survey.metas == nil {
		s.survey.metas, s.survey.props = structured.Metas{}, map[string]*html.Node{}
	}
	s.survey.said = said()
	s.survey.visit(doc)
	return &s.survey
}

// Free gives the memory of a page to the next, of which nothing stays in it. What was read is as it was.
func (s *Scratch) Free() {
	v := &s.survey
	clear(v.metas)
	clear(v.props)
	clear(v.cited)
	clear(v.links)
	s.survey = survey{
		metas: v.metas, props: v.props, cited: v.cited[:0], links: v.links[:0],
		heads: emptied(v.heads), titled: emptied(v.titled), authored: emptied(v.authored), dated: emptied(v.dated), times: emptied(v.times), texts: emptied(v.texts),
	}
}

func emptied(list []sight) []sight {
	clear(list)
	return list[:0]
}
