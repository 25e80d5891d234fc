"""A method for each operation, generated from docs/openapi.client.json."""

from __future__ import annotations

from typing import Any, Literal
from urllib.parse import quote

from .. import models
from .._body import takes_body
from .._flow import OnProgress


class Calls:
    """The operations of a service; what sends them is in the class that extends this one."""

    def _call(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        query: dict[str, Any] | None = None,
        keyed: bool = False,
        key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> Any:
        raise NotImplementedError

    @takes_body
    def scrape(
        self,
        body: models.ScrapeRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.UrlJobResponse:
        """Scrape a URL.

        Fetch one URL and return its content in one or several formats: markdown, HTML, text, JSON, metadata, links, images, tables, raw text, a screenshot of it, or only its final URL.
        """
        answer: models.UrlJobResponse = self._call(
            "POST",
            "/v1/public/scrape",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_batch(
        self,
        body: models.ScrapeBatchRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.BatchAnswerResponse:
        """Scrape up to 50 URLs.

        Scrape up to 50 URLs, each as a separate job.
        """
        answer: models.BatchAnswerResponse = self._call(
            "POST",
            "/v1/public/scrape/batch",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def search(
        self,
        body: models.SearchRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.SearchJobResponse:
        """Search the web.

        Search the web, the news or scholarly works and return a list of results.
        """
        answer: models.SearchJobResponse = self._call(
            "POST",
            "/v1/public/search",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def search_answer(
        self,
        body: models.SearchAnswerRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.SearchJobResponse:
        """Search the web and answer.

        Search the web, fetch the results and have the installation's language model answer from them.
        """
        answer: models.SearchJobResponse = self._call(
            "POST",
            "/v1/public/search/answer",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_site(
        self,
        body: models.ScrapeSiteRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.SiteJobResponse:
        """Render a page in a browser.

        Render a page in a browser, run its scripts and return the rendered content: text, markdown, profiles, structured data, logos, colours, fonts and a screenshot.
        """
        answer: models.SiteJobResponse = self._call(
            "POST",
            "/v1/public/scrape/site",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_sitemap(
        self,
        body: models.ScrapeSitemapRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.SitemapJobResponse:
        """List the pages of a site.

        Find the sitemaps of a domain (in robots.txt, at common paths, in its home page) or read a given one, and list the pages in them.
        """
        answer: models.SitemapJobResponse = self._call(
            "POST",
            "/v1/public/scrape/sitemap",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_rss(
        self,
        body: models.ScrapeRssRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.RssJobResponse:
        """Read a feed.

        Read an RSS, RDF, Atom or JSON feed, or find and read the feed of a page.
        """
        answer: models.RssJobResponse = self._call(
            "POST",
            "/v1/public/scrape/rss",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_research(
        self,
        body: models.ScrapeResearchRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.ResearchJobResponse:
        """Research a topic with evidence.

        Search the web, news and scholarly works for a topic, read the best sources and those in the request, and return scored passages, facts and claims, each supported by a quote.
        """
        answer: models.ResearchJobResponse = self._call(
            "POST",
            "/v1/public/scrape/research",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def start_crawl(
        self,
        body: models.CrawlRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.CrawlCreatedResponse:
        """Crawl a site.

        Scrape a whole site, page by page, each as a separate job.
        """
        answer: models.CrawlCreatedResponse = self._call(
            "POST",
            "/v1/public/crawl",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_company(
        self,
        body: models.ScrapeCompanyRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.CompanyJobResponse:
        """Profile a company.

        Merge the facts from a company's site, domain, feed and public registers into one profile, each fact with its source and confidence.
        """
        answer: models.CompanyJobResponse = self._call(
            "POST",
            "/v1/public/scrape/company",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_brand_design(
        self,
        body: models.ScrapeBrandDesignRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.BrandJobResponse:
        """Profile and interpret a brand.

        Read a brand's design from its site, and have the installation's language model describe its business, style and tone.
        """
        answer: models.BrandJobResponse = self._call(
            "POST",
            "/v1/public/scrape/brand-design",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_brand_design_basic(
        self,
        body: models.ScrapeBrandDesignBasicRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.BrandJobResponse:
        """Profile a brand's design.

        Read a brand's name, logo, favicon, colours and typefaces from its site, without a language model: the same site gives the same result.
        """
        answer: models.BrandJobResponse = self._call(
            "POST",
            "/v1/public/scrape/brand-design/basic",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_infra(
        self,
        body: models.ScrapeInfraRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.InfraJobResponse:
        """Take a snapshot of a domain.

        DNS, e-mail, hosting, TLS, HTTP headers, registration, certificates and technologies of a domain.
        """
        answer: models.InfraJobResponse = self._call(
            "POST",
            "/v1/public/scrape/infra",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_seo(
        self,
        body: models.ScrapeSeoRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.SeoJobResponse:
        """Take an SEO snapshot of a domain.

        Audit a page's technical state, and collect what PageSpeed Insights, the Chrome UX Report, Tranco, Wikidata, Common Crawl and the site's own blog feed have on the domain.
        """
        answer: models.SeoJobResponse = self._call(
            "POST",
            "/v1/public/scrape/seo",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_linkedin_employees(
        self,
        body: models.ScrapeLinkedinEmployeesRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.LinkedinEmployeesJobResponse:
        """Find a company's employees.

        Find people who work at a company, given its LinkedIn page: its chief executive and founders, and others up to a limit, each confirmed by public pages and with the evidence.
        """
        answer: models.LinkedinEmployeesJobResponse = self._call(
            "POST",
            "/v1/public/scrape/linkedin/employees",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_mentions(
        self,
        body: models.ScrapeMentionsRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.MentionsJobResponse:
        """Find mentions of a domain.

        Find posts on Reddit and Hacker News and articles in the news that link to a domain or mention it, newest first.
        """
        answer: models.MentionsJobResponse = self._call(
            "POST",
            "/v1/public/scrape/mentions",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_ads(
        self,
        body: models.ScrapeAdsRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.AdsJobResponse:
        """Look up ads in public archives.

        Look up the current and past ads of an advertiser in the Meta Ad Library and the Google Ads Transparency Center.
        """
        answer: models.AdsJobResponse = self._call(
            "POST",
            "/v1/public/scrape/ads",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_producthunt(
        self,
        body: models.ScrapeProducthuntRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.ProducthuntJobResponse:
        """Read Product Hunt.

        Read Product Hunt: find products by their website or by words, read a product, its launches, its alternatives or a person, and follow a tracking link to its destination.
        """
        answer: models.ProducthuntJobResponse = self._call(
            "POST",
            "/v1/public/scrape/producthunt",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_channel(
        self,
        body: models.ScrapeChannelRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.ChannelJobResponse:
        """Read a channel and its posts.

        Read an account on X, a channel on YouTube, a community or an account on Reddit, or a company's page on LinkedIn: its profile, and its newest posts or videos.
        """
        answer: models.ChannelJobResponse = self._call(
            "POST",
            "/v1/public/scrape/channel",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_x_profile(
        self,
        body: models.ScrapeXProfileRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.XProfileJobResponse:
        """Read an account on X and its posts.

        Read the profile of an account on X and its posts and reposts, page by page: the newest ones, only those since the last call, or older ones by nextCursor.
        """
        answer: models.XProfileJobResponse = self._call(
            "POST",
            "/v1/public/scrape/x/profile",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_x_post(
        self,
        body: models.ScrapeXPostRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.XPostJobResponse:
        """Read a post on X and its replies.

        Read a post on X by id or URL: its full text, media, counts, the post that it quotes or reposts, and replies, best first or newest first.
        """
        answer: models.XPostJobResponse = self._call(
            "POST",
            "/v1/public/scrape/x/post",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_reddit_profile(
        self,
        body: models.ScrapeRedditProfileRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.RedditJobResponse:
        """Read an account on Reddit and its posts.

        Read an account on Reddit with its newest posts, up to 100: its name, karma and date of creation if Reddit discloses them, and each post with text, links, media and counts.
        """
        answer: models.RedditJobResponse = self._call(
            "POST",
            "/v1/public/scrape/reddit/profile",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_hn_search(
        self,
        body: models.ScrapeHnSearchRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.HnSearchJobResponse:
        """Search Hacker News.

        Find stories, comments, polls and jobs of Hacker News by words, tags and time, by relevance or newest first.
        """
        answer: models.HnSearchJobResponse = self._call(
            "POST",
            "/v1/public/scrape/hn/search",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_hn_post(
        self,
        body: models.ScrapeHnPostRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.HnPostJobResponse:
        """Read a Hacker News discussion.

        Read a story, a comment, a poll or a job of Hacker News by id or URL: its text, link, points and the tree of its comments in the order of the page.
        """
        answer: models.HnPostJobResponse = self._call(
            "POST",
            "/v1/public/scrape/hn/post",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_social_mentions(
        self,
        body: models.ScrapeSocialMentionsRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.SocialMentionsJobResponse:
        """Find posts about a brand.

        Find posts on X, Reddit or Hacker News that mention a brand, an account or words, newest first.
        """
        answer: models.SocialMentionsJobResponse = self._call(
            "POST",
            "/v1/public/scrape/social/mentions",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    def scrape_social_engagement(
        self,
        body: models.ScrapeSocialEngagementRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.SocialEngagementJobResponse:
        """Count and list who reacted to a post.

        Count reposts, quotes, reactions and comments of a post on X, Reddit, Hacker News or LinkedIn, and list the accounts behind one of these if they are public.
        """
        answer: models.SocialEngagementJobResponse = self._call(
            "POST",
            "/v1/public/scrape/social/engagement",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    def list_jobs(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal[
            "cancelled",
            "failed",
            "queued",
            "running",
            "succeeded",
        ]
        | None = None,
        batch_id: str | None = None,
        kind: Literal[
            "ads",
            "brand",
            "channel",
            "company",
            "hn_post",
            "hn_search",
            "infra",
            "linkedin_employees",
            "mentions",
            "producthunt",
            "reddit",
            "research",
            "rss",
            "search",
            "seo",
            "site",
            "sitemap",
            "social_engagement",
            "social_mentions",
            "url",
            "x_post",
            "x_profile",
        ]
        | None = None,
        action: str | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> models.JobsResponse:
        """List jobs, newest first.

        The organization's jobs of the last 30 days, without their arguments and results.
        """
        answer: models.JobsResponse = self._call(
            "GET",
            "/v1/public/jobs",
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
                "batchId": batch_id,
                "kind": kind,
                "action": action,
                "since": since,
                "until": until,
            },
        )
        return answer

    def get_job(
        self,
        job_id: str,
    ) -> models.AnyJobResponse:
        """Read a job.

        Jobs can be read for 30 days.
        """
        answer: models.AnyJobResponse = self._call(
            "GET",
            f"/v1/public/jobs/{quote(job_id, safe='')}",
        )
        return answer

    def get_job_result(
        self,
        job_id: str,
    ) -> models.GetJobResultResponse200:
        """Read a job's whole result.

        The result of any size, as it is, for as long as the job can be read.
        """
        answer: models.GetJobResultResponse200 = self._call(
            "GET",
            f"/v1/public/jobs/{quote(job_id, safe='')}/result",
        )
        return answer

    def cancel_job(
        self,
        job_id: str,
    ) -> models.AnyJobResponse:
        """Cancel a job.

        Ends a queued or running job and refunds its charge.
        """
        answer: models.AnyJobResponse = self._call(
            "POST",
            f"/v1/public/jobs/{quote(job_id, safe='')}/cancel",
        )
        return answer

    def list_batches(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal[
            "finished",
            "queued",
            "running",
        ]
        | None = None,
        kind: Literal[
            "ads",
            "brand",
            "channel",
            "company",
            "hn_post",
            "hn_search",
            "infra",
            "linkedin_employees",
            "mentions",
            "producthunt",
            "reddit",
            "research",
            "rss",
            "search",
            "seo",
            "site",
            "sitemap",
            "social_engagement",
            "social_mentions",
            "url",
            "x_post",
            "x_profile",
        ]
        | None = None,
        action: str | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> models.BatchesResponse:
        """List batches, newest first.

        The organization's batches of the last 30 days, without their jobs.
        """
        answer: models.BatchesResponse = self._call(
            "GET",
            "/v1/public/batches",
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
                "kind": kind,
                "action": action,
                "since": since,
                "until": until,
            },
        )
        return answer

    def get_batch(
        self,
        batch_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        results: bool | None = None,
    ) -> models.BatchResponse:
        """Read a batch.

        The status of a batch call, the number of its jobs in each status, and a page of its jobs.
        """
        answer: models.BatchResponse = self._call(
            "GET",
            f"/v1/public/batches/{quote(batch_id, safe='')}",
            query={
                "limit": limit,
                "cursor": cursor,
                "results": results,
            },
        )
        return answer

    def cancel_batch(
        self,
        batch_id: str,
    ) -> models.BatchSummaryResponse:
        """Cancel a batch.

        Cancels every job of the batch that has not ended and refunds its charge; those that have ended stay as they are.
        """
        answer: models.BatchSummaryResponse = self._call(
            "POST",
            f"/v1/public/batches/{quote(batch_id, safe='')}/cancel",
        )
        return answer

    def list_crawls(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal[
            "cancelled",
            "failed",
            "finished",
            "running",
        ]
        | None = None,
    ) -> models.CrawlsResponse:
        """List crawls, newest first.

        Those of the last 30 days, without arguments, failures and samples.
        """
        answer: models.CrawlsResponse = self._call(
            "GET",
            "/v1/public/crawls",
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
            },
        )
        return answer

    def get_crawl(
        self,
        crawl_id: str,
    ) -> models.CrawlResponse:
        """Read a crawl.

        The status of the crawl, the number of its pages in each state, and what they cost.
        """
        answer: models.CrawlResponse = self._call(
            "GET",
            f"/v1/public/crawl/{quote(crawl_id, safe='')}",
        )
        return answer

    def list_crawl_pages(
        self,
        crawl_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal[
            "cancelled",
            "failed",
            "queued",
            "running",
            "succeeded",
        ]
        | None = None,
        change: Literal[
            "changed",
            "gone",
            "new",
            "same",
        ]
        | None = None,
        results: bool | None = None,
    ) -> models.CrawlPagesResponse:
        """List the pages of a crawl.

        The pages that have a job, in the order in which they were found.
        """
        answer: models.CrawlPagesResponse = self._call(
            "GET",
            f"/v1/public/crawl/{quote(crawl_id, safe='')}/pages",
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
                "change": change,
                "results": results,
            },
        )
        return answer

    def list_crawl_files(
        self,
        crawl_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.CrawlPartsResponse:
        """List the files of a crawl's export.

        Links to files of JSON lines, each of up to 100 pages with their whole results, in the order of their numbers.
        """
        answer: models.CrawlPartsResponse = self._call(
            "GET",
            f"/v1/public/crawl/{quote(crawl_id, safe='')}/export",
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    def export_crawl(
        self,
        crawl_id: str,
    ) -> models.CrawlResponse:
        """Export a crawl.

        The pages of a crawl that was made without `export` are written to files, too.
        """
        answer: models.CrawlResponse = self._call(
            "POST",
            f"/v1/public/crawl/{quote(crawl_id, safe='')}/export",
        )
        return answer

    def cancel_crawl(
        self,
        crawl_id: str,
    ) -> models.CrawlResponse:
        """Cancel a crawl.

        No more pages are admitted, and those that have not ended are cancelled and refunded soon after.
        """
        answer: models.CrawlResponse = self._call(
            "POST",
            f"/v1/public/crawl/{quote(crawl_id, safe='')}/cancel",
        )
        return answer

    @takes_body
    def resume_crawl(
        self,
        crawl_id: str,
        body: models.ResumeCrawlRequest | None = None,
    ) -> models.CrawlResponse:
        """Resume a crawl.

        A crawl that ended by `credits`, `time` or `cancelled` goes on where it stopped.
        """
        answer: models.CrawlResponse = self._call(
            "POST",
            f"/v1/public/crawl/{quote(crawl_id, safe='')}/resume",
            body=body,
        )
        return answer

    def get_usage(
        self,
        *,
        days: int | None = None,
    ) -> models.UsageReportResponse:
        """Report credits spent and refunded.

        Whole days in UTC, including today.
        """
        answer: models.UsageReportResponse = self._call(
            "GET",
            "/v1/public/usage",
            query={
                "days": days,
            },
        )
        return answer

    def get_balance(
        self,
    ) -> models.BalanceReportResponse:
        """Get the credit balance.

        The credits that are left, and those charged for unfinished jobs.
        """
        answer: models.BalanceReportResponse = self._call(
            "GET",
            "/v1/public/balance",
        )
        return answer

    def list_requests(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        kind: Literal[
            "ads",
            "brand",
            "channel",
            "company",
            "hn_post",
            "hn_search",
            "infra",
            "linkedin_employees",
            "mentions",
            "producthunt",
            "reddit",
            "research",
            "rss",
            "search",
            "seo",
            "site",
            "sitemap",
            "social_engagement",
            "social_mentions",
            "url",
            "x_post",
            "x_profile",
        ]
        | None = None,
        status: Literal[
            "cancelled",
            "failed",
            "queued",
            "running",
            "succeeded",
        ]
        | None = None,
    ) -> models.RequestsResponse:
        """List all jobs, newest first.

        Each job with what it cost and the token that created it.
        """
        answer: models.RequestsResponse = self._call(
            "GET",
            "/v1/public/requests",
            query={
                "limit": limit,
                "cursor": cursor,
                "kind": kind,
                "status": status,
            },
        )
        return answer

    def get_token_info(
        self,
    ) -> models.TokenReportResponse:
        """Get the token's organization and scopes.

        What the token of this request is, and what it may do.
        """
        answer: models.TokenReportResponse = self._call(
            "GET",
            "/v1/public/token-info",
        )
        return answer

    def list_endpoints(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.EndpointsResponse:
        """List the endpoints, oldest first.

        Disabled endpoints are listed, too; secrets are not.
        """
        answer: models.EndpointsResponse = self._call(
            "GET",
            "/v1/public/webhooks/endpoints",
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    @takes_body
    def register_endpoint(
        self,
        body: models.RegisterEndpointRequest,
    ) -> models.EndpointResponse:
        """Register an endpoint.

        If the URL is already registered, the existing endpoint and its current secret are returned.
        """
        answer: models.EndpointResponse = self._call(
            "POST",
            "/v1/public/webhooks/endpoints",
            body=body,
        )
        return answer

    def get_endpoint(
        self,
        endpoint_id: str,
    ) -> models.EndpointResponse:
        """Read an endpoint.

        Its URL, its events, and since when its deliveries fail.
        """
        answer: models.EndpointResponse = self._call(
            "GET",
            f"/v1/public/webhooks/endpoints/{quote(endpoint_id, safe='')}",
        )
        return answer

    def delete_endpoint(
        self,
        endpoint_id: str,
    ) -> models.DeletedResponse:
        """Delete an endpoint.

        It gets no further deliveries, retries included.
        """
        answer: models.DeletedResponse = self._call(
            "DELETE",
            f"/v1/public/webhooks/endpoints/{quote(endpoint_id, safe='')}",
        )
        return answer

    @takes_body
    def update_endpoint(
        self,
        endpoint_id: str,
        body: models.UpdateEndpointRequest,
    ) -> models.EndpointResponse:
        """Change an endpoint.

        Members that the body does not have stay as they are.
        """
        answer: models.EndpointResponse = self._call(
            "PATCH",
            f"/v1/public/webhooks/endpoints/{quote(endpoint_id, safe='')}",
            body=body,
        )
        return answer

    def get_endpoint_secret(
        self,
        endpoint_id: str,
    ) -> models.SecretResponse:
        """Read an endpoint's secret.

        The current secret alone, also while the previous one still signs.
        """
        answer: models.SecretResponse = self._call(
            "GET",
            f"/v1/public/webhooks/endpoints/{quote(endpoint_id, safe='')}/secret",
        )
        return answer

    @takes_body
    def rotate_endpoint_secret(
        self,
        endpoint_id: str,
        body: models.RotateSecretRequest | None = None,
    ) -> models.EndpointResponse:
        """Replace an endpoint's secret.

        Until the grace period ends, deliveries are signed with both secrets, the new one first.
        """
        answer: models.EndpointResponse = self._call(
            "POST",
            f"/v1/public/webhooks/endpoints/{quote(endpoint_id, safe='')}/secret/rotate",
            body=body,
        )
        return answer

    def test_endpoint(
        self,
        endpoint_id: str,
    ) -> models.DeliveryResponse:
        """Post a test event to an endpoint.

        A signed event of type endpoint.test, whatever types the endpoint gets.
        """
        answer: models.DeliveryResponse = self._call(
            "POST",
            f"/v1/public/webhooks/endpoints/{quote(endpoint_id, safe='')}/test",
        )
        return answer

    def list_deliveries(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        endpoint_id: str | None = None,
        job_id: str | None = None,
        batch_id: str | None = None,
        crawl_id: str | None = None,
        status: Literal[
            "failed",
            "pending",
            "succeeded",
        ]
        | None = None,
    ) -> models.DeliveriesResponse:
        """List delivery attempts, newest first.

        Each attempt is a separate delivery and is kept for 30 days.
        """
        answer: models.DeliveriesResponse = self._call(
            "GET",
            "/v1/public/webhooks/deliveries",
            query={
                "limit": limit,
                "cursor": cursor,
                "endpointId": endpoint_id,
                "jobId": job_id,
                "batchId": batch_id,
                "crawlId": crawl_id,
                "status": status,
            },
        )
        return answer

    def replay_delivery(
        self,
        delivery_id: str,
    ) -> models.DeliveryResponse:
        """Replay a delivery.

        Posts the same event id and body with a new timestamp and signature, and retries on the usual schedule when that fails.
        """
        answer: models.DeliveryResponse = self._call(
            "POST",
            f"/v1/public/webhooks/deliveries/{quote(delivery_id, safe='')}/replay",
        )
        return answer

    def get_delivery(
        self,
        delivery_id: str,
    ) -> models.DeliveryResponse:
        """Read a delivery attempt.

        Its status, the response of the endpoint, and when it is tried next.
        """
        answer: models.DeliveryResponse = self._call(
            "GET",
            f"/v1/public/webhooks/deliveries/{quote(delivery_id, safe='')}",
        )
        return answer


class AsyncCalls:
    """The operations of a service; what sends them is in the class that extends this one."""

    async def _call(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        query: dict[str, Any] | None = None,
        keyed: bool = False,
        key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> Any:
        raise NotImplementedError

    @takes_body
    async def scrape(
        self,
        body: models.ScrapeRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.UrlJobResponse:
        """Scrape a URL.

        Fetch one URL and return its content in one or several formats: markdown, HTML, text, JSON, metadata, links, images, tables, raw text, a screenshot of it, or only its final URL.
        """
        answer: models.UrlJobResponse = await self._call(
            "POST",
            "/v1/public/scrape",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_batch(
        self,
        body: models.ScrapeBatchRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.BatchAnswerResponse:
        """Scrape up to 50 URLs.

        Scrape up to 50 URLs, each as a separate job.
        """
        answer: models.BatchAnswerResponse = await self._call(
            "POST",
            "/v1/public/scrape/batch",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def search(
        self,
        body: models.SearchRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.SearchJobResponse:
        """Search the web.

        Search the web, the news or scholarly works and return a list of results.
        """
        answer: models.SearchJobResponse = await self._call(
            "POST",
            "/v1/public/search",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def search_answer(
        self,
        body: models.SearchAnswerRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.SearchJobResponse:
        """Search the web and answer.

        Search the web, fetch the results and have the installation's language model answer from them.
        """
        answer: models.SearchJobResponse = await self._call(
            "POST",
            "/v1/public/search/answer",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_site(
        self,
        body: models.ScrapeSiteRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.SiteJobResponse:
        """Render a page in a browser.

        Render a page in a browser, run its scripts and return the rendered content: text, markdown, profiles, structured data, logos, colours, fonts and a screenshot.
        """
        answer: models.SiteJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/site",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_sitemap(
        self,
        body: models.ScrapeSitemapRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.SitemapJobResponse:
        """List the pages of a site.

        Find the sitemaps of a domain (in robots.txt, at common paths, in its home page) or read a given one, and list the pages in them.
        """
        answer: models.SitemapJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/sitemap",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_rss(
        self,
        body: models.ScrapeRssRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.RssJobResponse:
        """Read a feed.

        Read an RSS, RDF, Atom or JSON feed, or find and read the feed of a page.
        """
        answer: models.RssJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/rss",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_research(
        self,
        body: models.ScrapeResearchRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.ResearchJobResponse:
        """Research a topic with evidence.

        Search the web, news and scholarly works for a topic, read the best sources and those in the request, and return scored passages, facts and claims, each supported by a quote.
        """
        answer: models.ResearchJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/research",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def start_crawl(
        self,
        body: models.CrawlRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.CrawlCreatedResponse:
        """Crawl a site.

        Scrape a whole site, page by page, each as a separate job.
        """
        answer: models.CrawlCreatedResponse = await self._call(
            "POST",
            "/v1/public/crawl",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_company(
        self,
        body: models.ScrapeCompanyRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.CompanyJobResponse:
        """Profile a company.

        Merge the facts from a company's site, domain, feed and public registers into one profile, each fact with its source and confidence.
        """
        answer: models.CompanyJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/company",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_brand_design(
        self,
        body: models.ScrapeBrandDesignRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.BrandJobResponse:
        """Profile and interpret a brand.

        Read a brand's design from its site, and have the installation's language model describe its business, style and tone.
        """
        answer: models.BrandJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/brand-design",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_brand_design_basic(
        self,
        body: models.ScrapeBrandDesignBasicRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.BrandJobResponse:
        """Profile a brand's design.

        Read a brand's name, logo, favicon, colours and typefaces from its site, without a language model: the same site gives the same result.
        """
        answer: models.BrandJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/brand-design/basic",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_infra(
        self,
        body: models.ScrapeInfraRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.InfraJobResponse:
        """Take a snapshot of a domain.

        DNS, e-mail, hosting, TLS, HTTP headers, registration, certificates and technologies of a domain.
        """
        answer: models.InfraJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/infra",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_seo(
        self,
        body: models.ScrapeSeoRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.SeoJobResponse:
        """Take an SEO snapshot of a domain.

        Audit a page's technical state, and collect what PageSpeed Insights, the Chrome UX Report, Tranco, Wikidata, Common Crawl and the site's own blog feed have on the domain.
        """
        answer: models.SeoJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/seo",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_linkedin_employees(
        self,
        body: models.ScrapeLinkedinEmployeesRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.LinkedinEmployeesJobResponse:
        """Find a company's employees.

        Find people who work at a company, given its LinkedIn page: its chief executive and founders, and others up to a limit, each confirmed by public pages and with the evidence.
        """
        answer: models.LinkedinEmployeesJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/linkedin/employees",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_mentions(
        self,
        body: models.ScrapeMentionsRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.MentionsJobResponse:
        """Find mentions of a domain.

        Find posts on Reddit and Hacker News and articles in the news that link to a domain or mention it, newest first.
        """
        answer: models.MentionsJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/mentions",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_ads(
        self,
        body: models.ScrapeAdsRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.AdsJobResponse:
        """Look up ads in public archives.

        Look up the current and past ads of an advertiser in the Meta Ad Library and the Google Ads Transparency Center.
        """
        answer: models.AdsJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/ads",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_producthunt(
        self,
        body: models.ScrapeProducthuntRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.ProducthuntJobResponse:
        """Read Product Hunt.

        Read Product Hunt: find products by their website or by words, read a product, its launches, its alternatives or a person, and follow a tracking link to its destination.
        """
        answer: models.ProducthuntJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/producthunt",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_channel(
        self,
        body: models.ScrapeChannelRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.ChannelJobResponse:
        """Read a channel and its posts.

        Read an account on X, a channel on YouTube, a community or an account on Reddit, or a company's page on LinkedIn: its profile, and its newest posts or videos.
        """
        answer: models.ChannelJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/channel",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_x_profile(
        self,
        body: models.ScrapeXProfileRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.XProfileJobResponse:
        """Read an account on X and its posts.

        Read the profile of an account on X and its posts and reposts, page by page: the newest ones, only those since the last call, or older ones by nextCursor.
        """
        answer: models.XProfileJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/x/profile",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_x_post(
        self,
        body: models.ScrapeXPostRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.XPostJobResponse:
        """Read a post on X and its replies.

        Read a post on X by id or URL: its full text, media, counts, the post that it quotes or reposts, and replies, best first or newest first.
        """
        answer: models.XPostJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/x/post",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_reddit_profile(
        self,
        body: models.ScrapeRedditProfileRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.RedditJobResponse:
        """Read an account on Reddit and its posts.

        Read an account on Reddit with its newest posts, up to 100: its name, karma and date of creation if Reddit discloses them, and each post with text, links, media and counts.
        """
        answer: models.RedditJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/reddit/profile",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_hn_search(
        self,
        body: models.ScrapeHnSearchRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.HnSearchJobResponse:
        """Search Hacker News.

        Find stories, comments, polls and jobs of Hacker News by words, tags and time, by relevance or newest first.
        """
        answer: models.HnSearchJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/hn/search",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_hn_post(
        self,
        body: models.ScrapeHnPostRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.HnPostJobResponse:
        """Read a Hacker News discussion.

        Read a story, a comment, a poll or a job of Hacker News by id or URL: its text, link, points and the tree of its comments in the order of the page.
        """
        answer: models.HnPostJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/hn/post",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_social_mentions(
        self,
        body: models.ScrapeSocialMentionsRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.SocialMentionsJobResponse:
        """Find posts about a brand.

        Find posts on X, Reddit or Hacker News that mention a brand, an account or words, newest first.
        """
        answer: models.SocialMentionsJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/social/mentions",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    @takes_body
    async def scrape_social_engagement(
        self,
        body: models.ScrapeSocialEngagementRequest,
        *,
        idempotency_key: str | None = None,
        deadline: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.SocialEngagementJobResponse:
        """Count and list who reacted to a post.

        Count reposts, quotes, reactions and comments of a post on X, Reddit, Hacker News or LinkedIn, and list the accounts behind one of these if they are public.
        """
        answer: models.SocialEngagementJobResponse = await self._call(
            "POST",
            "/v1/public/scrape/social/engagement",
            body=body,
            keyed=True,
            key=idempotency_key,
            deadline=deadline,
            on_progress=on_progress,
        )
        return answer

    async def list_jobs(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal[
            "cancelled",
            "failed",
            "queued",
            "running",
            "succeeded",
        ]
        | None = None,
        batch_id: str | None = None,
        kind: Literal[
            "ads",
            "brand",
            "channel",
            "company",
            "hn_post",
            "hn_search",
            "infra",
            "linkedin_employees",
            "mentions",
            "producthunt",
            "reddit",
            "research",
            "rss",
            "search",
            "seo",
            "site",
            "sitemap",
            "social_engagement",
            "social_mentions",
            "url",
            "x_post",
            "x_profile",
        ]
        | None = None,
        action: str | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> models.JobsResponse:
        """List jobs, newest first.

        The organization's jobs of the last 30 days, without their arguments and results.
        """
        answer: models.JobsResponse = await self._call(
            "GET",
            "/v1/public/jobs",
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
                "batchId": batch_id,
                "kind": kind,
                "action": action,
                "since": since,
                "until": until,
            },
        )
        return answer

    async def get_job(
        self,
        job_id: str,
    ) -> models.AnyJobResponse:
        """Read a job.

        Jobs can be read for 30 days.
        """
        answer: models.AnyJobResponse = await self._call(
            "GET",
            f"/v1/public/jobs/{quote(job_id, safe='')}",
        )
        return answer

    async def get_job_result(
        self,
        job_id: str,
    ) -> models.GetJobResultResponse200:
        """Read a job's whole result.

        The result of any size, as it is, for as long as the job can be read.
        """
        answer: models.GetJobResultResponse200 = await self._call(
            "GET",
            f"/v1/public/jobs/{quote(job_id, safe='')}/result",
        )
        return answer

    async def cancel_job(
        self,
        job_id: str,
    ) -> models.AnyJobResponse:
        """Cancel a job.

        Ends a queued or running job and refunds its charge.
        """
        answer: models.AnyJobResponse = await self._call(
            "POST",
            f"/v1/public/jobs/{quote(job_id, safe='')}/cancel",
        )
        return answer

    async def list_batches(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal[
            "finished",
            "queued",
            "running",
        ]
        | None = None,
        kind: Literal[
            "ads",
            "brand",
            "channel",
            "company",
            "hn_post",
            "hn_search",
            "infra",
            "linkedin_employees",
            "mentions",
            "producthunt",
            "reddit",
            "research",
            "rss",
            "search",
            "seo",
            "site",
            "sitemap",
            "social_engagement",
            "social_mentions",
            "url",
            "x_post",
            "x_profile",
        ]
        | None = None,
        action: str | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> models.BatchesResponse:
        """List batches, newest first.

        The organization's batches of the last 30 days, without their jobs.
        """
        answer: models.BatchesResponse = await self._call(
            "GET",
            "/v1/public/batches",
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
                "kind": kind,
                "action": action,
                "since": since,
                "until": until,
            },
        )
        return answer

    async def get_batch(
        self,
        batch_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        results: bool | None = None,
    ) -> models.BatchResponse:
        """Read a batch.

        The status of a batch call, the number of its jobs in each status, and a page of its jobs.
        """
        answer: models.BatchResponse = await self._call(
            "GET",
            f"/v1/public/batches/{quote(batch_id, safe='')}",
            query={
                "limit": limit,
                "cursor": cursor,
                "results": results,
            },
        )
        return answer

    async def cancel_batch(
        self,
        batch_id: str,
    ) -> models.BatchSummaryResponse:
        """Cancel a batch.

        Cancels every job of the batch that has not ended and refunds its charge; those that have ended stay as they are.
        """
        answer: models.BatchSummaryResponse = await self._call(
            "POST",
            f"/v1/public/batches/{quote(batch_id, safe='')}/cancel",
        )
        return answer

    async def list_crawls(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal[
            "cancelled",
            "failed",
            "finished",
            "running",
        ]
        | None = None,
    ) -> models.CrawlsResponse:
        """List crawls, newest first.

        Those of the last 30 days, without arguments, failures and samples.
        """
        answer: models.CrawlsResponse = await self._call(
            "GET",
            "/v1/public/crawls",
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
            },
        )
        return answer

    async def get_crawl(
        self,
        crawl_id: str,
    ) -> models.CrawlResponse:
        """Read a crawl.

        The status of the crawl, the number of its pages in each state, and what they cost.
        """
        answer: models.CrawlResponse = await self._call(
            "GET",
            f"/v1/public/crawl/{quote(crawl_id, safe='')}",
        )
        return answer

    async def list_crawl_pages(
        self,
        crawl_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal[
            "cancelled",
            "failed",
            "queued",
            "running",
            "succeeded",
        ]
        | None = None,
        change: Literal[
            "changed",
            "gone",
            "new",
            "same",
        ]
        | None = None,
        results: bool | None = None,
    ) -> models.CrawlPagesResponse:
        """List the pages of a crawl.

        The pages that have a job, in the order in which they were found.
        """
        answer: models.CrawlPagesResponse = await self._call(
            "GET",
            f"/v1/public/crawl/{quote(crawl_id, safe='')}/pages",
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
                "change": change,
                "results": results,
            },
        )
        return answer

    async def list_crawl_files(
        self,
        crawl_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.CrawlPartsResponse:
        """List the files of a crawl's export.

        Links to files of JSON lines, each of up to 100 pages with their whole results, in the order of their numbers.
        """
        answer: models.CrawlPartsResponse = await self._call(
            "GET",
            f"/v1/public/crawl/{quote(crawl_id, safe='')}/export",
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    async def export_crawl(
        self,
        crawl_id: str,
    ) -> models.CrawlResponse:
        """Export a crawl.

        The pages of a crawl that was made without `export` are written to files, too.
        """
        answer: models.CrawlResponse = await self._call(
            "POST",
            f"/v1/public/crawl/{quote(crawl_id, safe='')}/export",
        )
        return answer

    async def cancel_crawl(
        self,
        crawl_id: str,
    ) -> models.CrawlResponse:
        """Cancel a crawl.

        No more pages are admitted, and those that have not ended are cancelled and refunded soon after.
        """
        answer: models.CrawlResponse = await self._call(
            "POST",
            f"/v1/public/crawl/{quote(crawl_id, safe='')}/cancel",
        )
        return answer

    @takes_body
    async def resume_crawl(
        self,
        crawl_id: str,
        body: models.ResumeCrawlRequest | None = None,
    ) -> models.CrawlResponse:
        """Resume a crawl.

        A crawl that ended by `credits`, `time` or `cancelled` goes on where it stopped.
        """
        answer: models.CrawlResponse = await self._call(
            "POST",
            f"/v1/public/crawl/{quote(crawl_id, safe='')}/resume",
            body=body,
        )
        return answer

    async def get_usage(
        self,
        *,
        days: int | None = None,
    ) -> models.UsageReportResponse:
        """Report credits spent and refunded.

        Whole days in UTC, including today.
        """
        answer: models.UsageReportResponse = await self._call(
            "GET",
            "/v1/public/usage",
            query={
                "days": days,
            },
        )
        return answer

    async def get_balance(
        self,
    ) -> models.BalanceReportResponse:
        """Get the credit balance.

        The credits that are left, and those charged for unfinished jobs.
        """
        answer: models.BalanceReportResponse = await self._call(
            "GET",
            "/v1/public/balance",
        )
        return answer

    async def list_requests(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        kind: Literal[
            "ads",
            "brand",
            "channel",
            "company",
            "hn_post",
            "hn_search",
            "infra",
            "linkedin_employees",
            "mentions",
            "producthunt",
            "reddit",
            "research",
            "rss",
            "search",
            "seo",
            "site",
            "sitemap",
            "social_engagement",
            "social_mentions",
            "url",
            "x_post",
            "x_profile",
        ]
        | None = None,
        status: Literal[
            "cancelled",
            "failed",
            "queued",
            "running",
            "succeeded",
        ]
        | None = None,
    ) -> models.RequestsResponse:
        """List all jobs, newest first.

        Each job with what it cost and the token that created it.
        """
        answer: models.RequestsResponse = await self._call(
            "GET",
            "/v1/public/requests",
            query={
                "limit": limit,
                "cursor": cursor,
                "kind": kind,
                "status": status,
            },
        )
        return answer

    async def get_token_info(
        self,
    ) -> models.TokenReportResponse:
        """Get the token's organization and scopes.

        What the token of this request is, and what it may do.
        """
        answer: models.TokenReportResponse = await self._call(
            "GET",
            "/v1/public/token-info",
        )
        return answer

    async def list_endpoints(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.EndpointsResponse:
        """List the endpoints, oldest first.

        Disabled endpoints are listed, too; secrets are not.
        """
        answer: models.EndpointsResponse = await self._call(
            "GET",
            "/v1/public/webhooks/endpoints",
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return answer

    @takes_body
    async def register_endpoint(
        self,
        body: models.RegisterEndpointRequest,
    ) -> models.EndpointResponse:
        """Register an endpoint.

        If the URL is already registered, the existing endpoint and its current secret are returned.
        """
        answer: models.EndpointResponse = await self._call(
            "POST",
            "/v1/public/webhooks/endpoints",
            body=body,
        )
        return answer

    async def get_endpoint(
        self,
        endpoint_id: str,
    ) -> models.EndpointResponse:
        """Read an endpoint.

        Its URL, its events, and since when its deliveries fail.
        """
        answer: models.EndpointResponse = await self._call(
            "GET",
            f"/v1/public/webhooks/endpoints/{quote(endpoint_id, safe='')}",
        )
        return answer

    async def delete_endpoint(
        self,
        endpoint_id: str,
    ) -> models.DeletedResponse:
        """Delete an endpoint.

        It gets no further deliveries, retries included.
        """
        answer: models.DeletedResponse = await self._call(
            "DELETE",
            f"/v1/public/webhooks/endpoints/{quote(endpoint_id, safe='')}",
        )
        return answer

    @takes_body
    async def update_endpoint(
        self,
        endpoint_id: str,
        body: models.UpdateEndpointRequest,
    ) -> models.EndpointResponse:
        """Change an endpoint.

        Members that the body does not have stay as they are.
        """
        answer: models.EndpointResponse = await self._call(
            "PATCH",
            f"/v1/public/webhooks/endpoints/{quote(endpoint_id, safe='')}",
            body=body,
        )
        return answer

    async def get_endpoint_secret(
        self,
        endpoint_id: str,
    ) -> models.SecretResponse:
        """Read an endpoint's secret.

        The current secret alone, also while the previous one still signs.
        """
        answer: models.SecretResponse = await self._call(
            "GET",
            f"/v1/public/webhooks/endpoints/{quote(endpoint_id, safe='')}/secret",
        )
        return answer

    @takes_body
    async def rotate_endpoint_secret(
        self,
        endpoint_id: str,
        body: models.RotateSecretRequest | None = None,
    ) -> models.EndpointResponse:
        """Replace an endpoint's secret.

        Until the grace period ends, deliveries are signed with both secrets, the new one first.
        """
        answer: models.EndpointResponse = await self._call(
            "POST",
            f"/v1/public/webhooks/endpoints/{quote(endpoint_id, safe='')}/secret/rotate",
            body=body,
        )
        return answer

    async def test_endpoint(
        self,
        endpoint_id: str,
    ) -> models.DeliveryResponse:
        """Post a test event to an endpoint.

        A signed event of type endpoint.test, whatever types the endpoint gets.
        """
        answer: models.DeliveryResponse = await self._call(
            "POST",
            f"/v1/public/webhooks/endpoints/{quote(endpoint_id, safe='')}/test",
        )
        return answer

    async def list_deliveries(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        endpoint_id: str | None = None,
        job_id: str | None = None,
        batch_id: str | None = None,
        crawl_id: str | None = None,
        status: Literal[
            "failed",
            "pending",
            "succeeded",
        ]
        | None = None,
    ) -> models.DeliveriesResponse:
        """List delivery attempts, newest first.

        Each attempt is a separate delivery and is kept for 30 days.
        """
        answer: models.DeliveriesResponse = await self._call(
            "GET",
            "/v1/public/webhooks/deliveries",
            query={
                "limit": limit,
                "cursor": cursor,
                "endpointId": endpoint_id,
                "jobId": job_id,
                "batchId": batch_id,
                "crawlId": crawl_id,
                "status": status,
            },
        )
        return answer

    async def replay_delivery(
        self,
        delivery_id: str,
    ) -> models.DeliveryResponse:
        """Replay a delivery.

        Posts the same event id and body with a new timestamp and signature, and retries on the usual schedule when that fails.
        """
        answer: models.DeliveryResponse = await self._call(
            "POST",
            f"/v1/public/webhooks/deliveries/{quote(delivery_id, safe='')}/replay",
        )
        return answer

    async def get_delivery(
        self,
        delivery_id: str,
    ) -> models.DeliveryResponse:
        """Read a delivery attempt.

        Its status, the response of the endpoint, and when it is tried next.
        """
        answer: models.DeliveryResponse = await self._call(
            "GET",
            f"/v1/public/webhooks/deliveries/{quote(delivery_id, safe='')}",
        )
        return answer
