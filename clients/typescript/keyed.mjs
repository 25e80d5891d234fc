// Writes which calls take an idempotency key, which the generator has in types only, and lets a call without arguments
// come as far as the check that says what is missing.
import { readFileSync, writeFileSync } from "node:fs";

const { paths } = JSON.parse(readFileSync("../../docs/openapi.client.json", "utf8"));
const takes = ({ parameters = [] }) => parameters.some(({ $ref = "" }) => $ref.endsWith("/IdempotencyKey"));
const keyed = Object.entries(paths).flatMap(([path, { post }]) => (post && takes(post) ? [`  ${JSON.stringify(path)},\n`] : []));
writeFileSync(
  "src/keyed.gen.ts",
  `// Generated from docs/openapi.client.json by "make clients"; do not edit.\n\n` +
    `/** Paths of calls that create jobs: with an idempotency key they can be sent again without a second charge. */\n` +
    `export const keyed: ReadonlySet<string> = new Set([\n${keyed.join("")}]);\n`,
);

const calls = "src/generated/sdk.gen.ts";
writeFileSync(calls, readFileSync(calls, "utf8").replaceAll(/options\.(client|headers)\b/g, "options?.$1"));
