import { type ErrorFields, failure, NotFinishedError, QuarryError } from "./errors.js";

export interface Care {
  attempts: number;
  deadlineMs: number;
  fetch: typeof fetch;
}

/** Calls that create jobs take an idempotency key: they can be sent again without a second charge. */
const keyed = /\/v1\/public\/(scrape|search)(\/|$)/;

interface Job {
  jobId?: string;
  status?: string;
  error?: ErrorFields;
}

/** Returns a fetch that sends requests again when that cannot charge twice, waits for jobs and throws errors. */
export function careful(care: Care): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const end = Date.now() + care.deadlineMs;
    if (request.method !== "POST" || !keyed.test(new URL(request.url).pathname)) return send(care, request, end);
    if (!request.headers.has("Idempotency-Key")) request.headers.set("Idempotency-Key", crypto.randomUUID());
    const { wait } = JSON.parse(await request.clone().text()) as { wait?: boolean };
    const response = await send(care, request, end);
    return wait === false ? response : ended(care, request, response, end);
  };
}

/** Sends a request until there is a response that another attempt cannot better. */
async function send(care: Care, request: Request, end: number): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    let response: Response | undefined;
    let error: unknown;
    try {
      response = await whole(care, request);
      if (response.ok) return response;
      error = await failure(response.clone());
    } catch (lost) {
      error = lost;
    }
    const wait = delay(response, attempt);
    if (attempt >= care.attempts || request.signal.aborted || !again(request, response) || Date.now() + wait > end) throw error;
    await sleep(wait, request.signal);
  }
}

/** Reads the body, too, so that one that breaks off counts as lost. */
async function whole(care: Care, request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(60_000)]);
  const response = await care.fetch(new Request(request.clone(), { signal }));
  const body = await response.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, response);
}

/** Polls a job until its end. What is no job is returned as it is. */
async function ended(care: Care, request: Request, first: Response, end: number): Promise<Response> {
  let response = first;
  let job = await jobOf(response);
  const { jobId } = job;
  if (!jobId) return response;
  while (response.status === 202 || job.status === "queued" || job.status === "running") {
    const wait = delay(response, 2);
    if (Date.now() + wait > end) throw new NotFinishedError(jobId);
    await sleep(wait, request.signal);
    const url = request.url.replace(/\/v1\/public\/.*$/, `/v1/public/jobs/${encodeURIComponent(jobId)}`);
    const headers = { Authorization: request.headers.get("Authorization") ?? "" };
    response = await send(care, new Request(url, { headers, signal: request.signal }), end);
    job = await jobOf(response);
  }
  if (job.status !== "succeeded" && job.error) throw new QuarryError(job.error, { jobId });
  return response;
}

async function jobOf(response: Response): Promise<Job> {
  return ((await response.clone().json()) as { data: Job }).data;
}

/** Whether a request can be sent once more. Without a key only reading is safe after a lost response. */
function again(request: Request, response: Response | undefined): boolean {
  if (response?.status === 429) return true;
  const lost = response === undefined || response.status >= 500;
  return lost && (request.method === "GET" || request.headers.has("Idempotency-Key"));
}

/** What Retry-After says, in milliseconds; without it half a second, twice as long each time, with jitter. */
function delay(response: Response | undefined, attempt: number): number {
  const said = response?.headers.get("Retry-After");
  if (said && /^\d+$/.test(said)) return Number(said) * 1000;
  return Math.min(30_000, 2 ** attempt * 250) * (0.5 + Math.random() / 2);
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", aborted);
      resolve();
    }, ms);
    signal.addEventListener("abort", aborted, { once: true });
  });
}
