// Unpacks the pinned Chromium into the folder that is named: bin/ with the browser and
// the graphics libraries, which must lie beside it, lib/ with what Amazon Linux lacks,
// and fonts/. It is how a Lambda layer lies under /opt, too.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

import { addFonts } from "./fonts.mjs";

const modules = join(dirname(fileURLToPath(import.meta.url)), "node_modules");
const packed = join(modules, "@sparticuz/chromium/bin");
const target = resolve(process.argv[2] ?? "dist");
const fresh = `${target}.new`;
const former = `${target}.old`;

const unpacked = (name) => brotliDecompressSync(readFileSync(join(packed, name)));
const untar = (name, folder) =>
  execFileSync("tar", ["--extract", "--no-same-owner", "--directory", folder], { input: unpacked(name) });

rmSync(fresh, { recursive: true, force: true });
mkdirSync(join(fresh, "bin"), { recursive: true });
untar("al2023.tar.br", fresh); // holds lib/
untar("fonts.tar.br", fresh); // holds fonts/
untar("swiftshader.tar.br", join(fresh, "bin"));
writeFileSync(join(fresh, "bin/chromium"), unpacked("chromium.br"), { mode: 0o755 });
rmSync(join(fresh, "fonts.conf")); // the package's own names folders that exist in Lambda only
await addFonts(modules, join(fresh, "fonts"));

// What runs from the former folder goes on; what starts finds one or the other.
rmSync(former, { recursive: true, force: true });
try {
  renameSync(target, former);
} catch (problem) {
  if (problem.code !== "ENOENT") throw problem;
}
renameSync(fresh, target);
rmSync(former, { recursive: true, force: true });
