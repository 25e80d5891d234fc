package openaitest

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// offers are the words behind which a firm names what it sells, and what sort of firm says so.
var offers = []struct {
	verb *regexp.Regexp
	sort string
}{
	{regexp.MustCompile(`(?i)\b(?:builds?|makes?|manufactures?|produces?|forges?)\b +([^.,;]+?)(?: for | that | which |[.,;])`), "manufacturing"},
	{regexp.MustCompile(`(?i)\b(?:sells?|ships?|stocks?)\b +([^.,;]+?)(?: for | that | which | to |[.,;])`), "retail"},
	{regexp.MustCompile(`(?i)\b(?:advises?|consults?)\b +([^.,;]+?)(?: for | that | which | on |[.,;])`), "consulting"},
	{regexp.MustCompile(`(?i)\b(?:teaches|trains?)\b +([^.,;]+?)(?: for | that | which |[.,;])`), "education"},
	{regexp.MustCompile(`(?i)\b(?:reports?|publishes|writes)\b +([^.,;]+?)(?: for | that | which |[.,;])`), "media"},
	{regexp.MustCompile(`(?i)\b(?:offers?|provides?|runs?)\b +([^.,;]+?)(?: for | that | which |[.,;])`), "services"},
}

// brandProfile describes a firm by the sentences of its page, and its looks by what was measured.
func brandProfile(prompt string) string {
	texts := map[string]string{}
	for _, m := range fenced.FindAllStringSubmatch(prompt, -1) {
		texts[m[1]] = strings.TrimSpace(m[2])
	}
	paragraphs := sentencesOf(texts["text"])
	description := texts["description"]
	if description == "" && len(paragraphs) > 0 {
		description = paragraphs[0]
	}
	if description == "" {
		description = texts["title"]
	}
	tagline, _, _ := strings.Cut(texts["headings"], "\n")
	sort, field, sure := "other", "", 0.3
	for _, text := range append([]string{description}, paragraphs...) {
		if sort, field = offerOf(text); field != "" {
			sure = 0.8
			break
		}
	}
	body, _ := json.Marshal(map[string]any{
		"business_type": sort, "business_subtype": cutTo(field, 80), "confidence": sure, "tagline": cutTo(tagline, 200),
		"description": cutTo(or(description, "The page does not say what the firm does."), 600), "visual_tone": looks(prompt), "tone_of_voice": tone(paragraphs),
	})
	return string(body)
}

func offerOf(text string) (sort, field string) {
	for _, o := range offers {
		if m := o.verb.FindStringSubmatch(text); m != nil {
			return o.sort, m[1]
		}
	}
	return "other", ""
}

var measured = regexp.MustCompile(`(?m)^(\w+) colour: #(..)(..)(..)$`)

// looks are words for the colours that were measured.
func looks(prompt string) string {
	words := []string{}
	for _, m := range measured.FindAllStringSubmatch(prompt, -1) {
		light, full := lightness(m[2:])
		switch {
		case m[1] == "background" && light > 0.6:
			words = append(words, "light")
		case m[1] == "background":
			words = append(words, "dark")
		case m[1] == "primary" && full > 0.6:
			words = append(words, "colourful")
		case m[1] == "primary":
			words = append(words, "muted")
		}
	}
	if len(words) == 0 {
		return "plain"
	}
	return strings.Join(words, ", ")
}

// lightness and fullness of a colour, from 0 to 1.
func lightness(parts []string) (light, full float64) {
	least, most := 1.0, 0.0
	for _, p := range parts {
		v, _ := strconv.ParseUint(p, 16, 8)
		least, most = min(least, float64(v)/255), max(most, float64(v)/255)
	}
	if most > 0 {
		full = (most - least) / most
	}
	return (least + most) / 2, full
}

// tone is how sentences speak: by their length, their figures and their marks.
func tone(sentences []string) string {
	words, figures, loud := 0, 0, 0
	for _, s := range sentences {
		words += len(strings.Fields(s))
		if quantities.MatchString(s) {
			figures++
		}
		loud += strings.Count(s, "!")
	}
	said := []string{"explanatory"}
	if words < 16*len(sentences) {
		said = []string{"brief"}
	}
	if 3*figures > len(sentences) {
		said = append(said, "factual")
	}
	if 4*loud > len(sentences) {
		return strings.Join(append(said, "enthusiastic"), ", ")
	}
	return strings.Join(append(said, "calm"), ", ")
}

func cutTo(s string, most int) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	return string(r[:min(len(r), most)])
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
