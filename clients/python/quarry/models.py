"""What calls take and give, generated from docs/openapi.client.json. Members that a service adds are no errors."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union


class AdsAd(TypedDict):
    advertiser: "AdsAdvertiser"
    archive: Literal[
        "google",
        "meta",
    ]
    id: str
    matchedBy: Literal[
        "advertiser",
        "archive",
        "display_domain",
        "landing_domain",
    ]
    url: str
    active: NotRequired[bool]
    alike: NotRequired[int]
    audience: NotRequired["AdsAudience"]
    body: NotRequired[str]
    """The text of the ad."""
    categories: NotRequired[list[str]]
    countries: NotRequired[list[str]]
    ctaText: NotRequired[str]
    """The text of its button."""
    ctaType: NotRequired[str]
    daysShown: NotRequired[int]
    description: NotRequired[str]
    displayUrl: NotRequired[str]
    endDate: NotRequired[str]
    firstShownAt: NotRequired[str]
    """When it was first shown."""
    format: NotRequired[
        Literal[
            "carousel",
            "dynamic",
            "image",
            "other",
            "text",
            "video",
        ]
    ]
    """The format of the ad."""
    impressions: NotRequired["AdsRange"]
    landingDomain: NotRequired[str]
    landingUrl: NotRequired[str]
    """The destination URL."""
    languages: NotRequired[list[str]]
    lastShownAt: NotRequired[str]
    """When it was last shown."""
    media: NotRequired[list["AdsMedia"]]
    paidBy: NotRequired[str]
    platforms: NotRequired[list[str]]
    reach: NotRequired["AdsRange"]
    sensitive: NotRequired[bool]
    spend: NotRequired["AdsMoney"]
    startDate: NotRequired[str]
    synthetic: NotRequired[bool]
    title: NotRequired[str]
    """The headline."""
    variations: NotRequired[list["AdsVariation"]]
    """Cards of a carousel."""


class AdsAdvertiser(TypedDict):
    category: NotRequired[str]
    counts: NotRequired["SocialCounts"]
    id: NotRequired[str]
    """The archive's id."""
    imageUrl: NotRequired[str]
    """The picture of its page."""
    name: NotRequired[str]
    url: NotRequired[str]
    """URL of its page."""
    username: NotRequired[str]


class AdsAudience(TypedDict):
    demographics: NotRequired[list["AdsShare"]]
    reached: NotRequired[list["AdsReach"]]
    regions: NotRequired[list["AdsShare"]]
    size: NotRequired["AdsRange"]


class AdsCandidate(TypedDict):
    archive: Literal[
        "google",
        "meta",
    ]
    exact: bool
    category: NotRequired[str]
    counts: NotRequired["SocialCounts"]
    id: NotRequired[str]
    """The archive's id."""
    imageUrl: NotRequired[str]
    """The picture of its page."""
    name: NotRequired[str]
    url: NotRequired[str]
    """URL of its page."""
    username: NotRequired[str]
    ads: NotRequired["AdsRange"]
    country: NotRequired[str]
    domain: NotRequired[str]
    matchedBy: NotRequired[
        Literal[
            "advertiser_id",
            "company_name",
            "domain",
            "page_name",
        ]
    ]
    verified: NotRequired[bool]


class AdsJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["ads",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["AdsResult"]


class AdsJobResponse(TypedDict):
    data: "AdsJob"


class AdsMedia(TypedDict):
    type: Literal[
        "embed",
        "image",
        "script",
        "video",
    ]
    url: str
    """URL of the medium."""
    previewUrl: NotRequired[str]
    """Preview image of a video."""


class AdsMoney(TypedDict):
    currency: NotRequired[str]
    """Currency code, ISO 4217."""
    lower: NotRequired[float]
    text: NotRequired[str]
    upper: NotRequired[float]


class AdsOptions(TypedDict):
    details: NotRequired[bool]
    """With op creatives: also read each ad's own page. Default: false."""


class AdsOutcome(TypedDict):
    archive: Literal[
        "google",
        "meta",
    ]
    """The archive."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_asked",
        "not_configured",
        "not_found",
        "ok",
    ]
    ahead: NotRequired[str]
    creatives: NotRequired[int]
    elsewhere: NotRequired[int]
    exhausted: NotRequired[bool]
    loads: NotRequired[int]
    missed: NotRequired[list[str]]
    note: NotRequired[str]
    reason: NotRequired[str]
    """Why there are no ads."""
    total: NotRequired["AdsRange"]


class AdsRange(TypedDict):
    lower: NotRequired[int]
    """Lower bound."""
    text: NotRequired[str]
    upper: NotRequired[int]
    """Upper bound."""


class AdsReach(TypedDict):
    count: int
    """Number of accounts."""
    country: str
    """Country code."""
    age: NotRequired[str]
    """Age range."""
    gender: NotRequired[str]
    """male, female or unknown."""


class AdsResult(TypedDict):
    archives: list["AdsOutcome"]
    op: Literal[
        "archive",
        "creatives",
        "resolve",
    ]
    """The op of the request."""
    advertisers: NotRequired[list["AdsCandidate"]]
    """For resolve."""
    coverage: NotRequired["SocialCoverage"]
    creatives: NotRequired[list["AdsAd"]]
    exhausted: NotRequired[bool]
    loads: NotRequired[int]
    nextCursor: NotRequired[str]
    status: NotRequired[
        Literal[
            "found",
            "not_found",
        ]
    ]
    """For resolve."""
    stoppedBy: NotRequired[
        Literal[
            "failure",
            "max_loads",
            "time",
        ]
    ]
    """For archive."""


class AdsShare(TypedDict):
    share: float
    """Share from 0 to 1."""
    age: NotRequired[str]
    """Age range."""
    gender: NotRequired[str]
    """male, female or unknown."""
    region: NotRequired[str]
    """Name of the region."""


class AdsVariation(TypedDict):
    body: NotRequired[str]
    """The text of this version."""
    ctaText: NotRequired[str]
    """The text of its button."""
    description: NotRequired[str]
    displayUrl: NotRequired[str]
    landingUrl: NotRequired[str]
    """The destination URL."""
    media: NotRequired[list["AdsMedia"]]
    title: NotRequired[str]


class AnyJobResponse(TypedDict):
    data: Union[
        "UrlJob",
        "SiteJob",
        "SitemapJob",
        "RssJob",
        "ChannelJob",
        "HnSearchJob",
        "HnPostJob",
        "RedditJob",
        "XProfileJob",
        "XPostJob",
        "LinkedinEmployeesJob",
        "MentionsJob",
        "SocialMentionsJob",
        "SocialEngagementJob",
        "InfraJob",
        "SeoJob",
        "BrandJob",
        "CompanyJob",
        "AdsJob",
        "ProducthuntJob",
        "SearchJob",
        "ResearchJob",
    ]


class BalanceReport(TypedDict):
    available: int
    """The same as balance."""
    balance: int
    organizationId: str
    reserved: int
    updatedAt: str


class BalanceReportResponse(TypedDict):
    data: "BalanceReport"


class Batch(TypedDict):
    actionCode: str
    batchId: str
    """The batch's id."""
    counts: "BatchCounts"
    createdAt: str
    """When it was admitted."""
    creditsCharged: int
    creditsRefunded: int
    eventsUrl: str
    expiresAt: str
    kind: str
    """The kind of its jobs."""
    pollUrl: str
    status: Literal[
        "finished",
        "queued",
        "running",
    ]
    """queued: no job has begun."""
    exhausted: bool
    jobs: list["BatchItem"]
    """One item for each entry."""
    completedAt: NotRequired[str]
    """When the last job ended."""
    nextCursor: NotRequired[str]


class BatchAnswer(TypedDict):
    creditsCharged: int
    jobs: list["BatchItem"]
    """One item for each URL."""
    batchId: NotRequired[str]
    eventsUrl: NotRequired[str]
    pollUrl: NotRequired[str]


class BatchAnswerResponse(TypedDict):
    data: "BatchAnswer"


class BatchCounts(TypedDict):
    cancelled: int
    """Jobs that were cancelled."""
    failed: int
    """Jobs that failed."""
    invalid: int
    queued: int
    running: int
    succeeded: int
    """Jobs that succeeded."""
    total: int


class BatchError(TypedDict):
    code: str
    message: str
    """What to change, in words."""
    retryable: bool
    retryAfterSeconds: NotRequired[int]


class BatchesData(TypedDict):
    exhausted: bool
    items: list["BatchSummary"]
    """The batches."""
    nextCursor: NotRequired[str]


class BatchesResponse(TypedDict):
    data: "BatchesData"


class BatchItem(TypedDict):
    cached: bool
    creditsCharged: int
    creditsRefunded: int
    pricingDecision: "PricingDecision"
    replayed: bool
    resultTruncated: bool
    url: str
    """The URL as it is read."""
    bodyMatched: NotRequired[bool]
    """Of a replayed item."""
    error: NotRequired["BatchError"]
    jobId: NotRequired[str]
    """Id of its job."""
    pollUrl: NotRequired[str]
    progress: NotRequired["Progress"]
    result: NotRequired["UrlResult"]
    status: NotRequired[
        Literal[
            "cancelled",
            "failed",
            "queued",
            "running",
            "succeeded",
        ]
    ]
    """Status of the job."""


class BatchResponse(TypedDict):
    data: "Batch"


class BatchSummary(TypedDict):
    actionCode: str
    batchId: str
    """The batch's id."""
    counts: "BatchCounts"
    createdAt: str
    """When it was admitted."""
    creditsCharged: int
    creditsRefunded: int
    eventsUrl: str
    expiresAt: str
    kind: str
    """The kind of its jobs."""
    pollUrl: str
    status: Literal[
        "finished",
        "queued",
        "running",
    ]
    """queued: no job has begun."""
    completedAt: NotRequired[str]
    """When the last job ended."""


class BatchSummaryResponse(TypedDict):
    data: "BatchSummary"


class BrandFullResult(TypedDict):
    business_subtype: str
    business_type: str
    """The kind of business."""
    company_name: str
    company_name_confidence: float
    confidence: float
    description: str
    logo_confidence: float
    palette: "BrandPalette"
    tagline: str
    tone_of_voice: str
    typography: "BrandTypography"
    url: str
    visual_tone: str
    """The style of the design."""
    favicon_url: NotRequired[str]
    """The site's icon."""
    logo_url: NotRequired[str]
    """The logo."""


class BrandJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["brand",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired[
        Union[
            "BrandResult",
            "BrandFullResult",
        ]
    ]
    """The job's result."""


class BrandJobResponse(TypedDict):
    data: "BrandJob"


class BrandPalette(TypedDict):
    accent: NotRequired[str]
    """The accent colour."""
    background: NotRequired[str]
    primary: NotRequired[str]
    """The brand's main colour."""
    secondary: NotRequired[str]
    text: NotRequired[str]


class BrandResult(TypedDict):
    business_subtype: str
    """Always empty."""
    business_type: str
    """Always empty."""
    company_name: str
    company_name_confidence: float
    confidence: Union[
        float,
        None,
    ]
    """Always null."""
    logo_confidence: float
    palette: "BrandPalette"
    typography: "BrandTypography"
    url: str
    visual_tone: str
    """Always empty."""
    favicon_url: NotRequired[str]
    """The site's icon."""
    logo_url: NotRequired[str]
    """The logo."""


class BrandTypography(TypedDict):
    body: NotRequired[str]
    """The typeface of the text."""
    heading: NotRequired[str]


class CallOptions(TypedDict):
    """What calls for jobs take."""

    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""


class ChannelChannel(TypedDict):
    counts: "SocialProfileCounts"
    platform: str
    source: str
    url: str
    """URL of its page."""
    avatarUrl: NotRequired[str]
    """URL of its picture."""
    bannerUrl: NotRequired[str]
    bio: NotRequired[str]
    createdAt: NotRequired[str]
    """When it was created."""
    externalId: NotRequired[str]
    """The platform's own id."""
    location: NotRequired[str]
    name: NotRequired[str]
    """Display name."""
    protected: NotRequired[bool]
    username: NotRequired[str]
    """Name within the platform."""
    verified: NotRequired[bool]
    verifiedAs: NotRequired[str]
    """individual."""
    website: NotRequired[str]
    facts: NotRequired["SocialCoverage"]
    organization: NotRequired["SocialOrganization"]


class ChannelJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["channel",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["ChannelResult"]


class ChannelJobResponse(TypedDict):
    data: "ChannelJob"


class ChannelResult(TypedDict):
    channel: "ChannelChannel"
    coverage: "SocialCoverage"
    exhausted: bool
    items: list["SocialItem"]
    """Posts or videos."""
    source: str
    employees: NotRequired[list["SocialAuthor"]]
    employeesCoverage: NotRequired["SocialCoverage"]
    nextCursor: NotRequired[str]


class CompanyFact(TypedDict):
    confidence: float
    source: str
    """The source."""
    value: str
    """The fact."""
    agreedBy: NotRequired[list[str]]
    others: NotRequired[list["CompanyOther"]]
    """Other values."""


class CompanyFeed(TypedDict):
    confidence: float
    source: str
    """The source."""
    url: str
    """URL of the feed."""
    agreedBy: NotRequired[list[str]]
    newestAt: NotRequired[str]
    postsPerMonth: NotRequired[float]
    title: NotRequired[str]
    """Its title."""


class CompanyIdentifier(TypedDict):
    confidence: float
    scheme: str
    source: str
    """The source."""
    value: str
    agreedBy: NotRequired[list[str]]


class CompanyJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["company",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["CompanyResult"]


class CompanyJobResponse(TypedDict):
    data: "CompanyJob"


class CompanyNumber(TypedDict):
    confidence: float
    source: str
    """The source."""
    value: int
    """The number."""
    agreedBy: NotRequired[list[str]]
    asOf: NotRequired[str]
    """The date of the figure."""


class CompanyOther(TypedDict):
    source: str
    """The source, as in source."""
    value: str


class CompanyPart(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    name: str
    reason: NotRequired[str]
    """Why there is no data."""


class CompanyPerson(TypedDict):
    confidence: float
    name: str
    """Full name."""
    source: str
    """The source."""
    agreedBy: NotRequired[list[str]]
    role: NotRequired[str]
    url: NotRequired[str]
    """A page about the person."""


class CompanyPlace(TypedDict):
    confidence: float
    kind: str
    source: str
    """The source."""
    agreedBy: NotRequired[list[str]]
    country: NotRequired[str]
    locality: NotRequired[str]
    """Town."""
    name: NotRequired[str]
    """Name of the place."""
    phone: NotRequired[str]
    """Telephone number."""
    postalCode: NotRequired[str]
    """Postal code."""
    region: NotRequired[str]
    """State or region."""
    street: NotRequired[str]
    """Street and number."""


class CompanyResult(TypedDict):
    domain: str
    """The company's domain."""
    identifiers: list["CompanyIdentifier"]
    parts: list["CompanyPart"]
    """The status of each part."""
    people: list["CompanyPerson"]
    places: list["CompanyPlace"]
    """Its addresses."""
    socialLinks: list["CompanySocialLink"]
    url: str
    brand: NotRequired["BrandResult"]
    country: NotRequired["CompanyFact"]
    description: NotRequired["CompanyFact"]
    email: NotRequired["CompanyFact"]
    employees: NotRequired["CompanyNumber"]
    feed: NotRequired["CompanyFeed"]
    founded: NotRequired["CompanyFact"]
    headquarters: NotRequired["CompanyFact"]
    industry: NotRequired["CompanyFact"]
    infra: NotRequired["InfraResult"]
    legalName: NotRequired["CompanyFact"]
    name: NotRequired["CompanyFact"]
    parent: NotRequired["CompanyFact"]
    phone: NotRequired["CompanyFact"]
    seo: NotRequired["SeoResult"]
    slogan: NotRequired["CompanyFact"]


class CompanySocialLink(TypedDict):
    confidence: float
    network: str
    source: str
    """The source."""
    url: str
    """URL of the profile."""
    agreedBy: NotRequired[list[str]]


class Crawl(TypedDict):
    counts: "CrawlCounts"
    crawlId: str
    """The crawl's id."""
    createdAt: str
    """When it was made."""
    creditsCharged: int
    creditsRefunded: int
    eventsUrl: str
    expiresAt: str
    pagesUrl: str
    """The path of its pages."""
    pollUrl: str
    status: Literal[
        "cancelled",
        "failed",
        "finished",
        "running",
    ]
    url: str
    """The first page."""
    changes: NotRequired["CrawlChanges"]
    """With againstCrawlId."""
    completedAt: NotRequired[str]
    """When it ended."""
    error: NotRequired["JobFailure"]
    exportUrl: NotRequired[str]
    """The path of its files."""
    failedBy: NotRequired["CrawlFailedBy"]
    """Pages that failed."""
    failures: NotRequired[list["CrawlFailure"]]
    host: NotRequired[str]
    """Host of the site."""
    input: NotRequired[Any]
    maxCredits: NotRequired[int]
    """The most that it costs."""
    skippedBy: NotRequired["CrawlSkippedBy"]
    skippedSamples: NotRequired["CrawlSkippedSamples"]
    truncatedBy: NotRequired[
        Literal[
            "cancelled",
            "credits",
            "depth",
            "limit",
            "time",
        ]
    ]
    unmatchedPaths: NotRequired[list[str]]


CrawlChanges = dict[str, int]


class CrawlCounts(TypedDict):
    cancelled: int
    duplicates: int
    failed: int
    """Pages that failed."""
    queued: int
    """Pages that wait."""
    running: int
    skipped: int
    succeeded: int
    """Pages that succeeded."""
    total: int


class CrawlCreated(TypedDict):
    crawlId: str
    """Id of the crawl."""
    eventsUrl: str
    pagesUrl: str
    """The path of its pages."""
    pollUrl: str
    status: Literal[
        "cancelled",
        "failed",
        "finished",
        "running",
    ]
    """Status of the crawl."""
    bodyMatched: NotRequired[bool]
    """Of a replayed call."""


class CrawlCreatedResponse(TypedDict):
    data: "CrawlCreated"


CrawlFailedBy = dict[str, int]


class CrawlFailure(TypedDict):
    error: "JobFailure"
    jobId: str
    """Its job."""
    url: str
    """The page."""


class CrawlPage(TypedDict):
    creditsCharged: int
    creditsRefunded: int
    depth: int
    jobId: str
    """Id of its job."""
    number: int
    """Its number."""
    pollUrl: str
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """Status of the job."""
    url: str
    """Its URL."""
    change: NotRequired[
        Literal[
            "changed",
            "gone",
            "new",
            "same",
        ]
    ]
    """With againstCrawlId."""
    duplicateOf: NotRequired[int]
    error: NotRequired["JobFailure"]
    httpStatus: NotRequired[int]
    result: NotRequired["UrlResult"]


class CrawlPages(TypedDict):
    exhausted: bool
    items: list["CrawlPage"]
    """Pages that have a job."""
    nextCursor: NotRequired[str]


class CrawlPagesResponse(TypedDict):
    data: "CrawlPages"


class CrawlPart(TypedDict):
    bytes: int
    """Size of the file."""
    first: int
    """Number of its first page."""
    last: int
    """Number of its last page."""
    url: str
    """A link to the file."""


class CrawlParts(TypedDict):
    exhausted: bool
    items: list["CrawlPart"]
    """Files of JSON lines."""
    nextCursor: NotRequired[str]


class CrawlPartsResponse(TypedDict):
    data: "CrawlParts"


class CrawlRequest(TypedDict):
    url: str
    """The first page."""
    againstCrawlId: NotRequired[str]
    """Compare with an earlier crawl of the organization."""
    cacheTtlSec: NotRequired[int]
    """Without effect."""
    delayMs: NotRequired[int]
    """Milliseconds between two pages of one host."""
    excludePaths: NotRequired[list[str]]
    """Globs of paths that no URL may match, as includePaths."""
    export: NotRequired[bool]
    """Write the pages to files of JSON lines as they end. Default: false."""
    format: NotRequired[
        Literal[
            "html",
            "images",
            "json",
            "links",
            "markdown",
            "metadata",
            "raw",
            "screenshot",
            "tables",
            "text",
        ]
    ]
    """What to return of each page, as for a scrape. Default: markdown."""
    formats: NotRequired[
        list[
            Literal[
                "html",
                "images",
                "json",
                "links",
                "markdown",
                "metadata",
                "raw",
                "screenshot",
                "tables",
                "text",
            ]
        ]
    ]
    """Several formats of each page, in place of format."""
    fresh: NotRequired[bool]
    """Without effect."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    ignoreQuery: NotRequired[bool]
    """Take URLs that differ only in the query for one page, and crawl it without. Default: false."""
    includePaths: NotRequired[list[str]]
    """Globs of paths, one of which a URL must match."""
    limit: NotRequired[int]
    """Maximum number of pages, 1 to 50000. Default: 100."""
    maxCredits: NotRequired[int]
    """The most that the crawl costs."""
    maxDepth: NotRequired[int]
    """Maximum number of links between the first page and another."""
    options: NotRequired["UrlOptions"]
    render: NotRequired[
        Literal[
            "always",
            "auto",
            "never",
        ]
    ]
    """Whether a browser shows each page, as for a scrape. Default: auto."""
    respectRobots: NotRequired[bool]
    """Keep the site's robots.txt. Default: true."""
    scope: NotRequired[
        Literal[
            "domain",
            "sameHost",
            "subdomains",
        ]
    ]
    """Which hosts belong to the site. Default: sameHost."""
    since: NotRequired[str]
    """Ask for pages that have changed since this time."""
    sitemap: NotRequired[
        Literal[
            "include",
            "only",
            "skip",
        ]
    ]
    """What is made of the site's sitemaps. Default: include."""
    tidyQuery: NotRequired[bool]
    """Sort parameters, and drop those that count visitors. Default: false."""
    timeoutSec: NotRequired[int]
    """Seconds after which no page is begun, from 10. Default: 86400."""
    wait: NotRequired[bool]
    """Without effect. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Without effect."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives crawl.page and crawl.finished."""


class CrawlResponse(TypedDict):
    data: "Crawl"


class CrawlsData(TypedDict):
    exhausted: bool
    items: list["Crawl"]
    """The crawls, newest first."""
    nextCursor: NotRequired[str]


CrawlSkippedBy = dict[str, int]
CrawlSkippedSamples = dict[str, list[str]]


class CrawlsResponse(TypedDict):
    data: "CrawlsData"


class DeletedData(TypedDict):
    deleted: bool
    """Always true."""
    id: str
    """Id of what was deleted."""


class DeletedResponse(TypedDict):
    data: "DeletedData"


class DeliveriesData(TypedDict):
    exhausted: bool
    items: list["WebhookDelivery"]
    """The attempts."""
    nextCursor: NotRequired[str]


class DeliveriesResponse(TypedDict):
    data: "DeliveriesData"


class DeliveryData(TypedDict):
    delivery: "WebhookDelivery"


class DeliveryResponse(TypedDict):
    data: "DeliveryData"


class EndpointData(TypedDict):
    endpoint: "WebhookEndpoint"


class EndpointResponse(TypedDict):
    data: "EndpointData"


class EndpointsData(TypedDict):
    exhausted: bool
    items: list["WebhookEndpoint"]
    """The endpoints."""
    nextCursor: NotRequired[str]


class EndpointsResponse(TypedDict):
    data: "EndpointsData"


class Error(TypedDict):
    error: "ErrorFields"


class ErrorDetail(TypedDict):
    field: str
    """Path of the field."""
    issue: str


class ErrorFields(TypedDict):
    code: str
    details: list["ErrorDetail"]
    """The invalid fields."""
    message: str
    """What to change."""
    requestId: str
    """The same as X-Request-Id."""
    retryable: bool
    moreDetails: NotRequired[int]


class EventCounts(TypedDict):
    cancelled: int
    failed: int
    """Those that failed."""
    queued: int
    """Those that wait."""
    running: int
    succeeded: int
    """Those that succeeded."""
    total: int
    """Entries of the call."""
    duplicates: NotRequired[int]
    """Of a crawl."""
    invalid: NotRequired[int]
    """Of a batch."""
    skipped: NotRequired[int]
    """Of a crawl."""


GetJobResultResponse200 = dict[str, Any]


class HnPostJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["hn_post",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["HnPostResult"]


class HnPostJobResponse(TypedDict):
    data: "HnPostJob"


class HnPostResult(TypedDict):
    coverage: "SocialCoverage"
    exhausted: bool
    post: "SocialItem"
    returned: int
    total: int


class HnSearchJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["hn_search",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["HnSearchResult"]


class HnSearchJobResponse(TypedDict):
    data: "HnSearchJob"


class HnSearchResult(TypedDict):
    coverage: "SocialCoverage"
    exhausted: bool
    items: list["SocialItem"]
    """The items found."""
    source: str
    nextCursor: NotRequired[str]
    total: NotRequired[int]
    totalExact: NotRequired[bool]


class InfraBIMI(TypedDict):
    record: str
    """The record as written."""
    certificate: NotRequired[str]
    logo: NotRequired[str]
    """URL of the SVG logo."""


class InfraCAA(TypedDict):
    critical: bool
    tag: str
    value: str


class InfraCertificate(TypedDict):
    daysLeft: int
    issuer: "InfraName"
    keyType: str
    """Type and size of its key."""
    names: list[str]
    namesTotal: int
    notAfter: str
    """When it expires."""
    notBefore: str
    """When it becomes valid."""
    serialNumber: str
    sha256: str
    """SHA-256 fingerprint."""
    signatureAlgorithm: str
    subject: "InfraName"
    validation: NotRequired[
        Literal[
            "domain",
            "extended",
            "individual",
            "organization",
        ]
    ]


class InfraCertificates(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    issuers: list["InfraIssuerCount"]
    """Their issuers."""
    names: list[str]
    namesTotal: int
    recent: list["InfraLoggedCertificate"]
    """The newest certificates."""
    total: int
    truncated: bool
    reason: NotRequired[str]
    """Why there is no data."""


class InfraChainLink(TypedDict):
    issuer: str
    """Common name."""
    keyType: str
    """Type and size of its key."""
    notAfter: str
    """When it expires."""
    subject: str
    """Common name."""


class InfraContact(TypedDict):
    redacted: bool
    country: NotRequired[str]
    """As written."""
    email: NotRequired[str]
    name: NotRequired[str]
    """A person, or a role."""
    organization: NotRequired[str]
    region: NotRequired[str]
    """State or province."""


class InfraCSP(TypedDict):
    directives: "InfraCSPDirectives"
    reportOnly: bool
    value: str
    """The policy as sent."""


InfraCSPDirectives = dict[str, list[str]]


class InfraDKIM(TypedDict):
    cname: list[str]
    keyType: str
    """rsa or ed25519."""
    revoked: bool
    selector: str
    testing: bool
    bits: NotRequired[int]
    """Length of the key."""


class InfraDMARC(TypedDict):
    dkimAlignment: Literal[
        "relaxed",
        "strict",
    ]
    failureReports: list[str]
    name: str
    """Name of the record."""
    percent: int
    policy: Literal[
        "none",
        "quarantine",
        "reject",
    ]
    problems: list[str]
    record: str
    """The record as written."""
    reports: list[str]
    spfAlignment: Literal[
        "relaxed",
        "strict",
    ]
    subdomainPolicy: Literal[
        "none",
        "quarantine",
        "reject",
    ]


class InfraDNS(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    a: list[str]
    aaaa: list[str]
    caa: list["InfraCAA"]
    cname: list[str]
    https: list["InfraHTTPS"]
    """HTTPS records."""
    mx: list["InfraMX"]
    """Mail servers."""
    notFound: list[str]
    ns: list[str]
    srv: list["InfraSRV"]
    """Services by SRV record."""
    ttl: "InfraDNSTtl"
    txt: list[str]
    """TXT records."""
    reason: NotRequired[str]
    """Why there is no data."""
    caaName: NotRequired[str]
    dnssec: NotRequired["InfraDNSSEC"]
    soa: NotRequired["InfraSOA"]
    www: NotRequired["InfraWWW"]


class InfraDNSSEC(TypedDict):
    algorithms: list[str]
    keys: int
    """DNSKEY records."""
    signed: bool
    validated: bool


InfraDNSTtl = dict[str, int]


class InfraEmail(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    dkim: list["InfraDKIM"]
    domain: str
    nullMx: bool
    senders: list[str]
    reason: NotRequired[str]
    """Why there is no data."""
    bimi: NotRequired["InfraBIMI"]
    dmarc: NotRequired["InfraDMARC"]
    mtaSts: NotRequired["InfraMTASTS"]
    provider: NotRequired[str]
    """The mail provider."""
    spf: NotRequired["InfraSPF"]
    tlsRpt: NotRequired["InfraTLSRPT"]


InfraEvidence = TypedDict(
    "InfraEvidence",
    {
        "fact": Literal[
            "cdn",
            "dnsProvider",
            "provider",
        ],
        "from": Literal[
            "asn",
            "cname",
            "header",
            "ns",
        ],
        "name": str,
        "value": str,
    },
)


class InfraHeaders(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    missing: list[str]
    reason: NotRequired[str]
    """Why there is no data."""
    contentTypeOptions: NotRequired[str]
    """X-Content-Type-Options."""
    crossOriginEmbedderPolicy: NotRequired[str]
    """Absent without it."""
    crossOriginOpenerPolicy: NotRequired[str]
    """Absent without it."""
    crossOriginResourcePolicy: NotRequired[str]
    """Absent without it."""
    csp: NotRequired["InfraCSP"]
    frameOptions: NotRequired[str]
    """X-Frame-Options."""
    hsts: NotRequired["InfraHSTS"]
    httpStatus: NotRequired[int]
    """HTTP status of the page."""
    httpVersion: NotRequired[str]
    """HTTP version."""
    httpsRedirect: NotRequired[bool]
    permissionsPolicy: NotRequired[str]
    """Permissions-Policy."""
    poweredBy: NotRequired[str]
    """X-Powered-By."""
    referrerPolicy: NotRequired[str]
    """Absent without it."""
    securityTxt: NotRequired["InfraSecurityTxt"]
    server: NotRequired[str]
    """The Server header."""
    url: NotRequired[str]
    """URL of the page."""


class InfraHosting(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    evidence: list["InfraEvidence"]
    networks: list["InfraNetwork"]
    reason: NotRequired[str]
    """Why there is no data."""
    cdn: NotRequired[str]
    dnsProvider: NotRequired[str]
    provider: NotRequired[str]


class InfraHSTS(TypedDict):
    includeSubDomains: bool
    maxAge: int
    preload: bool
    problem: NotRequired[str]


class InfraHTTPS(TypedDict):
    alpn: list[str]
    """Protocols."""
    ech: bool
    ipv4Hint: list[str]
    """IPv4 addresses to try."""
    ipv6Hint: list[str]
    """IPv6 addresses to try."""
    priority: int
    """0 is an alias to target."""
    target: str


class InfraIssuerCount(TypedDict):
    certificates: int
    """Number of certificates."""
    name: str


class InfraJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["infra",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["InfraResult"]


class InfraJobResponse(TypedDict):
    data: "InfraJob"


class InfraLoggedCertificate(TypedDict):
    issuer: str
    names: list[str]
    """Names of the domain."""
    notAfter: NotRequired[str]
    """When it expires."""
    notBefore: NotRequired[str]
    """When its validity starts."""
    serialNumber: NotRequired[str]


class InfraMTASTS(TypedDict):
    id: str
    """Id of the policy."""
    mx: list[str]
    record: str
    """The record as written."""
    maxAge: NotRequired[int]
    mode: NotRequired[
        Literal[
            "enforce",
            "none",
            "testing",
        ]
    ]
    problem: NotRequired[str]


class InfraMX(TypedDict):
    host: str
    """Host name."""
    preference: int


class InfraName(TypedDict):
    commonName: NotRequired[str]
    country: NotRequired[str]
    """ISO 3166-1 alpha-2."""
    organization: NotRequired[str]


class InfraNetwork(TypedDict):
    address: str
    """An address of the site."""
    asn: int
    prefix: str
    country: NotRequired[str]
    name: NotRequired[str]
    registry: NotRequired[str]
    """The regional registry."""


class InfraRegistration(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    nameservers: list[str]
    redacted: list[str]
    statuses: list[str]
    reason: NotRequired[str]
    """Why there is no data."""
    abuseEmail: NotRequired[str]
    abusePhone: NotRequired[str]
    createdAt: NotRequired[str]
    """When it was registered."""
    dnssec: NotRequired[bool]
    expiresAt: NotRequired[str]
    registrant: NotRequired["InfraContact"]
    registrar: NotRequired[str]
    """The registrar."""
    registrarIanaId: NotRequired[str]
    """The registrar's IANA id."""
    registrarUrl: NotRequired[str]
    transferredAt: NotRequired[str]
    updatedAt: NotRequired[str]
    """When it was last changed."""


class InfraResult(TypedDict):
    certificates: "InfraCertificates"
    dns: "InfraDNS"
    domain: str
    """The requested domain."""
    email: "InfraEmail"
    headers: "InfraHeaders"
    hosting: "InfraHosting"
    registrableDomain: str
    registration: "InfraRegistration"
    technologies: "InfraTechnologies"
    tls: "InfraTLS"
    verifications: "InfraVerifications"
    companyName: NotRequired[str]
    companyNameFoundIn: NotRequired[
        list[
            Literal[
                "hosting",
                "registration",
                "tls",
            ]
        ]
    ]
    exists: NotRequired[bool]


class InfraSecurityTxt(TypedDict):
    contacts: list[str]
    """Addresses and pages."""
    expired: bool
    policy: list[str]
    """URLs of policies."""
    signed: bool
    url: str
    """URL of the file."""
    expires: NotRequired[str]
    """Absent when not given."""
    languages: NotRequired[str]
    """Preferred-Languages."""


class InfraSOA(TypedDict):
    expire: int
    """Seconds."""
    minimum: int
    primary: str
    """The first name server."""
    refresh: int
    """Seconds."""
    responsible: str
    retry: int
    """Seconds."""
    serial: int
    """Serial number."""


class InfraSPF(TypedDict):
    all: Literal[
        "fail",
        "neutral",
        "none",
        "pass",
        "softfail",
    ]
    includes: list[str]
    lookups: int
    mechanisms: list[str]
    networks: list[str]
    problems: list[str]
    record: str
    """The record as written."""
    redirect: NotRequired[str]


class InfraSRV(TypedDict):
    port: int
    """Port on the host."""
    priority: int
    service: str
    """Service and protocol."""
    target: str
    weight: int


class InfraTechnologies(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    items: list["InfraTechnology"]
    reason: NotRequired[str]
    """Why there is no data."""
    url: NotRequired[str]
    """The page."""


InfraTechnology = TypedDict(
    "InfraTechnology",
    {
        "categories": list[str],
        "from": Literal[
            "dns",
            "page",
        ],
        "name": str,
        "version": NotRequired[str],
        "website": NotRequired[str],
    },
)


class InfraTLS(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    chain: list["InfraChainLink"]
    stapled: bool
    reason: NotRequired[str]
    """Why there is no data."""
    alpn: NotRequired[str]
    """The negotiated protocol."""
    certificate: NotRequired["InfraCertificate"]
    cipherSuite: NotRequired[str]
    host: NotRequired[str]
    problem: NotRequired[
        Literal[
            "expired",
            "incomplete_chain",
            "invalid",
            "not_yet_valid",
            "self_signed",
            "unknown_authority",
            "wrong_name",
        ]
    ]
    protocol: NotRequired[str]
    root: NotRequired[str]
    valid: NotRequired[bool]


class InfraTLSRPT(TypedDict):
    record: str
    """The record as written."""
    reports: list[str]
    """Addresses."""


class InfraVerification(TypedDict):
    token: str
    value: str
    """The value after the name."""
    service: NotRequired[str]


class InfraVerifications(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    items: list["InfraVerification"]
    reason: NotRequired[str]
    """Why there is no data."""


class InfraWWW(TypedDict):
    addresses: list[str]
    """Its IPv4 addresses."""
    cname: list[str]


class Job(TypedDict):
    """What every job has."""

    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]


class JobFailure(TypedDict):
    code: str
    message: str
    """What happened."""
    retryable: bool
    retryAfterSeconds: NotRequired[int]


JobInput = dict[str, Any]
JobMeta = dict[str, Any]


class JobOverview(TypedDict):
    cached: bool
    createdAt: str
    creditsCharged: int
    """Credits charged."""
    creditsRefunded: int
    """Credits refunded."""
    kind: str
    """The kind of the job."""
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """Status of the job."""
    target: str
    """The subject of the job."""
    completedAt: NotRequired[str]
    """When the job ended."""


class JobsData(TypedDict):
    exhausted: bool
    items: list["JobSummary"]
    """The jobs, newest first."""
    nextCursor: NotRequired[str]


class JobsResponse(TypedDict):
    data: "JobsData"


class JobSummary(TypedDict):
    cached: bool
    createdAt: str
    creditsCharged: int
    """Credits charged."""
    creditsRefunded: int
    """Credits refunded."""
    kind: str
    """The kind of the job."""
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """Status of the job."""
    target: str
    """The subject of the job."""
    actionCode: str
    jobId: str
    """The job's id."""
    pollUrl: str
    completedAt: NotRequired[str]
    """When the job ended."""
    batchId: NotRequired[str]
    error: NotRequired["JobFailure"]
    progress: NotRequired["Progress"]
    startedAt: NotRequired[str]


class LinkedinEmployeesCompany(TypedDict):
    counts: "SocialProfileCounts"
    names: list[str]
    url: str
    name: NotRequired[str]
    """Its name on LinkedIn."""
    size: NotRequired[str]
    """Number of employees."""
    website: NotRequired[str]


class LinkedinEmployeesCounts(TypedDict):
    dropped: list["LinkedinEmployeesDropped"]
    seen: int
    verified: int


class LinkedinEmployeesDropped(TypedDict):
    count: int
    """Number of people."""
    reason: Literal[
        "left",
        "one_source",
        "other_company",
        "over_limit",
        "unnamed",
    ]


class LinkedinEmployeesEvidence(TypedDict):
    source: Literal[
        "company_mention",
        "company_site",
        "linkedin_company",
        "linkedin_profile",
        "web_search",
        "wikidata",
    ]
    """linkedin_profile."""
    text: str
    """The words there."""
    url: str
    """URL of the evidence."""


class LinkedinEmployeesJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["linkedin_employees",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["LinkedinEmployeesResult"]


class LinkedinEmployeesJobResponse(TypedDict):
    data: "LinkedinEmployeesJob"


class LinkedinEmployeesKnown(TypedDict):
    evidence: list["LinkedinEmployeesEvidence"]
    """The sources."""
    status: Literal[
        "left",
        "unverified",
        "verified",
    ]
    """verified."""
    url: str
    """URL of the profile."""
    confidence: NotRequired[float]
    """As for items."""
    name: NotRequired[str]
    """The person's name."""
    reason: NotRequired[str]
    title: NotRequired[str]


class LinkedinEmployeesPerson(TypedDict):
    confidence: float
    evidence: list["LinkedinEmployeesEvidence"]
    """The sources."""
    name: str
    headline: NotRequired[str]
    roles: NotRequired[list[str]]
    """chief_executive."""
    title: NotRequired[str]
    url: NotRequired[str]


class LinkedinEmployeesResult(TypedDict):
    company: "LinkedinEmployeesCompany"
    counts: "LinkedinEmployeesCounts"
    coverage: "SocialCoverage"
    exhausted: bool
    items: list["LinkedinEmployeesPerson"]
    """Other confirmed people."""
    knownProfiles: list["LinkedinEmployeesKnown"]
    leadership: list["LinkedinEmployeesPerson"]
    sources: list["LinkedinEmployeesSource"]


class LinkedinEmployeesSource(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    name: Literal[
        "company_site",
        "linkedin_company",
        "linkedin_profiles",
        "web_search",
        "wikidata",
    ]
    """Name of the source."""
    reason: NotRequired[str]
    """Why there is no data."""


class ListingAlternate(TypedDict):
    language: str
    url: str
    """Absolute URL."""


class ListingCounts(TypedDict):
    duplicates: int
    listed: int
    returned: int
    """Number of pages in items."""
    skippedByPath: int
    skippedOlder: int
    skippedUndated: int
    sources: int
    unusable: int


class ListingSource(TypedDict):
    outcome: Literal[
        "blocked",
        "empty",
        "failed",
        "not_found",
        "not_sitemap",
        "partial",
        "read",
        "skipped",
    ]
    """read: completely."""
    url: str
    """URL of the file."""
    urls: int
    reason: NotRequired[str]
    """Why it was not read."""
    status: NotRequired[int]
    """HTTP status."""
    type: NotRequired[
        Literal[
            "atom",
            "html",
            "robots",
            "rss",
            "sitemap_index",
            "text",
            "urlset",
        ]
    ]
    """Type of the file."""


class ListingURL(TypedDict):
    source: str
    """The file that lists it."""
    url: str
    """Absolute URL of the page."""
    alternates: NotRequired[list["ListingAlternate"]]
    changeFrequency: NotRequired[
        Literal[
            "always",
            "daily",
            "hourly",
            "monthly",
            "never",
            "weekly",
            "yearly",
        ]
    ]
    otherHost: NotRequired[bool]
    priority: NotRequired[float]
    updatedAt: NotRequired[str]


class MentionsCoverage(TypedDict):
    complete: bool
    found: int
    platform: str
    oldestAt: NotRequired[str]
    reason: NotRequired[str]
    """What is missing, and why."""


class MentionsFailure(TypedDict):
    code: str
    """The error code."""
    platform: str
    reason: str
    """The reason, in words."""
    source: NotRequired[str]
    """The upstream that failed."""


class MentionsJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["mentions",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["MentionsResult"]


class MentionsJobResponse(TypedDict):
    data: "MentionsJob"


class MentionsMention(TypedDict):
    counts: "SocialCounts"
    externalId: str
    """The platform's own id."""
    platform: str
    source: str
    type: str
    url: str
    """URL of the item."""
    matchedIn: list[str]
    """Where the domain occurs."""
    author: NotRequired["SocialAuthor"]
    capturedAt: NotRequired[str]
    community: NotRequired[str]
    """The subreddit."""
    deleted: NotRequired[bool]
    durationSeconds: NotRequired[int]
    """Length of a video."""
    inReplyTo: NotRequired["SocialReference"]
    language: NotRequired[str]
    """BCP 47 tag."""
    linkUrl: NotRequired[str]
    """Target of a link post."""
    liveStatus: NotRequired[str]
    """upcoming, live or ended."""
    media: NotRequired[list["SocialMedia"]]
    origin: NotRequired[str]
    pollOptions: NotRequired[list["SocialPollOption"]]
    """The options of a poll."""
    publishedAt: NotRequired[str]
    """When it was published."""
    publishedAtApproximate: NotRequired[bool]
    quoteOf: NotRequired["SocialItem"]
    replies: NotRequired[list["SocialItem"]]
    """Replies to it."""
    repostOf: NotRequired["SocialItem"]
    sensitive: NotRequired[bool]
    text: NotRequired[str]
    textTruncatedAtSource: NotRequired[bool]
    thread: NotRequired["SocialReference"]
    title: NotRequired[str]
    updatedAt: NotRequired[str]
    """When it was last edited."""
    publisher: NotRequired["MentionsPublisher"]


class MentionsPublisher(TypedDict):
    country: NotRequired[str]
    """Its country in English."""
    domain: NotRequired[str]
    """Its domain."""
    name: NotRequired[str]
    """Its name."""


class MentionsResult(TypedDict):
    coverage: "SocialCoverage"
    domain: str
    exhausted: bool
    failedSources: list["MentionsFailure"]
    """Platforms."""
    items: list["MentionsMention"]
    platforms: list["MentionsCoverage"]


OptionNone = dict[str, Any]


class Outcome(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    reason: NotRequired[str]
    """Why there is no data."""


class PageDocument(TypedDict):
    feeds: list["PageFeed"]
    headings: list["PageHeading"]
    images: list["PageImage"]
    jsonLd: list[Any]
    links: list["PageLink"]
    metadata: "PageMetadata"
    microdata: list["PageItem"]
    openGraph: "PageDocumentOpenGraph"
    tables: list["PageTable"]
    text: str
    """Main text without markup."""


PageDocumentOpenGraph = dict[str, str]


class PageFeed(TypedDict):
    type: str
    """Media type as declared."""
    url: str
    """Absolute URL."""
    title: NotRequired[str]


class PageHeading(TypedDict):
    level: int
    """1 to 6."""
    text: str
    """Text of the heading."""
    id: NotRequired[str]


class PageIcon(TypedDict):
    rel: str
    url: str
    """Absolute URL."""
    sizes: NotRequired[str]
    """As declared."""
    type: NotRequired[str]
    """Media type as declared."""


class PageImage(TypedDict):
    alt: str
    """Alternative text."""
    url: str
    """Absolute URL."""
    height: NotRequired[int]
    width: NotRequired[int]


class PageItem(TypedDict):
    properties: "PageItemProperties"
    """Values by property."""
    type: list[str]
    id: NotRequired[str]


PageItemProperties = dict[str, list[Any]]


class PageLink(TypedDict):
    internal: bool
    text: str
    """Visible text."""
    url: str
    """Absolute URL."""
    rel: NotRequired[str]
    """Relation as declared."""


class PageMetadata(TypedDict):
    author: NotRequired[str]
    """Names of the authors."""
    canonical: NotRequired[str]
    """Absolute canonical URL."""
    description: NotRequired[str]
    """The meta description."""
    icons: NotRequired[list["PageIcon"]]
    image: NotRequired[str]
    jsonLdTypes: NotRequired[list[str]]
    language: NotRequired[str]
    """BCP 47 tag as declared."""
    openGraph: NotRequired["PageMetadataOpenGraph"]
    pageTitle: NotRequired[str]
    """The whole title element."""
    publishedAt: NotRequired[str]
    """Time of publication."""
    siteName: NotRequired[str]
    title: NotRequired[str]
    """Headline of the page."""
    twitter: NotRequired["PageMetadataTwitter"]
    updatedAt: NotRequired[str]


PageMetadataOpenGraph = dict[str, str]
PageMetadataTwitter = dict[str, str]


class PageOptions(TypedDict):
    """How a page is read."""

    actions: NotRequired[list["ViewAction"]]
    """Actions on the page."""
    cookies: NotRequired["PageOptionsCookies"]
    """Cookies by name."""
    country: NotRequired[str]
    """ISO 3166, two letters."""
    dark: NotRequired[bool]
    """In the browser: prefer the dark colour scheme. Default: false."""
    delay: NotRequired[int]
    """In the browser: milliseconds to wait after the page is ready, before anything is read. Default: 0."""
    deviceScaleFactor: NotRequired[float]
    """In the browser: image pixels for each CSS pixel, 1 to 3, and at most 40 million pixels for the window. Default: 1."""
    fullPage: NotRequired[bool]
    """For a screenshot: capture the whole page instead of the window. Default: false."""
    mobile: NotRequired[bool]
    """As on a phone. Default: false."""
    proxy: NotRequired[str]
    """Your own HTTP proxy."""
    quality: NotRequired[int]
    """For a screenshot as jpeg or webp: 1 to 100. Default: 80."""
    userAgent: NotRequired[str]
    """User agent."""
    viewport: NotRequired["ViewViewport"]
    waitFor: NotRequired[Any]
    """In the browser: when the page is ready."""


PageOptionsCookies = dict[str, str]


class PagePages(TypedDict):
    read: int
    total: int
    """Pages of the document."""
    empty: NotRequired[int]


class PageRedirect(TypedDict):
    status: int
    url: str
    """URL that redirected."""


class PageTable(TypedDict):
    header: list[str]
    """Texts of the header row."""
    rows: list[list[str]]
    """Texts of the other rows."""
    caption: NotRequired[str]
    """Its caption."""


class PricingDecision(TypedDict):
    outcome: Literal[
        "charged",
        "partly_refunded",
        "refunded",
        "waived",
    ]
    reason: Literal[
        "cache_hit",
        "fresh",
        "invalid_item",
        "job_cancelled",
        "job_failed",
        "not_needed",
        "undelivered",
    ]
    stage: Literal[
        "admission",
        "settlement",
    ]
    unitCount: int
    """Number of units charged."""
    handedOver: NotRequired[bool]


class ProducthuntAsked(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    name: Literal[
        "api",
        "feed",
        "link",
        "page",
        "search",
    ]
    """The source."""
    reason: NotRequired[str]
    """Why there is no data."""


class ProducthuntCandidate(TypedDict):
    match: Literal[
        "domain",
        "mention",
        "website",
        "words",
    ]
    product: "ShapeProduct"
    launch: NotRequired["ShapeLaunch"]
    score: NotRequired[float]


class ProducthuntDestination(TypedDict):
    domain: str
    finalUrl: str
    landingUrl: str
    redirects: list["PageRedirect"]
    url: str
    """The link."""
    status: NotRequired[int]
    """HTTP status of finalUrl."""


class ProducthuntJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["producthunt",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["ProducthuntResult"]


class ProducthuntJobResponse(TypedDict):
    data: "ProducthuntJob"


class ProducthuntResult(TypedDict):
    coverage: "SocialCoverage"
    exhausted: bool
    page: Literal[
        "alternatives",
        "discover",
        "launches",
        "product",
        "profile",
        "resolve",
    ]
    """The page that was read."""
    sources: list["ProducthuntAsked"]
    alternatives: NotRequired[list["ShapeProduct"]]
    """With alternatives."""
    candidates: NotRequired[list["ProducthuntCandidate"]]
    """With discover."""
    destination: NotRequired["ProducthuntDestination"]
    launches: NotRequired[list["ShapeLaunch"]]
    product: NotRequired["ShapeProduct"]
    profile: NotRequired["ShapePerson"]
    source: NotRequired[
        Literal[
            "api",
            "feed",
            "page",
            "search",
        ]
    ]


class Progress(TypedDict):
    done: int
    stage: str
    """What is being done."""
    total: int


class RedditArchived(TypedDict):
    counts: "RedditArchivedCounts"
    source: str
    """The archive."""
    firstSeenAt: NotRequired[str]
    """Time of the oldest."""
    lastSeenAt: NotRequired[str]
    """Time of the newest."""


class RedditArchivedCounts(TypedDict):
    comments: NotRequired[int]
    """Comments."""
    posts: NotRequired[int]
    """Posts."""


class RedditJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["reddit",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["RedditResult"]


class RedditJobResponse(TypedDict):
    data: "RedditJob"


class RedditKarma(TypedDict):
    comment: NotRequired[int]
    """Karma of its comments."""
    post: NotRequired[int]
    """Karma of its posts."""
    total: NotRequired[int]
    """Total including awards."""


class RedditProfile(TypedDict):
    counts: "SocialProfileCounts"
    platform: str
    source: str
    url: str
    """URL of its page."""
    facts: "SocialCoverage"
    avatarUrl: NotRequired[str]
    """URL of its picture."""
    bannerUrl: NotRequired[str]
    bio: NotRequired[str]
    createdAt: NotRequired[str]
    """When it was created."""
    externalId: NotRequired[str]
    """The platform's own id."""
    location: NotRequired[str]
    name: NotRequired[str]
    """Display name."""
    protected: NotRequired[bool]
    username: NotRequired[str]
    """Name within the platform."""
    verified: NotRequired[bool]
    verifiedAs: NotRequired[str]
    """individual."""
    website: NotRequired[str]
    archived: NotRequired["RedditArchived"]
    isEmailVerified: NotRequired[bool]
    isEmployee: NotRequired[bool]
    isModerator: NotRequired[bool]
    isPremium: NotRequired[bool]
    karma: NotRequired["RedditKarma"]
    sensitive: NotRequired[bool]


class RedditResult(TypedDict):
    coverage: "SocialCoverage"
    exhausted: bool
    items: list["SocialItem"]
    """Its posts."""
    origin: str
    profile: "RedditProfile"
    source: str


class RegisterEndpointRequest(TypedDict):
    url: str
    """A public http(s) URL."""
    description: NotRequired[str]
    """A description for your own use."""
    events: NotRequired[list[str]]
    """The types of events that the endpoint gets: job.succeeded."""


class RequestItem(TypedDict):
    cached: bool
    createdAt: str
    creditsCharged: int
    """Credits charged."""
    creditsRefunded: int
    """Credits refunded."""
    kind: str
    """The kind of the job."""
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """Status of the job."""
    target: str
    """The subject of the job."""
    actionCode: str
    jobId: str
    """Id of the job."""
    requestId: str
    tokenId: str
    completedAt: NotRequired[str]
    """When the job ended."""
    durationMs: NotRequired[int]


class RequestsData(TypedDict):
    exhausted: bool
    items: list["RequestItem"]
    """The jobs, newest first."""
    nextCursor: NotRequired[str]


class RequestsResponse(TypedDict):
    data: "RequestsData"


class ResearchCandidate(TypedDict):
    lane: Literal[
        "key_message",
        "news",
        "scholarly",
        "seed",
        "site",
        "trusted",
        "web",
    ]
    providerCode: str
    score: float
    snippet: str
    title: str
    url: str
    """URL reported by the lane."""
    publishedAt: NotRequired[str]
    """ISO 8601."""
    sourceName: NotRequired[str]
    """Name of the publisher."""


class ResearchClaim(TypedDict):
    claim: str
    """The statement."""
    confidence: float
    documentId: str
    domain: str
    evidenceSnippet: str
    otherSources: list["ResearchClaimSource"]
    sourceTrustScore: float
    url: str
    """The page that states it."""
    verificationStatus: Literal[
        "conflicting",
        "single_source",
        "supported",
        "unverified",
    ]
    """supported."""


class ResearchClaimSource(TypedDict):
    documentId: str
    domain: str
    evidenceSnippet: str
    """Its literal text."""
    sourceTrustScore: float
    """0 to 1."""
    stance: Literal[
        "contradicts",
        "supports",
    ]
    url: str
    """URL of the page."""


class ResearchDocument(TypedDict):
    cleanedText: str
    cleanedTextPreview: str
    documentId: str
    """Id of the document."""
    domain: str
    excerpt: str
    fetchStatus: Literal[
        "blocked",
        "failed",
        "fetched",
        "not_found",
        "reused",
        "timeout",
        "unsupported",
    ]
    lane: Literal[
        "key_message",
        "news",
        "scholarly",
        "seed",
        "site",
        "trusted",
        "web",
    ]
    """The lane that found it."""
    outboundLinkCount: int
    providerCode: str
    """The source of its URL."""
    reused: bool
    title: str
    url: str
    """URL after redirects."""
    archiveUrl: NotRequired[str]
    """URL of the capture."""
    archivedAtUtc: NotRequired[str]
    contentKind: NotRequired[
        Literal[
            "abstract",
            "archived",
            "full",
            "teaser",
        ]
    ]
    """Kind of its text."""
    duplicateOf: NotRequired[str]
    fetchedAtUtc: NotRequired[str]
    """When it was read."""
    publishedAt: NotRequired[str]
    """When it was published."""
    reason: NotRequired[str]
    """Why it was not read."""


class ResearchEvidence(TypedDict):
    documentId: str
    domain: str
    evidenceScope: Literal[
        "current_run",
        "historical",
    ]
    """historical."""
    freshnessScore: float
    keywordScore: float
    overallScore: float
    """0 to 1: 0.4 semantic."""
    retrievalReason: str
    semanticScore: float
    snippet: str
    """The passage as markdown."""
    title: str
    """Title of the document."""
    trustScore: float
    url: str
    """URL of the document."""
    heading: NotRequired[str]


class ResearchFact(TypedDict):
    documentId: str
    domain: str
    property: str
    source: Literal[
        "json_ld",
        "open_graph",
        "table",
    ]
    """Where the page has it."""
    subject: str
    """The subject."""
    url: str
    """URL of the page."""
    value: str
    type: NotRequired[str]


class ResearchJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["research",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["ResearchResult"]


class ResearchJobResponse(TypedDict):
    data: "ResearchJob"


class ResearchKeyMessage(TypedDict):
    snippet: NotRequired[str]
    """Its text on that page, at most 2000 characters."""
    title: NotRequired[str]
    """The statement, at most 500 characters."""
    url: NotRequired[str]
    """A page that states it; the page is read."""


class ResearchLane(TypedDict):
    found: int
    lane: Literal[
        "archive",
        "key_message",
        "news",
        "scholarly",
        "seed",
        "site",
        "trusted",
        "web",
    ]
    """Name of the lane."""
    outcome: Literal[
        "blocked",
        "disabled",
        "empty",
        "failed",
        "ok",
        "rate_limited",
        "timeout",
    ]
    """ok: it found sources."""
    queries: int
    """Number of searches."""
    provider: NotRequired[str]
    reason: NotRequired[str]
    """What is missing from it."""


class ResearchOptions(TypedDict):
    finalTopK: NotRequired[int]
    """Maximum number of passages in retrievedEvidence: 1 to 50."""
    maxAgeSec: NotRequired[int]
    """Maximum age of such documents, in seconds; values above 604800 (7 days) are clamped. Default: 604800."""
    maxDocuments: NotRequired[int]
    """Maximum number of documents to read, of all lanes together and including those of earlier jobs: 1 to 15."""
    maxSearchResults: NotRequired[int]
    """Maximum number of results of all searches together to consider, best first: 1 to 25."""
    respectRobots: NotRequired[bool]
    """Do not read what a site's robots.txt disallows. Default: true."""
    reuse: NotRequired[bool]
    """Use documents that the organization's earlier research has read instead of fetching them again. Default: true."""


class ResearchResult(TypedDict):
    claimEvidence: list["ResearchClaim"]
    crawledDocuments: list["ResearchDocument"]
    laneCandidates: list["ResearchCandidate"]
    lanes: list["ResearchLane"]
    """The outcome of each lane."""
    profile: Literal[
        "auto",
        "complex",
        "simple",
    ]
    researchRunId: str
    """Id of the research."""
    retrievedEvidence: list["ResearchEvidence"]
    structuredFacts: list["ResearchFact"]
    summary: "ResearchSummary"


class ResearchSummary(TypedDict):
    abstractDocuments: int
    acceptedClaimCount: int
    averageTrustScore: float
    budgetSpent: bool
    currentRunEvidenceCount: int
    documentsFetched: int
    durationMs: int
    historicalEvidenceCount: int
    notes: list[str]
    reusedDocuments: int
    semanticMethod: str
    sourcesConsidered: int
    sourcesSelected: int
    verificationMethod: str


class ResearchTopic(TypedDict):
    keyMessages: NotRequired[list["ResearchKeyMessage"]]
    """Statements to check."""
    summary: NotRequired[str]
    """Description of the topic, at most 5000 characters."""
    title: NotRequired[str]
    """The topic in one line, at most 500 characters."""


class ResumeCrawlRequest(TypedDict):
    maxCredits: NotRequired[int]
    """The most that the crawl costs in all from now on."""


class RotateSecretRequest(TypedDict):
    gracePeriodSeconds: NotRequired[int]
    """Seconds for which deliveries are signed with the previous secret as well. Default: 86400."""


class RssEnclosure(TypedDict):
    url: str
    """URL of the file."""
    length: NotRequired[int]
    """Size in bytes."""
    type: NotRequired[str]
    """Media type."""


class RssItem(TypedDict):
    categories: list[str]
    """Categories or tags."""
    enclosures: list["RssEnclosure"]
    id: str
    author: NotRequired[str]
    content: NotRequired[str]
    publishedAt: NotRequired[str]
    """When it was published."""
    summary: NotRequired[str]
    title: NotRequired[str]
    updatedAt: NotRequired[str]
    """When it was changed."""
    url: NotRequired[str]
    """URL of the entry's page."""


class RssJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["rss",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["RssResult"]


class RssJobResponse(TypedDict):
    data: "RssJob"


class RssOptions(TypedDict):
    respectRobots: NotRequired[bool]
    """Do not fetch what the site's robots.txt disallows. Default: false."""


class RssResult(TypedDict):
    coverage: "SocialCoverage"
    discovered: bool
    discovery: Literal[
        "anchor",
        "common_path",
        "given",
        "link",
    ]
    """How the feed was found."""
    exhausted: bool
    feedUrl: str
    """URL of the feed."""
    finalUrl: str
    """Final URL."""
    items: list["RssItem"]
    total: int
    type: Literal[
        "atom",
        "json",
        "rss",
    ]
    """Type of the feed."""
    url: str
    description: NotRequired[str]
    image: NotRequired[str]
    """URL of its logo or icon."""
    language: NotRequired[str]
    """Language of the feed."""
    link: NotRequired[str]
    title: NotRequired[str]
    """Title of the feed."""
    updatedAt: NotRequired[str]
    version: NotRequired[str]
    """Version of the type."""


class ScrapeAdsRequest(TypedDict):
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    activeStatus: NotRequired[
        Literal[
            "active",
            "all",
            "inactive",
        ]
    ]
    """Which ads to return: all, only running ones, or only ended ones. Default: all."""
    advertiserId: NotRequired[str]
    """The advertiser whose ads to return."""
    archive: NotRequired[
        Literal[
            "all",
            "google",
            "meta",
        ]
    ]
    """Which archives to query, in parallel: meta is the Meta Ad Library, google the Google Ads Transparency Center. Default: all."""
    companyName: NotRequired[str]
    """The advertiser whose ads to return, by name: advertisers match whose name is equal, ignoring case, punctuation and legal forms."""
    country: NotRequired[str]
    """Country in which the ads were shown: ISO 3166-1 alpha-2, or ALL. Default: ALL."""
    cursor: NotRequired[str]
    """The nextCursor of a previous response for the same op and arguments; limit, maxLoads and options may differ."""
    domain: NotRequired[str]
    """The domain that the ads lead to."""
    facebookUrl: NotRequired[str]
    """The advertiser's Facebook page, in addition to one of domain, companyName and advertiserId."""
    floorMonths: NotRequired[int]
    """With op archive: how many months to go back. Default: 24."""
    limit: NotRequired[int]
    """With op creatives, the maximum number of ads of both archives together. Default: 30."""
    maxLoads: NotRequired[int]
    """With op archive: the maximum number of page loads of both archives together, which determines the price. Default: 40."""
    op: NotRequired[
        Literal[
            "archive",
            "creatives",
            "resolve",
        ]
    ]
    """creatives: a page of ads, with a cursor for the next page. Default: creatives."""
    options: NotRequired["AdsOptions"]


class ScrapeBatchRequest(TypedDict):
    urls: list[str]
    """The pages, 1 to 50."""
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    format: NotRequired[
        Literal[
            "html",
            "images",
            "json",
            "links",
            "markdown",
            "metadata",
            "raw",
            "resolve",
            "screenshot",
            "tables",
            "text",
        ]
    ]
    """What to return for each page, as for a single scrape. Default: markdown."""
    formats: NotRequired[
        list[
            Literal[
                "html",
                "images",
                "json",
                "links",
                "markdown",
                "metadata",
                "raw",
                "resolve",
                "screenshot",
                "tables",
                "text",
            ]
        ]
    ]
    """Several formats of each page in its one job, in place of format, as for a single scrape."""
    options: NotRequired["UrlOptions"]
    render: NotRequired[
        Literal[
            "always",
            "auto",
            "never",
        ]
    ]
    """Whether a browser shows each page before it is read, as for a single scrape. Default: auto."""


class ScrapeBrandDesignBasicRequest(TypedDict):
    url: str
    """A page of the brand's site, preferably its home page: an http or https URL on the public internet."""
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    options: NotRequired["OptionNone"]


class ScrapeBrandDesignRequest(TypedDict):
    url: str
    """A page of the brand's site, preferably its home page: an http or https URL on the public internet."""
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    options: NotRequired["OptionNone"]


class ScrapeChannelRequest(TypedDict):
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    cursor: NotRequired[str]
    """The nextCursor of a previous response for the same channel."""
    deep: NotRequired[bool]
    """Reads further back in one job. Default: false."""
    handle: NotRequired[str]
    """The channel's name."""
    includeEmployees: NotRequired[bool]
    """Adds people who work at the company, if its public page shows them. Default: false."""
    limit: NotRequired[int]
    """Maximum number of items. Default: 25."""
    options: NotRequired["OptionNone"]
    platform: NotRequired[
        Literal[
            "linkedin",
            "reddit",
            "x",
            "youtube",
        ]
    ]
    """The platform of the channel."""
    url: NotRequired[str]
    """The channel's URL on x.com, youtube.com, reddit.com or linkedin.com."""


class ScrapeCompanyRequest(TypedDict):
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    companyName: NotRequired[str]
    """The company's name, for looking it up in registers."""
    domain: NotRequired[str]
    """The company's domain, without scheme and path."""
    options: NotRequired["OptionNone"]
    url: NotRequired[str]
    """A page of the company's site, usually its home page."""


class ScrapeHnPostRequest(TypedDict):
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    commentsLimit: NotRequired[int]
    """Maximum number of comments, 0 to 500. Default: 50."""
    id: NotRequired[str]
    """The item's id, digits in a string."""
    options: NotRequired["OptionNone"]
    url: NotRequired[str]
    """The item's URL on news.ycombinator.com, or at one of its two APIs."""


class ScrapeHnSearchRequest(TypedDict):
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    cursor: NotRequired[str]
    """The nextCursor of a previous response for the same query, tags, sort, since and until."""
    limit: NotRequired[int]
    """Maximum number of items, 1 to 100. Default: 20."""
    options: NotRequired["OptionNone"]
    query: NotRequired[str]
    """Words that must all occur in the title, the text, the link or the author's name."""
    since: NotRequired[str]
    """Only items published at this time or later."""
    sort: NotRequired[
        Literal[
            "date",
            "relevance",
        ]
    ]
    """relevance: best match first, then by points; limited to 1000 items. Default: relevance."""
    tags: NotRequired[Any]
    """Tags that the items must have: an array of tags that must all match, or a comma-separated string of them."""
    until: NotRequired[str]
    """Only items published at this time or earlier."""


class ScrapeInfraRequest(TypedDict):
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    companyName: NotRequired[str]
    """The company's name."""
    domain: NotRequired[str]
    """The domain, without scheme, port or path; a leading www."""
    options: NotRequired["OptionNone"]
    url: NotRequired[str]
    """The page to read headers and technologies from: an http or https URL on the public internet."""


class ScrapeLinkedinEmployeesRequest(TypedDict):
    url: str
    """The company's page on LinkedIn: linkedin.com/company/NAME, /showcase/NAME or /school/NAME, on any country's host."""
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    companyName: NotRequired[str]
    """The company's name, in addition to the name on its page."""
    knownProfiles: NotRequired[list[str]]
    """Profiles known to the caller, linkedin.com/in/NAME, at most 25."""
    limit: NotRequired[int]
    """Maximum number of people, 1 to 25, in addition to the chief executive and the founders. Default: 10."""
    options: NotRequired["OptionNone"]


class ScrapeMentionsRequest(TypedDict):
    domain: str
    """A bare domain."""
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    deep: NotRequired[bool]
    """Read more pages of each platform."""
    limit: NotRequired[int]
    """Maximum number of mentions in total, 1 to 100. Default: 50."""
    maxPages: NotRequired[int]
    """Maximum number of pages of about 100 results to read from each search, 1 to 3, with an entitled deep 1 to 10."""
    options: NotRequired["OptionNone"]
    platforms: NotRequired[
        list[
            Literal[
                "hackernews",
                "news",
                "reddit",
            ]
        ]
    ]
    """Platforms to search."""
    since: NotRequired[str]
    """Only mentions published at this time or later."""
    until: NotRequired[str]
    """Only mentions published at this time or earlier."""


class ScrapeProducthuntRequest(TypedDict):
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    correlationId: NotRequired[str]
    """Your own id for this job; it is returned in input, also in webhooks."""
    maxCandidates: NotRequired[int]
    """Maximum number of candidates, alternatives or launches in the result, 1 to 50. Default: 10."""
    options: NotRequired["OptionNone"]
    page: NotRequired[
        Literal[
            "alternatives",
            "discover",
            "launches",
            "product",
            "profile",
            "resolve",
        ]
    ]
    """What to read."""
    searchContext: NotRequired[str]
    """Words about a product."""
    slug: NotRequired[str]
    """Slug of a product, as in its URL producthunt.com/products/SLUG."""
    url: NotRequired[str]
    """A Product Hunt URL instead of slug or username: /products/SLUG."""
    username: NotRequired[str]
    """Username of a person, with or without @."""
    websiteUrl: NotRequired[str]
    """The website of a product."""


class ScrapeRedditProfileRequest(TypedDict):
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    options: NotRequired["OptionNone"]
    url: NotRequired[str]
    """URL of the account's page on any host of Reddit."""
    username: NotRequired[str]
    """The account's name, with or without u/; case is ignored."""


class ScrapeRequest(TypedDict):
    url: str
    """The page: an http or https URL on the public internet, on port 80 or 443, at most 8192 bytes."""
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    format: NotRequired[
        Literal[
            "html",
            "images",
            "json",
            "links",
            "markdown",
            "metadata",
            "raw",
            "resolve",
            "screenshot",
            "tables",
            "text",
        ]
    ]
    """What to return. Default: markdown."""
    formats: NotRequired[
        list[
            Literal[
                "html",
                "images",
                "json",
                "links",
                "markdown",
                "metadata",
                "raw",
                "resolve",
                "screenshot",
                "tables",
                "text",
            ]
        ]
    ]
    """Several formats of one page in one job, in place of format."""
    options: NotRequired["UrlOptions"]
    render: NotRequired[
        Literal[
            "always",
            "auto",
            "never",
        ]
    ]
    """Whether a browser shows the page before it is read. Default: auto."""


class ScrapeResearchRequest(TypedDict):
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    options: NotRequired["ResearchOptions"]
    researchProfile: NotRequired[
        Literal[
            "auto",
            "complex",
            "simple",
        ]
    ]
    """simple: 2 web searches. Default: auto."""
    seedUrls: NotRequired[list[str]]
    """Pages to read before any other."""
    targetKeywords: NotRequired[list[str]]
    """Keywords that the evidence should be about, most important first."""
    topic: NotRequired["ResearchTopic"]
    trustedCandidates: NotRequired[list[str]]
    """URLs of pages, or bare domains, that you trust: they are preferred, and their trust score is at least 0.85."""


class ScrapeRssRequest(TypedDict):
    url: str
    """The feed."""
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    limit: NotRequired[int]
    """Maximum number of items, in the order of the feed. Default: 20."""
    options: NotRequired["RssOptions"]


class ScrapeSeoRequest(TypedDict):
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    companyName: NotRequired[str]
    """The company's name; used only to find it in Wikidata."""
    domain: NotRequired[str]
    """The domain, without scheme and path; a leading www."""
    options: NotRequired["OptionNone"]
    productName: NotRequired[str]
    """The product's name; used only to find it in Wikidata, before companyName."""
    signals: NotRequired[list[str]]
    """Signals to collect, any of: technical, pagespeed, blogfeed, tranco, wikidata, commoncrawl, crux."""
    url: NotRequired[str]
    """The page for technical, pagespeed, blogfeed and crux: an http or https URL on the public internet."""


class ScrapeSitemapRequest(TypedDict):
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    domain: NotRequired[str]
    """The site, without scheme and path."""
    limit: NotRequired[int]
    """Maximum number of pages. Default: 5000."""
    options: NotRequired["SitemapOptions"]
    pathContains: NotRequired[list[str]]
    """Return only pages whose path contains one of these strings, case-sensitive."""
    since: NotRequired[str]
    """Leave out pages that were last changed before this time."""
    sitemapUrl: NotRequired[str]
    """Read this sitemap, index, list or feed and the files that it names, and do not search for others."""


class ScrapeSiteRequest(TypedDict):
    url: str
    """The page: an http or https URL on the public internet, on port 80 or 443, at most 8192 bytes."""
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    extraPages: NotRequired[int]
    """Accepted for compatibility and ignored."""
    mode: NotRequired[
        Literal[
            "full",
            "text",
        ]
    ]
    """How much to render. Default: full."""
    options: NotRequired["SiteOptions"]


class ScrapeSocialEngagementRequest(TypedDict):
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    cursor: NotRequired[str]
    """The nextCursor of a previous response for the same post and engagementType."""
    engagementType: NotRequired[
        Literal[
            "comments",
            "quotes",
            "reactions",
            "reshares",
            "retweeters",
        ]
    ]
    """The type of engagement to list. Default: comments."""
    id: NotRequired[str]
    """The platform's own id of the post."""
    limit: NotRequired[int]
    """Maximum number of actors, 1 to 100. Default: 20."""
    options: NotRequired["OptionNone"]
    platform: NotRequired[
        Literal[
            "hackernews",
            "linkedin",
            "reddit",
            "x",
        ]
    ]
    """The platform of the post."""
    url: NotRequired[str]
    """URL of the post."""


class ScrapeSocialMentionsRequest(TypedDict):
    platform: Literal[
        "hackernews",
        "reddit",
        "x",
    ]
    """The platform to search."""
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    brand: NotRequired[str]
    """A brand name, searched for literally and as a whole."""
    cursor: NotRequired[str]
    """The nextCursor of a previous response for the same platform and the same query, handle or brand."""
    handle: NotRequired[str]
    """An account, with or without its @ or u/: finds posts that mention it."""
    limit: NotRequired[int]
    """Maximum number of posts, 1 to 100. Default: 20."""
    options: NotRequired["OptionNone"]
    query: NotRequired[str]
    """Words that must all occur, in any order."""


class ScrapeXPostRequest(TypedDict):
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    commentsLimit: NotRequired[int]
    """Maximum number of replies, 0 to 100. Default: 20."""
    commentsMode: NotRequired[
        Literal[
            "backfill",
            "incremental",
        ]
    ]
    """incremental: newest replies first, until known ones are reached."""
    cursor: NotRequired[str]
    """The commentsNextCursor of a previous response for the same post."""
    id: NotRequired[str]
    """The post's id, digits in a string."""
    knownCommentIds: NotRequired[list[str]]
    """Ids of replies that you already have, up to 1000; the rest is ignored."""
    maxPages: NotRequired[int]
    """Maximum number of pages of replies to request from X, 1 to 5. Default: 5."""
    options: NotRequired["OptionNone"]
    url: NotRequired[str]
    """URL of the post on x.com or twitter.com."""


class ScrapeXProfileRequest(TypedDict):
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    cursor: NotRequired[str]
    """The nextCursor of a previous response for the same account."""
    deep: NotRequired[bool]
    """Deprecated: use timelineMode."""
    knownTweetIds: NotRequired[list[str]]
    """Ids of posts that you already have, up to 1000; the rest is ignored."""
    limit: NotRequired[int]
    """Number of posts on a page, which determines the price."""
    maxPages: NotRequired[int]
    """Number of pages of limit posts to read, 1 to 10, with timelineMode incremental 1 to 5. Default: 1."""
    options: NotRequired["OptionNone"]
    timelineMode: NotRequired[
        Literal[
            "backfill",
            "incremental",
        ]
    ]
    """incremental: from the newest post on, until a page has only known posts."""
    url: NotRequired[str]
    """URL of the account, or of one of its posts, on x.com or twitter.com."""
    username: NotRequired[str]
    """The account's handle, with or without @."""


class SearchAnswer(TypedDict):
    citations: list["SearchCitation"]
    status: Literal[
        "answered",
        "failed",
        "no_answer",
        "not_configured",
    ]
    """answered."""
    text: str
    """The answer in plain text."""


class SearchAnswerItem(TypedDict):
    displayUrl: str
    index: int
    """Position in the list."""
    score: float
    title: str
    url: str
    """URL of the page."""
    sourceStatus: Literal[
        "blocked",
        "failed",
        "fetched",
        "not_found",
        "timeout",
        "unsupported",
    ]
    page: NotRequired["SearchPage"]
    publishedAt: NotRequired[str]
    """When it was published."""
    snippet: NotRequired[str]
    source: NotRequired[str]
    """Name of the publisher."""
    content: NotRequired[str]
    paywalled: NotRequired[bool]


class SearchAnswerRequest(TypedDict):
    q: str
    """A question or search words, at most 400 characters."""
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    includeContent: NotRequired[bool]
    """Include the text of each page as markdown in its result."""
    includeDiagnostics: NotRequired[bool]
    """Report in data.meta.searchDiagnostics the outcome of each engine, whether the job succeeds or fails."""
    limit: NotRequired[int]
    """Deprecated: use maxResults."""
    maxResults: NotRequired[int]
    """Maximum number of results to fetch and read, 1 to 10. Default: 5."""
    options: NotRequired["OptionNone"]
    provider: NotRequired[Literal["google",]]
    """The search provider. Default: google."""
    strictProvider: NotRequired[bool]
    """Use only this provider."""


class SearchAnswerResult(TypedDict):
    answer: "SearchAnswer"
    coverage: "SocialCoverage"
    exhausted: bool
    provider: str
    query: str
    results: list["SearchAnswerItem"]


class SearchCitation(TypedDict):
    index: int
    quote: str
    """The quote."""
    sourceType: Literal[
        "pdf",
        "web",
    ]
    """Type of the source."""
    title: str
    """The title of the page."""
    url: str
    """URL of the page."""


class SearchItem(TypedDict):
    displayUrl: str
    index: int
    """Position in the list."""
    score: float
    title: str
    url: str
    """URL of the page."""
    page: NotRequired["SearchPage"]
    publishedAt: NotRequired[str]
    """When it was published."""
    snippet: NotRequired[str]
    source: NotRequired[str]
    """Name of the publisher."""


class SearchJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["search",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired[
        Union[
            "SearchResult",
            "SearchAnswerResult",
        ]
    ]
    """The job's result."""


class SearchJobResponse(TypedDict):
    data: "SearchJob"


class SearchPage(TypedDict):
    status: Literal[
        "blocked",
        "failed",
        "fetched",
        "not_found",
        "timeout",
        "unsupported",
    ]
    finalUrl: NotRequired[str]
    language: NotRequired[str]
    markdown: NotRequired[str]
    paywalled: NotRequired[bool]
    publishedAt: NotRequired[str]
    title: NotRequired[str]
    """Title of the page itself."""
    truncated: NotRequired[bool]


class SearchRequest(TypedDict):
    q: str
    """The search query, at most 400 characters: words, "phrases", site:example.com, -without, and OR between words."""
    cacheTtlSec: NotRequired[int]
    """Return a cached result that is at most this many seconds old, and cache this one for reuse."""
    fresh: NotRequired[bool]
    """Do not use a cached result; the new result is still cached."""
    idempotencyKey: NotRequired[str]
    """Deprecated: use the Idempotency-Key header."""
    maxCredits: NotRequired[int]
    """Reject the call with 402 when the job would cost more."""
    wait: NotRequired[bool]
    """Wait for the job's end before responding; otherwise respond with 202 at once. Default: true."""
    waitTimeoutMs: NotRequired[int]
    """Maximum time to wait, in milliseconds."""
    webhookUrl: NotRequired[str]
    """A public http(s) URL that receives the job's terminal event."""
    contents: NotRequired[bool]
    """Fetch each result and return its text as markdown, for 1 credit each; maxResults is 20 at most then."""
    country: NotRequired[str]
    """Prefer results for this country, an ISO 3166-1 alpha-2 code, where the engine can; result.ignored reports where it cannot."""
    excludeDomains: NotRequired[list[str]]
    """No results of these domains nor of what is below them, at most 20."""
    includeDiagnostics: NotRequired[bool]
    """Report in data.meta.searchDiagnostics the outcome of each engine, whether the job succeeds or fails."""
    includeDomains: NotRequired[list[str]]
    """Only results of these domains and what is below them, at most 20."""
    language: NotRequired[str]
    """Prefer results in this language, an ISO 639-1 code, where the engine can; result.ignored reports where it cannot."""
    limit: NotRequired[int]
    """Deprecated: use maxResults."""
    maxResults: NotRequired[int]
    """Maximum number of results, 1 to 20, with the entitlement extendedCeilings 1 to 100. Default: 10."""
    options: NotRequired["OptionNone"]
    provider: NotRequired[
        Literal[
            "duckduckgo",
            "google",
            "news",
            "research",
        ]
    ]
    """What to search: google and duckduckgo search the web, news searches press articles, research searches scholarly works. Default: google."""
    since: NotRequired[str]
    """Only results published at this time or later."""
    strictProvider: NotRequired[bool]
    """Use only this provider."""
    until: NotRequired[str]
    """Only results published at this time or earlier."""


class SearchResult(TypedDict):
    coverage: "SocialCoverage"
    exhausted: bool
    provider: str
    query: str
    results: list["SearchItem"]
    """The results."""
    ignored: NotRequired[
        list[
            Literal[
                "country",
                "language",
            ]
        ]
    ]


class SecretData(TypedDict):
    endpointId: str
    """Id of the endpoint."""
    secretRotatedAt: str
    signingSecret: str


class SecretResponse(TypedDict):
    data: "SecretData"


class SeoAlternate(TypedDict):
    language: str
    """As declared."""
    url: str
    """Absolute URL."""
    valid: bool


class SeoBlogFeed(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    reason: NotRequired[str]
    """Why there is no data."""
    feed: NotRequired["SeoFeed"]


class SeoCaching(TypedDict):
    age: NotRequired[str]
    """The Age header."""
    cacheControl: NotRequired[str]
    """The Cache-Control header."""
    etag: NotRequired[str]
    """The ETag header."""
    expires: NotRequired[str]
    """The Expires header."""
    lastModified: NotRequired[str]
    """The Last-Modified header."""
    vary: NotRequired[str]
    """The Vary header."""


class SeoCanonical(TypedDict):
    count: int
    self: bool
    url: str
    """Absolute URL."""


class SeoCapture(TypedDict):
    capturedAt: str
    """When it was captured."""
    url: str
    """URL of the page."""
    mediaType: NotRequired[str]
    """Media type as detected."""


class SeoCommonCrawl(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    distinctUrls: int
    languages: "SeoCommonCrawlLanguages"
    read: int
    sample: list["SeoCapture"]
    statuses: "SeoCommonCrawlStatuses"
    reason: NotRequired[str]
    """Why there is no data."""
    blocks: NotRequired[int]
    captures: NotRequired[int]
    """Number of captures."""
    capturesAtMost: NotRequired[int]
    crawl: NotRequired["SeoCrawl"]
    firstCaptureAt: NotRequired[str]
    lastCaptureAt: NotRequired[str]
    pages: NotRequired[int]


SeoCommonCrawlLanguages = dict[str, int]
SeoCommonCrawlStatuses = dict[str, int]


class SeoCount(TypedDict):
    value: float
    """The number."""
    asOf: NotRequired[str]
    """Date of the value."""
    unit: NotRequired["SeoThing"]


class SeoCrawl(TypedDict):
    id: str
    """Id of the crawl."""
    name: str
    """Display name."""
    completedAt: NotRequired[str]
    """When it ended."""
    startedAt: NotRequired[str]
    """When it started."""


class SeoCrUX(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    reason: NotRequired[str]
    """Why there is no data."""
    origin: NotRequired["SeoFieldData"]
    page: NotRequired["SeoFieldData"]


class SeoEntity(TypedDict):
    chiefExecutives: list["SeoThing"]
    """Current chief executives."""
    countries: list["SeoThing"]
    """Countries of the entity."""
    founders: list["SeoThing"]
    """Its founders."""
    headquarters: list["SeoThing"]
    id: str
    """Wikidata id."""
    industries: list["SeoThing"]
    """Its industries."""
    instanceOf: list["SeoThing"]
    """Its classes."""
    listings: list["SeoListing"]
    matchedName: str
    parents: list["SeoThing"]
    social: list["SeoSocialLink"]
    subsidiaries: list["SeoThing"]
    """Its current subsidiaries."""
    url: str
    website: str
    description: NotRequired[str]
    employees: NotRequired["SeoCount"]
    inception: NotRequired[str]
    """When it was founded."""
    isin: NotRequired[str]
    label: NotRequired[str]
    """Its name in English."""
    lei: NotRequired[str]
    """Legal Entity Identifier."""
    logo: NotRequired[str]
    revenue: NotRequired["SeoCount"]
    wikipedia: NotRequired[str]


class SeoFailedAudit(TypedDict):
    category: str
    """Its category."""
    id: str
    score: float
    """0 to below 0.9."""
    title: str
    """What is wrong."""
    detail: NotRequired[str]
    """Details in English."""


class SeoFeed(TypedDict):
    dated: int
    format: Literal[
        "atom",
        "json",
        "rss",
    ]
    """RSS (any version)."""
    foundBy: Literal[
        "anchor",
        "blog",
        "common_path",
        "given",
        "link",
    ]
    """How it was found."""
    last90Days: int
    latest: list["SeoPost"]
    """The newest ten posts."""
    total: int
    url: str
    """URL of the feed."""
    newestAt: NotRequired[str]
    oldestAt: NotRequired[str]
    postsPerMonth: NotRequired[float]
    title: NotRequired[str]
    """Its title."""


class SeoFieldData(TypedDict):
    fractions: "SeoFieldDataFractions"
    """Shares of visits."""
    key: str
    metrics: "SeoFieldDataMetrics"
    """Metrics by name."""
    coreWebVitalsPassed: NotRequired[bool]
    firstDate: NotRequired[str]
    """First day, YYYY-MM-DD."""
    lastDate: NotRequired[str]
    """Last day, YYYY-MM-DD."""


SeoFieldDataFractions = dict[str, "SeoFieldDataFractionsAdditionalProperty"]
SeoFieldDataFractionsAdditionalProperty = dict[str, float]
SeoFieldDataMetrics = dict[str, "SeoFieldMetric"]


class SeoFieldMetric(TypedDict):
    good: NotRequired[float]
    needsImprovement: NotRequired[float]
    p75: NotRequired[float]
    """75th percentile."""
    poor: NotRequired[float]


class SeoHeading(TypedDict):
    level: int
    """1 to 6."""
    text: str
    """Text of the heading."""


class SeoHeadings(TypedDict):
    h1Count: int
    """Number of h1 elements."""
    outline: list["SeoHeading"]
    """All headings with text."""


class SeoImages(TypedDict):
    count: int
    """Number of images."""
    emptyAlt: int
    shareWithoutAlt: float
    withoutAlt: int


class SeoIssue(TypedDict):
    code: str
    """Stable code."""
    message: str
    """What was measured."""
    severity: Literal[
        "error",
        "notice",
        "warning",
    ]


class SeoJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["seo",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["SeoResult"]


class SeoJobResponse(TypedDict):
    data: "SeoJob"


class SeoLabMetrics(TypedDict):
    cumulativeLayoutShift: NotRequired[float]
    firstContentfulPaintMs: NotRequired[float]
    interactiveMs: NotRequired[float]
    largestContentfulPaintMs: NotRequired[float]
    serverResponseMs: NotRequired[float]
    speedIndexMs: NotRequired[float]
    totalBlockingTimeMs: NotRequired[float]


class SeoLighthouseRun(TypedDict):
    failedAudits: list["SeoFailedAudit"]
    finalUrl: str
    lab: "SeoLabMetrics"
    scores: "SeoScores"
    warnings: list[str]
    analyzedAt: NotRequired[str]
    """When it ran."""
    field: NotRequired["SeoFieldData"]
    lighthouseVersion: NotRequired[str]
    """Version of Lighthouse."""
    originField: NotRequired["SeoFieldData"]


class SeoLinks(TypedDict):
    external: int
    internal: int
    nofollow: int


class SeoListing(TypedDict):
    exchange: "SeoThing"
    ticker: NotRequired[str]
    """The symbol."""


class SeoPage(TypedDict):
    alternates: list["SeoAlternate"]
    descriptionLength: int
    """Its length in characters."""
    headings: "SeoHeadings"
    images: "SeoImages"
    links: "SeoLinks"
    openGraph: "SeoPageOpenGraph"
    resources: "SeoResources"
    robots: "SeoRobots"
    structuredData: "SeoStructuredData"
    titleLength: int
    """Its length in characters."""
    twitter: "SeoPageTwitter"
    words: int
    canonical: NotRequired["SeoCanonical"]
    description: NotRequired[str]
    """The meta description."""
    language: NotRequired[str]
    title: NotRequired[str]
    viewport: NotRequired[str]


SeoPageOpenGraph = dict[str, str]


class SeoPageSpeed(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    reason: NotRequired[str]
    """Why there is no data."""
    desktop: NotRequired["SeoLighthouseRun"]
    mobile: NotRequired["SeoLighthouseRun"]


SeoPageTwitter = dict[str, str]


class SeoPost(TypedDict):
    publishedAt: NotRequired[str]
    """When it was published."""
    title: NotRequired[str]
    """Its title."""
    url: NotRequired[str]
    """URL of the post."""


class SeoRankOn(TypedDict):
    date: str
    """Date, YYYY-MM-DD."""
    rank: int
    """The rank."""


class SeoResources(TypedDict):
    frames: int
    """Number of frames."""
    images: int
    inlineBytes: int
    media: int
    mixedContent: int
    mixedSample: list[str]
    scripts: int
    """Number of script files."""
    styles: int
    """Number of style sheets."""


class SeoResponse(TypedDict):
    bytes: int
    caching: "SeoCaching"
    durationMs: int
    """Total milliseconds."""
    finalUrl: str
    """Final URL."""
    hsts: bool
    http3: bool
    httpVersion: str
    https: bool
    redirects: list["PageRedirect"]
    status: int
    ttfbMs: int
    url: str
    """The requested URL."""
    compression: NotRequired[str]
    contentType: NotRequired[str]
    xRobotsTag: NotRequired[str]
    """The X-Robots-Tag headers."""


class SeoResult(TypedDict):
    domain: str
    """The requested domain."""
    url: str
    """URL of the page."""
    blogfeed: NotRequired["SeoBlogFeed"]
    commoncrawl: NotRequired["SeoCommonCrawl"]
    crux: NotRequired["SeoCrUX"]
    finalUrl: NotRequired[str]
    """Final URL."""
    pagespeed: NotRequired["SeoPageSpeed"]
    technical: NotRequired["SeoTechnical"]
    tranco: NotRequired["SeoTranco"]
    wikidata: NotRequired["SeoWikidata"]


class SeoRobots(TypedDict):
    followed: bool
    indexable: bool
    header: NotRequired[str]
    meta: NotRequired[str]


class SeoRobotsTxt(TypedDict):
    present: bool
    """Whether the site has one."""
    sitemaps: list[str]
    url: str
    """URL of the robots.txt."""
    allowsGooglebot: NotRequired[bool]
    """The same for Googlebot."""
    allowsPage: NotRequired[bool]
    crawlDelaySeconds: NotRequired[float]
    status: NotRequired[int]


class SeoScores(TypedDict):
    accessibility: NotRequired[int]
    """0 to 100."""
    bestPractices: NotRequired[int]
    """0 to 100."""
    performance: NotRequired[int]
    """0 to 100."""
    seo: NotRequired[int]
    """0 to 100."""


class SeoSitemap(TypedDict):
    listed: bool
    present: bool
    """Whether one was found."""
    kind: NotRequired[
        Literal[
            "compressed",
            "feed",
            "index",
            "text",
            "urlset",
        ]
    ]
    """Kind of the sitemap."""
    url: NotRequired[str]
    """URL of the sitemap."""


class SeoSocialLink(TypedDict):
    network: Literal[
        "facebook",
        "instagram",
        "linkedin",
        "x",
        "youtube",
    ]
    """Name of the network."""
    url: str
    """URL of the profile."""
    username: str


class SeoStructuredData(TypedDict):
    jsonLdBroken: int
    jsonLdTypes: list[str]
    microdataTypes: list[str]


class SeoTechnical(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    issues: list["SeoIssue"]
    """Issues to fix."""
    reason: NotRequired[str]
    """Why there is no data."""
    page: NotRequired["SeoPage"]
    response: NotRequired["SeoResponse"]
    robotsTxt: NotRequired["SeoRobotsTxt"]
    sitemap: NotRequired["SeoSitemap"]


class SeoThing(TypedDict):
    id: str
    """Wikidata id."""
    name: NotRequired[str]
    """Its name in English."""


class SeoTranco(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    domain: str
    history: list["SeoRankOn"]
    reason: NotRequired[str]
    """Why there is no data."""
    date: NotRequired[str]
    """Date of that rank."""
    rank: NotRequired[int]


class SeoWikidata(TypedDict):
    source: str
    """The source."""
    status: Literal[
        "blocked",
        "empty",
        "error",
        "not_configured",
        "ok",
    ]
    """ok: there is data."""
    reason: NotRequired[str]
    """Why there is no data."""
    entity: NotRequired["SeoEntity"]


class ShapeLaunch(TypedDict):
    counts: "ShapeLaunchCounts"
    name: str
    source: Literal[
        "api",
        "feed",
        "page",
        "search",
    ]
    url: str
    createdAt: NotRequired[str]
    """When it was posted."""
    dailyRank: NotRequired[int]
    """Its rank on its day."""
    description: NotRequired[str]
    featuredAt: NotRequired[str]
    id: NotRequired[str]
    """Id of the post."""
    makers: NotRequired[list["ShapePerson"]]
    """Its makers."""
    mediaUrls: NotRequired[list[str]]
    monthlyRank: NotRequired[int]
    """Its rank in its month."""
    postedBy: NotRequired["ShapePerson"]
    productSlug: NotRequired[str]
    """Slug of its product."""
    slug: NotRequired[str]
    """The post's own slug."""
    tagline: NotRequired[str]
    """Its tagline."""
    thumbnailUrl: NotRequired[str]
    """URL of its thumbnail."""
    topics: NotRequired[list["ShapeTopic"]]
    """Its topics."""
    trackingUrl: NotRequired[str]
    websiteUrl: NotRequired[str]
    weeklyRank: NotRequired[int]
    """Its rank in its week."""


class ShapeLaunchCounts(TypedDict):
    comments: NotRequired[int]
    """Number of comments."""
    launchDayScore: NotRequired[int]
    score: NotRequired[int]
    """Its current points."""


class ShapePerson(TypedDict):
    about: NotRequired[str]
    """The person's description."""
    avatarUrl: NotRequired[str]
    counts: NotRequired["ShapePersonCounts"]
    createdAt: NotRequired[str]
    headline: NotRequired[str]
    """The person's headline."""
    id: NotRequired[str]
    """Id of the account."""
    isMaker: NotRequired[bool]
    name: NotRequired[str]
    """Name of the person."""
    url: NotRequired[str]
    username: NotRequired[str]
    """The account's username."""
    websiteUrl: NotRequired[str]
    xUsername: NotRequired[str]
    """The account on X."""


class ShapePersonCounts(TypedDict):
    followers: NotRequired[int]
    """Number of followers."""
    following: NotRequired[int]


class ShapeProduct(TypedDict):
    counts: "ShapeProductCounts"
    name: str
    """Name of the product."""
    source: Literal[
        "api",
        "feed",
        "page",
        "search",
    ]
    categories: NotRequired[list["ShapeTopic"]]
    description: NotRequired[str]
    id: NotRequired[str]
    logoUrl: NotRequired[str]
    """URL of its logo."""
    makers: NotRequired[list["ShapePerson"]]
    """Its makers."""
    offline: NotRequired[bool]
    reviewsRating: NotRequired[float]
    """Mean rating, 1 to 5."""
    slug: NotRequired[str]
    """Slug of its page."""
    tagline: NotRequired[str]
    """Its tagline."""
    topics: NotRequired[list["ShapeTopic"]]
    """Its topics."""
    trackingUrl: NotRequired[str]
    url: NotRequired[str]
    websiteUrl: NotRequired[str]
    """Its own website."""


class ShapeProductCounts(TypedDict):
    followers: NotRequired[int]
    """Number of followers."""
    launches: NotRequired[int]
    """Number of launches."""
    reviews: NotRequired[int]
    """Number of reviews."""


class ShapeTopic(TypedDict):
    name: str
    """Name of the topic."""
    slug: NotRequired[str]
    """Slug of its page."""


class SiteColors(TypedDict):
    color: str
    """Colour of the text."""
    backgroundColor: NotRequired[str]


class SiteFont(TypedDict):
    fontFamily: str
    fontSize: str
    """In pixels, such as 16px."""
    fontWeight: str
    """100 to 900."""


class SiteJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["site",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["SiteResult"]


class SiteJobResponse(TypedDict):
    data: "SiteJob"


class SitemapJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["sitemap",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["SitemapResult"]


class SitemapJobResponse(TypedDict):
    data: "SitemapJob"


class SitemapOptions(TypedDict):
    respectRobots: NotRequired[bool]
    """Do not read what the site's robots.txt disallows. Default: true."""


class SitemapResult(TypedDict):
    counts: "ListingCounts"
    coverage: "SocialCoverage"
    domain: str
    """The site, without www."""
    exhausted: bool
    items: list["ListingURL"]
    """The pages."""
    method: Literal[
        "given",
        "link",
        "none",
        "page",
        "robots",
        "well_known",
    ]
    """How the list was found."""
    sources: list["ListingSource"]
    stoppedBy: NotRequired[
        Literal[
            "files",
            "limit",
            "size",
            "time",
        ]
    ]
    """What ended the reading."""


class SiteOptions(TypedDict):
    actions: NotRequired[list["ViewAction"]]
    """Actions on the page."""
    cookies: NotRequired["PageOptionsCookies"]
    """Cookies by name."""
    country: NotRequired[str]
    """ISO 3166, two letters."""
    dark: NotRequired[bool]
    """In the browser: prefer the dark colour scheme. Default: false."""
    delay: NotRequired[int]
    """In the browser: milliseconds to wait after the page is ready, before anything is read. Default: 0."""
    deviceScaleFactor: NotRequired[float]
    """In the browser: image pixels for each CSS pixel, 1 to 3, and at most 40 million pixels for the window. Default: 1."""
    fullPage: NotRequired[bool]
    """For a screenshot: capture the whole page instead of the window. Default: false."""
    mobile: NotRequired[bool]
    """As on a phone. Default: false."""
    proxy: NotRequired[str]
    """Your own HTTP proxy."""
    quality: NotRequired[int]
    """For a screenshot as jpeg or webp: 1 to 100. Default: 80."""
    userAgent: NotRequired[str]
    """User agent."""
    viewport: NotRequired["ViewViewport"]
    waitFor: NotRequired[Any]
    """In the browser: when the page is ready."""
    format: NotRequired[
        Literal[
            "png",
            "webp",
        ]
    ]
    """For a screenshot: the image format. Default: png."""
    headers: NotRequired["SiteOptionsHeaders"]
    """Headers to send to the site, such as Accept-Language, Cookie, Authorization or User-Agent."""
    screenshot: NotRequired[bool]
    """Return a screenshot as well; only with mode full. Default: false."""
    timeoutMs: NotRequired[int]
    """Maximum duration of the job, in milliseconds: 1000 to 110000; other values are clamped. Default: 60000."""


SiteOptionsHeaders = dict[str, str]


class SiteResult(TypedDict):
    bodyText: str
    extraction: Literal[
        "body",
        "main",
    ]
    finalUrl: str
    """Final URL."""
    jsonld: list[Any]
    logoCandidates: list[str]
    markdown: str
    socialLinks: list[str]
    status: int
    timings: "SiteTimings"
    url: str
    actions: NotRequired[list["ViewReport"]]
    computedColors: NotRequired["SiteResultComputedColors"]
    computedFonts: NotRequired["SiteResultComputedFonts"]
    language: NotRequired[str]
    limited: NotRequired[
        Literal[
            "bytes",
            "requests",
        ]
    ]
    screenshot: NotRequired[str]
    """The screenshot in base64."""
    screenshotClipped: NotRequired[bool]
    screenshotFormat: NotRequired[
        Literal[
            "png",
            "webp",
        ]
    ]
    """Format of the screenshot."""
    screenshotHeight: NotRequired[int]
    screenshotWidth: NotRequired[int]
    title: NotRequired[str]


SiteResultComputedColors = dict[str, "SiteColors"]
SiteResultComputedFonts = dict[str, "SiteFont"]


class SiteTimings(TypedDict):
    responseMs: int
    totalMs: int
    loadMs: NotRequired[int]
    readyMs: NotRequired[int]


class SocialAuthor(TypedDict):
    avatarUrl: NotRequired[str]
    """URL of its picture."""
    counts: NotRequired["SocialProfileCounts"]
    externalId: NotRequired[str]
    """The platform's own id."""
    headline: NotRequired[str]
    name: NotRequired[str]
    """Display name."""
    url: NotRequired[str]
    username: NotRequired[str]
    """Name within the platform."""
    verified: NotRequired[bool]


class SocialCounts(TypedDict):
    bookmarks: NotRequired[int]
    """Bookmarks."""
    comments: NotRequired[int]
    """Replies or comments."""
    likes: NotRequired[int]
    """Likes or reactions."""
    quotes: NotRequired[int]
    reposts: NotRequired[int]
    rounded: NotRequired[list[str]]
    score: NotRequired[int]
    upvoteRatio: NotRequired[float]
    views: NotRequired[int]
    """Views."""


class SocialCoverage(TypedDict):
    complete: bool
    reason: NotRequired[str]


class SocialEngagementActor(TypedDict):
    avatarUrl: NotRequired[str]
    """URL of its picture."""
    counts: NotRequired["SocialProfileCounts"]
    externalId: NotRequired[str]
    """The platform's own id."""
    headline: NotRequired[str]
    name: NotRequired[str]
    """Display name."""
    url: NotRequired[str]
    username: NotRequired[str]
    """Name within the platform."""
    verified: NotRequired[bool]
    post: NotRequired["SocialEngagementPost"]


class SocialEngagementJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["social_engagement",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["SocialEngagementResult"]


class SocialEngagementJobResponse(TypedDict):
    data: "SocialEngagementJob"


class SocialEngagementPost(TypedDict):
    counts: "SocialCounts"
    url: str
    """URL of the post."""
    externalId: NotRequired[str]
    """The platform's own id."""
    publishedAt: NotRequired[str]
    """When it was published."""
    publishedAtApproximate: NotRequired[bool]
    text: NotRequired[str]
    """Its text."""


class SocialEngagementResult(TypedDict):
    actorsAvailable: bool
    counts: "SocialCounts"
    coverage: "SocialCoverage"
    engagementType: str
    exhausted: bool
    externalId: str
    platform: str
    """The platform of the post."""
    source: str
    url: str
    """URL of the post."""
    items: NotRequired[list["SocialEngagementActor"]]
    """The actors."""
    nextCursor: NotRequired[str]
    origin: NotRequired[str]


class SocialFailure(TypedDict):
    code: str
    """The error code."""
    source: str
    """The upstream."""


class SocialItem(TypedDict):
    counts: "SocialCounts"
    externalId: str
    """The platform's own id."""
    platform: str
    source: str
    type: str
    url: str
    """URL of the item."""
    author: NotRequired["SocialAuthor"]
    capturedAt: NotRequired[str]
    community: NotRequired[str]
    """The subreddit."""
    deleted: NotRequired[bool]
    durationSeconds: NotRequired[int]
    """Length of a video."""
    inReplyTo: NotRequired["SocialReference"]
    language: NotRequired[str]
    """BCP 47 tag."""
    linkUrl: NotRequired[str]
    """Target of a link post."""
    liveStatus: NotRequired[str]
    """upcoming, live or ended."""
    media: NotRequired[list["SocialMedia"]]
    origin: NotRequired[str]
    pollOptions: NotRequired[list["SocialPollOption"]]
    """The options of a poll."""
    publishedAt: NotRequired[str]
    """When it was published."""
    publishedAtApproximate: NotRequired[bool]
    quoteOf: NotRequired["SocialItem"]
    replies: NotRequired[list["SocialItem"]]
    """Replies to it."""
    repostOf: NotRequired["SocialItem"]
    sensitive: NotRequired[bool]
    text: NotRequired[str]
    textTruncatedAtSource: NotRequired[bool]
    thread: NotRequired["SocialReference"]
    title: NotRequired[str]
    updatedAt: NotRequired[str]
    """When it was last edited."""


class SocialMedia(TypedDict):
    type: str
    url: str
    """URL of the file."""
    durationSeconds: NotRequired[int]
    height: NotRequired[int]
    """In pixels."""
    thumbnailUrl: NotRequired[str]
    title: NotRequired[str]
    width: NotRequired[int]
    """In pixels."""


class SocialMentionsJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["social_mentions",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["SocialMentionsResult"]


class SocialMentionsJobResponse(TypedDict):
    data: "SocialMentionsJob"


class SocialMentionsMention(TypedDict):
    externalId: str
    """The platform's own id."""
    platform: str
    """x, reddit or hackernews."""
    url: str
    """URL of the post."""
    author: NotRequired[str]
    postedAt: NotRequired[str]
    """The same as publishedAt."""
    publishedAt: NotRequired[str]
    """When it was published."""
    score: NotRequired[int]
    """Points on Hacker News."""
    text: NotRequired[str]
    """Its text as plain text."""
    title: NotRequired[str]
    """Its title."""


class SocialMentionsResult(TypedDict):
    coverage: "SocialCoverage"
    exhausted: bool
    items: list["SocialMentionsMention"]
    source: str
    nextCursor: NotRequired[str]


class SocialOrganization(TypedDict):
    founded: NotRequired[str]
    """Year of foundation."""
    industry: NotRequired[str]
    """Industry."""
    size: NotRequired[str]
    """Number of employees."""
    specialties: NotRequired[list[str]]
    tagline: NotRequired[str]
    """Its tagline."""
    type: NotRequired[str]


class SocialPollOption(TypedDict):
    text: str
    """Text of the option."""
    externalId: NotRequired[str]
    """The platform's own id."""
    votes: NotRequired[int]
    """Number of votes."""


class SocialProfile(TypedDict):
    counts: "SocialProfileCounts"
    platform: str
    source: str
    url: str
    """URL of its page."""
    avatarUrl: NotRequired[str]
    """URL of its picture."""
    bannerUrl: NotRequired[str]
    bio: NotRequired[str]
    createdAt: NotRequired[str]
    """When it was created."""
    externalId: NotRequired[str]
    """The platform's own id."""
    location: NotRequired[str]
    name: NotRequired[str]
    """Display name."""
    protected: NotRequired[bool]
    username: NotRequired[str]
    """Name within the platform."""
    verified: NotRequired[bool]
    verifiedAs: NotRequired[str]
    """individual."""
    website: NotRequired[str]


class SocialProfileCounts(TypedDict):
    followers: NotRequired[int]
    """Number of followers."""
    following: NotRequired[int]
    members: NotRequired[int]
    posts: NotRequired[int]
    rounded: NotRequired[list[str]]


class SocialReference(TypedDict):
    externalId: str
    """The platform's own id."""
    author: NotRequired[str]
    """Username of the author."""
    linkUrl: NotRequired[str]
    title: NotRequired[str]
    """Its title."""
    url: NotRequired[str]
    """URL of the item."""


class TokenReport(TypedDict):
    entitlements: list[
        Literal[
            "deep",
            "extendedCeilings",
        ]
    ]
    label: str
    organizationId: str
    scopes: list[str]
    """Its permissions."""
    tokenId: str
    """The token's id."""
    workspaceId: str


class TokenReportResponse(TypedDict):
    data: "TokenReport"


class UpdateEndpointRequest(TypedDict):
    description: NotRequired[str]
    """A description for your own use."""
    events: NotRequired[list[str]]
    """The types of events that the endpoint gets: job.succeeded."""
    status: NotRequired[
        Literal[
            "active",
            "disabled",
        ]
    ]
    """active enables a disabled endpoint and resets its failures."""
    url: NotRequired[str]
    """New URL for events, including those that wait for another attempt."""


class UrlArchived(TypedDict):
    captureUrl: str
    """The copy."""
    capturedAt: str
    code: str
    reason: str
    """The same in words."""


class UrlDataTable(TypedDict):
    header: list[str]
    """Texts of the header row."""
    rows: list[list[str]]
    """Texts of the other rows."""
    csv: str
    """The table as CSV."""
    caption: NotRequired[str]
    """Its caption."""


class UrlJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["url",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["UrlResult"]


class UrlJobResponse(TypedDict):
    data: "UrlJob"


class UrlOptions(TypedDict):
    actions: NotRequired[list["ViewAction"]]
    """Actions on the page."""
    cookies: NotRequired["PageOptionsCookies"]
    """Cookies by name."""
    country: NotRequired[str]
    """ISO 3166, two letters."""
    dark: NotRequired[bool]
    """In the browser: prefer the dark colour scheme. Default: false."""
    delay: NotRequired[int]
    """In the browser: milliseconds to wait after the page is ready, before anything is read. Default: 0."""
    deviceScaleFactor: NotRequired[float]
    """In the browser: image pixels for each CSS pixel, 1 to 3, and at most 40 million pixels for the window. Default: 1."""
    fullPage: NotRequired[bool]
    """For a screenshot: capture the whole page instead of the window. Default: false."""
    mobile: NotRequired[bool]
    """As on a phone. Default: false."""
    proxy: NotRequired[str]
    """Your own HTTP proxy."""
    quality: NotRequired[int]
    """For a screenshot as jpeg or webp: 1 to 100. Default: 80."""
    userAgent: NotRequired[str]
    """User agent."""
    viewport: NotRequired["ViewViewport"]
    waitFor: NotRequired[Any]
    """In the browser: when the page is ready."""
    comments: NotRequired[
        Literal[
            "include",
            "omit",
        ]
    ]
    """For markdown and the text of json: whether comments below an article are returned. Default: omit."""
    excludeTags: NotRequired[list[str]]
    """For markdown and json: CSS selectors of elements to remove before anything else."""
    fallback: NotRequired[
        Literal[
            "archive",
            "none",
        ]
    ]
    """archive: where the page cannot be had. Default: none."""
    format: NotRequired[
        Literal[
            "jpeg",
            "png",
            "webp",
        ]
    ]
    """For a screenshot: the image format. Default: png."""
    headers: NotRequired["UrlOptionsHeaders"]
    """Headers to send to the site, such as Accept-Language, Cookie, Authorization or User-Agent."""
    includeTags: NotRequired[list[str]]
    """For markdown and the text of json: CSS selectors of the elements that are content; nothing else is returned."""
    maxChars: NotRequired[int]
    """For markdown, text, raw and the text of json: return at most this many characters."""
    maxTokens: NotRequired[int]
    """As maxChars, in tokens of language models, by an estimate that is a little above what most texts have."""
    offset: NotRequired[int]
    """For markdown, text, raw and the text of json, one of them: the character to begin at, nextOffset of the call before."""
    onlyMainContent: NotRequired[bool]
    """For markdown and the text of json: leave out navigation, banners, footers and the like. Default: true."""
    respectRobots: NotRequired[bool]
    """Do not fetch what the site's robots.txt disallows. Default: false."""
    timeoutMs: NotRequired[int]
    """Maximum duration of the job, in milliseconds: 1000 to 60000, with format screenshot to 110000; other values are clamped."""


UrlOptionsHeaders = dict[str, str]


class UrlPart(TypedDict):
    format: Literal[
        "json",
        "markdown",
        "raw",
        "text",
    ]
    """The format."""
    totalChars: int
    nextOffset: NotRequired[int]
    overBudget: NotRequired[bool]


class UrlResult(TypedDict):
    finalUrl: str
    """Final URL."""
    rendered: bool
    status: int
    url: str
    actions: NotRequired[list["ViewReport"]]
    archive: NotRequired["UrlArchived"]
    clipped: NotRequired[bool]
    """With format screenshot."""
    contentType: NotRequired[str]
    embeddedData: NotRequired[
        Literal[
            "jsonld",
            "next",
            "nuxt",
            "state",
            "sveltekit",
        ]
    ]
    extraction: NotRequired[
        Literal[
            "body",
            "feed",
            "main",
            "pdf",
            "selectors",
            "text",
            "whole",
        ]
    ]
    """With formats markdown."""
    height: NotRequired[int]
    """With format screenshot."""
    html: NotRequired[str]
    """With format html."""
    images: NotRequired[list["PageImage"]]
    """With format images."""
    json: NotRequired["PageDocument"]
    language: NotRequired[str]
    links: NotRequired[list["PageLink"]]
    """With format links."""
    markdown: NotRequired[str]
    """With format markdown."""
    metadata: NotRequired["PageMetadata"]
    nextOffset: NotRequired[int]
    overBudget: NotRequired[bool]
    pages: NotRequired["PagePages"]
    parts: NotRequired[list["UrlPart"]]
    raw: NotRequired[str]
    """With format raw."""
    redirects: NotRequired[list["PageRedirect"]]
    """With format resolve."""
    screenshot: NotRequired[str]
    """With format screenshot."""
    screenshotFormat: NotRequired[
        Literal[
            "jpeg",
            "png",
            "webp",
        ]
    ]
    """With format screenshot."""
    tables: NotRequired[list["UrlDataTable"]]
    """With format tables."""
    text: NotRequired[str]
    """With format text."""
    title: NotRequired[str]
    """Title of the page."""
    totalChars: NotRequired[int]
    """With options.maxChars."""
    truncated: NotRequired[bool]
    warnings: NotRequired[
        list[
            Literal[
                "archived",
                "needs_rendering",
                "no_content",
                "nothing_selected",
                "pages_missing",
                "paywalled",
            ]
        ]
    ]
    """needs_rendering."""
    width: NotRequired[int]
    """With format screenshot."""


class UsageAction(TypedDict):
    actionCode: str
    creditsRefunded: int
    creditsSpent: int
    """Credits charged."""
    requests: int
    """Number of jobs."""


class UsageReport(TypedDict):
    actions: list["UsageAction"]
    """The same by action."""
    days: int
    since: str
    """Start of the first day."""
    totalCreditsRefunded: int
    """Total credits refunded."""
    totalCreditsSpent: int
    """Total credits charged."""


class UsageReportResponse(TypedDict):
    data: "UsageReport"


class ViewAction(TypedDict):
    type: Literal[
        "click",
        "press",
        "scroll",
        "select",
        "type",
        "wait",
    ]
    """What to do."""
    key: NotRequired[str]
    """For press: the key, such as Enter or Tab."""
    ms: NotRequired[int]
    """For wait: milliseconds."""
    optional: NotRequired[bool]
    """Go on when it fails. Default: false."""
    pixels: NotRequired[int]
    """For scroll: pixels down."""
    selector: NotRequired[str]
    """CSS selector of the element."""
    text: NotRequired[str]
    """For type: the text."""
    value: NotRequired[str]
    """For select: the value of the option, or its label."""


class ViewReport(TypedDict):
    durationMs: int
    """How long it took."""
    outcome: Literal[
        "done",
        "failed",
        "skipped",
    ]
    type: str
    """The action's type."""
    issue: NotRequired[str]
    """Why it failed."""
    selector: NotRequired[str]
    """The action's selector."""


class ViewViewport(TypedDict):
    height: NotRequired[int]
    """CSS pixels; values above 2160 are clamped."""
    width: NotRequired[int]
    """CSS pixels; values above 3840 are clamped."""


class WebhookDelivery(TypedDict):
    attempt: int
    """1 is the first."""
    endpointId: str
    """Id of the endpoint."""
    eventId: str
    """Id of the event."""
    eventType: str
    """Type of the event."""
    id: str
    """The attempt's id."""
    status: Literal[
        "failed",
        "pending",
        "succeeded",
    ]
    trigger: Literal[
        "replay",
        "scheduled",
    ]
    url: str
    attemptedAt: NotRequired[str]
    batchId: NotRequired[str]
    """The batch of the event."""
    crawlId: NotRequired[str]
    """The crawl of the event."""
    error: NotRequired[str]
    """Why the attempt failed."""
    jobId: NotRequired[str]
    """The job of the event."""
    nextAttemptAt: NotRequired[str]
    replayOf: NotRequired[str]
    responseDurationMs: NotRequired[int]
    responseExcerpt: NotRequired[str]
    responseStatus: NotRequired[int]
    waitReason: NotRequired[
        Literal[
            "busy",
            "failing",
            "slow",
            "unproven",
        ]
    ]


class WebhookEndpoint(TypedDict):
    createdAt: str
    """When it was registered."""
    description: str
    events: list[str]
    id: str
    """The endpoint's id."""
    proven: bool
    secretRotatedAt: str
    status: Literal[
        "active",
        "disabled",
    ]
    updatedAt: str
    """When it last changed."""
    url: str
    disabledReason: NotRequired[str]
    """Why it is disabled."""
    failingSince: NotRequired[str]
    heldUntil: NotRequired[str]
    lastDeliveryAt: NotRequired[str]
    previousSecretExpiresAt: NotRequired[str]
    signingSecret: NotRequired[str]
    slowUntil: NotRequired[str]


class WebhookEvent(TypedDict):
    data: "WebhookEventData"
    id: str
    """The event's id."""
    timestamp: str
    """When the event happened."""
    type: Literal[
        "batch.finished",
        "crawl.finished",
        "crawl.page",
        "endpoint.test",
        "job.cancelled",
        "job.failed",
        "job.succeeded",
    ]
    """Type of the event."""


class WebhookEventData(TypedDict):
    batchId: NotRequired[str]
    """The batch that ended."""
    cached: NotRequired[bool]
    change: NotRequired[str]
    changes: NotRequired["WebhookEventDataChanges"]
    completedAt: NotRequired[str]
    """When it ended."""
    counts: NotRequired["EventCounts"]
    crawlId: NotRequired[str]
    """The crawl that ended."""
    creditsCharged: NotRequired[int]
    """Credits charged."""
    creditsRefunded: NotRequired[int]
    """Credits refunded."""
    error: NotRequired["JobFailure"]
    failedBy: NotRequired["WebhookEventDataFailedBy"]
    """Of a crawl."""
    host: NotRequired[str]
    """Of a crawl."""
    input: NotRequired[Any]
    jobId: NotRequired[str]
    """The job that ended."""
    kind: NotRequired[str]
    """The kind of the job."""
    message: NotRequired[str]
    """For a test event."""
    pollUrl: NotRequired[str]
    """The path to poll the job."""
    result: NotRequired[
        Union[
            "UrlResult",
            "SiteResult",
            "SitemapResult",
            "RssResult",
            "ChannelResult",
            "HnSearchResult",
            "HnPostResult",
            "RedditResult",
            "XProfileResult",
            "XPostResult",
            "LinkedinEmployeesResult",
            "MentionsResult",
            "SocialMentionsResult",
            "SocialEngagementResult",
            "InfraResult",
            "SeoResult",
            "BrandResult",
            "CompanyResult",
            "AdsResult",
            "ProducthuntResult",
            "SearchResult",
            "ResearchResult",
        ]
    ]
    resultTruncated: NotRequired[bool]
    resultUrl: NotRequired[str]
    skippedBy: NotRequired["WebhookEventDataSkippedBy"]
    """Of a crawl."""
    status: NotRequired[str]
    """Final status of the job."""
    truncatedBy: NotRequired[str]
    """Of a crawl."""
    url: NotRequired[str]
    """Of a crawl."""


WebhookEventDataChanges = dict[str, int]
WebhookEventDataFailedBy = dict[str, int]
WebhookEventDataSkippedBy = dict[str, int]


class XPostJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["x_post",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["XPostResult"]


class XPostJobResponse(TypedDict):
    data: "XPostJob"


class XPostResult(TypedDict):
    chronological: bool
    coverage: "SocialCoverage"
    exhausted: bool
    items: list["SocialItem"]
    knownSkipped: int
    post: "SocialItem"
    reachedKnown: bool
    commentsNextCursor: NotRequired[str]
    """The same as nextCursor."""
    failedSources: NotRequired[list["SocialFailure"]]
    """Upstreams that failed."""
    nextCursor: NotRequired[str]
    source: NotRequired[str]
    total: NotRequired[int]


class XProfileJob(TypedDict):
    actionCode: str
    attempts: int
    cached: bool
    createdAt: str
    creditsCharged: int
    creditsRefunded: int
    """Credits refunded."""
    expiresAt: str
    input: "JobInput"
    jobId: str
    """The job's id."""
    pollUrl: str
    pricingDecision: "PricingDecision"
    resultTruncated: bool
    status: Literal[
        "cancelled",
        "failed",
        "queued",
        "running",
        "succeeded",
    ]
    """succeeded."""
    kind: Literal["x_profile",]
    batchId: NotRequired[str]
    completedAt: NotRequired[str]
    """When the job ended."""
    error: NotRequired["JobFailure"]
    meta: NotRequired["JobMeta"]
    progress: NotRequired["Progress"]
    resultUrl: NotRequired[str]
    startedAt: NotRequired[str]
    result: NotRequired["XProfileResult"]


class XProfileJobResponse(TypedDict):
    data: "XProfileJob"


class XProfileResult(TypedDict):
    chronological: bool
    coverage: "SocialCoverage"
    exhausted: bool
    items: list["SocialItem"]
    """Its posts and reposts."""
    knownSkipped: int
    pagesRead: int
    """Number of pages read."""
    profile: "SocialProfile"
    reachedKnown: bool
    source: str
    failedSources: NotRequired[list["SocialFailure"]]
    nextCursor: NotRequired[str]
