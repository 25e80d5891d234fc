package openaitest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/read/websearch/enginetest"
)

type claimVerdict struct {
	Source  int    `json:"source"`
	Verdict string `json:"verdict"`
	Quote   string `json:"quote"`
}

var (
	fenced      = regexp.MustCompile(`(?s)<<<DATA ([^\n]*)\n(.*?)\nDATA>>>`)
	claimNumber = regexp.MustCompile(`\d[\d.,]*\d|\d`)
	claimDenial = regexp.MustCompile(`(?i)\b(?:not|no|never|nor|without)\b`)
)

// checkedClaim holds a claim to be supported by a source that has a sentence with all of its numbers, most of its words
// and as many denials.
func checkedClaim(prompt string) string {
	texts := fenced.FindAllStringSubmatch(prompt, -1)
	verdicts := []claimVerdict{}
	for i := range texts {
		if number, found := strings.CutPrefix(texts[i][1], "source "); found {
			source, _ := strconv.Atoi(number)
			v := claimVerdict{Source: source, Verdict: "not_enough"}
			for _, sentence := range sentencesOf(texts[i][2]) {
				if says(sentence, texts[0][2]) {
					v.Verdict, v.Quote = "supported", sentence
					break
				}
			}
			verdicts = append(verdicts, v)
		}
	}
	body, _ := json.Marshal(map[string]any{"verdicts": verdicts})
	return string(body)
}

// says reports whether a sentence says what a claim does, as far as words go.
func says(sentence, claim string) bool {
	numbers := claimNumber.FindAllString(sentence, -1)
	for _, n := range claimNumber.FindAllString(claim, -1) {
		if !slices.Contains(numbers, n) {
			return false
		}
	}
	if len(claimDenial.FindAllString(sentence, -1)) != len(claimDenial.FindAllString(claim, -1)) {
		return false
	}
	held, has, all := enginetest.Stems(sentence), 0, 0
	for word := range strings.FieldsSeq(enginetest.Stems(claim)) {
		if len(word) < 4 {
			continue // articles and the like
		}
		all++
		if strings.Contains(held, " "+word+" ") {
			has++
		}
	}
	return 3*has >= 2*all && all > 0
}
