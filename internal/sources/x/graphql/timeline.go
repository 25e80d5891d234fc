package graphql

import (
	"encoding/json"
	"strings"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/legacy"
)

// Timeline is what a list holds: a timeline, a conversation, a search, a list of people.
type Timeline struct {
	// Posts are in the order of the page: of a conversation the focal post with what it
	// answers, else all.
	Posts []social.Item
	// Pinned is the post that the account wants to be seen first. It stands among Posts,
	// too, on the page that it belongs to by its time.
	Pinned *social.Item
	// Replies are those of a conversation, each branch after the other.
	Replies []social.Item
	People  []social.Author
	Bottom  string // the token of what comes below; empty for none
	// Hidden are the reasons for not showing posts, by their ids.
	Hidden map[string]string
}

// content is what an entry holds: a cursor, an item, or a module of several.
type content struct {
	Value      string `json:"value"`
	CursorType string `json:"cursorType"`
	Item       *item  `json:"itemContent"`
	Items      legacy.List[struct {
		EntryID string `json:"entryId"`
		Item    struct {
			Content *item `json:"itemContent"`
		} `json:"item"`
	}] `json:"items"`
}

type item struct {
	Tweets     result[tweet]   `json:"tweet_results"`
	Users      result[user]    `json:"user_results"`
	Value      string          `json:"value"`
	CursorType string          `json:"cursorType"`
	Promoted   json.RawMessage `json:"promotedMetadata"`
}

type entry struct {
	ID      string  `json:"entryId"`
	Content content `json:"content"`
}

type instruction struct {
	Type        string             `json:"type"`
	Entries     legacy.List[entry] `json:"entries"`
	Entry       *entry             `json:"entry"`
	ModuleItems legacy.List[struct {
		EntryID string `json:"entryId"`
		Item    struct {
			Content *item `json:"itemContent"`
		} `json:"item"`
	}] `json:"moduleItems"`
}

// reader gathers a Timeline.
type reader struct {
	source string
	Timeline
}

func (r *reader) instruction(in *instruction) {
	switch in.Type {
	case "TimelinePinEntry":
		r.pinned(in.Entry)
		return
	case "TimelineReplaceEntry": // of a search: new cursors
		if in.Entry != nil {
			r.entry(in.Entry)
		}
		return
	}
	for i := range in.Entries {
		r.entry(&in.Entries[i])
	}
	for _, m := range in.ModuleItems {
		r.item(m.EntryID, m.Item.Content)
	}
}

func (r *reader) pinned(e *entry) {
	if e == nil || e.Content.Item == nil {
		return
	}
	if t := e.Content.Item.Tweets.Result.shown(); t != nil {
		r.Pinned = new(t.item(r.source))
	}
}

func (r *reader) entry(e *entry) {
	if strings.HasPrefix(e.ID, "who-to-follow") || strings.HasPrefix(e.ID, "promoted") {
		return
	}
	r.cursor(e.Content.CursorType, e.Content.Value)
	r.item(e.ID, e.Content.Item)
	for _, m := range e.Content.Items {
		r.item(m.EntryID, m.Item.Content)
	}
}

func (r *reader) cursor(kind, value string) {
	if value != "" && (kind == "Bottom" || strings.HasPrefix(kind, "ShowMore") && !strings.HasPrefix(kind, "ShowMoreThreadsPrompt") && r.Bottom == "") {
		r.Bottom = value
	}
}

func (r *reader) item(entryID string, it *item) {
	if it == nil || len(it.Promoted) > 0 {
		return
	}
	r.cursor(it.CursorType, it.Value)
	if author := it.Users.Result.author(); author != nil {
		r.People = append(r.People, *author)
	}
	if it.Tweets.Result == nil {
		return
	}
	t := it.Tweets.Result.shown()
	switch {
	case t == nil:
		id := it.Tweets.Result.id()
		if id == "" {
			id = entryID[strings.LastIndexByte(entryID, '-')+1:]
		}
		r.Hidden[id] = it.Tweets.Result.why()
	case strings.HasPrefix(entryID, "conversationthread-"):
		r.Replies = append(r.Replies, t.item(r.source))
	default:
		r.Posts = append(r.Posts, t.item(r.source))
	}
}
