import type { ErrorCode } from "./codes.gen.js";
import { retryAfter } from "./retry.js";

/** What a call that did not succeed leaves, to ask again with. */
export interface Resume {
  /** Of a call that creates jobs: the same call with the same key asks again without a second charge. */
  idempotencyKey?: string | undefined;
  /** The job, where it is known: wait for it with waitJob. */
  jobId?: string | undefined;
  /** The batch, where it is known: wait for it with waitBatch. */
  batchId?: string | undefined;
  /** The crawl, where it is known: go on with crawlHandle. */
  crawlId?: string | undefined;
}

const texts = [["idempotencyKey", "idempotency key"], ["jobId", "job"], ["batchId", "batch"], ["crawlId", "crawl"]] as const;

/** Everything that calls throw. Branch on the class and the code, never on the message. */
export class QuarryError extends Error implements Resume {
  override readonly name: string = "QuarryError";
  idempotencyKey: string | undefined;
  jobId: string | undefined;
  batchId: string | undefined;
  crawlId: string | undefined;

  /** Adds what is known, also to the message. */
  with(known: Resume): this {
    for (const [name, text] of texts) {
      if (this[name] || !known[name]) continue;
      this[name] = known[name];
      this.message += ` [${text} ${known[name]}]`;
    }
    return this;
  }
}

/** A call that was rejected, or a job that failed or was cancelled: jobId is then set, and the charge was refunded. */
export class ApiError extends QuarryError {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly requestId: string | undefined;
  readonly details: { field: string; issue: string }[];
  /** Path of the first invalid field. */
  readonly field: string | undefined;
  /** What to change. */
  readonly remedy: string;
  readonly status: number;
  /** Seconds after which the same call can succeed, where the service knows. */
  readonly retryAfter: number | undefined;

  constructor(fields: ErrorFields, at: { status?: number; retryAfter?: number | undefined } = {}) {
    super(`${fields.code}: ${fields.message}`);
    this.code = fields.code;
    this.retryable = fields.retryable ?? false;
    this.requestId = fields.requestId;
    this.details = fields.details ?? [];
    this.field = this.details[0]?.field;
    this.remedy = this.details[0]?.issue ?? fields.message;
    this.status = at.status ?? 0;
    this.retryAfter = fields.retryAfterSeconds ?? at.retryAfter;
  }
}

/** No answer that can be read arrived in any attempt; cause is the last reason. What the call does may have been done. */
export class NetworkError extends QuarryError {
  override readonly name = "NetworkError";
  constructor(
    readonly attempts: number,
    cause: unknown,
  ) {
    super(`no answer in ${attempts} attempt${attempts > 1 ? "s" : ""}: ${reason(cause)}`, { cause });
  }
}

/** The deadline of a call passed: its own, or that of its signal. A job goes on: wait for it with waitJob. */
export class TimeoutError extends QuarryError {
  override readonly name = "TimeoutError";
  constructor(cause?: unknown) {
    super("the deadline passed", { cause });
  }
}

/** The signal of a call was aborted; cause is the signal's reason. */
export class AbortError extends QuarryError {
  override readonly name = "AbortError";
  constructor(cause?: unknown) {
    super("the call was aborted", { cause });
  }
}

/** A delivery that is not authentic, or is no event. */
export class WebhookError extends QuarryError {
  override readonly name = "WebhookError";
}

export interface ErrorFields {
  code: ErrorCode;
  message: string;
  retryable?: boolean;
  requestId?: string;
  retryAfterSeconds?: number;
  details?: { field: string; issue: string }[];
}

/** Reads an error out of a response, also one of a gateway, which has no code. */
export async function failure(response: Response): Promise<ApiError> {
  const wait = retryAfter(response.headers);
  const at = { status: response.status, retryAfter: wait === undefined ? undefined : wait / 1000 };
  try {
    const { error } = JSON.parse(await response.text()) as { error?: ErrorFields };
    if (error?.code) return new ApiError(error, at);
  } catch {
    // Not JSON: a gateway's page.
  }
  const message = response.statusText || "an error without a name";
  return new ApiError({ code: `http_${response.status}`, message, retryable: response.status >= 500 }, at);
}

/** The error of a signal that was aborted. */
export function stopped(signal: AbortSignal): QuarryError {
  const late = signal.reason instanceof Error && signal.reason.name === "TimeoutError";
  return late ? new TimeoutError(signal.reason) : new AbortError(signal.reason);
}

/** The innermost reason of a failure: fetch itself only says that it failed. */
function reason(error: unknown): string {
  while (error instanceof Error && error.cause instanceof Error) error = error.cause;
  return error instanceof Error ? error.message || ("code" in error ? String(error.code) : error.name) : String(error);
}
