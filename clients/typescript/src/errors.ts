import type { ErrorCode } from "./codes.gen.js";

/** A call that was rejected, or a job that failed or was cancelled: jobId is then set, and the charge was refunded. */
export class QuarryError extends Error {
  override readonly name = "QuarryError";
  /** Branch on the code, never on the message. */
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly requestId: string | undefined;
  readonly details: { field: string; issue: string }[];
  readonly status: number;
  readonly jobId: string | undefined;

  constructor(fields: ErrorFields, at: { status?: number; jobId?: string } = {}) {
    super(`${fields.code}: ${fields.message}`);
    this.code = fields.code;
    this.retryable = fields.retryable ?? false;
    this.requestId = fields.requestId;
    this.details = fields.details ?? [];
    this.status = at.status ?? 0;
    this.jobId = at.jobId;
  }
}

/** A job that goes on after the call's deadline: read it later with getJob. */
export class NotFinishedError extends Error {
  override readonly name = "NotFinishedError";
  constructor(readonly jobId: string) {
    super(`the job ${jobId} has not ended within the deadline`);
  }
}

/** A delivery that is not authentic. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

export interface ErrorFields {
  code: ErrorCode;
  message: string;
  retryable?: boolean;
  requestId?: string;
  details?: { field: string; issue: string }[];
}

/** Reads an error out of a response, also one of a gateway, which has no code. */
export async function failure(response: Response): Promise<QuarryError> {
  const at = { status: response.status };
  try {
    const { error } = JSON.parse(await response.text()) as { error?: ErrorFields };
    if (error?.code) return new QuarryError(error, at);
  } catch {
    // Not JSON: a gateway's page.
  }
  return new QuarryError({ code: `http_${response.status}`, message: response.statusText, retryable: response.status >= 500 }, at);
}
