package admin

import "context"

// Installation is what the functions of one share.
type Installation struct {
	Stack         string `json:"stack"`
	CoreTable     string `json:"coreTable"`
	EdgeTable     string `json:"edgeTable"`
	ResultsBucket string `json:"resultsBucket"`
	// Paused is whether nothing acts by itself: no schedule, queue or stream starts a function.
	Paused bool `json:"paused"`
}

// In returns the Service of an installation, of which it tells.
func (s *Service) In(i Installation) *Service {
	other := *s
	other.place = i
	return &other
}

// installation performs installation.show.
func (s *Service) installation(context.Context, Request) (any, error) { return s.place, nil }
