package browser_test

import (
	"fmt"
	"net/url"
)

// way is a way of a page to reach something else. In its body {to} is an origin that is
// reached by plain HTTP, {tls} the same by TLS, {ws} and {wss} for web sockets, {hp} host
// and port, and {n} the way's number: the path by which its request is known.
type way struct {
	name string
	body string
	// alone has the page's own address, as what is said of frames does not go for it.
	alone bool
	// silent ways are known not to be live, for the reason here: they are tried, and do
	// not count.
	silent string
}

// as is the address of a document on the page's own host that has a type and a body.
func as(mime, body string) string {
	return "/as?t=" + url.QueryEscape(mime) + "&b=" + url.QueryEscape(body) + "&n={n}&o={o}"
}

// with is such an address whose response has a header of a page's.
func with(header, value, body string) string {
	return as("text/html", body) + "&h=" + url.QueryEscape(header) + "&v=" + url.QueryEscape(value)
}

// frame shows an address in a frame.
func frame(address string) string { return fmt.Sprintf(`<iframe src="%s"></iframe>`, address) }

// inScript is a page that runs a script.
func inScript(text string) string { return "<script>" + text + "</script>" }

// to redirects to the origin by a status.
func to(status int) string { return fmt.Sprintf("/to?s=%d&u={to}/{n}", status) }

// waysOfMarkup need no script.
func waysOfMarkup() []way {
	return []way{
		{name: "img", body: `<img src="{to}/{n}">`},
		{name: "img, relative to a scheme", body: `<img src="//{hp}/{n}">`},
		{name: "img, lazy", body: `<img loading=lazy src="{to}/{n}">`},
		{name: "image, which is img", body: `<image src="{to}/{n}">`},
		{name: "srcset", body: `<img srcset="{to}/{n} 1x">`},
		{name: "picture", body: `<picture><source srcset="{to}/{n}"><img></picture>`},
		{name: "input of type image", body: `<input type=image src="{to}/{n}">`},
		{name: "body background", body: `<body background="{to}/{n}">`},
		{name: "table background", body: `<table background="{to}/{n}"><tr><td>x</table>`},
		{name: "base href", body: `<base href="{to}/"><img src="{n}">`},
		{name: "iframe", body: `<iframe src="{to}/{n}"></iframe>`},
		{name: "iframe, sandboxed", body: `<iframe sandbox src="{to}/{n}"></iframe>`},
		{name: "iframe srcdoc", body: `<iframe srcdoc="<img src='{to}/{n}'>"></iframe>`},
		{name: "iframe of data:", body: `<iframe src="data:text/html,<img src={to}/{n}>"></iframe>`},
		{name: "iframe of javascript:", body: `<iframe src="javascript:'<img src={to}/{n}>'"></iframe>`},
		{name: "frameset", body: frame(as("text/html", `<frameset><frame src="{to}/{n}"></frameset>`))},
		{name: "object", body: `<object data="{to}/{n}"></object>`},
		{name: "embed", body: `<embed src="{to}/{n}">`},
		{name: "video", body: `<video src="{to}/{n}" autoplay muted></video>`},
		{name: "video poster", body: `<video poster="{to}/{n}"></video>`},
		{name: "audio", body: `<audio src="{to}/{n}" preload=auto></audio>`},
		{name: "source", body: `<video autoplay muted><source src="{to}/{n}"></video>`},
		{name: "track", body: `<video crossorigin src="/as?t=video/mp4&b=x"><track default kind=captions src="{to}/{n}"></video><script>document.querySelector("track").track.mode="showing"</script>`},
		{name: "script", body: `<script src="{to}/{n}"></script>`},
		{name: "script, module", body: `<script type=module src="{to}/{n}"></script>`},
		{name: "import map", body: `<script type=importmap>{"imports":{"x":"{to}/{n}"}}</script><script type=module>import("x").catch(()=>0)</script>`},
		{name: "stylesheet", body: `<link rel=stylesheet href="{to}/{n}">`},
		{name: "preload", body: `<link rel=preload as=fetch href="{to}/{n}">`},
		{name: "preload of an image set", body: `<link rel=preload as=image imagesrcset="{to}/{n} 1x">`},
		{name: "prefetch", body: `<link rel=prefetch href="{to}/{n}">`},
		{name: "modulepreload", body: `<link rel=modulepreload href="{to}/{n}">`},
		{name: "preconnect", body: `<link rel=preconnect href="{tls}">`, alone: true, silent: "it connects and asks for nothing, so that nothing tells it from others"},
		{name: "dns-prefetch", body: `<link rel=dns-prefetch href="{to}">`, silent: "names are looked up by the proxy when a request needs them"},
		{name: "icon", body: `<link rel=icon href="{to}/{n}">`, alone: true, silent: "a browser without windows shows no icons"},
		{name: "manifest", body: `<link rel=manifest href="{to}/{n}">`, alone: true, silent: "a browser without windows installs nothing"},
		{name: "search", body: `<link rel=search type="application/opensearchdescription+xml" href="{to}/{n}">`, alone: true, silent: "a browser without windows offers no search"},
		{name: "portal", body: `<portal src="{to}/{n}"></portal>`, silent: "Chromium has removed it"},
		{name: "meta refresh in a frame", body: frame(as("text/html", `<meta http-equiv=refresh content="0;url={to}/{n}">`))},
		{name: "Refresh header in a frame", body: frame(with("Refresh", "0;url={to}/{n}", "x"))},
		{name: "Link header, preload", body: frame(with("Link", `<{to}/{n}>; rel=preload; as=image`, "x"))},
		{name: "Link header, stylesheet", body: frame(with("Link", `<{to}/{n}>; rel=stylesheet`, "x")), silent: "Chromium loads no stylesheet by a header"},
		{name: "CSP report-uri", body: frame(with("Content-Security-Policy", "img-src 'none'; report-uri {to}/{n}", `<img src="/x">`))},
		{name: "CSP report-uri in a trial", body: frame(with("Content-Security-Policy-Report-Only", "img-src 'none'; report-uri {to}/{n}", `<img src="/x">`))},
		{name: "Reporting API", body: frame(with("Reporting-Endpoints", `a="{tls}/{n}"`, `<script>navigator.vibrate(1)</script>`)), silent: "reports are sent a minute later, and by TLS alone"},
		{name: "ping", body: `<a id=a href="#x" ping="{to}/{n}">x</a><script>a.click()</script>`},
		{name: "link's target in a frame", body: `<iframe name=f></iframe><a id=a href="{to}/{n}" target=f>x</a><script>a.click()</script>`},
		{name: "attributionsrc", body: `<img attributionsrc="{to}/{n}">`, silent: "it is for pages over TLS whose profile allows it"},
		{name: "XML stylesheet", body: frame(as("text/xml", `<?xml version="1.0"?><?xml-stylesheet type="text/css" href="{to}/{n}"?><x/>`))},
		{name: "XSLT", body: frame(as("text/xml", `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="{to}/{n}"?><x/>`)), silent: "a stylesheet has to be of the page's own origin"},
		{name: "XML entity", body: frame(as("text/xml", `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "{to}/{n}">]><x>&e;</x>`)), silent: "Chromium reads no external entities"},
		{name: "XML DTD", body: frame(as("text/xml", `<?xml version="1.0"?><!DOCTYPE x SYSTEM "{to}/{n}"><x/>`)), silent: "Chromium reads no external DTD"},
		{name: "XInclude", body: frame(as("text/xml", `<x xmlns:i="http://www.w3.org/2001/XInclude"><i:include href="{to}/{n}"/></x>`)), silent: "Chromium does not include"},
	}
}

