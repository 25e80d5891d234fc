// Takes the reference page's script out of its npm package and writes it, compressed,
// where it is embedded. Without an argument it takes the pinned version again and fails
// when what is committed differs; with one it pins that version.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

const folder = join(dirname(fileURLToPath(import.meta.url)), "../../internal/serve/api/reference/scalar");
const pinFile = join(folder, "pin.json");
const scriptFile = join(folder, "scalar.js.gz");
const name = "@scalar/api-reference";
const script = "dist/browser/standalone.js";

const pinned = existsSync(pinFile) ? JSON.parse(readFileSync(pinFile, "utf8")) : {};
const version = process.argv[2] ?? pinned.version;
const work = mkdtempSync(join(tmpdir(), "scalar-"));
try {
  const told = execFileSync("npm", ["pack", `${name}@${version}`, "--json", "--pack-destination", work], { stdio: ["ignore", "pipe", "ignore"] });
  const [{ integrity, filename }] = JSON.parse(told);
  execFileSync("tar", ["--extract", "--file", join(work, filename), "--directory", work, `package/${script}`]);
  const content = readFileSync(join(work, "package", script));
  const fresh = { package: name, version, file: script, license: "MIT", integrity, sha256: createHash("sha256").update(content).digest("hex") };
  if (process.argv[2]) {
    writeFileSync(scriptFile, gzipSync(content, { level: 9 }));
    writeFileSync(pinFile, `${JSON.stringify(fresh, null, 2)}\n`);
  } else if (JSON.stringify(fresh) !== JSON.stringify(pinned) || !gunzipSync(readFileSync(scriptFile)).equals(content)) {
    throw new Error(`${scriptFile} is not the script of ${name}@${version}`);
  }
} finally {
  rmSync(work, { recursive: true });
}
