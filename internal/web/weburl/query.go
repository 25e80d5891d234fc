package weburl

import (
	"net/url"
	"slices"
	"strings"
)

// trackers are parameters that count visitors and never choose a page, by the services
// that add them; utm_ and the like are recognized by their prefixes.
func trackers() []string {
	return []string{
		"gclid", "gclsrc", "dclid", "gbraid", "wbraid", "srsltid", "gad_source", "gad_campaignid", // Google
		"fbclid", "igsh", "igshid", "msclkid", "twclid", "ttclid", "li_fat_id", "yclid", "ysclid", "rdt_cid", "epik",
		"mc_cid", "mc_eid", "mkt_tok", "_hsenc", "_hsmi", "hsctatracking", "vero_id", "oly_anon_id", "oly_enc_id",
		"ref_src", "ref_url", "cmpid", "s_cid", "ncid", "_ga", "_gl", "_openstat", "wickedid",
	}
}

// isTracker matches parameters that can be left out of an address that is fetched.
func isTracker(name string) bool {
	for _, beginning := range []string{"utm_", "hsa_", "pk_", "mtm_", "piwik_", "matomo_", "stm_", "at_campaign", "at_medium"} {
		if strings.HasPrefix(name, beginning) {
			return true
		}
	}
	return slices.Contains(trackers(), name)
}

// isNoise matches those, too, that mostly do not choose a page, but on some sites do.
func isNoise(name string) bool {
	return isTracker(name) || slices.Contains([]string{"ref", "referrer", "referer", "spm", "amp", "outputtype", "feature"}, name)
}

// without leaves parameters out and keeps the others as they are written.
func without(query string, leave func(name string) bool) string {
	var kept []string
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		if plain, err := url.QueryUnescape(name); err == nil {
			name = plain
		}
		if part != "" && !leave(strings.ToLower(name)) {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "&")
}

// sorted brings parameters into the order of their names and one spelling.
func sorted(query string) string {
	values, err := url.ParseQuery(query)
	if err != nil {
		return query
	}
	return values.Encode()
}
