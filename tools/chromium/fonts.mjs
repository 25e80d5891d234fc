// Adds fonts to the one that comes with Chromium, so that text of most scripts and
// emoji are seen in pictures: with no font found, text is silently invisible. All are
// under the SIL Open Font License. Japanese is shown by the font for simplified
// Chinese, whose forms differ a little; one more would not fit into a Lambda layer.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import woff2 from "wawoff2";

// Each package holds a font in slices. Chromium reads system fonts uncompressed only.
const packages = [
  { name: "@fontsource-variable/noto-sans-sc", slices: /-\d+-wght-normal/ },
  { name: "@fontsource-variable/noto-sans-kr", slices: /-\d+-wght-normal/, holding: [0xac00, 0xd7a3] },
  { name: "@fontsource-variable/noto-sans-arabic", slices: /-arabic-wght-normal/ },
  { name: "@fontsource-variable/noto-sans-devanagari", slices: /-devanagari-wght-normal/ },
  { name: "@fontsource-variable/noto-sans-thai", slices: /-thai-wght-normal/ },
  { name: "@fontsource-variable/noto-sans-symbols", slices: /-symbols-wght-normal/ },
  { name: "@fontsource/noto-sans-symbols-2", slices: /-symbols-400-normal/ },
  { name: "@fontsource-variable/noto-serif", slices: /-(latin|latin-ext|greek|cyrillic)-wght-normal/ },
  { name: "@fontsource-variable/noto-sans-mono", slices: /-(latin|latin-ext|greek|cyrillic|symbols)-wght-normal/ },
  { name: "twemoji-colr-font", folder: "", slices: /^twemoji/ },
];

const config = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias binding="strong"><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias binding="strong"><family>serif</family><prefer><family>Noto Serif</family></prefer></alias>
  <alias binding="strong"><family>monospace</family><prefer><family>Noto Sans Mono</family></prefer></alias>
</fontconfig>
`;

// holds reports whether one of the ranges of a slice, "U+ac00-ac10,U+ac15", lies within.
const holds = (ranges, [first, last]) =>
  ranges.split(",").some((range) => {
    const [from, to = from] = range.replace("U+", "").split("-").map((n) => parseInt(n, 16));
    return from <= last && to >= first;
  });

// chosen lists the files of a package that are wanted.
const chosen = (folder, { slices, holding }, root) => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".woff2") && slices.test(file));
  if (!holding) return files;
  const ranges = JSON.parse(readFileSync(join(root, "unicode.json")));
  return files.filter((file) => holds(ranges[`[${/-(\d+)-wght/.exec(file)[1]}]`], holding));
};

// addFonts writes the fonts of the installed packages, and fonts.conf, into the folder.
export const addFonts = async (modules, target) => {
  for (const entry of packages) {
    const root = join(modules, entry.name);
    const folder = join(root, entry.folder ?? "files");
    const into = join(target, basename(entry.name));
    mkdirSync(into);
    const files = chosen(folder, entry, root);
    if (files.length === 0) throw new Error(`${entry.name} has changed: none of its files is one that is wanted`);
    for (const file of files) {
      const font = await woff2.decompress(readFileSync(join(folder, file)));
      writeFileSync(join(into, file.replace(/woff2$/, "ttf")), font);
    }
  }
  writeFileSync(join(target, "fonts.conf"), config);
};
