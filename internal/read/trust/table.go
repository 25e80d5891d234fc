package trust

import (
	"strings"
	"sync"
)

// Class is whose a document is.
type Class string

// The classes.
const (
	Official   Class = "official"
	Subject    Class = "subject"
	Scholarly  Class = "scholarly"
	Press      Class = "press"
	Reference  Class = "reference"
	Preprint   Class = "preprint"
	Trade      Class = "trade"
	Blog       Class = "blog"
	Unknown    Class = "unknown"
	Personal   Class = "self_published"
	Forum      Class = "forum"
	Unreliable Class = "unreliable"
)

// row is a class with what it is worth, why, and the domains that are known to be of it,
// each with all below it.
type row struct {
	class   Class
	value   float64
	reason  string
	domains string
}

// table is the whole of what is known of domains. Unreliable are sites of satire and of
// invented news, and large ones that Wikipedia's list of perennial sources deprecates
// for making up or twisting facts; others are not distinguished by their opinions.
var table = []row{
	{Official, 0.9, "public body or standards body", `
		europa.eu admin.ch bund.de bundestag.de bundesbank.de destatis.de gc.ca canada.ca parliament.uk nhs.uk
		un.org unesco.org worldbank.org imf.org oecd.org wto.org ecb.eu bis.org iea.org wmo.int
		iso.org iec.ch ietf.org rfc-editor.org w3.org ieee.org etsi.org itu.int iana.org icann.org whatwg.org unicode.org ecma-international.org
		cern.ch esa.int mpg.de fraunhofer.de`},
	{Subject, 0.9, "the subject's own site", ""},
	{Scholarly, 0.9, "scholarly publication", `
		doi.org nature.com science.org cell.com thelancet.com nejm.org bmj.com pnas.org plos.org acm.org jstor.org
		springer.com sciencedirect.com wiley.com tandfonline.com oup.com cambridge.org sagepub.com mdpi.com frontiersin.org
		aps.org acs.org rsc.org royalsocietypublishing.org cochranelibrary.com europepmc.org`},
	{Press, 0.8, "wire or national press", `
		reuters.com apnews.com afp.com dpa.com bloomberg.com ft.com wsj.com economist.com nytimes.com washingtonpost.com
		theguardian.com bbc.com bbc.co.uk thetimes.com npr.org pbs.org cbsnews.com nbcnews.com abcnews.go.com usatoday.com latimes.com
		theatlantic.com newyorker.com time.com cbc.ca theglobeandmail.com abc.net.au rte.ie irishtimes.com
		lemonde.fr lefigaro.fr liberation.fr france24.com dw.com tagesschau.de zdf.de faz.net sueddeutsche.de zeit.de spiegel.de handelsblatt.com
		orf.at derstandard.at srf.ch nzz.ch elpais.com elmundo.es rtve.es corriere.it repubblica.it ansa.it publico.pt
		nos.nl nrc.nl svt.se dn.se dr.dk nrk.no yle.fi nikkei.com nhk.or.jp asahi.com yna.co.kr thehindu.com aljazeera.com`},
	{Reference, 0.8, "edited reference work", `britannica.com ourworldindata.org`},
	{Preprint, 0.75, "preprint, not reviewed", `arxiv.org biorxiv.org medrxiv.org ssrn.com osf.io preprints.org`},
	{Trade, 0.6, "trade press or wiki", `
		wikipedia.org wikidata.org wikimedia.org
		techcrunch.com theverge.com arstechnica.com wired.com theregister.com zdnet.com cnet.com engadget.com venturebeat.com
		infoq.com heise.de golem.de t3n.de theinformation.com axios.com businessinsider.com fortune.com forbes.com cnbc.com
		technologyreview.com spectrum.ieee.org sifted.eu tech.eu adweek.com searchengineland.com infoworld.com computerworld.com
		pv-magazine.com electrek.co utilitydive.com freightwaves.com statnews.com fiercepharma.com`},
	{Blog, 0.55, "blog of an organization", ""},
	{Unknown, 0.5, "nothing known of the site", ""},
	{Personal, 0.4, "self-published", `
		medium.com substack.com wordpress.com blogspot.com tumblr.com ghost.io hashnode.dev dev.to wixsite.com weebly.com
		github.io neocities.org sites.google.com notion.site telegra.ph fandom.com hubpages.com`},
	{Forum, 0.35, "forum or social network", `
		reddit.com x.com twitter.com facebook.com instagram.com threads.net tiktok.com youtube.com linkedin.com pinterest.com quora.com
		news.ycombinator.com lobste.rs stackexchange.com stackoverflow.com superuser.com serverfault.com
		mastodon.social bsky.app t.me telegram.me discord.com vk.com weibo.com zhihu.com producthunt.com trustpilot.com 4chan.org`},
	{Unreliable, 0.1, "listed as unreliable", `
		theonion.com babylonbee.com thebeaverton.com newsthump.com der-postillon.com worldnewsdailyreport.com
		infowars.com naturalnews.com newspunch.com beforeitsnews.com globalresearch.ca veteranstoday.com
		breitbart.com thegatewaypundit.com theepochtimes.com wnd.com oann.com newsmax.com occupydemocrats.com mintpressnews.com thegrayzone.com
		dailymail.co.uk dailystar.co.uk thesun.co.uk nationalenquirer.com zerohedge.com
		rt.com sputniknews.com sputnikglobe.com presstv.ir tasnimnews.com globaltimes.cn cgtn.com telesurtv.net southfront.press`},
}

// reserved are second-level names that countries keep for public bodies and universities.
var reserved = map[string]bool{
	"gov": true, "gob": true, "gouv": true, "govt": true, "gv": true, "go": true, "mil": true, "edu": true, "ac": true,
}

// ratings are the table as it is asked, made at the first question.
type ratings struct {
	values   map[Class]float64
	reasons  map[Class]string
	byDomain map[string]Class
}

var rated = sync.OnceValue(func() ratings {
	all := ratings{map[Class]float64{}, map[Class]string{}, map[string]Class{}}
	for _, r := range table {
		all.values[r.class], all.reasons[r.class] = r.value, r.reason
		for domain := range strings.FieldsSeq(r.domains) {
			all.byDomain[domain] = r.class
		}
	}
	return all
})
