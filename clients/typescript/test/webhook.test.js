// The signatures, made by the library of Standard Webhooks and as the service makes its own.
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";

import { Webhook, WebhookVerificationError } from "standardwebhooks";

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
const ownOf = (body, at, ...secrets) => ({
  "X-Service-Timestamp": String(at),
  "X-Service-Signature": secrets
    .map((one) => `sha256=${createHmac("sha256", one).update(`${at}.${body}`).digest("hex")}`)
    .join(","),
});
const own = (at, ...secrets) => ownOf(event, at, ...secrets);

// Signed without a key, as everybody can.
const forged = {
  ...standard(now, secret),
  "webhook-signature": `v1,${createHmac("sha256", "").update(`evt_1.${now}.${event}`).digest("base64")}`,
};

for (const headers of [standard(now, secret), standard(now, other, secret), own(now, secret), own(now, other, secret)]) {
  test(`good: ${Object.keys(headers)}`, () => {
    assert.equal(webhook(secret, headers, event).id, "evt_1");
    assert.equal(webhook(`${secret}\n`, new Headers(headers), Buffer.from(event)).id, "evt_1");
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
  ["a secret without a key", "whsec_", forged, event],
  ["own, a secret without a key", "whsec_", own(now, "whsec_"), event],
  ["a secret of other signs", "whsec_é", forged, event],
  ["own, a secret of other signs", "whsec_é", own(now, "whsec_é"), event],
  ["a signature of other signs", secret, { ...standard(now, secret), "webhook-signature": "v1,é v1,\ud800" }, event],
  ["the longest time", secret, { ...standard(now, secret), "webhook-timestamp": "1".repeat(5000) }, event],
  ["own, the longest time", secret, { ...own(now, secret), "X-Service-Timestamp": "1".repeat(5000) }, event],
  ["broken JSON", secret, ownOf("{", now, secret), "{"],
  ["no event", secret, ownOf("[]", now, secret), "[]"],
  ["nothing", secret, ownOf("null", now, secret), "null"],
]) {
  test(`bad: ${name}`, () => assert.throws(() => webhook(given, headers, body), WebhookError));
}

test("random deliveries, whole and damaged, have the verdict of the library", () => {
  const chance = random(20261123);
  const pick = (list) => list[Math.floor(chance() * list.length)];
  const verdicts = { true: 0, false: 0 };
  for (let round = 0; round < 1000; round++) {
    const secrets = [1, 2, 3].map(() => {
      const key = Buffer.from(Array.from({ length: pick([24, 32, 64]) }, () => Math.floor(chance() * 256)));
      return `whsec_${key.toString("base64")}`;
    });
    const text = Array.from({ length: Math.floor(chance() * 80) }, () => String.fromCodePoint(32 + Math.floor(chance() * 0xd000))).join("");
    let body = JSON.stringify({ id: `evt_${round}`, data: { text } });
    const at = now + pick([0, 0, 0, 290, -290, 310, -310, 86400, -86400]);
    const signers = secrets.slice(0, 1 + Math.floor(chance() * 3));
    if (chance() < 0.3) signers.shift();
    signers.push(secrets[2]);
    const headers = {
      "webhook-id": `msg_${round}`,
      "webhook-timestamp": String(at),
      "webhook-signature": signers.map((one) => new Webhook(one).sign(`msg_${round}`, new Date(at * 1000), body)).join(" "),
    };
    if (chance() < 0.3) {
      const name = pick(Object.keys(headers));
      const place = 1 + Math.floor(chance() * (headers[name].length - 1));
      headers[name] = (headers[name].slice(0, place) + pick(["x", "0", " ", ","]) + headers[name].slice(place + pick([0, 1]))).trim();
      // The library reads a number as far as it goes.
      if (!/^\d+$/.test(headers["webhook-timestamp"])) continue;
    }
    if (chance() < 0.2) {
      const place = Math.floor(chance() * body.length);
      body = body.slice(0, place) + pick(["a", "{", " "]) + body.slice(place + 1);
    }
    const verdict = (check) => {
      try {
        check();
        return true;
      } catch (error) {
        assert.ok(error instanceof WebhookError || error instanceof WebhookVerificationError || error instanceof SyntaxError, String(error));
        return false;
      }
    };
    const want = verdict(() => new Webhook(secrets[0]).verify(body, headers));
    const got = verdict(() => webhook(secrets[0], headers, body));
    assert.equal(got, want, JSON.stringify({ secret: secrets[0], headers, body }));
    verdicts[want]++;
  }
  assert.ok(Math.min(verdicts.true, verdicts.false) > 100, JSON.stringify(verdicts));
});

/** Numbers from 0 to 1 that are the same in each run. */
function random(seed) {
  let count = 0;
  return () => createHash("sha256").update(`${seed}/${count++}`).digest().readUInt32BE() / 2 ** 32;
}
