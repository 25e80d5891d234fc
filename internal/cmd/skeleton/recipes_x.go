package main

// videosAndPosts are the recipes of X and YouTube.
var videosAndPosts = []recipe{
	{
		upstream: "x", dir: "internal/sources/x", name: "apiv2/client_get_quote_tweets_0.json", recording: "x/apiv2/client_get_quote_tweets_0.json",
		source: "tweepy/tweepy, `cassettes/test_client_get_quote_tweets.yaml` at c05ba988 2025-07-11, MIT; official API v2: https://api.twitter.com/2/tweets/1293593516040269825/quote_tweets",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "apiv2/client_get_tweet_0.json", recording: "x/apiv2/client_get_tweet_0.json",
		source: "tweepy/tweepy, `cassettes/test_client_get_tweet.yaml` at c05ba988 2025-07-11, MIT; official API v2: https://api.twitter.com/2/tweets/1293593516040269825",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "apiv2/client_get_user_0.json", recording: "x/apiv2/client_get_user_0.json",
		answers: "xapi", request: "/2/users/by/username/*",
		source: "tweepy/tweepy, `cassettes/test_client_get_user.yaml` at c05ba988 2025-07-11, MIT; official API v2: https://api.twitter.com/2/users/by/username/Twitter",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "apiv2/client_get_users_followers_0.json", recording: "x/apiv2/client_get_users_followers_0.json",
		source: "tweepy/tweepy, `cassettes/test_client_get_users_followers.yaml` at c05ba988 2025-07-11, MIT; official API v2: https://api.twitter.com/2/users/783214/followers",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "apiv2/client_search_recent_tweets_0.json", recording: "x/apiv2/client_search_recent_tweets_0.json",
		source: "tweepy/tweepy, `cassettes/test_client_search_recent_tweets.yaml` at c05ba988 2025-07-11, MIT; official API v2: https://api.twitter.com/2/tweets/search/recent?query=Tweepy",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "fx_SearchTimeline_empty_query_error.json", recording: "x/fx_SearchTimeline_empty_query_error.json",
		source: "FxEmbed/FxEmbed, `test/mocks/SearchTimeline/empty_query_error.json` at 85ba21c6 2026-08-22, MIT; GraphQL mock used by FxEmbed tests (id 99xxxx or test name: shaped by hand after real responses, errors/tombstones)",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "fx_TweetDetail.json", recording: "x/fx_TweetDetail_1902059299591090335.json",
		source: "FxEmbed/FxEmbed, `test/mocks/TweetDetail/1902059299591090335.json` at 85ba21c6 2026-08-22, MIT; GraphQL mock used by FxEmbed tests (real post/user id)",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "fx_TweetResultByRestId_1.json", recording: "x/fx_TweetResultByRestId_1841206275088290279.json",
		source: "FxEmbed/FxEmbed, `test/mocks/TweetResultByRestId/1841206275088290279.json` at 85ba21c6 2026-08-22, MIT; GraphQL mock used by FxEmbed tests (real post/user id)",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "fx_TweetResultByRestId_2.json", recording: "x/fx_TweetResultByRestId_1899954694652309701.json",
		source: "FxEmbed/FxEmbed, `test/mocks/TweetResultByRestId/1899954694652309701.json` at 85ba21c6 2026-08-22, MIT; GraphQL mock used by FxEmbed tests (real post/user id)",
	},
	{
		upstream: "x", dir: "internal/sources/x", items: 2, name: "fx_TweetResultByRestId_3.json", recording: "x/fx_TweetResultByRestId_1964084223871971826.json",
		source: "FxEmbed/FxEmbed, `test/mocks/TweetResultByRestId/1964084223871971826.json` at 85ba21c6 2026-08-22, MIT; GraphQL mock used by FxEmbed tests (real post/user id)",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "fx_TweetResultByRestId_suspended.json", recording: "x/fx_TweetResultByRestId_991500.json",
		source: "FxEmbed/FxEmbed, `test/mocks/TweetResultByRestId/991500.json` at 85ba21c6 2026-08-22, MIT; GraphQL mock used by FxEmbed tests (id 99xxxx or test name: shaped by hand after real responses, errors/tombstones)",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "fx_UserByScreenName_x.json", recording: "x/fx_UserByScreenName_x.json",
		source: "FxEmbed/FxEmbed, `test/mocks/UserByScreenName/x.json` at 85ba21c6 2026-08-22, MIT; GraphQL mock used by FxEmbed tests (real post/user id)",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "fx_UserResultByScreenName_x.json", recording: "x/fx_UserResultByScreenName_x.json",
		source: "FxEmbed/FxEmbed, `test/mocks/UserResultByScreenName/x.json` at 85ba21c6 2026-08-22, MIT; GraphQL mock used by FxEmbed tests (real post/user id)",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "graphql_old2025_user_by_login.json", recording: "x/graphql_old2025_user_by_login.json",
		source: "vladkens/twscrape, `tests/mocked-data/raw_user_by_login.json @46bff10` at 46bff10 2025-03-07, MIT; older GraphQL user shape (counts under legacy), Mar 2025",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "graphql_retweeters.json", recording: "x/graphql_retweeters.json",
		source: "vladkens/twscrape, `tests/mocked-data/raw_retweeters.json` at 9745b02 2026-08-07, MIT; GraphQL web response, recorded with a logged-in session (queryId in __meta.json), Aug 2026 unless _issue_*/manual",
	},
	{
		upstream: "x", dir: "internal/sources/x", items: 3, name: "graphql_tweet_details.json", recording: "x/graphql_tweet_details.json",
		source: "vladkens/twscrape, `tests/mocked-data/raw_tweet_details.json` at 9745b02 2026-08-07, MIT; GraphQL web response, recorded with a logged-in session (queryId in __meta.json), Aug 2026 unless _issue_*/manual",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "graphql_user_about.json", recording: "x/graphql_user_about.json",
		source: "vladkens/twscrape, `tests/mocked-data/raw_user_about.json` at 9745b02 2026-08-07, MIT; GraphQL web response, recorded with a logged-in session (queryId in __meta.json), Aug 2026 unless _issue_*/manual",
	},
	{
		upstream: "x", dir: "internal/sources/x", items: 3, name: "graphql_user_tweets.json", recording: "x/graphql_user_tweets.json",
		source: "vladkens/twscrape, `tests/mocked-data/raw_user_tweets.json` at 9745b02 2026-08-07, MIT; GraphQL web response, recorded with a logged-in session (queryId in __meta.json), Aug 2026 unless _issue_*/manual",
	},
	{
		upstream: "x", dir: "internal/sources/x", items: 6, name: "xcli/profile_page.html", recording: "x/xcli/profile_jack.html",
		answers: "xweb", request: "/*", subject: "fufa",
		source: "tamnd/x-cli, `x/testdata/profile_jack.html.gz (gunzipped)` at ff9aa9e 2026-07-29, AGPL-3.0; real capture, July 2026: x.com/jack logged-out HTML page",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "xcli/s1_reply_with_parent.json", recording: "x/xcli/s1_reply_with_parent.json",
		answers: "xsyndication", request: "/tweet-result", subject: "1903418684797043782", optional: []string{"parent", "in_reply_to_screen_name", "in_reply_to_status_id_str", "in_reply_to_user_id_str"},
		source: "tamnd/x-cli, `x/testdata/s1_reply_with_parent.json.gz (gunzipped)` at ff9aa9e 2026-07-29, AGPL-3.0; real capture, July 2026: cdn.syndication tweet-result of a reply, with parent",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "xcli/s2_timeline.html", recording: "x/xcli/s2_timeline_jack.html",
		answers: "xtimeline", request: "/srv/timeline-profile/screen-name/*", subject: "fufa",
		source: "tamnd/x-cli, `x/testdata/s2_timeline_jack.html.gz (gunzipped)` at ff9aa9e 2026-07-29, AGPL-3.0; real capture, July 2026: syndication timeline-profile jack (ranked sample)",
	},
	{
		upstream: "x", dir: "internal/sources/x", name: "xcli/s4_user.json", recording: "x/xcli/s4_user_nasa.json",
		answers: "xguest", request: "/*/UserByScreenName", subject: "BENI",
		source: "tamnd/x-cli, `x/testdata/s4_user_nasa.json.gz (gunzipped)` at ff9aa9e 2026-07-29, AGPL-3.0; real capture, July 2026: guest-token GraphQL UserByScreenName",
	},
	{
		upstream: "x", dir: "internal/sources/x", items: 6, name: "xcli/status_reply.html", recording: "x/xcli/status_reply.html",
		source: "tamnd/x-cli, `x/testdata/status_reply.html.gz (gunzipped)` at ff9aa9e 2026-07-29, AGPL-3.0; real capture, July 2026: x.com status logged-out HTML of a reply",
	},
	{
		upstream: "youtube", dir: "internal/sources/youtube", name: "feed_not_found.404.html", recording: "youtube/feed_not_found.404.html",
		source: "TeamNewPipe/NewPipeExtractor, `extractor/src/test/resources/mocks/v1/org/schabi/newpipe/extractor/services/youtube/youtubefeedextractor/notavailable/generated_mock_0.json (responseBody)` at 43f8e6ebe 2026-07-20, GPL-3.0; GET feeds/videos.xml for a missing channel: HTTP 404 html",
	},
	{
		upstream: "youtube", dir: "internal/sources/youtube", name: "innertube_browse_age_restricted.json", recording: "youtube/innertube_browse_age_restricted.json",
		source: "TeamNewPipe/NewPipeExtractor, `extractor/src/test/resources/mocks/v1/org/schabi/newpipe/extractor/services/youtube/youtubechannelextractor/agerestrictedchannel/generated_mock_2.json (responseBody)` at 43f8e6ebe 2026-07-20, GPL-3.0; age-restricted channel browse",
	},
	{
		upstream: "youtube", dir: "internal/sources/youtube", name: "innertube_browse_channel_shorts.json", recording: "youtube/innertube_browse_channel_shorts.json",
		source: "TeamNewPipe/NewPipeExtractor, `extractor/src/test/resources/mocks/v1/org/schabi/newpipe/extractor/services/youtube/youtubechanneltabextractor/shorts/generated_mock_3.json (responseBody)` at 43f8e6ebe 2026-07-20, GPL-3.0; channel Shorts tab",
	},
	{
		upstream: "youtube", dir: "internal/sources/youtube", name: "innertube_browse_channel_videos.json", recording: "youtube/innertube_browse_channel_videos_gronkh.json",
		answers: "youtube", request: "/youtubei/v1/browse", subject: "UCDI61DAM74ul1ZOFO9igobi",
		source: "TeamNewPipe/NewPipeExtractor, `extractor/src/test/resources/mocks/v1/org/schabi/newpipe/extractor/services/youtube/youtubechannelextractor/gronkh/generated_mock_3.json (responseBody)` at 43f8e6ebe 2026-07-20, GPL-3.0; another channel Videos tab, May 2026",
	},
	{
		upstream: "youtube", dir: "internal/sources/youtube", name: "innertube_browse_terminated_1.json", recording: "youtube/innertube_browse_terminated_1.json",
		source: "TeamNewPipe/NewPipeExtractor, `extractor/src/test/resources/mocks/v1/org/schabi/newpipe/extractor/services/youtube/youtubechannelextractor/notavailable/generated_mock_2.json (responseBody)` at 43f8e6ebe 2026-07-20, GPL-3.0; browse of a terminated channel: HTTP 200 with alerts",
	},
	{
		upstream: "youtube", dir: "internal/sources/youtube", name: "innertube_resolve_url_handle.json", recording: "youtube/innertube_resolve_url_handle.json",
		answers: "youtube", request: "/youtubei/v1/navigation/resolve_url", subject: "@someone", partial: true,
		source: "TeamNewPipe/NewPipeExtractor, `extractor/src/test/resources/mocks/v1/org/schabi/newpipe/extractor/services/youtube/youtubechannelhelper/generated_mock_2.json (responseBody)` at 43f8e6ebe 2026-07-20, GPL-3.0; POST navigation/resolve_url for @TheDailyShow, Jan 2026",
	},
	{
		upstream: "youtube", dir: "internal/sources/youtube", name: "innertube_resolve_url_not_found.404.json", recording: "youtube/innertube_resolve_url_not_found.404.json",
		source: "TeamNewPipe/NewPipeExtractor, `extractor/src/test/resources/mocks/v1/org/schabi/newpipe/extractor/services/youtube/youtubechannelhelper/generated_mock_6.json (responseBody)` at 43f8e6ebe 2026-07-20, GPL-3.0; resolve_url of a handle that does not exist: HTTP 404",
	},
	{
		upstream: "youtube", dir: "internal/sources/youtube", name: "meta/innertube_browse_channel_videos.json.meta.json", recording: "youtube/meta/innertube_browse_channel_videos.json.meta.json",
		source: "TeamNewPipe/NewPipeExtractor, `extractor/src/test/resources/mocks/v1/org/schabi/newpipe/extractor/services/youtube/youtubechanneltabextractor/videos/generated_mock_3.json (request, status, headers)` at 43f8e6ebe 2026-07-20, GPL-3.0; request and status of innertube_browse_channel_videos.json",
	},
	{
		upstream: "youtube", dir: "internal/sources/youtube", name: "meta/innertube_browse_continuation.json.meta.json", recording: "youtube/meta/innertube_browse_continuation.json.meta.json",
		source: "TeamNewPipe/NewPipeExtractor, `extractor/src/test/resources/mocks/v1/org/schabi/newpipe/extractor/services/youtube/youtubechanneltabextractor/videos/generated_mock_4.json (request, status, headers)` at 43f8e6ebe 2026-07-20, GPL-3.0; request and status of innertube_browse_continuation.json",
	},
	{
		upstream: "youtube", dir: "internal/sources/youtube", name: "meta/innertube_resolve_url_legacy_user.json.meta.json", recording: "youtube/meta/innertube_resolve_url_legacy_user.json.meta.json",
		source: "TeamNewPipe/NewPipeExtractor, `extractor/src/test/resources/mocks/v1/org/schabi/newpipe/extractor/services/youtube/youtubechanneltabextractor/videos/generated_mock_2.json (request, status, headers)` at 43f8e6ebe 2026-07-20, GPL-3.0; request and status of innertube_resolve_url_legacy_user.json",
	},
}
