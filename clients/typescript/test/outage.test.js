// A crawl whose service is killed and started again 10 seconds later, by tools/clients/outage.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import test from "node:test";

import { Quarry } from "../dist/index.js";

const folder = process.env.QUARRY_OUTAGE;

test("the service is away for a while", { skip: !folder && "run by tools/clients/outage" }, async () => {
  const client = new Quarry();
  const crawl = await client.crawl({ body: { url: "http://typescript.site.test/", limit: 7, sitemap: "skip" } });
  const found = [];
  for await (const page of crawl) {
    if (found.push(page.number) === 3) writeFileSync(`${folder}/typescript`, "");
  }
  const rest = [];
  for await (const page of client.crawlHandle(crawl.id).all({ last: 5 })) rest.push(page.number);
  const want = Array.from({ length: 7 }, (_, n) => n + 1);
  assert.deepEqual([found.sort((a, b) => a - b), rest], [want, want.slice(5)]);
});
