// Calls of the public API. This is the only module that knows the token, which lies in the session's storage of
// this tab alone and is sent in a header alone.

const stored = "quarry.token";
const base = "/v1/public";
const longest = 30_000; // milliseconds that a reading call may take

// operatorKey is what an operator's acts need. It lies in no storage: a page that is loaded anew has forgotten it.
let operatorKey = "";

// limits is where the token's buckets stand, by their names, as the last answers reported.
export const limits = {};

let onLost = () => {};

// whenLost is called when the service refuses the token.
export function whenLost(then) {
  onLost = then;
}

export function token() {
  return sessionStorage.getItem(stored);
}

export function keep(given) {
  forget();
  sessionStorage.setItem(stored, given);
}

// forget ends what this tab may do, and what it knows of who did it.
export function forget() {
  sessionStorage.removeItem(stored);
  operatorKey = "";
  for (const name of Object.keys(limits)) delete limits[name];
}

// Failure is an error of the API, of a job, or of the way to the service.
export class Failure extends Error {
  constructor(fields, status) {
    super(fields.message);
    Object.assign(this, fields);
    this.status = status;
    this.remedy = remedies[fields.code] ?? (fields.retryable ? "The same can succeed later." : undefined);
  }
}

// remedies are what to do, where the message of the API says what happened.
const remedies = {
  browser_unavailable: "Install Chromium or Chrome where the service runs, or name it by QUARRY_CHROMIUM. See the guide on rendering.",
  cancelled: "Run it again when you want the result. Nothing was charged.",
  dns_failed: "Look at the spelling of the host name. The charge was refunded.",
  insufficient_credits: "Ask your operator for credits: quarry admin credits grant.",
  insufficient_scope: "Use a token that has the scope; your operator makes one with quarry admin token create.",
  invalid_token: "Look at the token's spelling, or sign in with another one.",
  job_timeout: "Ask for less, or run it again. The charge was refunded.",
  login_required: "The page is for people who have signed in. Headers and cookies of your own session can be sent in the options.",
  max_credits_exceeded: "Raise maxCredits, or ask for less.",
  network: "Look whether the service runs, and whether this computer reaches it.",
  provider_not_configured: "Set the key of a provider: see Sources. The charge was refunded.",
  provider_unavailable: "The provider rests for a while after failures. Run it again later; the charge was refunded.",
  rate_limited: "Wait a little, or ask your operator for a higher limit.",
  target_error: "Open the address in a browser to see what it answers. The charge was refunded.",
  tls_failed: "The site's certificate or its TLS is not in order. The charge was refunded.",
  token_revoked: "Sign in with another token.",
  too_many_in_flight: "Wait until jobs have ended, or cancel some.",
  unsupported_content: "Choose another format for this kind of file.",
  upstream_blocked: "The site does not want to be read by programs. For a page, options.fallback = archive reads an archive's copy. The charge was refunded.",
  upstream_timeout: "The site was slow. Run it again, or raise timeoutMs. The charge was refunded.",
};

