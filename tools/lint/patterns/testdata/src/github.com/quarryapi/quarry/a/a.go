package a

import "github.com/quarryapi/quarry/internal/core/pattern"

const half = `(a|`

var (
	good   = pattern.Of(`^a+$`)
	joined = pattern.Of(half + `b)`)
	bad    = pattern.Of(`(a`)  // want "missing closing"
	open   = pattern.Of(half)  // want "missing closing"
	made   = pattern.Of(say()) // want "no constant"
)

func say() string { return "a" }
