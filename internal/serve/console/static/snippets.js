// A call as it is written elsewhere. The token stands in none of them: they take it from the environment.

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
const pretty = (body) => JSON.stringify(body, null, 2);
const snake = (name) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
const upper = (name) => name[0].toUpperCase() + name.slice(1);

// languages are the names of what a call can be copied as, in the order in which they are offered.
export const languages = { curl: "curl", go: "Go", typescript: "TypeScript", python: "Python", cli: "CLI" };

// snippet is a call in a language. The operation is {id, path, request}: request is the name of its body's schema.
export function snippet(language, operation, body) {
  return { curl, go, typescript, python, cli }[language](operation, body);
}

function curl({ path }, body) {
  return `curl -s ${location.origin}${path} \\
  -H "Authorization: Bearer $QUARRY_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(pretty(body))}`;
}

function go({ id, request }, body) {
  const raw = pretty(body);
  const literal = raw.includes("`") ? JSON.stringify(raw) : `\`${raw}\``;
  return `package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	quarry "github.com/quarryapi/quarry/clients/go"
	"github.com/quarryapi/quarry/clients/go/api"
)

func main() {
	// QUARRY_TOKEN has the token.
	client, err := quarry.New(quarry.Options{BaseURL: "${location.origin}"})
	if err != nil {
		log.Fatal(err)
	}
	var body api.${request}
	if err := json.Unmarshal([]byte(${literal}), &body); err != nil {
		log.Fatal(err)
	}
	answer, err := client.${upper(id)}(context.Background(), body)
	if err != nil {
		log.Fatal(err)
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	if err := out.Encode(answer.Data); err != nil {
		log.Fatal(err)
	}
}
`;
}

function typescript({ id }, body) {
  return `import { Quarry } from "quarry-client";

// QUARRY_TOKEN has the token.
const quarry = new Quarry({ baseUrl: "${location.origin}" });
const { data } = await quarry.${id}({ body: ${pretty(body)} });
console.log(data);
`;
}

function python({ id }, body) {
  return `from quarry import Quarry

# QUARRY_TOKEN has the token.
with Quarry(base_url="${location.origin}") as quarry:
    answer = quarry.${snake(id)}(${literalOf(body, 4)})
    print(answer["data"])
`;
}

// literalOf is a value as Python writes it.
function literalOf(value, indent) {
  const pad = " ".repeat(indent + 4);
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const list = Array.isArray(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return list ? "[]" : "{}";
  return `${list ? "[" : "{"}\n${entries.map(([k, v]) => `${pad}${list ? "" : `${JSON.stringify(k)}: `}${literalOf(v, indent + 4)},\n`).join("")}${" ".repeat(indent)}${list ? "]" : "}"}`;
}

const commands = { searchAnswer: "answer", scrapeSitemap: "map", scrapeBrandDesign: "brand", scrapeBrandDesignBasic: "brand-basic" };

function cli({ id, path }, body) {
  const command = commands[id] ?? path.replace("/v1/public/", "").replace(/^scrape\//, "").replaceAll("/", "-");
  return `quarry ${command} --server ${location.origin} --body - <<'JSON'
${pretty(body)}
JSON
`;
}
