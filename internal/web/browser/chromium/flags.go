package chromium

import "strings"

// bare are the flags of a Chromium without its sandbox. What holds a page that breaks out of
// its renderer there is the machine of the function, the empty environment and a profile
// that dies with the process.
var bare = []string{
	"--no-sandbox",
	"--no-zygote", // it only serves the sandbox
}

// flags are what every Chromium is started with. Its pages are set up one by one, by
// the connection; what is here holds for the process.
var flags = []string{
	"--headless",
	"--remote-debugging-pipe",
	"--disable-dev-shm-usage", // Lambda has no /dev/shm, containers a small one

	// The way out. Every page gets a proxy of its own; what belongs to none has one
	// that nobody listens at, names are never looked up here, and nothing goes by UDP.
	"--proxy-server=http://127.0.0.1:9",
	"--proxy-bypass-list=<-loopback>",
	"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
	"--disable-quic",
	"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
	"--webrtc-ip-handling-policy=disable_non_proxied_udp", // its name in other builds

	// Nothing on its own account.
	"--disable-background-networking",
	"--disable-breakpad",
	"--disable-client-side-phishing-detection",
	"--disable-component-extensions-with-background-pages",
	"--disable-component-update",
	"--disable-crash-reporter",
	"--disable-default-apps",
	"--disable-domain-reliability",
	"--disable-extensions",
	"--disable-logging", // pages could fill it by way of their console
	"--log-level=3",
	"--disable-search-engine-choice-screen",
	"--disable-sync",
	"--metrics-recording-only",
	"--no-default-browser-check",
	"--no-first-run",
	"--no-pings",
	"--no-service-autorun",
	"--password-store=basic",
	"--use-mock-keychain",

	// Nothing that asks a person.
	"--block-new-web-contents",
	"--deny-permission-prompts",
	"--disable-notifications",
	"--disable-print-preview",
	"--disable-prompt-on-repost",
	"--disable-speech-api",
	"--mute-audio",

	// Pages in the background are as busy as those in front, since nobody looks at any.
	"--disable-background-timer-throttling",
	"--disable-backgrounding-occluded-windows",
	"--disable-renderer-backgrounding",

	// The same picture on every machine.
	"--font-render-hinting=none",
	"--force-color-profile=srgb",
	"--hide-scrollbars",
	"--lang=en-US",
	"--use-angle=swiftshader",
	"--enable-unsafe-swiftshader", // WebGL in software; not having it breaks maps
	// Composed there, too, a picture of more than 8192 pixels begins anew at its top.
	"--disable-gpu-compositing",

	// One process a page, frames of other sites included: a page has its profile to
	// itself, and what it embeds is seen by the same session.
	"--disable-site-isolation-trials",
	"--disable-features=IsolateOrigins,site-per-process,Translate,OptimizationHints,MediaRouter," +
		"DialMediaRouteProvider,InterestFeedContentSuggestions,AutofillServerCommunication," +
		"CertificateTransparencyComponentUpdater,PrefetchProxy,PaintHolding,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable",
	"--enable-features=NetworkServiceInProcess2", // 60 MB less
	"--js-flags=--max-old-space-size=512",
	"--disk-cache-size=1048576", // each page starts from nothing anyway
}

// trusting has the certificates of these keys accepted, and of no others.
func trusting(pins []string) []string {
	if len(pins) == 0 {
		return nil
	}
	return []string{"--ignore-certificate-errors-spki-list=" + strings.Join(pins, ",")}
}
