package dates

// numeric reads 7.10.2020, 7/10/20 and 07-Oct-2020 behind their first number.
func (r *reader) numeric(first int, f *Found) bool {
	was := r.i
	sep := r.separator()
	if sep != '.' && sep != '/' && sep != '-' {
		r.i = was
		return false
	}
	if sep == '.' {
		r.space()
	}
	second, _, ok := r.number(2)
	if !ok || r.peek() != sep {
		r.i = was
		return false
	}
	r.i++
	if sep == '.' {
		r.space()
	}
	year, ok := r.year(true, f)
	if !ok || r.peek() == sep && r.i+1 < len(r.s) && isDigit(r.s[r.i+1]) {
		r.i = was
		return false
	}
	return order(f, sep, first, second, year)
}

// order determines which number is the day, or returns both readings.
func order(f *Found, sep byte, first, second, year int) bool {
	day, month := Date{Year: year, Month: second, Day: first}, Date{Year: year, Month: first, Day: second}
	switch {
	case !day.valid():
		f.Date, f.Order = month, MonthFirst
	case !month.valid():
		f.Date, f.Order = day, DayFirst
	case sep == '.' || day == month:
		f.Date = day
	default:
		f.Date, f.Other = day, month
	}
	return f.Date.valid()
}