// waysOfStyle go by a style or by SVG.
func waysOfStyle() []way {
	return []way{
		{name: "css background", body: `<div style="background:url({to}/{n})">x</div>`},
		{name: "css background, escaped", body: `<div style="background:\75\72\6c({to}/{n})">x</div>`},
		{name: "css image-set", body: `<div style="background:image-set('{to}/{n}' 1x)">x</div>`},
		{name: "css cross-fade", body: `<div style="background:-webkit-cross-fade(url({to}/{n}),url({to}/{n}),50%)">x</div>`},
		{name: "css variable", body: `<style>p{--u:url({to}/{n});background:var(--u)}</style><p>x</p>`},
		{name: "css border-image", body: `<div style="border:9px solid;border-image:url({to}/{n}) 9">x</div>`},
		{name: "css mask", body: `<div style="mask-image:url({to}/{n})">x</div>`},
		{name: "css shape-outside", body: `<div style="float:left;shape-outside:url({to}/{n})">x</div>`},
		{name: "css list-style", body: `<ul style="list-style-image:url({to}/{n})"><li>x</ul>`},
		{name: "css content", body: `<style>p::before{content:url({to}/{n})}</style><p>x</p>`},
		{name: "css cursor", body: `<div style="cursor:url({to}/{n}),auto">x</div>`},
		{name: "css @import", body: `<style>@import "{to}/{n}";</style>`},
		{name: "css @import of a sheet", body: `<link rel=stylesheet href="` + as("text/css", `@import url({to}/{n});`) + `">`},
		{name: "css @font-face", body: `<style>@font-face{font-family:f;src:url({to}/{n})}</style><p style="font-family:f">x</p>`},
		{name: "css of data:", body: `<link rel=stylesheet href="data:text/css,@import '{to}/{n}';">`},
		{name: "css in a constructed sheet", body: inScript(`s=new CSSStyleSheet;s.replaceSync("body{background:url({to}/{n})}");document.adoptedStyleSheets=[s]`)},
		{name: "css paint worklet", body: inScript(`CSS.paintWorklet.addModule("{to}/{n}").catch(()=>0)`)},
		{name: "svg image", body: `<svg><image href="{to}/{n}" width=9 height=9 /></svg>`},
		{name: "svg image, xlink", body: `<svg xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="{to}/{n}" width=9 height=9 /></svg>`},
		{name: "svg image, animated", body: `<svg><image width=9 height=9><set attributeName=href to="{to}/{n}" /></image></svg>`},
		{name: "svg feImage", body: `<svg><filter id=f><feImage href="{to}/{n}" /></filter><rect width=9 height=9 filter="url(#f)" /></svg>`},
		{name: "svg foreignObject", body: `<svg><foreignObject width=9 height=9><img src="{to}/{n}" /></foreignObject></svg>`},
		{name: "svg script", body: `<svg><script href="{to}/{n}"></script></svg>`},
		{name: "svg in a frame", body: frame(as("image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><image href="{to}/{n}" width="9" height="9"/></svg>`))},
		{name: "svg stylesheet", body: frame(as("image/svg+xml", `<?xml-stylesheet href="{to}/{n}"?><svg xmlns="http://www.w3.org/2000/svg"/>`))},
		{name: "svg use", body: `<svg><use href="{to}/{n}#x" /></svg>`, silent: "what is used has to be of the page's own origin"},
		{name: "svg in an image", body: `<img src="` + as("image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><image href="{to}/{n}" width="9" height="9"/></svg>`) + `">`, silent: "an image loads nothing"},
	}
}

// waysOfScript need one.
func waysOfScript() []way {
	blob := func(body string) string {
		return `URL.createObjectURL(new Blob(['` + body + `'],{type:"text/javascript"}))`
	}
	return []way{
		{name: "fetch", body: inScript(`fetch("{to}/{n}",{mode:"no-cors"})`)},
		{name: "fetch with a preflight", body: inScript(`fetch("{to}/{n}",{method:"PUT",headers:{"X-A":"b"}}).catch(()=>0)`)},
		{name: "fetch, keepalive", body: inScript(`fetch("{to}/{n}",{mode:"no-cors",keepalive:true,method:"POST",body:"x"})`)},
		{name: "fetchLater", body: inScript(`fetchLater("{tls}/{n}",{activateAfter:0})`), silent: "it is for pages over TLS"},
		{name: "XMLHttpRequest", body: inScript(`x=new XMLHttpRequest;x.open("POST","{to}/{n}");x.send("a")`)},
		{name: "XMLHttpRequest, synchronous", body: inScript(`x=new XMLHttpRequest;x.open("GET","{to}/{n}",false);try{x.send()}catch(e){}`)},
		{name: "sendBeacon", body: inScript(`navigator.sendBeacon("{to}/{n}","x")`)},
		{name: "EventSource", body: inScript(`e=new EventSource("{to}/{n}");e.onerror=()=>e.close()`)},
		{name: "WebSocket", body: inScript(`new WebSocket("{ws}/{n}")`)},
		{name: "WebSocket, TLS", body: inScript(`new WebSocket("{wss}/{n}")`)},
		{name: "WebSocketStream", body: inScript(`new WebSocketStream("{ws}/{n}").opened.catch(()=>0)`)},
		{name: "Image", body: inScript(`new Image().src="{to}/{n}"`)},
		{name: "Audio", body: inScript(`new Audio("{to}/{n}").load()`)},
		{name: "FontFace", body: inScript(`new FontFace("f","url({to}/{n})").load().catch(()=>0)`)},
		{name: "import()", body: inScript(`import("{to}/{n}").catch(()=>0)`)},
		{name: "import within a module", body: `<script type=module src="` + as("text/javascript", `import "{to}/{n}"`) + `"></script>`},
		{name: "document.write", body: inScript(`document.write("<img src={to}/{n}>")`)},
		{name: "innerHTML", body: inScript(`document.body.innerHTML="<img src={to}/{n}>"`)},
		{name: "shadow tree", body: `<div><template shadowrootmode=open><img src="{to}/{n}"></template></div>`},
		{name: "frame of blob:", body: `<iframe id=f></iframe>` + inScript(`f.src=URL.createObjectURL(new Blob(["<img src={to}/{n}>"],{type:"text/html"}))`)},
		{name: "location of a frame", body: `<iframe id=f></iframe>` + inScript(`f.contentWindow.location="{to}/{n}"`)},
		{name: "location.replace of a frame", body: `<iframe id=f></iframe>` + inScript(`f.contentWindow.location.replace("{to}/{n}")`)},
		{name: "window.open into a frame", body: `<iframe name=f></iframe>` + inScript(`window.open("{to}/{n}","f")`)},
		{name: "window.open", body: inScript(`window.open("{to}/{n}")`), silent: "new windows are blocked"},
		{name: "form, posted into a frame", body: `<iframe name=f></iframe><form id=g method=post action="{to}/{n}" target=f></form>` + inScript(`g.submit()`)},
		{name: "form, formaction", body: `<iframe name=f></iframe><form target=f><button id=b formaction="{to}/{n}">x</button></form>` + inScript(`b.click()`)},
		{name: "worker", body: inScript(`new Worker(` + blob(`fetch("{to}/{n}",{mode:"no-cors"})`) + `)`)},
		{name: "worker, importScripts", body: inScript(`new Worker(` + blob(`importScripts("{to}/{n}")`) + `)`)},
		{name: "worker, module", body: inScript(`new Worker(` + blob(`import "{to}/{n}"`) + `,{type:"module"})`)},
		{name: "worker, WebSocket", body: inScript(`w=new Worker(` + blob(`new WebSocket("{ws}/{n}")`) + `)`)},
		{name: "worker of a worker", body: inScript(`w=new Worker(` + blob(`v=new Worker(URL.createObjectURL(new Blob(["fetch(\\"{to}/{n}\\",{mode:\\"no-cors\\"})"])))`) + `)`)},
		{name: "shared worker", body: inScript(`new SharedWorker("` + as("text/javascript", `fetch("{to}/{n}",{mode:"no-cors"})`) + `")`)},
		{name: "service worker", body: inScript(`navigator.serviceWorker.register("` + as("text/javascript", `fetch("{to}/{n}",{mode:"no-cors"})`) + `")`)},
		{name: "service worker, importScripts", body: inScript(`navigator.serviceWorker.register("` + as("text/javascript", `importScripts("{to}/{n}")`) + `",{scope:"/s"}).catch(()=>0)`)},
		{name: "cache of a service worker", body: inScript(`caches.open("a").then(c=>c.add(new Request("{to}/{n}",{mode:"no-cors"}))).catch(()=>0)`)},
		{name: "audio worklet", body: inScript(`new OfflineAudioContext(1,1,8000).audioWorklet.addModule("{to}/{n}").catch(()=>0)`)},
		{name: "Image, by CORS", body: inScript(`i=new Image;i.crossOrigin="anonymous";i.src="{to}/{n}"`)},
		{name: "video of a stream", body: `<video autoplay muted src="` + as("application/vnd.apple.mpegurl", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n{to}/{n}\n#EXT-X-ENDLIST\n") + `"></video>`},
		{name: "speculation rules, prefetch", body: `<script type=speculationrules>{"prefetch":[{"urls":["{tls}/{n}"],"eagerness":"immediate"}]}</script>`, alone: true, silent: "a browser without windows does not speculate"},
		{name: "speculation rules, prerender", body: `<script type=speculationrules>{"prerender":[{"urls":["{to}/{n}"],"eagerness":"immediate"}]}</script>`, alone: true, silent: "a browser without windows does not speculate"},
		{name: "WebRTC, STUN", body: inScript(`p=new RTCPeerConnection({iceServers:[{urls:"stun:{hp}"}]});p.createDataChannel("x");p.createOffer().then(o=>p.setLocalDescription(o))`), silent: "nothing goes by UDP"},
		{name: "WebRTC, TURN", body: inScript(`q=new RTCPeerConnection({iceServers:[{urls:["turn:{hp}:80?transport=tcp","turn:{hp}:80"],username:"u",credential:"c"}]});q.createDataChannel("x");q.createOffer().then(o=>q.setLocalDescription(o))`), silent: "nothing goes by UDP"},
		{name: "WebRTC, a candidate", body: inScript(`a=new RTCPeerConnection;b=new RTCPeerConnection;a.createDataChannel("x");a.createOffer().then(async o=>{await a.setLocalDescription(o);await b.setRemoteDescription(o);b.addIceCandidate({candidate:"candidate:1 1 udp 2113937151 {hp} 80 typ host",sdpMid:"0"})})`), silent: "nothing goes by UDP"},
		{name: "WebTransport", body: inScript(`new WebTransport("{tls}/{n}").ready.catch(()=>0)`), silent: "nothing goes by UDP"},
		{name: "FedCM", body: inScript(`navigator.credentials.get({identity:{providers:[{configURL:"{tls}/{n}",clientId:"x"}]}}).catch(()=>0)`), silent: "Chromium asks its provider at some times and at others not"},
		{name: "payment manifest", body: inScript(`new PaymentRequest([{supportedMethods:"{tls}/{n}"}],{total:{label:"x",amount:{currency:"EUR",value:"1"}}}).canMakePayment().catch(()=>0)`), silent: "a browser without windows pays nothing"},
		{name: "shared storage worklet", body: inScript(`sharedStorage.worklet.addModule("{to}/{n}").catch(()=>0)`), silent: "it is for pages over TLS"},
	}
}

// waysByRedirect are asked for at the page's own host, and sent on.
func waysByRedirect() []way {
	var ways []way
	for _, status := range []int{301, 302, 303, 307, 308} {
		ways = append(ways, way{name: fmt.Sprintf("redirect of an image by %d", status), body: `<img src="` + to(status) + `">`})
	}
	return append(ways,
		way{name: "redirect of a frame", body: frame(to(302))},
		way{name: "redirect of a script", body: `<script src="` + to(302) + `"></script>`},
		way{name: "redirect of a stylesheet", body: `<link rel=stylesheet href="` + to(302) + `">`},
		way{name: "redirect of a font", body: `<style>@font-face{font-family:f;src:url("` + to(302) + `")}</style><p style="font-family:f">x</p>`},
		way{name: "redirect of a video", body: `<video autoplay muted src="` + to(302) + `"></video>`},
		way{name: "redirect of fetch", body: inScript(`fetch("` + to(302) + `",{mode:"no-cors"})`)},
		way{name: "redirect of XMLHttpRequest", body: inScript(`x=new XMLHttpRequest;x.open("GET","` + to(302) + `");x.send()`)},
		way{name: "redirect of EventSource", body: inScript(`e=new EventSource("` + to(302) + `");e.onerror=()=>e.close()`)},
		way{name: "redirect of a beacon", body: inScript(`navigator.sendBeacon("` + to(307) + `","x")`)},
		way{name: "redirect of a form", body: `<iframe name=f></iframe><form id=g method=post action="` + to(307) + `" target=f></form>` + inScript(`g.submit()`)},
		way{name: "redirect of import()", body: inScript(`import("` + to(302) + `").catch(()=>0)`)},
		way{name: "redirect of importScripts", body: inScript(`new Worker("` + as("text/javascript", `importScripts("`+to(302)+`")`) + `")`)},
		way{name: "redirect of prefetch", body: `<link rel=prefetch href="` + to(302) + `">`},
		way{name: "redirect of a redirect", body: `<img src="/to?s=302&u=` + url.QueryEscape("/to?s=302&u=") + `{to}/{n}">`},
	)
}

// waysAway have the page itself go somewhere else.
func waysAway() []way {
	away := []way{
		{name: "meta refresh", body: `<meta http-equiv=refresh content="0;url={to}/{n}">`},
		{name: "location", body: inScript(`location="{to}/{n}"`)},
		{name: "location.assign", body: inScript(`location.assign("{to}/{n}")`)},
		{name: "location.replace, after the load", body: inScript(`onload=()=>location.replace("{to}/{n}")`)},
		{name: "navigation.navigate", body: inScript(`navigation.navigate("{to}/{n}")`)},
		{name: "link", body: `<a id=a href="{to}/{n}">x</a>` + inScript(`a.click()`)},
		{name: "form", body: `<form id=g action="{to}/{n}"></form>` + inScript(`g.submit()`)},
		{name: "form, posted", body: `<form id=g method=post action="{to}/{n}"><input name=a value=b></form>` + inScript(`g.submit()`)},
		{name: "top.location of a frame", body: `<iframe srcdoc="<script>top.location='{to}/{n}'</script>"></iframe>`},
		{name: "history, and a redirect", body: inScript(`history.pushState(0,"","/to?s=302&u={to}/{n}");location.reload()`)},
		{name: "redirect to elsewhere", body: inScript(`location="/to?s=302&u={to}/{n}"`)},
		{name: "beacon of a page that leaves", body: inScript(`addEventListener("pagehide",()=>navigator.sendBeacon("{to}/{n}","x"));location="/as?t=text/html&b=x"`)},
	}
	for i := range away {
		away[i].alone = true
	}
	return away
}
