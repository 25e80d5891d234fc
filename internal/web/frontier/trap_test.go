package frontier_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/web/frontier"
)

// paged is a site of pages that have a number: their paths, titles, texts and images.
type paged func(n int) (path, title, text, image string)

func month(n int) time.Time { return time.Date(2024, time.Month(n), 1, 0, 0, 0, 0, time.UTC) }

func day(n int) time.Time { return month(1).AddDate(0, 0, n) }

// noon is when the first page of a site is asked for; each further one is 3 seconds later.
var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func asked(n int) time.Time { return noon.Add(time.Duration(n) * 3 * time.Second) }

// shipping is a text that all products of a shop have: two words of one are a small part of it.
const shipping = ` Orders placed before noon leave our warehouse on the same day. We ship with the ferry to all islands of the sound, and returns are free
	within thirty days of delivery. Ask our staff in the shop by the harbour for advice, or write to us at any hour. Gifts are wrapped in paper from the
	mill upstream, with a card that you may write yourself, and bulky goods are carried to your door by two people who take the old ones with them. Our
	workshop repairs what it has sold for as long as there are parts, and lends you another for the time in between.`

// trappedAt is after how many pages a site's are a trap; −1 when 150 are none.
func trappedAt(site paged) int {
	var s frontier.Sights
	for n := range 150 {
		path, title, text, image := site(n)
		u, err := url.Parse("http://a.test" + path)
		if err != nil {
			return -1
		}
		if s.Traps(u) {
			return n
		}
		s = s.Saw(u, frontier.LookOf(u, frontier.Content{
			Title: title, Text: text, Headlines: []string{title}, Images: []string{"http://a.test/logo.png", image}, At: asked(n),
		}))
	}
	return -1
}

// grid are the days of a month's sheet, with those beside the month that fill its weeks.
func grid(at time.Time) string {
	var days strings.Builder
	d := at.AddDate(0, 0, -int(at.Weekday()))
	for ; d.Before(at.AddDate(0, 1, 0)) || d.Weekday() != time.Sunday; d = d.AddDate(0, 0, 1) {
		fmt.Fprint(&days, d.Day(), " ")
	}
	return days.String()
}

// pick is a word at random, and the same each time.
func pick(n, of int) string {
	words := strings.Fields("amber birch copper delta ember fjord granite harbour iris juniper kelp lantern maple nectar opal pebble quartz reed slate thistle")
	return words[dice(n, of, len(words))]
}

func dice(n, of, sides int) int { return rand.New(rand.NewPCG(uint64(n), uint64(of))).IntN(sides) }

