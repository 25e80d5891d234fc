package metadata_test

import (
	"strings"
	"testing"
)

// TestWordsBeforeADay has every word that tells when a page was published from when it
// was changed.
func TestWordsBeforeADay(t *testing.T) {
	t.Parallel()
	const text = `<p>The tide stood high that day, and the keel was wet.</p>`
	for word := range strings.SplitSeq(`updated|modified|last |revised|edited|reviewed|update|aktualisiert|geändert|bearbeitet|stand|änderung|à jour|modifié|actualiza|modificad|aggiornat|atualizad|bijgewerkt|uppdaterad|oppdatert|opdateret|päivitetty|aktualiz|frissít|güncelle|обновл|измен|更新|수정`, "|") {
		m := read(t, `<h1>A wet day</h1><p>`+word+`: 9 October 2020</p>`+text)
		if m.PublishedAt != "" || m.UpdatedAt != "2020-10-09" {
			t.Errorf("%s: got published %q, modified %q; want none, 2020-10-09", word, m.PublishedAt, m.UpdatedAt)
		}
	}
	if m := read(t, `<h1>A wet day</h1><p>9 October 2020</p><p>7 October 2020</p>`+text); m.PublishedAt == "2020-10-07" || m.UpdatedAt != "" {
		t.Errorf("got published %q, modified %q where no word says it; want another day, none", m.PublishedAt, m.UpdatedAt)
	}
	for word := range strings.SplitSeq(`publish|posted|written|created|added|date|publizier|veröffentlicht|erschienen|erstellt|eingestellt|geschrieben|verfasst|vom|datum|publié|mise en ligne|mis en ligne|publicad|fecha|pubblicat|geplaatst|gepubliceerd|publicerad|publisert|udgivet|julkaistu|opublikowano|publikacji|dodano|vydáno|publikov|közzét|megjelen|publicat|yayın|опублик|дата|опублік|δημοσι|تاريخ|نشر|发布|发表|日期|公開|投稿|작성|입력|by |von |par |por `, "|") {
		m := read(t, `<h1>A wet day</h1><p>9 October 2020</p><p>`+word+`: 7 October 2020</p>`+text)
		if m.PublishedAt != "2020-10-07" {
			t.Errorf("%s: got published %q, want 2020-10-07", word, m.PublishedAt)
		}
	}
}
