package main

import "slices"

// recipes are the skeletons of the repository: of which recording, for the tests of which
// package, and where the recording was published.
var recipes = slices.Concat(others, videosAndPosts)

var others = []recipe{
	{
		upstream: "adlibrary", dir: "internal/sources/adlibrary", name: "meta_collated_result_node.json", recording: "ads/meta_collated_result_node.json",
		source: "quoted in a public file of a repository that is not known (a design document with a scraped record of Nov 2025); REAL record of one collated_results element; signed CDN URLs shortened and the head of the object (ad_archive_id, collation_id, page_id, page profile fields) is missing from the excerpt I transcribed",
	},
	{
		upstream: "adlibrary", dir: "internal/sources/adlibrary", name: "meta_collated_result_node_2.json", recording: "ads/meta_collated_result_node_2.json",
		source: "quoted in a public file of a repository that is not known; REAL record, PARTIAL: only the fields visible in the index excerpt (a dynamic-product ad with {{product.*}} templates)",
	},
	{
		upstream: "adlibrary", dir: "internal/sources/adlibrary", name: "meta_ad_with_details_adidas.json", recording: "ads/meta_ad_with_details_adidas.json",
		source: "Azzouzana/scrapers-hub, `meta-facebook-instagram-ads-library/README.md` at 6e51fd8 2026-06-28, no licence; REAL ad of March 2026 with its details, in the layout of the scraper that printed it, which leaves out nulls",
	},
	{
		upstream: "adlibrary", dir: "internal/sources/adlibrary", name: "meta_collated_result_node_dco_2025.json", recording: "ads/meta_collated_result_node_dco_2025.json",
		source: "quoted in a public file of a repository that is not known (a TypeScript mock); REAL collated_results element of April 2025, a dynamic creative; signed CDN URLs shortened",
	},
	{
		upstream: "adlibrary", dir: "internal/sources/adlibrary", name: "meta_collated_result_node_whole.json", recording: "ads/meta_collated_result_node_whole.json",
		source: "quoted in a public file of a repository that is not known (a design document with a scraped record of Nov 2025); REAL collated_results element, whole; signed CDN URLs shortened",
	},
	{
		upstream: "adstransparency", dir: "internal/sources/adstransparency", name: "google_GetCreativeById_political_2023.json", recording: "ads/google_GetCreativeById_political_2023.json",
		source: "quoted in a public file of a repository that is not known (README of a political-ads scraper, 2023); REAL GetCreativeById response for a political ad (impressions 9/10, spend 11/12); the geo id list in 13.3.1 shortened",
	},
	{
		upstream: "adstransparency", dir: "internal/sources/adstransparency", name: "google_SearchCreatives_advertiser.json", recording: "ads/google_SearchCreatives_advertiser.json",
		answers: "adstransparency", request: "/anji/_/rpc/SearchService/SearchCreatives",
		source: "quoted in a public file of a repository that is not known (embeds atc-creatives-Mapidirections-1.json); REAL SearchCreatives response of Aug 2026, first 5 items of the page (page token not in the excerpt)",
	},
	{
		upstream: "adstransparency", dir: "internal/sources/adstransparency", name: "google_SearchCreatives_domain.json", recording: "ads/google_SearchCreatives_domain_nike.json",
		source: "quoted in a public file of a repository that is not known (JS test, \"trimmed from the live nike.com response\", Sep 2026); REAL, trimmed by its author; item of a domain search: key 14 is the domain",
	},
	{
		upstream: "adstransparency", dir: "internal/sources/adstransparency", name: "google_SearchCreatives_empty.json", recording: "ads/google_SearchCreatives_empty.json",
		source: "quoted in a public file of a repository that is not known; the whole body of a SUCCESSFUL answer with no ads",
	},
	{
		upstream: "arxiv", dir: "internal/read/websearch/arxiv", name: "arxiv_id_0000.0000_s0_m100_8b51d9633a68.xml", recording: "search/research_providers/arxiv_id_0000.0000_s0_m100_8b51d9633a68.xml",
		answers: "arxiv", request: "/api/query",
		source: "lukasschwab/arxiv.py, `tests/fixtures/id_0000.0000_s0_m100_8b51d9633a68.json` at 93315e7 2026-07-07, MIT; recorded arXiv API Atom answer",
	},
	{
		upstream: "arxiv", dir: "internal/read/websearch/arxiv", name: "arxiv_id_abc_s0_m100_b79c8dcf6bc3.xml", recording: "search/research_providers/arxiv_id_abc_s0_m100_b79c8dcf6bc3.xml",
		source: "lukasschwab/arxiv.py, `tests/fixtures/id_abc_s0_m100_b79c8dcf6bc3.json` at 93315e7 2026-07-07, MIT; recorded arXiv API Atom answer",
	},
	{
		upstream: "bedrock", dir: "internal/serve/modelprovider/bedrock", name: "bedrock_converse_basic.json", recording: "answer/bedrock_converse_basic.json",
		source: "pydantic/pydantic-ai, `tests/models/cassettes/test_bedrock/test_bedrock_model.yaml` at 4fda38988 2026-08-22, MIT; recorded exchange (VCR cassette turned into JSON; credentials and trace headers dropped): Converse, Nova micro",
	},
	{
		upstream: "bedrock", dir: "internal/serve/modelprovider/bedrock", name: "bedrock_converse_retry.json", recording: "answer/bedrock_converse_retry.json",
		source: "pydantic/pydantic-ai, `tests/models/cassettes/test_bedrock/test_bedrock_model_retry.yaml` at 4fda38988 2026-08-22, MIT; recorded exchange (VCR cassette turned into JSON; credentials and trace headers dropped): tool retry",
	},
	{
		upstream: "bedrock", dir: "internal/serve/modelprovider/bedrock", name: "bedrock_converse_thinking_tool.json", recording: "answer/bedrock_converse_thinking_tool.json",
		source: "pydantic/pydantic-ai, `tests/models/cassettes/test_bedrock/test_bedrock_anthropic_tool_with_thinking.yaml` at 4fda38988 2026-08-22, MIT; recorded exchange (VCR cassette turned into JSON; credentials and trace headers dropped): reasoningContent and tool use",
	},
	{
		upstream: "bedrock", dir: "internal/serve/modelprovider/bedrock", name: "bedrock_converse_native_output.json", recording: "answer/bedrock_converse_native_output.json",
		source: "pydantic/pydantic-ai, `tests/models/bedrock/cassettes/test_native_output/test_bedrock_native_output_profile_default.yaml` at 4fda38988 2026-08-22, MIT; recorded exchange (VCR cassette turned into JSON; credentials and trace headers dropped): outputConfig json schema, Claude",
	},
	{
		upstream: "certspotter", dir: "internal/sources/certspotter", name: "issuances_2020_example.com.json", recording: "certspotter/issuances_2020_example.com.json",
		answers: "certspotter", request: "/v1/issuances",
		source: "quoted in a public file of a repository that is not known (Certspotter.cpp of an OSINT tool); REAL answer of GET /v1/issuances with dns_names, issuer and cert, Nov 2020; the bytes of the certificate shortened",
	},
	{
		upstream: "commoncrawl", dir: "internal/sources/commoncrawl", name: "commoncrawl_basics_0.ndjson", recording: "seo/commoncrawl_basics_0.ndjson",
		answers: "commoncrawl", request: "/*-index",
		source: "cocrawler/cdx_toolkit, `tests/data/mock_responses/test_cli/test_basics.jsonl line 1 (response_text)` at b5a32c7 2025-10-17, Apache-2.0; recorded Sep 2025: GET https://index.commoncrawl.org/CC-MAIN-2025-33-index params {\"limit\": 10, \"url\": \"commoncrawl.org/*\", \"output\": \"json\", \"page\": 0, \"from\": \"20240915202343\"} -> 200",
	},
	{
		upstream: "commoncrawl", dir: "internal/sources/commoncrawl", name: "commoncrawl_capture_1.ndjson", recording: "seo/commoncrawl_capture_1.ndjson", answers: "commoncrawl", request: "/*-index",
		source: "cocrawler/cdx_toolkit, `tests/data/mock_responses/test_capture_object/test_capture_object.jsonl line 2 (response_text)` at b5a32c7 2025-10-17, Apache-2.0; recorded Sep 2025: GET https://index.commoncrawl.org/CC-MAIN-2025-33-index params {\"limit\": 1, \"url\": \"example.com\", \"output\": \"json\", \"page\": 0, \"from\": \"20240915202136\"} -> 200",
	},
	{
		upstream: "commoncrawl", dir: "internal/sources/commoncrawl", name: "commoncrawl_cc_0.json", recording: "seo/commoncrawl_cc_0.json",
		answers: "commoncrawl", request: "/collinfo.json",
		source: "cocrawler/cdx_toolkit, `tests/data/mock_responses/test_cc/test_get_cc_endpoints.jsonl line 1 (response_text)` at b5a32c7 2025-10-17, Apache-2.0; recorded Sep 2025: GET https://index.commoncrawl.org/collinfo.json params null -> 200",
	},
	{
		upstream: "commoncrawl", dir: "internal/sources/commoncrawl", name: "commoncrawl_slow2_1.ndjson", recording: "seo/commoncrawl_slow2_1.ndjson",
		source: "cocrawler/cdx_toolkit, `tests/data/mock_responses/test_cli/test_multi_cc1_slow_2.jsonl line 2 (response_text)` at b5a32c7 2025-10-17, Apache-2.0; recorded Sep 2025: GET https://index.commoncrawl.org/CC-MAIN-2025-33-index params {\"limit\": 10, \"url\": \"commoncrawl.org/thisurlneverdidexist\", \"output\": \"json\", \"page\": 1} -> 400",
	},
	{
		upstream: "crossref", dir: "internal/read/websearch/crossref", name: "crossref_404_bad_id.txt", recording: "search/research_providers/crossref_404_bad_id.txt",
		source: "sckott/habanero, `test/cassettes/test-works/test_works_bad_id_warn.yaml` at 461adbc 2026-07-31, MIT; recorded: GET https://api.crossref.org/works/10.1371/notarealdoi -> 404; plain text body of a 404",
	},
	{
		upstream: "crossref", dir: "internal/read/websearch/crossref", name: "crossref_funders_filter_fails_noidsworks_0.json", recording: "search/research_providers/crossref_funders_filter_fails_noidsworks_0.json",
		source: "sckott/habanero, `test/cassettes/test-funders/test_funders_filter_fails_noidsworks.yaml` at 461adbc 2026-07-31, MIT; recorded: GET https://api.crossref.org/funders?filter=from-pub-date%3A2014-03-03 -> 400",
	},
	{
		upstream: "crossref", dir: "internal/read/websearch/crossref", name: "crossref_types_works_0.json", recording: "search/research_providers/crossref_types_works_0.json",
		source: "sckott/habanero, `test/cassettes/test-types/test_types_works.yaml` at 461adbc 2026-07-31, MIT; recorded: GET https://api.crossref.org/types/journal/works?rows=2 -> 200",
	},
	{
		upstream: "crossref", dir: "internal/read/websearch/crossref", name: "crossref_works_field_query_publisher_name_0.json", recording: "search/research_providers/crossref_works_field_query_publisher_name_0.json", answers: "crossref", request: "/works",
		source: "sckott/habanero, `test/cassettes/test-works/test_works_field_query_publisher_name.yaml` at 461adbc 2026-07-31, MIT; recorded: GET https://api.crossref.org/works?query.publisher-name=Universidade+Federal+de+Santa+Maria -> 200",
	},
	{
		upstream: "crossref", dir: "internal/read/websearch/crossref", name: "crossref_works_query_0.json", recording: "search/research_providers/crossref_works_query_0.json",
		answers: "crossref", request: "/works",
		source: "sckott/habanero, `test/cassettes/test-works/test_works_query.yaml` at 461adbc 2026-07-31, MIT; recorded: GET https://api.crossref.org/works?query=ecology&rows=2 -> 200",
	},
	{
		upstream: "crtsh", dir: "internal/sources/crtsh", name: "crtsh_domain.json", recording: "infra/crtsh_github.json",
		answers: "crtsh", request: "/",
		source: "quoted in a public file of a repository that is not known (Rust test); REAL crt.sh ?output=json entries for github.com",
	},
	{
		upstream: "crux", dir: "internal/sources/crux", name: "crux_400_invalid_value.json", recording: "seo/crux_400_invalid_value.json",
		source: "treosh/crux-api, `README.md` at c9c9104 2023-10-24, MIT; recorded answer; 🛑 400 INVALID_ARGUMENT: Invalid value at 'form_factor'/'ect'; request: curl -d url='https://github.com/' \\      -d formFactor=mobile  \\      'https://chromeuxreport.googleapis.com/v1/records:queryRecord?key=CRUX_API_KEY'",
	},
	{
		upstream: "crux", dir: "internal/sources/crux", name: "crux_429_quota.json", recording: "seo/crux_429_quota.json",
		source: "treosh/crux-api, `README.md` at c9c9104 2023-10-24, MIT; recorded answer; 🛑 429 RESOURCE_EXHAUSTED: Quota exceeded limit 'Queries per 100 seconds' of service; request: curl -d url='https://github.com/search' \\      'https://chromeuxreport.googleapis.com/v1/records:queryRecord?key=CRUX_API_KEY'",
	},
	{
		upstream: "crux", dir: "internal/sources/crux", name: "crux_record_200_origin.json", recording: "seo/crux_record_200_origin.json", answers: "crux", request: "/v1/records:queryRecord",
		source: "treosh/crux-api, `README.md` at c9c9104 2023-10-24, MIT; recorded answer; ✅ 200: Origin-level CrUX API data; request: curl -d origin='https://github.com' \\      -d formFactor=PHONE \\      'https://chromeuxreport.googleapis.com/v1/records:queryRecord?key=CRUX_API_KEY'",
	},
	{
		upstream: "crux", dir: "internal/sources/crux", name: "crux_record_200_url_2026.json", recording: "seo/crux_record_200_url_2026.json",
		answers: "crux", request: "/v1/records:queryRecord",
		source: "treosh/crux-api (2026 version of README.md, stored text id 62021226493), `-`, unknown (quoted in a stored public file; facts of a public API); recorded 2026 answer of queryRecord for a url, DESKTOP",
	},
	{
		upstream: "dns", dir: "internal/sources/doh", name: "doh_cloudflare_A.json", recording: "infra/doh_cloudflare_A_example.json",
		answers: "dns", request: "",
		source: "quoted in a public file of a repository that is not known; answer of https://cloudflare-dns.com/dns-query?name=wikipedia.org&type=A with accept application/dns-json, as quoted there",
	},
	{
		upstream: "dns", dir: "internal/sources/doh", name: "doh_google_A.json", recording: "infra/doh_google_A_google.com.json",
		answers: "dns", request: "",
		source: "quoted in a public file of a repository that is not known; answer of a DoH JSON resolver for google.com A (names with the trailing dot, Google style)",
	},
	{
		upstream: "duckduckgo", dir: "internal/read/websearch/duckduckgo", items: 4, name: "duckduckgo_search_results.html", recording: "search/duckduckgo_search_results.html",
		source: "karust/openserp, `duckduckgo/testdata/search_results.html` at 9f68086 2026-07-02, MIT; real SERP page recorded for OpenSERP parser tests (2026)",
	},
	{
		upstream: "duckduckgo", dir: "internal/read/websearch/duckduckgo", name: "google_search_captcha_new.html", recording: "search/google_search_captcha_new.html",
		source: "karust/openserp, `google/testdata/search_captcha_new.html` at 9f68086 2026-07-02, MIT; real SERP page recorded for OpenSERP parser tests (2026)",
	},
	{
		upstream: "gdelt", dir: "internal/sources/gdelt", name: "gdelt_artlist_2026-08-28.json", recording: "mentions/gdelt_artlist_2026-08-28.json",
		answers: "gdelt", request: "/api/v2/doc/doc",
		source: "boostedchaos/Pythia, `tests/fixtures/gdelt.json` at 9a907ff, not known (no snapshot; read through the file store); recorded GDELT DOC 2.0 artlist answer (5 articles, Aug 2026)",
	},
	{
		upstream: "gdelt", dir: "internal/sources/gdelt", name: "gdelt_empty.json", recording: "mentions/gdelt_empty.json",
		source: "GDELT body when nothing matches (behaviour seen in several clients)",
	},
	{
		upstream: "gdelt", dir: "internal/sources/gdelt", name: "gdelt_rate_limited.txt", recording: "mentions/gdelt_rate_limited.txt",
		source: "quoted in a public file of a repository that is not known; GDELT refusal body (sent as text, with status 200 in older times and 429 now); real wording quoted there",
	},
	{
		upstream: "googlenews", dir: "internal/sources/googlenews", name: "google_news_rss_search.xml", recording: "mentions/google_news_rss_search.xml",
		answers: "googlenews", request: "/rss/search",
		source: "quoted in a public file of a repository that is not known (JS test); REAL Google News search RSS of Sep 2026, two items kept and article ids shortened by its author",
	},
	{
		upstream: "hackernews", dir: "internal/sources/hackernews", name: "algolia_item.json", recording: "hackernews/algolia_item_8828543.json",
		answers: "hackernews", request: "/items/*", subject: "8382483",
		source: "quoted in a public file of a repository that is not known (a Go test); REAL hn.algolia.com /items/8828543 response, pruned to six comments (one text shortened with (...)); field set and nesting unchanged",
	},
	{
		upstream: "hackernews", dir: "internal/sources/hackernews", name: "algolia_search_2021.json", recording: "hackernews/algolia_search_2021.json", answers: "hackernews", request: "/search", subject: "8382483",
		source: "quoted in a public file of a repository that is not known (a JavaScript test); REAL hn.algolia.com /search response of 2021 (the older shape, with null fields)",
	},
	{
		upstream: "hackernews", dir: "internal/sources/hackernews", name: "algolia_search_2024.json", recording: "hackernews/algolia_search_2024.json",
		answers: "hackernews", request: "/search", subject: "8382483",
		source: "quoted in a public file of a repository that is not known (a Python test); REAL hn.algolia.com /search response of 2024 (the shape without null fields); long texts shortened with (...)",
	},
	{
		upstream: "hackernews", dir: "internal/sources/hackernews", name: "firebase_item_story.json", recording: "hackernews/firebase_item_121003.json",
		answers: "hackernewsapi", request: "/item/*", subject: "176009", optional: []string{"text"},
		source: "HackerNews/API, `README.md` at 8a0528f 2025-01-01, MIT; Firebase /v0/item/121003.json response printed in the official documentation",
	},
	{
		upstream: "hackernews", dir: "internal/sources/hackernews", name: "firebase_item_pollopt.json", recording: "hackernews/firebase_item_160705.json",
		source: "HackerNews/API, `README.md` at 8a0528f 2025-01-01, MIT; Firebase /v0/item/160705.json response printed in the official documentation",
	},
	{
		upstream: "hackernews", dir: "internal/sources/hackernews", name: "firebase_item_comment.json", recording: "hackernews/firebase_item_2921983.json", answers: "hackernewsapi", request: "/item/*", subject: "2197223",
		source: "HackerNews/API, `README.md` at 8a0528f 2025-01-01, MIT; Firebase /v0/item/2921983.json response printed in the official documentation",
	},
	{
		upstream: "linkedin", dir: "internal/sources/linkedin", items: 2, name: "company_page.html", recording: "linkedin/company_page.html",
		answers: "linkedin", request: "/company/*",
		source: "microlinkhq/metascraper, `packages/metascraper/test/integration/linkedin-company/input.html` at 20423f52 2026-08-19, MIT; public company page HTML usedtascraper",
	},
	{
		upstream: "linkedin", dir: "internal/sources/linkedin", name: "public_post_2018.html", recording: "linkedin/public_post_2018.html",
		source: "markusmobius/content-extractor-benchmark, `files/linkedin.com.feed.6341926280803471360.html` at 466fdbe 2024-09-26, Apache-2.0; old public post page",
	},
	{
		upstream: "linkedin", dir: "internal/sources/linkedin", items: 2, name: "pulse_article.html", recording: "linkedin/pulse_article.html",
		source: "microlinkhq/metascraper, `packages/metascraper/test/integration/linkedin-pulse/input.html` at 20423f52 2026-08-19, MIT; public article page",
	},
	{
		upstream: "openai", dir: "internal/read/model/openai", name: "openai_chat_basic.json", recording: "answer/openai_chat_basic.json",
		source: "pydantic/pydantic-ai, `tests/models/cassettes/test_openai/test_openai_instructions.yaml` at 4fda38988 2026-08-22, MIT; recorded exchange (VCR cassette turned into JSON; credentials and trace headers dropped): chat completion",
	},
	{
		upstream: "openai", dir: "internal/read/model/openai", name: "openai_chat_400_system_role.json", recording: "answer/openai_chat_400_system_role.json",
		source: "pydantic/pydantic-ai, `tests/models/cassettes/test_openai/test_openai_o1_mini_system_role[system].yaml` at 4fda38988 2026-08-22, MIT; recorded exchange (VCR cassette turned into JSON; credentials and trace headers dropped): 400 error object",
	},
	{
		upstream: "openai", dir: "internal/read/model/openai", name: "openai_invalid_response.json", recording: "answer/openai_invalid_response.json",
		source: "pydantic/pydantic-ai, `tests/models/cassettes/test_openai/test_invalid_response.yaml` at 4fda38988 2026-08-22, MIT; recorded exchange (VCR cassette turned into JSON; credentials and trace headers dropped): 200 with a body which is not a completion",
	},
	{
		upstream: "openai", dir: "internal/read/model/openai", name: "compat_groq_400_tool_use_failed.json", recording: "answer/compat_groq_400_tool_use_failed.json",
		source: "pydantic/pydantic-ai, `tests/models/cassettes/test_groq/test_tool_use_failed_error.yaml` at 4fda38988 2026-08-22, MIT; recorded exchange (VCR cassette turned into JSON; credentials and trace headers dropped): tool call, 400",
	},
	{
		upstream: "openai", dir: "internal/read/model/openai", name: "compat_openrouter_stream_reasoning.json", recording: "answer/compat_openrouter_stream_reasoning.json",
		source: "pydantic/pydantic-ai, `tests/models/cassettes/test_openrouter/test_openrouter_streaming_reasoning.yaml` at 4fda38988 2026-08-22, MIT; recorded exchange (VCR cassette turned into JSON; credentials and trace headers dropped): SSE stream",
	},
	{
		upstream: "openalex", dir: "internal/read/websearch/openalex", name: "openalex_search_trimmed.json", recording: "search/research_providers/openalex_search_trimmed.json",
		answers: "openalex", request: "/works", data: []string{"abstract_inverted_index"},
		source: "tofunori/mcp-scholar, `tests/fixtures/openalex_search.json (commit e6adbb8, read through the file store)` at e6adbb8, MIT (repository LICENSE); recorded 2026 list answer, trimmed: two results, fewer authors, the abstract index cut after position 18",
	},
	{
		upstream: "pagespeed", dir: "internal/sources/pagespeed", name: "pagespeed_lighthouse_12.8.json", recording: "seo/pagespeed_lighthouse_12.8.json",
		answers: "pagespeed", request: "/pagespeedonline/v5/runPagespeed", data: []string{"audits", "chains", "children", "metrics"},
		source: "GoogleChrome/lighthouse, `core/test/results/sample_v2.json` at v12.8.2, Apache-2.0; a report of Lighthouse 12.8.2, wrapped as the API does",
	},
	{
		upstream: "pagespeed", dir: "internal/sources/pagespeed", name: "pagespeed_lighthouse_13.json", recording: "seo/pagespeed_lighthouse_13.json",
		answers: "pagespeed", request: "/pagespeedonline/v5/runPagespeed", data: []string{"audits", "chains", "children", "metrics"},
		source: "GoogleChrome/lighthouse, `core/test/results/sample_v2.json` at v13.4.1, Apache-2.0; a report of Lighthouse 13.4.1, wrapped as the API does",
	},
	{
		upstream: "pagespeed", dir: "internal/sources/pagespeed", name: "pagespeed_v5_response.json", recording: "seo/pagespeed_v5_response.json",
		answers: "pagespeed", request: "/pagespeedonline/v5/runPagespeed", data: []string{"audits", "chains", "children", "metrics"},
		source: "GoogleChromeLabs/psi, `test/fixtures/response.json` at 57a0ea6 2021-01-07, Apache-2.0; PageSpeed Insights API response used by the psi package tests",
	},
	{
		upstream: "producthunt", dir: "internal/sources/producthunt", name: "feed_atom_2026-09.xml", recording: "producthunt/feed_atom_2026-09.xml",
		source: "quoted in a public file of a repository that is not known (a JS test); one entry of the feed of 11 Sep 2026, without its author",
	},
	{
		upstream: "producthunt", dir: "internal/sources/producthunt", name: "feed_atom.xml", recording: "producthunt/feed_atom.xml",
		answers: "producthunt", request: "/feed",
		source: "tamnd/producthunt-cli, `producthunt/producthunt_test.go (feedFixture)` at aa7ade1 2026-06-29, Apache-2.0; Atom feed /feed, 2 entries, cut down by the project from a June 2026 capture",
	},
	{
		upstream: "programmablesearch", dir: "internal/read/websearch/googlecse", name: "google_cse_v1_response.json", recording: "search/google_cse_v1_response.json",
		answers: "programmablesearch", request: "/customsearch/v1", data: []string{"pagemap"},
		source: "SnehaKandpal157/google-clone, `src/response.js` at de7772a 2020-10-03, no licence file in the repository; REAL Custom Search JSON API v1 response (query linkedin, ~2021)",
	},
	{
		upstream: "rdap", dir: "internal/sources/rdap", name: "rdap_domain-example.cz.json", recording: "infra/rdap_domain-example.cz.json",
		source: "openrdap/rdap, `test/testdata/rdap/rdap.nic.cz/domain-example.cz.json` at a095c49 2026-06-23, MIT; RDAP sample",
	},
	{
		upstream: "rdap", dir: "internal/sources/rdap", name: "rdap_recorded_domain_5.json", recording: "infra/rdap_recorded_domain_5.json",
		source: "meeb/whoisit, `tests/responses/domain-1.yaml` at 54529e1 2026-07-30, BSD; recorded RDAP answer: https://rdap.verisign.com/com/v1/domain/google.com",
	},
	{
		upstream: "rdap", dir: "internal/sources/rdap", name: "rdap_whoisit_domain2.json", recording: "infra/rdap_whoisit_domain2.json",
		source: "meeb/whoisit, `tests/data_rdap_response_domain2.json` at 54529e1 2026-07-30, BSD; RDAP response",
	},
	{
		upstream: "reddit", dir: "internal/sources/reddit", whole: true, name: "comments_post.json", recording: "reddit/comments_post.json",
		source: "vartanbeno/go-reddit, `testdata/post/post.json` at 2f1019d 2021-02-04, MIT; Reddit API JSON (2020/21, lightly anonymised by the project)",
	},
	{
		upstream: "reddit", dir: "internal/sources/reddit", name: "subreddit_top.xml", recording: "reddit/liscopridge_0.xml",
		answers: "reddit", request: "/r/*/*/*", subject: "zabuvipi",
		source: "liskin/liscopridge, `tests/app/cassettes/test_reddit/test_subreddit_atom_minscore.yaml` at a9c2deb 2024-06-16, MIT; VCR 2022: GET https://www.reddit.com/r/thinkpad/top/.rss?limit=100&sort=top&t=week",
	},
	{
		upstream: "reddit", dir: "internal/sources/reddit", name: "oauth_access_token.json", recording: "reddit/oauth_access_token.json",
		answers: "reddit", request: "/api/v1/access_token",
		source: "praw-dev/praw, `tests/integration/cassettes/TestSubreddit.test_search.json (first response body)` at 7b697581 2026-08-17, BSD; POST www.reddit.com/api/v1/access_token, token replaced by the project",
	},
	{
		upstream: "reddit", dir: "internal/sources/reddit", items: 2, name: "oauth_search.json", recording: "reddit/oauth_search.json",
		source: "praw-dev/praw, `tests/integration/cassettes/TestSubreddit.test_search.json (last response body)` at 7b697581 2026-08-17, BSD; GET https://oauth.reddit.com/r/all/search/?sort=relevance&raw_json=1&syntax=cloudsearch&t=all&restrict_sr=False&limit=1024&q=praw+oauth+search recorded 2016-07-12T17:11:28",
	},
	{
		upstream: "reddit", dir: "internal/sources/reddit", name: "oauth_user_not_exist.400.json", recording: "reddit/oauth_user_not_exist.400.json",
		source: "praw-dev/praw, `tests/integration/cassettes/TestRedditor.test_trophies__user_not_exist.json (last response body)` at 7b697581 2026-08-17, BSD; GET https://oauth.reddit.com/api/v1/user/thisusershouldnotexist/trophies?raw_json=1 recorded 2018-09-15T15:15:34",
	},
	{
		upstream: "reddit", dir: "internal/sources/reddit", items: 2, name: "pushshift_submissions.json", recording: "reddit/pushshift_test_submission_search_ids_0.200.json",
		source: "mattpodolak/pmaw, `cassettes/test_submission_search_ids` at bb102c2 2022-12-24, MIT; recorded answer of Pushshift, whose form PullPush and Arctic Shift continue",
	},
	{
		upstream: "reddit", dir: "internal/sources/reddit", items: 2, name: "pushshift_submissions_2021.json", recording: "reddit/pushshift_test_submission_search_query_0.200.json",
		source: "mattpodolak/pmaw, `cassettes/test_submission_search_query` at bb102c2 2022-12-24, MIT; recorded answer of Pushshift to a search",
	},
	{
		upstream: "reddit", dir: "internal/sources/reddit", name: "subreddit_about.json", recording: "reddit/subreddit_about.json",
		answers: "redditapi", request: "/r/*/about", subject: "zupitu",
		source: "vartanbeno/go-reddit, `testdata/subreddit/about.json` at 2f1019d 2021-02-04, MIT; Reddit API JSON (2020/21, lightly anonymised by the project)",
	},
	{
		upstream: "reddit", dir: "internal/sources/reddit", name: "user_about.json", recording: "reddit/user_about.json",
		source: "vartanbeno/go-reddit, `testdata/user/get.json` at 2f1019d 2021-02-04, MIT; Reddit API JSON (2020/21, lightly anonymised by the project)",
	},
	{
		upstream: "reddit", dir: "internal/sources/reddit", whole: true, name: "user_overview.json", recording: "reddit/user_overview.json",
		source: "vartanbeno/go-reddit, `testdata/user/overview.json` at 2f1019d 2021-02-04, MIT; Reddit API JSON (2020/21, lightly anonymised by the project)",
	},
	{
		upstream: "searxng", dir: "internal/read/websearch/searxng", name: "searxng_json_shape.json", recording: "search/searxng_json_shape.json",
		answers: "searxng", request: "/search",
		source: "Query-farm/vgi-search, `tests/fixtures/searxng.json` at c5e380c 2026-06-30, MIT; hand-made SearXNG JSON answer (SYNTHETIC shape)",
	},
	{
		upstream: "semanticscholar", dir: "internal/read/websearch/semanticscholar", name: "s2_bad_query_parameters_0.json", recording: "search/research_providers/s2_bad_query_parameters_0.json",
		source: "danielnsilva/semanticscholar, `tests/data/test_bad_query_parameters.yaml` at 73c7726 2026-03-30, MIT; recorded: GET https://api.semanticscholar.org/graph/v1/paper/10.1093/mind/lix.236.433?fields=unknown -> 400",
	},
	{
		upstream: "semanticscholar", dir: "internal/read/websearch/semanticscholar", name: "s2_get_authors_not_found_warning_0.json", recording: "search/research_providers/s2_get_authors_not_found_warning_0.json",
		source: "danielnsilva/semanticscholar, `tests/data/test_get_authors_not_found_warning.yaml` at 73c7726 2026-03-30, MIT; recorded: POST https://api.semanticscholar.org/graph/v1/author/batch?fields=name -> 200",
	},
	{
		upstream: "semanticscholar", dir: "internal/read/websearch/semanticscholar", name: "s2_get_paper_0.json", recording: "search/research_providers/s2_get_paper_0.json",
		source: "danielnsilva/semanticscholar, `tests/data/test_get_paper.yaml` at 73c7726 2026-03-30, MIT; recorded: GET https://api.semanticscholar.org/graph/v1/paper/10.1093/mind/lix.236.433?fields=title -> 200",
	},
	{
		upstream: "semanticscholar", dir: "internal/read/websearch/semanticscholar", name: "s2_get_papers_return_not_found_0.json", recording: "search/research_providers/s2_get_papers_return_not_found_0.json",
		source: "danielnsilva/semanticscholar, `tests/data/test_get_papers_return_not_found.yaml` at 73c7726 2026-03-30, MIT; recorded: POST https://api.semanticscholar.org/graph/v1/paper/batch?fields=abstract%2Cauthors%2CcitationCount%2CcitationStyles%2CcorpusId%2CexternalIds%2CfieldsOfStudy%2CinfluentialCitationCount%2CisOpenAccess%2Cjournal%2CopenAccessPdf%2CpaperId%2CpublicationDate%2CpublicationTypes%2CpublicationVenue%2CreferenceCount%2Cs2FieldsOfStudy%2Ctitle%2Curl%2Cvenue%2Cyear -> 200",
	},
	{
		upstream: "semanticscholar", dir: "internal/read/websearch/semanticscholar", name: "s2_search_paper_match_title_0.json", recording: "search/research_providers/s2_search_paper_match_title_0.json",
		source: "danielnsilva/semanticscholar, `tests/data/test_search_paper_match_title.yaml` at 73c7726 2026-03-30, MIT; recorded: GET https://api.semanticscholar.org/graph/v1/paper/search/match?query=mining+association+rules+between&fields=title&offset=0&limit=100 -> 200",
	},
	{
		upstream: "tavily", dir: "internal/read/websearch/tavily", name: "tavily_search_include_domains.json", recording: "search/tavily_search_include_domains.json",
		answers: "tavily", request: "/search", at: "0/response/body",
		source: "pydantic/pydantic-ai, `tests/cassettes/test_tavily/test_search_with_include_domains.yaml` at 4fda38988 2026-08-22, MIT; recorded exchange (VCR cassette turned into JSON; credentials and trace headers dropped): Tavily search API (keyed)",
	},
	{
		upstream: "tranco", dir: "internal/sources/tranco", name: "tranco_rank_listed.json", recording: "seo/tranco_rank_listed.json",
		answers: "tranco", request: "/api/ranks/domain/*",
		source: "quoted in a public file of a repository that is not known; shape and first value as verified there (list shortened; not byte-exact)",
	},
	{
		upstream: "wayback", dir: "internal/sources/wayback", name: "available_closest_2025.json", recording: "wayback/available_closest_2025.json",
		answers: "wayback", request: "/wayback/available", optional: []string{"closest"},
		source: "quoted in a public file of a repository that is not known (a PHP test); REAL answer of GET /wayback/available, Aug 2025",
	},
	{
		upstream: "wikidata", dir: "internal/sources/wikidata", name: "wikidata_wbgetentities_labels.json", recording: "seo/wikidata_wbgetentities_labels.json",
		source: "siznax/wptools, `tests/labels_1.py` at a98a544 2022-02-21, MIT; recorded answer; request https://www.wikidata.org/w/api.php?action=wbgetentities&formatversion=2&languages=en&props=labels&redirects=yes&ids=Q24925|Q14623683|P535|Q6625963|P2387|P434|Q1860|P3762|Q159288|Q4961791|P1273|P2469|P1375|P136|Q145|P1284",
	},
	{
		upstream: "wikidata", dir: "internal/sources/wikidata", name: "wikidata_wbgetentities_novalue_snak.json", recording: "seo/wikidata_wbgetentities_novalue_snak.json",
		answers: "wikidata", request: "/w/api.php?action=wbgetentities", data: []string{"entities", "claims", "labels", "descriptions", "aliases", "sitelinks", "mainsnak", "datavalue", "qualifiers", "references"},
		source: "siznax/wptools, `tests/wikidata_novalue_snak.py` at a98a544 2022-02-21, MIT; recorded answer; request https://www.wikidata.org/w/api.php?action=wbgetentities&format=json&formatversion=2&ids=Q483718&languages=en&props=info|claims|descriptions|labels|sitelinks&redirects=yes&sites=&titles=",
	},
}
