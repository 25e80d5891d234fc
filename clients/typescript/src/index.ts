export { Quarry, type QuarryOptions } from "./client.js";
export type { ErrorCode } from "./codes.gen.js";
export { NotFinishedError, QuarryError, WebhookError } from "./errors.js";
export type * from "./generated/types.gen.js";
export { webhook } from "./webhook.js";
