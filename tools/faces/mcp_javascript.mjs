// Holds the tools of the Model Context Protocol to the official client for TypeScript: over HTTP and by quarry mcp.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { QUARRY, QUARRY_URL, QUARRY_TOKEN } = process.env;
const texts = (result) => result.content.map((c) => c.text);

// hold is what is held on both ways.
async function hold(transport) {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.ok(tools.length === 12 && tools.every((t) => t.description), tools.map((t) => t.name).join());
  const page = await client.callTool({ name: "scrape", arguments: { url: "http://article.test/", maxTokens: 400 } });
  const [content, about] = texts(page);
  assert.match(content, /Measuring the tide/);
  const cursor = /cursor "([^"]+)"/.exec(about)[1];
  const rest = await client.callTool({ name: "jobs", arguments: { cursor, maxTokens: 50000 } });
  assert.ok(!rest.isError && texts(rest)[0].length > 500, texts(rest).join());
  const wall = await client.callTool({ name: "scrape", arguments: { url: "http://wall.test/" } });
  assert.ok(wall.isError && texts(wall)[0].startsWith("upstream_blocked"), texts(wall).join());
  const dear = await client.callTool({ name: "scrape", arguments: { url: "http://article.test/", maxCredits: 0 } });
  assert.ok(dear.isError && texts(dear)[0].startsWith("max_credits_exceeded"), texts(dear).join());
  const read = await client.readResource({ uri: `quarry://jobs/${about.split(",")[0]}` });
  assert.match(read.contents[0].text, /markdown/);
  await client.close();
}

const ways = {
  "/mcp": new StreamableHTTPClientTransport(new URL(`${QUARRY_URL}/mcp`), { requestInit: { headers: { Authorization: `Bearer ${QUARRY_TOKEN}` } } }),
  "quarry mcp": new StdioClientTransport({ command: QUARRY, args: ["mcp"], env: { ...process.env, QUARRY_URL, QUARRY_TOKEN } }),
};
let bad = 0;
for (const [name, transport] of Object.entries(ways)) {
  const outcome = await hold(transport).then(() => "works", (e) => { bad++; console.error(`JavaScript ${name}: ${e.stack}`); return "fails"; });
  console.log(["JavaScript", name, "connect, listTools, callTool, readResource", outcome].join("\t"));
}
process.exit(bad ? 1 : 0);
