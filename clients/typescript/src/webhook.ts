import { createHmac, timingSafeEqual } from "node:crypto";

import { WebhookError } from "./errors.js";
import type { WebhookEvent } from "./generated/types.gen.js";

/** Seconds that the time of a delivery may be away. */
const tolerance = 300;

type Headers_ = Headers | Record<string, string | string[] | undefined>;

/**
 * Checks a delivery and returns its event, or throws a WebhookError. The body must be as it was received: in Express use
 * express.raw({ type: "application/json" }), elsewhere await request.arrayBuffer(). The headers of Standard Webhooks are
 * checked where they are, else those of the service; while a secret is replaced there are two signatures, and either will do.
 */
export function webhook(
  secret: string,
  headers: Headers_,
  body: Uint8Array | ArrayBuffer | string,
  now: number = Date.now(),
): WebhookEvent {
  const whole = secret.trim();
  const key = keyOf(whole);
  const bytes = typeof body === "string" ? Buffer.from(body) : Buffer.from(body instanceof ArrayBuffer ? new Uint8Array(body) : body);
  const standard = header(headers, "webhook-signature");
  const at = header(headers, standard ? "webhook-timestamp" : "x-service-timestamp");
  const want = standard
    ? `v1,${sum(key, `${header(headers, "webhook-id")}.${at}.`, bytes).toString("base64")}`
    : `sha256=${sum(whole, `${at}.`, bytes).toString("hex")}`;
  if (!/^\d{1,12}$/.test(at) || Math.abs(now / 1000 - Number(at)) > tolerance) {
    throw new WebhookError("the timestamp is missing or too far away");
  }
  const given = standard ? standard.split(" ") : header(headers, "x-service-signature").split(",");
  if (!given.some((one) => same(one.trim(), want))) throw new WebhookError("no signature is of this body");
  return eventOf(bytes);
}

/** What a secret stands for. Without a key everybody can sign; what is not base64 would be read as less than it is. */
function keyOf(secret: string): Buffer {
  const text = secret.replace(/^whsec_/, "");
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text) || text === "") {
    throw new WebhookError("the secret is none of a webhook");
  }
  return Buffer.from(text, "base64");
}

function eventOf(bytes: Buffer): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new WebhookError("the body is not JSON");
  }
  if (typeof event !== "object" || event === null || Array.isArray(event)) throw new WebhookError("the body is no event");
  return event as WebhookEvent;
}

function header(headers: Headers_, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return (Array.isArray(found) ? found[0] : found) ?? "";
}

function sum(key: string | Buffer, prefix: string, body: Buffer): Buffer {
  return createHmac("sha256", key).update(prefix).update(body).digest();
}

function same(given: string, want: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(want)];
  return a.length === b.length && timingSafeEqual(a, b);
}
