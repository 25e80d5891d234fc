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
export function webhook(secret: string, headers: Headers_, body: Uint8Array | string, now: number = Date.now()): WebhookEvent {
  if (secret.replace(/^whsec_/, "") === "") throw new WebhookError("there is no secret");
  const bytes = typeof body === "string" ? Buffer.from(body) : Buffer.from(body);
  const standard = header(headers, "webhook-signature");
  const at = header(headers, standard ? "webhook-timestamp" : "x-service-timestamp");
  let want: string;
  if (standard) {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    want = `v1,${sum(key, `${header(headers, "webhook-id")}.${at}.`, bytes).toString("base64")}`;
  } else {
    want = `sha256=${sum(secret, `${at}.`, bytes).toString("hex")}`;
  }
  if (!/^\d+$/.test(at) || Math.abs(now / 1000 - Number(at)) > tolerance) {
    throw new WebhookError("the timestamp is missing or too far away");
  }
  const given = standard ? standard.split(" ") : header(headers, "x-service-signature").split(",");
  if (!given.some((one) => same(one.trim(), want))) throw new WebhookError("no signature is of this body");
  return JSON.parse(bytes.toString("utf8")) as WebhookEvent;
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
