import { ApiError, type ErrorFields, failure, NetworkError, QuarryError, stopped } from "./errors.js";
import { Failures, longestWait, pollDelay, sleep } from "./retry.js";
import { type Limit, parts, unless, within } from "./within.js";

/** What a client knows of its service, and how careful it is. */
export interface Care {
  baseUrl: string;
  token: string;
  attempts: number;
  deadlineMs: number;
  timeoutMs: number;
  outageMs: number;
  fetch: typeof fetch;
}

/** How far a job, a batch or a crawl has come; done and total count what its stage is about, the jobs of a batch, or the pages of a crawl. */
export interface WaitProgress {
  jobId?: string;
  batchId?: string;
  crawlId?: string;
  status: string;
  done?: number | undefined;
  total?: number | undefined;
  stage?: string | undefined;
}

/** What holds for one call. */
export interface CallSettings {
  /** Aborts the call with an AbortError. */
  signal?: AbortSignal | null | undefined;
  /** How long the call takes at most, waiting included. */
  deadlineMs?: number | undefined;
  /** Is called with each poll of what the call waits for. */
  onProgress?: ((progress: WaitProgress) => void) | undefined;
}

/** What holds for a call of what follows a crawl: it goes on over a service that is away. */
export const following: object = { follows: true };

interface Job {
  jobId?: string;
  status?: string;
  error?: ErrorFields;
  progress?: { done: number; total: number; stage: string };
}

/** Performs a call: with its key, again when an answer is lost, until the end of the job that it creates. */
export async function performed(care: Care, request: Request, keyed: boolean, options: CallSettings & { follows?: boolean }): Promise<Response> {
  const limit = within(options.deadlineMs ?? care.deadlineMs, request.signal);
  const idempotencyKey = keyed ? (request.headers.get("Idempotency-Key") ?? crypto.randomUUID()) : undefined;
  try {
    if (!idempotencyKey) return await send(care, request, limit, [], options.follows);
    request.headers.set("Idempotency-Key", idempotencyKey);
    const { wait } = JSON.parse(await request.clone().text()) as { wait?: boolean };
    const response = await send(care, request, limit, made(new URL(request.url).pathname));
    const { jobId } = await jobOf(response);
    if (wait === false || !jobId) return response;
    return await succeeded(await ended(care, jobId, limit, options, response), jobId);
  } catch (error) {
    throw error instanceof QuarryError ? error.with({ idempotencyKey }) : error;
  } finally {
    limit.done();
  }
}

/** What an answer has that says what a call made. */
function made(path: string): string[] {
  if (path.endsWith("/v1/public/scrape/batch")) return ["jobs"];
  return path.endsWith("/v1/public/crawl") ? ["crawlId", "status"] : ["jobId", "status"];
}

/** Polls a job until its end, beginning with what is known of it. */
export async function ended(care: Care, jobId: string, limit: Limit, options: CallSettings, known?: Response): Promise<Response> {
  try {
    for (let response = known; ; response = undefined) {
      response ??= await send(care, read(care, `/v1/public/jobs/${idOf("job", jobId)}`), limit, ["jobId", "status"], true);
      const { status = "queued", progress } = await jobOf(response);
      if (response.status !== 202 && status !== "queued" && status !== "running") return response;
      options.onProgress?.({ jobId, status, ...progress });
      await pause(response.headers, limit);
    }
  } catch (error) {
    throw error instanceof QuarryError ? error.with({ jobId }) : error;
  }
}

/** Throws the error of a job that has one. */
export async function succeeded(response: Response, jobId: string): Promise<Response> {
  const { status, error } = await jobOf(response);
  if (status !== "succeeded" && error) throw new ApiError(error).with({ jobId });
  return response;
}

/** Waits between two polls. */
export async function pause(headers: Headers, limit: Limit): Promise<void> {
  await sleep(pollDelay(headers), limit.signal);
  if (limit.signal.aborted) throw stopped(limit.signal);
}

/** An id within a path; an empty one would ask for something else. */
export function idOf(of: string, id: string): string {
  if (!id) throw new TypeError(`the id of a ${of} is empty`);
  return encodeURIComponent(id);
}

/** A request that reads. */
export function read(care: Care, path: string, headers: Record<string, string> = {}): Request {
  return new Request(care.baseUrl + path, { headers: { Authorization: `Bearer ${care.token}`, ...headers } });
}

/**
 * Sends a request until there is a response that another attempt cannot better. One that succeeds without the members that its
 * data needs is none of the service. What waits or follows goes on over a service that is away.
 */
export async function send(care: Care, request: Request, limit: Limit, needs: string[] = [], follows = false): Promise<Response> {
  const failures = new Failures(care, follows);
  for (;;) {
    let response: Response | undefined;
    let error: QuarryError;
    try {
      response = await whole(care, request, limit.signal, needs);
      if (response.ok) return response;
      error = await failure(response.clone());
    } catch (lost) {
      response = undefined;
      error = new NetworkError(failures.count + 1, lost);
    }
    if (limit.signal.aborted) throw stopped(limit.signal);
    const more = failures.more();
    const wait = failures.delay(response?.headers);
    if (!more || !again(request, response) || wait > longestWait || wait > limit.left()) throw error;
    await sleep(wait, limit.signal);
    if (limit.signal.aborted) throw stopped(limit.signal);
  }
}

/** Reads the body, too: one that breaks off, and one that is none of the service, counts as lost. */
async function whole(care: Care, request: Request, parent: AbortSignal, needs: string[]): Promise<Response> {
  const limit = within(care.timeoutMs, parent);
  try {
    const { fetch } = care;
    const response = await unless(limit.signal, fetch(new Request(request.clone(), { signal: limit.signal })));
    let text = "";
    for await (const part of parts(response, limit.signal)) text += part;
    if (response.ok && !isAnswer(request, text, needs)) throw foreign(response);
    const headers = new Headers(response.headers);
    if (response.ok) headers.set("Content-Type", "application/json");
    return new Response(text || null, { status: response.status, statusText: response.statusText, headers });
  } finally {
    limit.done();
  }
}

/** The error of a response that succeeds and is of something between here and the service. */
export function foreign(response: Response): Error {
  return new Error(`the answer with status ${response.status} is none of the service`);
}

/** Whether a text is an object whose data is one, too; the result of a job has nothing around it. */
function isAnswer(request: Request, text: string, needs: string[]): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return false;
    const data = new URL(request.url).pathname.endsWith("/result") ? value : value["data"];
    return isObject(data) && needs.every((name) => Object.hasOwn(data, name) && (name !== "jobs" || Array.isArray(data[name])));
  } catch {
    return false;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function jobOf(response: Response): Promise<Job> {
  return ((await response.clone().json()) as { data?: Job }).data ?? {};
}

/**
 * Whether a request can be sent once more. What acts each time cannot, when its answer may be lost, nor what is deleted: the
 * second answer would be that it is not there.
 */
function again(request: Request, response: Response | undefined): boolean {
  if (response?.status === 429) return true;
  if (response && response.status < 500) return false;
  const { pathname } = new URL(request.url);
  // A crawl that runs stays as it is when it is resumed.
  const twice = pathname.endsWith("/cancel") || pathname.endsWith("/v1/public/webhooks/endpoints") || pathname.includes("/v1/public/crawl/");
  return request.headers.has("Idempotency-Key") || request.method === "GET" || request.method === "PATCH" || twice;
}
