package charset

import (
	"bytes"
	"slices"
	"strings"

	"github.com/gogs/chardet"
)

// sampleBytes is how much text is looked at: the detector reads single-byte
// charsets from 8 KB and multi-byte ones from all that it is given.
const sampleBytes = 32 << 10

// fallback is what browsers take for Western pages that declare nothing.
const fallback = "windows-1252"

// detect names the charset that the bytes look like. The detector's own best is
// whichever of equals came first from its goroutines, so equals are ordered here.
func detect(body []byte) string {
	text := sample(body)
	results, err := chardet.NewTextDetector().DetectAll(text)
	if err != nil {
		return fallback
	}
	slices.SortFunc(results, func(a, b chardet.Result) int {
		if a.Confidence != b.Confidence {
			return b.Confidence - a.Confidence
		}
		return strings.Compare(a.Charset, b.Charset)
	})
	for _, r := range results {
		// UTF-8 was ruled out before, and some names are ones that only mainframes use.
		if enc, name := lookup(strings.ToLower(r.Charset)); enc != nil && name != utf8Name {
			if isLatin(name) && countHigh(text) < fewAccents {
				return fallback
			}
			return name
		}
	}
	return fallback
}

// fewAccents are too few to distinguish the Latin charsets.
const fewAccents = 16

func isLatin(name string) bool {
	return slices.Contains([]string{"iso-8859-2", "windows-1250", "windows-1254"}, name)
}

// sample is text around the bytes above ASCII, without markup: tags and scripts
// are English whatever the page's language, and a long head has none of its text.
func sample(body []byte) []byte {
	out := make([]byte, 0, min(len(body), sampleBytes))
	closing := -1 // the last place where a tag's end was looked for and found
	for at := 0; at < len(body) && len(out) < sampleBytes; {
		open := indexFrom(body, '<', at)
		text := fromFirstHigh(body[at:open])
		out = append(out, text[:min(len(text), sampleBytes-len(out))]...)
		if closing < open {
			closing = indexFrom(body, '>', open)
		}
		at = closing + 1
		if closing-open > longestTag {
			at = open + 1
		}
	}
	if len(out) == 0 { // the bytes are within tags
		out = fromFirstHigh(body)
		out = out[:min(len(out), sampleBytes)]
	}
	return out
}

// longestTag is how many bytes may lie between < and > for them to be a tag.
const longestTag = 4096

// indexFrom is the first place of c at or after from, len(b) for none.
func indexFrom(b []byte, c byte, from int) int {
	if from < len(b) {
		if i := bytes.IndexByte(b[from:], c); i >= 0 {
			return from + i
		}
	}
	return len(b)
}

// fromFirstHigh is the text from a little before its first byte above ASCII, and
// nothing if it has none.
func fromFirstHigh(text []byte) []byte {
	for i, c := range text {
		if c >= 0x80 {
			return text[max(0, i-64):]
		}
	}
	return nil
}