// TestCalendars: a calendar is a trap, however much or little its pages say.
func TestCalendars(t *testing.T) {
	t.Parallel()
	german := strings.NewReplacer("Monday", "Montag", "Tuesday", "Dienstag", "Wednesday", "Mittwoch", "Thursday", "Donnerstag", "Friday", "Freitag", "Saturday", "Samstag", "Sunday", "Sonntag",
		"January", "Januar", "February", "Februar", "March", "März", "May", "Mai", "June", "Juni", "July", "Juli", "October", "Oktober", "December", "Dezember")
	for name, site := range map[string]paged{
		"months": func(n int) (string, string, string, string) {
			return month(n).Format("/calendar/2006/01"), month(n).Format("January 2006"), "No events.", ""
		},
		"months, with the years beside": func(n int) (string, string, string, string) {
			return month(n).Format("/calendar/2006/01"), month(n).Format("January 2006"), fmt.Sprintf("« %d No events. %d »", month(n).Year()-1, month(n).Year()+1), ""
		},
		"months by a query": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/cal?m=%d", n+7000), "Calendar", month(n).Format("January 2006") + ": nothing planned", ""
		},
		"months by a query, with the years beside": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/cal?m=%d", n+7000), "Calendar", fmt.Sprintf("%d ‹ %s › %d", month(n).Year()-1, month(n).Format("January 2006"), month(n).Year()+1), ""
		},
		"months by their names": func(n int) (string, string, string, string) {
			return strings.ToLower(month(n).Format("/calendar/january-2006")), "Calendar", month(n).Format("January 2006") + ": nothing planned", ""
		},
		"a sheet of a month, with days of those beside it": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/c?m=%d", n+7000), "Calendar", month(n-1).Format("« 2006/1 ") + month(n).Format("January 2006") + " Su Mo Tu We Th Fr Sa " + grid(month(n)) + month(n+1).Format("2006/1 »"), ""
		},
		"a sheet of a month below much text": func(n int) (string, string, string, string) {
			return month(n).Format("/c/2006/1"), month(n).Format("January 2006"), shipping + grid(month(n)), ""
		},
		"days": func(n int) (string, string, string, string) {
			return day(n).Format("/day/2006-01-02"), day(n).Format("Monday, 2 January 2006"), "Nothing.", ""
		},
		"days by their number": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/day/%d", 1000+n), "Today", day(n).Format("Monday, January 2, 2006") + ". Nothing.", ""
		},
		"days by their names": func(n int) (string, string, string, string) {
			return strings.ToLower(day(n).Format("/day/monday-2-january-2006")), day(n).Format("Monday 2 January 2006"), "No events on this day.", ""
		},
		"days by their short names": func(n int) (string, string, string, string) {
			return strings.ToLower(day(n).Format("/day/Mon/02Jan06")), day(n).Format("Mon 2 Jan 2006"), "No events on this day.", ""
		},
		"days by their German names": func(n int) (string, string, string, string) {
			return "/tag/" + url.PathEscape(strings.ToLower(german.Replace(day(n).Format("Monday-2-January-2006")))), german.Replace(day(n).Format("Monday, 2. January 2006")), "Keine Termine.", ""
		},
		"days in numbers": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/d?n=%d", n+7000), day(n).Format("02.01.2006"), "Keine Termine.", ""
		},
		"days in Japanese": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/d?n=%d", n+7000), day(n).Format("2006年1月2日"), "予定はありません", ""
		},
		"days in Japanese with those of the week": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/d?n=%d", n+7000), day(n).Format("2006年1月2日（") + asian(n, "日月火水木金土") + "）", "予定はありません", ""
		},
		"days in Japanese with those of the week in full": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/d?n=%d", n+7000), day(n).Format("2006年1月2日 ") + asian(n, "日月火水木金土") + "曜日", "予定はありません", ""
		},
		"days in Chinese with those of the week": func(n int) (string, string, string, string) {
			return day(n).Format("/d/2006/01/02"), day(n).Format("2006年1月2日 星期") + asian(n, "日一二三四五六"), "没有活动", ""
		},
		"days in Korean with those of the week": func(n int) (string, string, string, string) {
			return day(n).Format("/d/2006/01/02"), day(n).Format("2006년 1월 2일 (") + asian(n, "일월화수목금토") + ")", "일정이 없습니다", ""
		},
		"days in words": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/d?n=%d", n+7000), "Agenda", day(n).Format("2 de January de 2006") + ": nada", ""
		},
		"days that are open or closed": func(n int) (string, string, string, string) {
			return day(n).Format("/day/2006/01/02"), day(n).Format("2 January 2006"), map[bool]string{true: "Closed.", false: "Open from 9 to 17."}[day(n).Weekday() == time.Sunday], ""
		},
		"days below much text, of which some words change": func(n int) (string, string, string, string) {
			return day(n).Format("/day/2006/01/02"), day(n).Format("2 January 2006"), "Word of the visit: " + pick(n, 1) + "." + shipping, ""
		},
		"months with a clock": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/cal?m=%d", n+7000), "Calendar", month(n).Format("January 2006") + ". No events. It is " + asked(n).Add(-90*time.Minute).Format("15:04:05") + " now.", ""
		},
		"months with a clock of twelve hours": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/cal?m=%d", n+7000), "Calendar", month(n).Format("January 2006") + ". No events. " + asked(n).Format("3:04 PM"), ""
		},
		"nothing at all": func(n int) (string, string, string, string) { return fmt.Sprintf("/x/%d", n), "", "", "" },
		"its number": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/x/%d", n), "", fmt.Sprintf("Page %d", n), ""
		},
		"that of the next": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/x/%d", n), "", fmt.Sprintf("On to %d", n+1), ""
		},
		"its number before another": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/x/%d/2", n), "", fmt.Sprintf("Page %d", n), ""
		},
		"an ordinal number": func(n int) (string, string, string, string) { return fmt.Sprintf("/x/%d", n), "", ordinal(n), "" },
	} {
		if at := trappedAt(site); at < 20 || at > 60 {
			t.Errorf("%s: got a trap after %d pages, want it after 20 to 60", name, at)
		}
	}
}

// asian is a day of the week in one character of seven.
func asian(n int, of string) string { return string([]rune(of)[day(n).Weekday()]) }

