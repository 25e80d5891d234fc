package tables

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	maxDigits = 38
	// The exponents of the largest and of the smallest number, in scientific notation.
	maxExponent = 125
	minExponent = -130
)

// number is digits × 10^exponent, as DynamoDB's decimals are. Digits has no trailing zeros.
type number struct {
	digits   *big.Int
	exponent int
}

var ten = big.NewInt(10)

// plainInt reports whether the text is an int64 as DynamoDB writes it, the form that
// nearly all numbers have.
func plainInt(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	if digits == "" || len(digits) > 18 || (digits[0] == '0' && len(text) > 1) {
		return false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return false
		}
	}
	return true
}

// small returns a number's value when it is a plain integer of at most 18 digits.
func small(text string) (int64, bool) {
	if !plainInt(text) {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

func parseNumber(text string) (number, error) {
	mantissa, exponent := text, 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		n, err := strconv.Atoi(text[i+1:])
		if err != nil {
			return number{}, notANumber(text)
		}
		mantissa, exponent = text[:i], n
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if strings.ContainsAny(fraction, "+-_") || strings.Contains(whole, "_") {
		return number{}, notANumber(text)
	}
	digits, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok {
		return number{}, notANumber(text)
	}
	n := number{digits, exponent - len(fraction)}.trimmed()
	return n, n.check()
}

func notANumber(text string) error {
	return invalid("The parameter cannot be converted to a numeric value: %s", text)
}

// trimmed moves trailing zeros into the exponent.
func (n number) trimmed() number {
	if n.digits.Sign() == 0 {
		return number{n.digits, 0}
	}
	digits, rest := new(big.Int).Set(n.digits), new(big.Int)
	for {
		shorter, _ := new(big.Int).QuoRem(digits, ten, rest)
		if rest.Sign() != 0 {
			return number{digits, n.exponent}
		}
		digits = shorter
		n.exponent++
	}
}

func (n number) check() error {
	length := len(new(big.Int).Abs(n.digits).String())
	switch scientific := n.exponent + length - 1; {
	case n.digits.Sign() == 0:
		return nil
	case length > maxDigits:
		return invalid("Attempting to store more than 38 significant digits in a Number")
	case scientific > maxExponent:
		return invalid("Number overflow. Attempting to store a number with magnitude larger than supported range")
	case scientific < minExponent:
		return invalid("Number underflow. Attempting to store a number with magnitude smaller than supported range")
	}
	return nil
}

// String writes the number without an exponent, as DynamoDB does.
func (n number) String() string {
	text := new(big.Int).Abs(n.digits).String()
	sign := ""
	if n.digits.Sign() < 0 {
		sign = "-"
	}
	if n.exponent >= 0 {
		return sign + text + strings.Repeat("0", n.exponent)
	}
	if point := len(text) + n.exponent; point > 0 {
		return sign + text[:point] + "." + text[point:]
	}
	return sign + "0." + strings.Repeat("0", -n.exponent-len(text)) + text
}

// aligned gives both numbers one exponent.
func aligned(a, b number) (x, y *big.Int, exponent int) {
	exponent = min(a.exponent, b.exponent)
	scale := func(n number) *big.Int {
		by := new(big.Int).Exp(ten, big.NewInt(int64(n.exponent-exponent)), nil)
		return by.Mul(by, n.digits)
	}
	return scale(a), scale(b), exponent
}

// compareNumbers compares texts that are numbers.
func compareNumbers(a, b string) int {
	x, ok1 := small(a)
	y, ok2 := small(b)
	if ok1 && ok2 {
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
	m, err1 := parseNumber(a)
	n, err2 := parseNumber(b)
	if err1 != nil || err2 != nil {
		return strings.Compare(a, b)
	}
	p, q, _ := aligned(m, n)
	return p.Cmp(q)
}

// sum adds b to a, or subtracts it.
func sum(a, b string, minus bool) (types.AttributeValue, error) {
	x, ok1 := small(a)
	y, ok2 := small(b)
	if ok1 && ok2 { // of 18 digits each: the sum fits
		if minus {
			y = -y
		}
		return &types.AttributeValueMemberN{Value: strconv.FormatInt(x+y, 10)}, nil
	}
	m, err := parseNumber(a)
	if err != nil {
		return nil, err
	}
	n, err := parseNumber(b)
	if err != nil {
		return nil, err
	}
	p, q, exponent := aligned(m, n)
	if minus {
		q.Neg(q)
	}
	result := number{p.Add(p, q), exponent}.trimmed()
	return &types.AttributeValueMemberN{Value: result.String()}, result.check()
}
