package shell_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/shell"
)

// TestMore: shells that are known by less than what frameworks leave, and pages that look like them.
func TestMore(t *testing.T) {
	t.Parallel()
	const script, gap = `<script src="/app.js"></script>`, `<div id="main"></div>`
	asks := strings.Repeat("This application needs JavaScript. Please turn JavaScript on in your browser! ", 8)
	foot := strings.Repeat("The harbour office is open on every day but Sunday. ", 5)
	for name, c := range map[string]struct {
		page string
		want shell.Sign
	}{
		"a frame beside an empty root":       {`<iframe src="/pay"></iframe><div id="root"></div>` + script, shell.Root},
		"a frame beside a root":              {`<iframe src="/pay"></iframe><div id="root">Ropes</div>` + script, shell.None},
		"a frame alone":                      {`<iframe src="/pay"></iframe>` + gap + script, shell.None},
		"a frame without a size":             {`<iframe src="/count" style="width: 0; height: 0; border: 0"></iframe>` + gap + script, shell.Empty},
		"a frame beyond the edges":           {`<iframe src="/count" style="position:absolute;left:-9999px"></iframe>` + gap + script, shell.Empty},
		"a long message without scripts":     {`<noscript>` + asks + `</noscript><div id="root"></div>` + script, shell.Root},
		"a text and a message":               {`<noscript>` + asks + foot + foot + `</noscript><div id="root"></div>` + script, shell.None},
		"names in braces":                    {`<div ng-app="x"><h1>{{ title }}</h1><p>{{ body }}</p><p>By {{ author.name }}</p></div>` + script, shell.Root},
		"names in braces of the body":        {`<h1>{{ title }}</h1><p>By {{ author.name }} on {{ date }}</p>` + script, shell.Template},
		"braces in code":                     {`<h1>Names</h1><p>Write the name in braces:</p><pre>{{ title }}</pre>` + script, shell.None},
		"names without a script":             {`<h1>{{ title }}</h1>`, shell.None},
		"a footer by its name":               {`<div id="root"></div><div class="Cookie-Banner"><p>` + foot + `</p></div><div id="footer"><p>` + foot + `</p></div>` + script, shell.Root},
		"a menu by its name in the root":     {`<div id="root"><div class="navbar"><a href="/a">Home</a> <a href="/b">Ropes and tar</a> <a href="/c">About the harbour office</a></div></div>` + script, shell.Root},
		"a text in what is named for a head": {`<div id="root"></div><div class="has-header"><p>` + foot + `</p></div>` + script, shell.None},
		"a long text in a head":              {`<div id="root"></div><div class="header"><p>` + strings.Repeat(foot, 4) + `</p></div>` + script, shell.None},
		"Arabic":                             {`<div class="s">جاري التحميل…</div>` + script, shell.Loading},
		"Korean":                             {`<div class="s">잠시만 기다려 주세요</div>` + script, shell.Loading},
		"Swedish":                            {`<div class="s">Laddar…</div>` + script, shell.Loading},
		"Finnish":                            {`<div class="s">Ladataan…</div>` + script, shell.Loading},
		"Danish":                             {`<div class="s">Indlæser…</div>` + script, shell.Loading},
		"Czech":                              {`<div class="s">Načítání…</div>` + script, shell.Loading},
		"Vietnamese":                         {`<div class="s">Đang tải…</div>` + script, shell.Loading},
		"Hindi":                              {`<div class="s">लोड हो रहा है…</div>` + script, shell.Loading},
		"a blaster":                          {`<p>Blaster inning</p>` + script, shell.None},
		"a script of the domain":             {`<h1>Ropes</h1>` + gap + `<script src="https://static.harbour.test/app.js"></script>`, shell.Written},
		"a script of another domain":         {`<h1>Ropes</h1>` + gap + `<script src="https://static.quay.test/app.js"></script>`, shell.None},
		"a picture and a gap":                {`<img src="/boat.jpg">` + gap + script, shell.None},
		"a field and a gap":                  {`<label>Boat</label><input name="q">` + gap + script, shell.None},
		"a script that is put off":           {`<div id="root"></div><script type="late-text/javascript" src="/app.js"></script>`, shell.Root},
		"a script that is data":              {`<div id="root"></div><script type="application/ld+json">{}</script>`, shell.None},
		"leads on":                           {`<meta http-equiv="Refresh" content="0;URL='/new'"><p>Moved.</p>`, shell.Leading},
		"leads on after a time":              {`<meta http-equiv="refresh" content="5, url=/new"><p>Moved.</p>`, shell.Leading},
		"loads itself again":                 {`<meta http-equiv="refresh" content="5"><p>Four boats.</p>`, shell.None},
		"leads on much later":                {`<meta http-equiv="refresh" content="300; url=/new"><p>Four boats.</p>`, shell.None},
		"leads on from a text":               {`<meta http-equiv="refresh" content="5; url=/new"><p>` + foot + `</p>`, shell.None},
		"a script that leads on":             {`<p>If nothing happens, <a href="/new">click here</a>.</p><script>window.location.href = "/new"</script>`, shell.Leading},
		"a script that replaces":             {`<p>Redirecting you…</p><script>location.replace("/new")</script>`, shell.Leading},
		"a script that asks where it is":     {`<p>Four boats.</p><script>if (location.href == "/new" || mylocation = 1) go()</script>`, shell.None},
		"a script of a field":                {`<p>Your name?</p><input name="n"><script>f.onsubmit = () => { location = "/new" }</script>`, shell.None},
	} {
		got := shell.In([]byte("<!DOCTYPE html><title>Harbour</title><body>"+c.page), shell.Content{Host: "www.harbour.test"})
		if got != c.want {
			t.Errorf("%s: got sign %q, want %q", name, got, c.want)
		}
	}
	names := shell.Content{Text: strings.Repeat("{{ harbour.office.name }} ", 20), Believed: true}
	if names.Enough() {
		t.Error("got enough of names in braces, want not enough")
	}
}
