// Unpacks the pinned Chromium into the folder that is named: bin/ with the browser and
// the graphics libraries, which must lie beside it, lib/ with what Amazon Linux lacks,
// and fonts/. It is how a Lambda layer lies under /opt, too.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

const packed = join(dirname(fileURLToPath(import.meta.url)), "node_modules/@sparticuz/chromium/bin");
const target = resolve(process.argv[2] ?? "dist");
const fresh = `${target}.new`;

const unpacked = (name) => brotliDecompressSync(readFileSync(join(packed, name)));
const untar = (name, folder) =>
  execFileSync("tar", ["--extract", "--no-same-owner", "--directory", folder], { input: unpacked(name) });

// With no font found text is silently invisible. The package's own file names folders
// that exist in Lambda only; this one holds wherever the folder lies.
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir>/tmp/fonts-cache</cachedir>
</fontconfig>
`;

rmSync(fresh, { recursive: true, force: true });
mkdirSync(join(fresh, "bin"), { recursive: true });
untar("al2023.tar.br", fresh); // holds lib/
untar("fonts.tar.br", fresh); // holds fonts/
untar("swiftshader.tar.br", join(fresh, "bin"));
writeFileSync(join(fresh, "bin/chromium"), unpacked("chromium.br"), { mode: 0o755 });
rmSync(join(fresh, "fonts.conf"));
writeFileSync(join(fresh, "fonts/fonts.conf"), fontsConf);
rmSync(target, { recursive: true, force: true });
renameSync(fresh, target);
