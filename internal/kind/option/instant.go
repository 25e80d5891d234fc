package option

// lastSecond is the last time that is read as seconds, in the year 5138: what lies behind
// it is in milliseconds.
const lastSecond = 100_000_000_000

// Seconds reads a time in Unix seconds or in Unix milliseconds as seconds.
func Seconds(t int64) int64 {
	if t > lastSecond {
		return t / 1000
	}
	return t
}
