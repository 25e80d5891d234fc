// The signatures, made by the library of Standard Webhooks and as the service makes its own.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";

import { Webhook } from "standardwebhooks";

import { webhook, WebhookError } from "../dist/index.js";

const secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
const other = "whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";
const event = '{"id":"evt_1","type":"endpoint.test","timestamp":"2026-11-21T10:00:00.123Z","data":{}}';
const now = Math.floor(Date.now() / 1000);

const standard = (at, ...secrets) => ({
  "webhook-id": "evt_1",
  "webhook-timestamp": String(at),
  "webhook-signature": secrets.map((one) => new Webhook(one).sign("evt_1", new Date(at * 1000), event)).join(" "),
});
const own = (at, ...secrets) => ({
  "X-Service-Timestamp": String(at),
  "X-Service-Signature": secrets
    .map((one) => `sha256=${createHmac("sha256", one).update(`${at}.${event}`).digest("hex")}`)
    .join(","),
});

for (const headers of [standard(now, secret), standard(now, other, secret), own(now, secret), own(now, other, secret)]) {
  test(`good: ${Object.keys(headers)}`, () => {
    assert.equal(webhook(secret, headers, event).id, "evt_1");
    assert.equal(webhook(secret, new Headers(headers), Buffer.from(event)).id, "evt_1");
  });
}

for (const [name, given, headers, body] of [
  ["another secret", secret, standard(now, other), event],
  ["own, another secret", secret, own(now, other), event],
  ["another body", secret, standard(now, secret), `${event} `],
  ["own, another body", secret, own(now, secret), `${event} `],
  ["old", secret, standard(now - 360, secret), event],
  ["own, old", secret, own(now - 360, secret), event],
  ["of the future", secret, standard(now + 360, secret), event],
  ["no headers", secret, {}, event],
  ["no secret", "", standard(now, secret), event],
]) {
  test(`bad: ${name}`, () => assert.throws(() => webhook(given, headers, body), WebhookError));
}
