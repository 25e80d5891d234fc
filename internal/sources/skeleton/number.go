package skeleton

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

var numeric = regexp.MustCompile(`^([+-]?)([0-9][0-9,]*)(?:(\.)([0-9]+))?((?:[eE][+-]?[0-9]+)?)$`)

// short is the most digits of a number that stays as it is: it counts something, or is
// a code.
const short = 4

// number replaces a number by one of the same magnitude and in the same format. Small
// ones stay; zeros stay, as they say how a number was rounded; times are shifted as
// dates are. A number gives the same whether it is a JSON number, a text or part of an
// address.
func number(s string) string {
	m := numeric.FindStringSubmatch(s)
	if m == nil {
		return s
	}
	sign, whole, point, fraction, exponent := m[1], m[2], m[3], m[4], m[5]
	plain := strings.ReplaceAll(whole, ",", "")
	if len(plain) > short {
		changed := epoch(plain)
		if changed == "" {
			changed = digits(plain)
		}
		whole = punctuated(whole, changed)
	}
	if len(fraction) > short {
		fraction = digits(fraction)
	}
	return sign + whole + point + fraction + exponent
}

// punctuated puts the commas of one number into another of as many digits.
func punctuated(like, plain string) string {
	var b strings.Builder
	next := 0
	for _, r := range like {
		if r != ',' {
			r = rune(plain[next])
			next++
		}
		b.WriteRune(r)
	}
	return b.String()
}

// digits replaces digits by others. The first stays; of an id of 16 digits and more the
// first four do, as some upstreams put the time into them that parsers read.
func digits(s string) string {
	from := 1
	if len(s) >= 16 {
		from = 4
	}
	d := diceOf("digits", s)
	out := []byte(s)
	for i := from; i < len(out); i++ {
		if out[i] != '0' {
			out[i] = d.digit()
		}
	}
	return string(out)
}

const (
	earliest = 1_100_000_000 * time.Second
	latest   = 2_100_000_000 * time.Second
)

// epoch shifts seconds, milliseconds and microseconds since 1970 that lie from 2005 to
// 2036; empty for another number.
func epoch(s string) string {
	unit := map[int]time.Duration{10: time.Second, 13: time.Millisecond, 16: time.Microsecond}[len(s)]
	n, err := strconv.ParseInt(s, 10, 64)
	if at := time.Duration(n) * unit; unit == 0 || err != nil || at < earliest || at > latest {
		return ""
	}
	return strconv.FormatInt(n-int64(shift/unit), 10)
}
