package crux

import (
	"bytes"
	"fmt"
	"strconv"
)

// Number is a number that the report writes as one, or as a string where it wants its
// digits kept ("0.10" of layout shifts).
type Number float64

// UnmarshalJSON reads both.
func (n *Number) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	text := string(bytes.Trim(data, `"`))
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != f || f-f != 0 {
		return fmt.Errorf("%.20q is no number", text)
	}
	*n = Number(f)
	return nil
}

// String is the day as YYYY-MM-DD, or empty when it is none.
func (d Date) String() string {
	if d.Year == 0 || d.Month == 0 || d.Day == 0 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}
