package quantity

import (
	"math"
	"strconv"
	"strings"
	"sync"
)

// figure is the value of a number as written.
type figure struct {
	value float64
	step  float64 // of the last digit
	zeros float64 // the power of ten that its closing zeros make; 1 without any
	plain bool    // digits only: it may be a year
}

// readFigure reads a number's digits and separators. Which of them is the decimal mark
// follows from their number and place; a single point before three digits is one, unless
// the sentence is of a language that groups thousands by it.
func readFigure(raw string, european bool) figure {
	mark := decimalMark(raw, european)
	whole, fraction := raw, ""
	if mark >= 0 {
		whole, fraction = raw[:mark], raw[mark+1:]
	}
	whole = strings.Map(onlyDigits, whole)
	f := figure{step: math.Pow10(-len(fraction)), zeros: 1}
	f.plain = whole == raw
	text := whole
	if fraction != "" {
		text += "." + fraction
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(value, 0) { // thousands of digits
		return figure{value: math.MaxFloat64, step: 1, zeros: 1}
	}
	f.value = value
	if fraction == "" {
		f.zeros = math.Pow10(min(len(whole)-len(strings.TrimRight(whole, "0")), 15))
	}
	return f
}

func onlyDigits(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}

// decimalMark is the index of the decimal mark; -1 when there is none.
func decimalMark(raw string, european bool) int {
	last := strings.LastIndexAny(raw, ".,")
	if last < 0 || strings.Contains(raw, " ") && len(raw)-last-1 == 3 {
		return -1
	}
	mark := raw[last : last+1]
	other := "."
	if mark == "." {
		other = ","
	}
	switch {
	case strings.Contains(raw, other) || strings.Contains(raw[:last], "'"):
		return last
	case strings.Count(raw, mark) > 1:
		return -1
	case len(raw)-last-1 != 3 || raw[:last] == "0":
		return last
	case (mark == ".") == european:
		return -1
	}
	return last
}

// small are numbers in words.
var small = sync.OnceValue(func() map[string]float64 {
	return map[string]float64{
		"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
		"thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
		"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
		"zwei": 2, "drei": 3, "vier": 4, "funf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwolf": 12, "zwanzig": 20,
		"deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "onze": 11, "douze": 12, "vingt": 20,
		"dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "doce": 12, "veinte": 20,
	}
})

// one is a number only before a unit or a magnitude: otherwise it is a pronoun.
var one = sync.OnceValue(func() map[string]bool {
	return map[string]bool{"one": true, "a": true, "ein": true, "eine": true, "une": true, "un": true, "una": true}
})

// magnitudes multiply the number before them.
var magnitudes = sync.OnceValue(func() map[string]float64 {
	return map[string]float64{
		"hundred": 1e2, "dozen": 12, "k": 1e3, "thousand": 1e3, "tsd": 1e3, "tausend": 1e3, "mille": 1e3, "mil": 1e3, "lakh": 1e5,
		"million": 1e6, "millions": 1e6, "mio": 1e6, "mn": 1e6, "mln": 1e6, "mm": 1e6, "millionen": 1e6, "millones": 1e6, "milione": 1e6, "milioni": 1e6, "miljoen": 1e6,
		"crore": 1e7, "billion": 1e9, "billions": 1e9, "bn": 1e9, "mrd": 1e9, "milliarde": 1e9, "milliarden": 1e9, "milliard": 1e9, "milliards": 1e9, "miliardi": 1e9, "miljard": 1e9,
		"trillion": 1e12, "trillions": 1e12, "tn": 1e12, "trn": 1e12,
	}
})
