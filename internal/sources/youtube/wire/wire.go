// Package wire reads what YouTube's own site asks of its servers, which has no public
// description: pages of channels and the lists on them, in the forms of 2024 to 2026.
// It is pure: it calls nobody, and knows neither jobs nor how lists are walked.
package wire

import (
	"encoding/base64"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/social"
)

// The tabs of a channel that list videos.
const (
	Videos  = "videos"
	Shorts  = "shorts"
	Streams = "streams"
)

// Params open a tab.
var params = map[string]string{
	Videos: "EgZ2aWRlb3PyBgQKAjoA", Shorts: "EgZzaG9ydHPyBgUKA5oBAA%3D%3D", Streams: "EgdzdHJlYW1z8gYECgJ6AA%3D%3D",
}

// Params is what a browse of a channel names one of the three tabs by.
func Params(tab string) string { return params[tab] }

// Browse is an answer of /youtubei/v1/browse: the page of a channel, or more of a list.
type Browse struct {
	Contents *struct {
		Columns struct {
			Tabs []struct {
				Tab tab `json:"tabRenderer"`
			} `json:"tabs"`
		} `json:"twoColumnBrowseResultsRenderer"`
	} `json:"contents"`
	Header      header   `json:"header"`
	Metadata    metadata `json:"metadata"`
	Microformat struct {
		Data struct {
			URL string `json:"urlCanonical"`
		} `json:"microformatDataRenderer"`
	} `json:"microformat"`
	Alerts []struct {
		Alert struct {
			Type string `json:"type"`
			Text text   `json:"text"`
		} `json:"alertRenderer"`
	} `json:"alerts"`
	Actions []struct {
		Append *struct {
			Items []entry `json:"continuationItems"`
		} `json:"appendContinuationItemsAction"`
	} `json:"onResponseReceivedActions"`
}

type tab struct {
	Selected   bool   `json:"selected"`
	Identifier string `json:"tabIdentifier"`
	Endpoint   struct {
		Browse struct {
			ID     string `json:"browseId"`
			Params string `json:"params"`
		} `json:"browseEndpoint"`
		Command command `json:"commandMetadata"`
	} `json:"endpoint"`
	Content struct {
		Grid *struct {
			Contents []entry `json:"contents"`
		} `json:"richGridRenderer"`
		Sections *struct {
			Contents []section `json:"contents"`
		} `json:"sectionListRenderer"`
	} `json:"content"`
}

type command struct {
	Web struct {
		URL string `json:"url"`
	} `json:"webCommandMetadata"`
}

type section struct {
	Gate *gate `json:"channelAgeGateRenderer"`
	Item struct {
		Contents []struct {
			Message *struct {
				Text text `json:"text"`
			} `json:"messageRenderer"`
		} `json:"contents"`
	} `json:"itemSectionRenderer"`
}

// gate stands in place of a channel that is for adults only.
type gate struct {
	Title  string `json:"channelTitle"`
	Avatar images `json:"avatar"`
}

// name is a tab's, whatever its language: the first field of its params, or the end of
// its address.
func (t tab) name() string {
	encoded, err := url.QueryUnescape(t.Endpoint.Browse.Params)
	if err == nil {
		raw, err := base64.URLEncoding.DecodeString(encoded)
		if err == nil && len(raw) > 2 && raw[0] == 0x12 {
			// An int, as 2 and a byte of 254 or more wrap round.
			if end := 2 + int(raw[1]); end <= len(raw) {
				return string(raw[2:end])
			}
		}
	}
	return path.Base(t.Endpoint.Command.Web.URL)
}

// List is a part of a tab.
type List struct {
	Items []social.Item
	Next  string // what continues it; empty at its end
}

// Tabs returns the names of the tabs that a channel's page has.
func (b *Browse) Tabs() []string {
	var names []string
	if b.Contents != nil {
		for _, t := range b.Contents.Columns.Tabs {
			if n := t.Tab.name(); n != "." && !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	return names
}

// Selected returns the name of the tab that the page shows; empty for none.
func (b *Browse) Selected() string {
	if t := b.selected(); t != nil {
		return t.name()
	}
	return ""
}

func (b *Browse) selected() *tab {
	if b.Contents == nil {
		return nil
	}
	for i, t := range b.Contents.Columns.Tabs {
		if t.Tab.Selected {
			return &b.Contents.Columns.Tabs[i].Tab
		}
	}
	return nil
}

// List returns the videos of the tab that the page shows, which is not the one that was
// asked for where the channel has none. Known is false for a form of tab that this
// package does not know.
func (b *Browse) List(now time.Time) (list List, known bool) {
	t := b.selected()
	switch {
	case t == nil:
		return List{}, false
	case t.Content.Grid != nil:
		return lists(t.Content.Grid.Contents, now), true
	case t.Content.Sections != nil:
		return List{}, slices.ContainsFunc(t.Content.Sections.Contents, section.empty)
	}
	return List{}, false
}

// empty reports whether a section says in words that there is nothing.
func (s section) empty() bool {
	return len(s.Item.Contents) == 1 && s.Item.Contents[0].Message != nil
}

// More returns what continues a list. Known is false when the answer has none.
func (b *Browse) More(now time.Time) (list List, known bool) {
	for _, a := range b.Actions {
		if a.Append != nil {
			more := lists(a.Append.Items, now)
			list.Items = append(list.Items, more.Items...)
			list.Next, known = more.Next, true
		}
	}
	return list, known
}

// Refusal is why YouTube shows no such channel, in its own words; empty when it does.
func (b *Browse) Refusal() string {
	if b.Contents != nil {
		return ""
	}
	for _, a := range b.Alerts {
		if a.Alert.Type == "ERROR" {
			return strings.Join(strings.Fields(a.Alert.Text.String()), " ")
		}
	}
	return ""
}

// gate returns what hides a channel that is for adults, or nil.
func (b *Browse) gate() *gate {
	if b.Contents == nil {
		return nil
	}
	for _, t := range b.Contents.Columns.Tabs {
		if s := t.Tab.Content.Sections; s != nil && len(s.Contents) > 0 && s.Contents[0].Gate != nil {
			return s.Contents[0].Gate
		}
	}
	return nil
}

// Gated reports whether the channel is shown to adults with an account only.
func (b *Browse) Gated() bool { return b.gate() != nil }
