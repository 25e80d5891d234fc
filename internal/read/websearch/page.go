package websearch

import (
	"context"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// Page is one page of an engine's results.
type Page struct {
	Results []Result
	More    bool // the engine has, or may have, another page
}

// Pages reads pages, numbered from 0, until q.Count documents are there, the engine has no
// more or most pages are read. What fails behind the first page is returned beside the
// pages before it, as Engine.Search does.
func Pages(ctx context.Context, q Query, most int, read func(ctx context.Context, number int) (Page, error)) ([]Result, error) {
	all := []Result{}
	for number := range most {
		p, err := read(ctx, number)
		if err != nil {
			return all, behind(err, number)
		}
		before := len(distinct(all, 0))
		all = append(all, p.Results...)
		now := len(distinct(all, 0))
		// An engine that repeats itself has no more, whatever it says.
		if !p.More || now >= q.Count || number > 0 && now == before {
			break
		}
	}
	return all, nil
}

// behind says of a failure that it was behind the first page.
func behind(err error, number int) error {
	e := errs.As(err)
	if number == 0 || e.Code == errs.InternalError {
		return err
	}
	told := *e
	told.Message = "It gave no more pages: " + e.Message
	return &told
}