// request sends a call and returns its response. Errors are Failures.
async function request(method, path, { body, headers, signal } = {}) {
  let response;
  const streamed = headers?.Accept === "text/event-stream";
  const over = method === "GET" && !streamed ? AbortSignal.timeout(longest) : undefined;
  try {
    response = await fetch(path, {
      method, signal: over && signal ? AbortSignal.any([signal, over]) : over ?? signal, cache: "no-store", credentials: "omit", redirect: "error",
      headers: { Authorization: `Bearer ${token()}`, ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure({ code: "network", message: over?.aborted ? `The service did not answer within ${longest / 1000} seconds.` : "The service did not answer.", retryable: true }, 0);
  }
  const bucket = response.headers.get("X-RateLimit-Bucket");
  if (bucket) limits[bucket] = { limit: Number(response.headers.get("X-RateLimit-Limit")), remaining: Number(response.headers.get("X-RateLimit-Remaining")) };
  if (response.ok) return response;
  const given = await response.json().catch(() => null);
  const failure = new Failure(given?.error ?? { code: `http_${response.status}`, message: `The service answered ${response.status}.` }, response.status);
  failure.retryAfter = Number(response.headers.get("Retry-After")) || undefined;
  if (response.status === 401) onLost(failure);
  throw failure;
}

// call sends a call of the API and returns what is under "data".
export async function call(method, path, options) {
  return (await (await request(method, base + path, options)).json()).data;
}

export const get = (path, query, signal) => call("GET", path + asQuery(query), { signal });
export const post = (path, body, options) => call("POST", path, { body, ...options });

function asQuery(query) {
  const set = Object.entries(query ?? {}).filter(([, value]) => value != null && value !== "");
  return set.length > 0 ? `?${new URLSearchParams(set)}` : "";
}

// newKey is an idempotency key, so that a lost answer charges nothing twice.
export function newKey() {
  return `console-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("")}`;
}

// price asks the service what a call costs, its checks included: with maxCredits 0 it refuses every job and says what
// it would cost. Nothing is made. Returns credits; errors are those that the call would have.
export async function price(path, body, signal) {
  try {
    await post(path, { ...body, maxCredits: 0 }, { signal });
  } catch (error) {
    const credits = error.details?.find((d) => d.field === "required")?.issue;
    if (error.code === "max_credits_exceeded" && credits !== undefined) return Number(credits);
    throw error;
  }
  throw new Failure({ code: "internal_error", message: "The service named no price." }, 0);
}

const pause = (milliseconds, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, milliseconds);
  signal?.addEventListener("abort", () => { clearTimeout(timer); reject(signal.reason); }, { once: true });
});

// events yields the events of a stream, {event, data}, until none can follow. It resumes where it was interrupted, as
// a stream is that a function sends: a long poll. (EventSource sends no token.)
export async function* events(path, signal) {
  let last = "";
  let wait = 1000;
  for (let failures = 0; ;) {
    try {
      const response = await request("GET", base + path, { signal, headers: { Accept: "text/event-stream", ...(last && { "Last-Event-ID": last }) } });
      if (response.status === 204) return;
      failures = 0;
      for await (const frame of frames(response.body)) {
        if (frame.retry) wait = Number(frame.retry);
        if (frame.id) last = frame.id;
        if (frame.data) yield { event: frame.event, data: JSON.parse(frame.data) };
      }
    } catch (error) {
      if (signal?.aborted || (error.status >= 400 && error.status < 500 && error.status !== 429) || ++failures > 5) throw error;
    }
    await pause(wait * (1 + failures), signal);
  }
}

// frames parts a body into frames, each with the values of its fields.
async function* frames(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      yield Object.fromEntries(text.slice(0, end).split("\n").filter((line) => !line.startsWith(":")).map((line) => {
        const [name, ...value] = line.split(": ");
        return [name, value.join(": ")];
      }));
      text = text.slice(end + 2);
    }
  }
}

let documented;

// description is the OpenAPI document of the service, which the forms are made of.
export function description() {
  documented ??= fetch("/openapi.json", { credentials: "omit" }).then((response) => {
    if (!response.ok) throw new Failure({ code: `http_${response.status}`, message: "The service's description could not be read." }, response.status);
    return response.json();
  }).catch((error) => {
    documented = undefined;
    throw error;
  });
  return documented;
}

// takeToken takes the token that waits for the key of a link of "quarry local".
export async function takeToken(key) {
  const response = await fetch("/console/token", { headers: { "X-Console-Key": key }, cache: "no-store", credentials: "omit" });
  const answer = await response.json();
  if (!response.ok) throw new Failure(answer.error, response.status);
  return answer.token;
}

const operatorPath = "/console/operator";

// hasOperator reports whether an operator's acts can be done here: they can where the service and this browser are on one machine.
export async function hasOperator(signal) {
  const response = await fetch(operatorPath, { signal, cache: "no-store", credentials: "omit" }).catch(() => null);
  return response?.status === 204;
}

export const isOperator = () => operatorKey !== "";

// becomeOperator takes the key, once an act with it succeeds.
export async function becomeOperator(key) {
  operatorKey = key;
  try {
    return await operate({ op: "org.list" });
  } catch (error) {
    operatorKey = "";
    throw error;
  }
}

// operate performs an act of an operator's: those of "quarry admin", by their names.
export async function operate(act, signal) {
  const response = await fetch(operatorPath, {
    method: "POST", signal, cache: "no-store", credentials: "omit", redirect: "error",
    headers: { "X-Operator-Key": operatorKey, "Content-Type": "application/json" }, body: JSON.stringify(act),
  }).catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new Failure({ code: "network", message: "The service did not answer.", retryable: true }, 0);
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Failure({ ...(answer.error ?? { message: `The service answered ${response.status}.` }) }, response.status);
  return answer.data;
}
