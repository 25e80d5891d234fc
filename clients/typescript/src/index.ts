export type { CallSettings, WaitProgress } from "./careful.js";
export { Quarry, type QuarryOptions } from "./client.js";
export type { ErrorCode } from "./codes.gen.js";
export { CrawlHandle, type Following } from "./crawl.js";
export { AbortError, ApiError, NetworkError, QuarryError, type Resume, TimeoutError, WebhookError } from "./errors.js";
export type { QuarryEvent, StreamOptions } from "./events.js";
export type * from "./generated/types.gen.js";
export type { Page } from "./items.js";
export { webhook } from "./webhook.js";
