// Counts the tokens that a model reads and writes for twenty tasks with the tools of this service and with those of
// Firecrawl's own server, both against the same service with the sample web, and prints a table.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

const { QUARRY_URL, QUARRY_TOKEN } = process.env;
const theirServer = fileURLToPath(new URL("node_modules/firecrawl-mcp/dist/index.js", import.meta.url));
// Ids and times are others with each run, and count as these.
const same = (text) => text.replace(/\b(job|crl|bat)_[0-9a-z]{26}\b/g, "$1_01m84mrv532kfzaykx0j6khedh").replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "2026-11-23T16:05:00.000Z");
const tokens = (value) => countTokens(same(typeof value === "string" ? value : JSON.stringify(value)));

// Side is a client of one server, with what a model has read and written since start.
class Side {
  constructor(transport) {
    this.client = new Client({ name: "tokens", version: "1" });
    this.transport = transport;
  }

  async connect() {
    await this.client.connect(this.transport);
    const { tools } = await this.client.listTools();
    this.tools = tools.length;
    // What models are given of a tool; schemas of results are not part of it.
    this.definitions = tokens(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))) + tokens(this.client.getInstructions() ?? "");
  }

  // call makes a call, and adds what it takes of a model's context.
  async call(name, args) {
    const result = await this.client.request({ method: "tools/call", params: { name, arguments: args } }, CallToolResultSchema, { timeout: 120_000 });
    const text = result.content.map((c) => c.text ?? "").join("\n");
    this.used += tokens({ name, arguments: args }) + tokens(text);
    return { text, failed: Boolean(result.isError), parts: result.content.map((c) => c.text ?? "") };
  }

  // good is a call that must not fail.
  async good(name, args) {
    const answer = await this.call(name, args);
    assert.ok(!answer.failed, `${name} ${JSON.stringify(args)}: ${answer.text}`);
    return answer;
  }
}

const ours = new Side(new StreamableHTTPClientTransport(new URL(`${QUARRY_URL}/mcp`), { requestInit: { headers: { Authorization: `Bearer ${QUARRY_TOKEN}` } } }));
const theirs = new Side(new StdioClientTransport({
  command: process.execPath, args: [theirServer], stderr: "ignore", env: { PATH: process.env.PATH, FIRECRAWL_API_URL: QUARRY_URL, FIRECRAWL_API_KEY: QUARRY_TOKEN },
}));

// whole reads a page of ours to its end, in parts of the usual size.
async function whole(args) {
  let answer = await ours.good("scrape", args);
  for (let cursor; (cursor = /cursor "([^"]+)"/.exec(answer.parts.at(-1))?.[1]); ) answer = await ours.good("jobs", { cursor });
}

const markdown = { formats: ["markdown"], onlyMainContent: true };
const page = (url) => [() => whole({ url }), () => theirs.good("firecrawl_scrape", { url, ...markdown })];
const wrong = (url) => [
  async () => assert.ok((await ours.call("scrape", { url })).failed, url),
  async () => assert.ok((await theirs.call("firecrawl_scrape", { url, ...markdown })).failed, url),
];

// Of each task how it is done with our tools and with theirs.
const tasks = {
  "read an article": page("http://article.test/"),
  "read a page that scripts fill": page("http://app.test/"),
  "read a product": page("http://shop.test/product/kestrel-38"),
  "read the front page of a company": page("http://company.test/"),
  "read a page in German": page("http://company.test/de/"),
  "read a long manual": page("http://company.test/docs/"),
  "read two pages to compare them": [
    async () => { for (const path of ["about", "pricing"]) await whole({ url: `http://company.test/${path}` }); },
    async () => { for (const path of ["about", "pricing"]) await theirs.good("firecrawl_scrape", { url: `http://company.test/${path}`, ...markdown }); },
  ],
  "read the headline alone": [
    () => ours.good("scrape", { url: "http://article.test/", includeTags: ["h1"] }),
    () => theirs.good("firecrawl_scrape", { url: "http://article.test/", formats: ["markdown"], includeTags: ["h1"] }),
  ],
  "list the links of a page": [
    () => whole({ url: "http://company.test/blog/", format: "links" }),
    () => theirs.good("firecrawl_scrape", { url: "http://company.test/blog/", formats: ["links"] }),
  ],
  "get a page's HTML": [
    () => whole({ url: "http://company.test/about", format: "html" }),
    () => theirs.good("firecrawl_scrape", { url: "http://company.test/about", formats: ["html"] }),
  ],
  "meet a wall": wrong("http://wall.test/"),
  "meet a page that is not there": wrong("http://company.test/nothing-here"),
  "list the pages of a site": [
    () => ours.good("map", { domain: "company.test" }),
    () => theirs.good("firecrawl_map", { url: "http://company.test/" }),
  ],
  "find the posts of a blog": [
    () => ours.good("map", { domain: "company.test", path: "blog" }),
    () => theirs.good("firecrawl_map", { url: "http://company.test/", search: "blog" }),
  ],
  "search the web": [
    () => ours.good("search", { query: "river gauges" }),
    () => theirs.good("firecrawl_search", { query: "river gauges", limit: 5 }),
  ],
  "search the news": [
    () => ours.good("search", { query: "river gauges", source: "news" }),
    () => theirs.good("firecrawl_search", { query: "river gauges", limit: 5, sources: [{ type: "news" }] }),
  ],
  "search and read what is found": [
    () => ours.good("search", { query: "river gauges", limit: 2, contents: true, maxTokens: 50000 }),
    () => theirs.good("firecrawl_search", { query: "river gauges", limit: 2, scrapeOptions: { formats: ["markdown"] } }),
  ],
  "see which pages a crawl finds": [
    () => ours.good("crawl", { url: "http://company.test/", limit: 5 }),
    () => theirs.good("firecrawl_crawl", { url: "http://company.test/", limit: 5 }),
  ],
  "crawl three pages and read them": [
    async () => {
      const { parts } = await ours.good("crawl", { url: "http://company.test/", limit: 3 });
      for (const line of parts[0].trim().split("\n")) await ours.good("jobs", { id: line.split(" ")[0], maxTokens: 50000 });
    },
    () => theirs.good("firecrawl_crawl", { url: "http://company.test/", limit: 3, scrapeOptions: { formats: ["markdown"] } }),
  ],
  "see what is left to spend": [() => ours.good("balance", {}), () => theirs.good("firecrawl_credit_usage", {})],
};

await ours.connect();
await theirs.connect();
const rows = [["definitions of all tools, before the first task", ours.definitions, theirs.definitions]];
const sums = [0, 0];
for (const [name, ways] of Object.entries(tasks)) {
  const used = [];
  for (const [i, side] of [ours, theirs].entries()) {
    side.used = 0;
    await ways[i]();
    used.push(side.used);
    sums[i] += side.used;
  }
  rows.push([name, ...used]);
}
rows.push(["all tasks", ...sums], ["all tasks and the definitions, read once", sums[0] + ours.definitions, sums[1] + theirs.definitions]);
for (const row of rows) console.log(row.join("\t"));
console.error(`${ours.tools} tools of ours, ${theirs.tools} of theirs`);
await Promise.all([ours.client.close(), theirs.client.close()]);
