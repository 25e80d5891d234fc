package option

import "github.com/quarryapi/quarry/internal/core/errs"

// Limit is how many items a caller gets: usual when none are asked for, and most when
// more are. Error: invalid_request, for a negative number.
func Limit(field string, asked, usual, most int64) (int64, error) {
	switch {
	case asked < 0:
		return 0, errs.Field(errs.InvalidRequest, field, "must be at least 1")
	case asked == 0:
		return usual, nil
	}
	return min(asked, most), nil
}