func ordinal(n int) string {
	end := "th"
	if n/10%10 != 1 && n%10 > 0 && n%10 < 4 {
		end = []string{"st", "nd", "rd"}[n%10-1]
	}
	return fmt.Sprint(n, end)
}

// TestHonestPages: pages are pages where they say something of their own, however little that is.
func TestHonestPages(t *testing.T) {
	t.Parallel()
	for name, site := range map[string]paged{
		"results of a season": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/match/%d", n), fmt.Sprintf("Match %d", n), fmt.Sprintf("Season 2026. Home %d, guests %d. Corners %d to %d.", dice(n, 1, 9), dice(n, 2, 9), dice(n, 3, 15), dice(n, 4, 15)), ""
		},
		"results of a few goals": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/2026/match/%d", n), fmt.Sprintf("Match %d", n), fmt.Sprintf("Season 2026. %d:%d", dice(n, 1, 4), dice(n, 2, 4)), ""
		},
		"results with their days": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/season/2/match/%d", n), day(n * 3).Format("Match of 2 January 2006"), fmt.Sprintf("%s %d %d", day(n*3).Format("Monday 2 January"), dice(n, 1, 6), dice(n, 2, 6)), ""
		},
		"results with their days and much text": func(n int) (string, string, string, string) {
			return day(n * 3).Format("/results/2006/01/02"), day(n * 3).Format("2 January 2006"), fmt.Sprintf("%d:%d", dice(n, 1, 60), dice(n, 2, 60)) + shipping, ""
		},
		"times of a race": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/runner/%d", n), fmt.Sprintf("Runner %d", n), fmt.Sprintf("Finished after %02d:%02d:%02d.", 2+dice(n, 1, 3), dice(n, 2, 60), dice(n, 3, 60)), ""
		},
		"rates of days": func(n int) (string, string, string, string) {
			return day(n * 7).Format("/rate/2006-01-02"), day(n * 7).Format("Rate of 2 January 2006"), fmt.Sprintf("%d cents.", 40+dice(n, 1, 60)) + shipping + shipping, ""
		},
		"results behind the names of days": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/m/%d", n+900), "", fmt.Sprintf("Played in %s %d:2", day(n*31).Format("January"), dice(n, 1, 9)), ""
		},
		"a photo each day": func(n int) (string, string, string, string) {
			return day(n).Format("/2006/01/02"), day(n).Format("2 January 2006"), shipping, fmt.Sprintf("/img/%d.jpg", n)
		},
		"what happened on a day": func(n int) (string, string, string, string) {
			return day(n).Format("/2006/01/02"), day(n).Format("2 January 2006: ") + pick(n, 1) + " " + pick(n, 2), shipping, ""
		},
		"terms": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/term/%d", n), "Glossary", fmt.Sprintf("w%cx%d: see there", 'a'+n%26, n*7), ""
		},
		"terms below much text": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/term/%d", n), "Glossary", shipping + pick(n, 1) + " " + pick(n, 2), ""
		},
		"sentences of twenty words": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/s/%d", n), "", fmt.Sprintf("The %s is a %s of the %s.", pick(n, 1), pick(n, 2), pick(n, 3)), ""
		},
		"photos": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/photo/%d", n), "", fmt.Sprintf("Photo %d of 200", n), fmt.Sprintf("/img/%d.jpg", n)
		},
		"prices": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/item/%d", n), "", fmt.Sprintf("Item %d, %d EUR", n, n*37%1201+40), ""
		},
		"small prices and much text": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/item/%d", n), fmt.Sprintf("Item %d", n), fmt.Sprintf("%d EUR in 2026.", 1+dice(n, 1, 25)) + shipping, ""
		},
		"players": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/player/%d", n+100), fmt.Sprintf("Player %d", n+100), fmt.Sprintf("Since 2024: %d wins, %d losses", n*7%19, n*11%17), ""
		},
		"seats": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/seat/%d", n), fmt.Sprintf("Seat %d", n), "12 May 2026. " + []string{"Free.", "Taken."}[dice(n, 1, 2)], ""
		},
		"stars": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/hotel/%d", n), fmt.Sprintf("Hotel %d", n), fmt.Sprintf("%d stars in 2026", 1+dice(n, 1, 5)), ""
		},
		"products": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/p/%d", n), pick(n, 1) + " " + pick(n, 2), "Add to cart. Delivery in two days.", ""
		},
		"products and much text": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/p/%d", n), pick(n, 1) + " " + pick(n, 2), fmt.Sprintf("%d EUR.", 100+dice(n, 3, 900)) + shipping, ""
		},
		"products of a day and much text": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/p/%d", n), pick(n, 1) + " " + pick(n, 2), day(n).Format("Since 2 January 2006.") + shipping, ""
		},
		"releases": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/v/%d", n), "", fmt.Sprintf("Released in %d: fixes %s.", 1990+n%30, pick(n, 1)+pick(n, 2)), ""
		},
		"years of foundation": func(n int) (string, string, string, string) {
			return fmt.Sprintf("/club/%d", n), fmt.Sprintf("Club %d", n), fmt.Sprintf("Founded in %d.", 1950+dice(n, 1, 70)), ""
		},
	} {
		if at := trappedAt(site); at >= 0 {
			t.Errorf("%s: got a trap after %d pages, want none", name, at)
		}
	}
}

