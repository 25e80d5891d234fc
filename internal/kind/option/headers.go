package option

import "github.com/quarryapi/quarry/internal/web/egress"

// Headers checks what target.SafeHeaders does and spells names canonically, so that
// equal calls have equal inputs. Error: invalid_request.
func Headers(given map[string]string) (map[string]string, error) {
	safe, err := egress.SafeHeaders(given)
	if err != nil {
		return nil, err
	}
	canonical := make(map[string]string, len(safe))
	for name := range safe {
		canonical[name] = safe.Get(name)
	}
	return canonical, nil
}