// TestCalendarAmongOthers: a calendar is a trap also where pages of more templates than are remembered come in between.
func TestCalendarAmongOthers(t *testing.T) {
	t.Parallel()
	var s frontier.Sights
	for n := range 30 {
		u := &url.URL{Host: "a.test", Path: fmt.Sprintf("/day/%d", n)}
		s = s.Saw(u, frontier.Look{Gist: 1})
		for i := range min(n, 1) * 30 { // two are met before the others
			other := &url.URL{Host: "a.test", Path: "/" + strings.Repeat("x", 1+n*30+i)}
			s = s.Saw(other, frontier.Look{Gist: uint64(i)})
		}
	}
	if !s.Traps(&url.URL{Host: "a.test", Path: "/day/99"}) || len(s) > 24 {
		t.Errorf("got no trap, or %d templates; want one, and at most 24", len(s))
	}
}

// TestCalendarBehindOthers: pages that looked the same twice leave room for a calendar.
func TestCalendarBehindOthers(t *testing.T) {
	t.Parallel()
	var s frontier.Sights
	for n := range 48 {
		s = s.Saw(&url.URL{Path: "/" + strings.Repeat("x", 1+n/2)}, frontier.Look{Gist: 1})
	}
	for range 20 {
		s = s.Saw(&url.URL{Path: "/day/1"}, frontier.Look{Gist: 1})
	}
	if !s.Traps(&url.URL{Path: "/day/2"}) {
		t.Error("got no trap, want one")
	}
}

// TestTemplate: URLs have one template where numbers and names of months and days alone tell them apart.
func TestTemplate(t *testing.T) {
	t.Parallel()
	for other, want := range map[string]bool{"/tag/7-m%C3%A4rz-2026": true, "/tag/12-mai-2027": true, "/tag/7-uhr-2026": false, "/tage/7-mai-2026": false} {
		a, err := url.Parse("http://a.test/tag/1-juni-2026")
		if err != nil {
			t.Fatal(err)
		}
		b, err := url.Parse("http://a.test" + other)
		if err != nil {
			t.Fatal(err)
		}
		if got := frontier.Template(a) == frontier.Template(b); got != want {
			t.Errorf("%s: got the template of %s: %t, want %t", other, a.Path, got, want)
		}
	}
}

// TestNearShapes: shapes that differ in six bits are near, and in seven are not; and they count where dates differ and names do not.
func TestNearShapes(t *testing.T) {
	t.Parallel()
	u := &url.URL{Path: "/c/1"}
	for _, c := range []struct {
		bits        int
		dates, name uint64
		want        bool
	}{{0, 1, 0, true}, {6, 1, 0, true}, {7, 1, 0, false}, {0, 0, 0, false}, {0, 1, 1, false}} {
		var s frontier.Sights
		for n := range uint64(21) {
			shape := ^uint64(0)
			if n%2 == 1 {
				shape <<= c.bits
			}
			s = s.Saw(u, frontier.Look{Gist: n, Dates: 1 + n*c.dates, Name: n * c.name, Shape: shape})
		}
		if got := s.Traps(u); got != c.want {
			t.Errorf("%+v: got a trap %t, want %t", c, got, c.want)
		}
	}
}

// TestTrapsStay: what was a trap is one, whatever a page that was under way looks like.
func TestTrapsStay(t *testing.T) {
	t.Parallel()
	u := &url.URL{Path: "/c/1"}
	var s frontier.Sights
	for range 20 {
		s = s.Saw(u, frontier.Look{Gist: 1})
	}
	if s = s.Saw(u, frontier.Look{Gist: 7}); !s.Traps(u) {
		t.Error("got no trap after a page that looks otherwise, want one")
	}
}
