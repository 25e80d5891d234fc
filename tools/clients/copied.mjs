// Runs what the console's playground copies, in each of its languages, against a server that looks at what arrives: the
// call's path, its token, and the body that the playground has. The texts are those that TestConsoleCopies writes; the
// folder has the client for TypeScript installed, and Python its client: copied.mjs FILE FOLDER PYTHON.
import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [file, folder, python] = process.argv.slice(2);
const { origin, copies } = JSON.parse(await readFile(file, "utf8"));
const token = "satk_copied";

const arrived = [];
const server = createServer(async (request, response) => {
  let sent = "";
  for await (const part of request) sent += part;
  const { pathname } = new URL(request.url, "http://x");
  if (request.method === "POST") arrived.push({ path: pathname, body: JSON.parse(sent), token: request.headers.authorization });
  if (pathname.endsWith("/events")) return response.writeHead(200, { "Content-Type": "text/event-stream" }).end(`event: crawl.finished\nid: 1\ndata: ${JSON.stringify(answer(pathname))}\n\n`);
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ ok: true, data: answer(pathname) }));
});

// answer is the least that a call is answered by when what it made has ended.
function answer(path) {
  const at = "2026-11-01T08:00:00.000Z";
  const job = { jobId: "j", kind: "url", status: "succeeded", actionCode: "a", creditsCharged: 1, createdAt: at, completedAt: at, input: {}, result: {} };
  const counts = { total: 0, queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 };
  if (path.startsWith("/v1/public/scrape/batch") || path.includes("/batches/")) return { batchId: "b", status: "finished", createdAt: at, finishedAt: at, counts, jobs: [], exhausted: true };
  if (path.endsWith("/pages")) return { items: [], exhausted: true };
  if (path.includes("/crawl")) return { crawlId: "c", status: "finished", stoppedBy: "end", url: "http://a.test/", createdAt: at, finishedAt: at, counts, jobs: [], input: {} };
  return job;
}

// run starts a program and fails when it does.
function run(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, QUARRY_URL: "", QUARRY_TOKEN: token, QUARRY_KEYRING: "off", XDG_CONFIG_HOME: folder, PATH: `${root}/bin:${process.env.PATH}` } });
    let said = "";
    child.stdout.on("data", (part) => { said += part; });
    child.stderr.on("data", (part) => { said += part; });
    child.on("error", reject);
    child.on("close", (code) => code === 0 ? resolve() : reject(new Error(`${basename(program)}: got exit ${code}, want 0\n${said.slice(-2000)}`)));
  });
}

// ways are how the texts of a language are checked and run, one after the other.
const ways = {
  curl: (files) => run("sh", ["-ec", 'for file; do sh "$file"; done', "sh", ...files]),
  CLI: (files) => run("sh", ["-ec", 'for file; do sh "$file"; done', "sh", ...files]),
  async Python(files) {
    await run(join(root, "tools/clients/.venv/bin/python"), ["-m", "mypy", "--strict", "--scripts-are-modules", "--python-executable", python, ...files]);
    await run(python, ["-c", "import runpy, sys\nfor file in sys.argv[1:]: runpy.run_path(file)", ...files]);
  },
  async TypeScript(files) {
    await run(join(root, "clients/typescript/node_modules/.bin/tsc"), ["--noEmit", "--target", "ES2022", "--module", "NodeNext", "--strict", ...files]);
    await run(process.execPath, ["--input-type=module", "-e", "for (const file of process.argv.slice(1)) await import(file)", ...files.map((file) => file.replace(/mts$/, "mjs"))]);
  },
  // All are one program, as linking one for each would take minutes.
  async Go(files) {
    const names = files.map((file) => basename(file, ".go"));
    await writeFile(join(folder, "main.go"), `package main\n\nimport (\n${names.map((n) => `\t"copied/${n}"\n`).join("")})\n\nfunc main() {\n${names.map((n) => `\t${n}.Main()\n`).join("")}}\n`);
    await run("go", ["mod", "init", "copied"]);
    await run("go", ["mod", "edit", "-replace", `github.com/quarryapi/quarry/clients/go=${root}/clients/go`]);
    await run("go", ["mod", "tidy"]);
    await run("go", ["vet", "./..."]);
    await run("go", ["run", "."]);
  },
};

// write lays the text of a call where its language wants it, and returns the file.
async function write(language, name, text) {
  const put = async (file, content) => {
    await mkdir(join(folder, file, ".."), { recursive: true });
    await writeFile(join(folder, file), content);
    return join(folder, file);
  };
  switch (language) {
    case "Go":
      return put(`${name}/${name}.go`, text.replace("package main", `package ${name}`).replace("func main()", "func Main()"));
    case "TypeScript":
      await put(`${name}.mjs`, text);
      return put(`${name}.mts`, text);
    case "Python":
      return put(`${name}.py`, text);
    default:
      return put(`${name}.${language}`, text);
  }
}

server.listen(0, "127.0.0.1", async () => {
  const here = `http://127.0.0.1:${server.address().port}`;
  const wrong = [];
  for (const [language, check] of Object.entries(ways)) {
    arrived.length = 0;
    try {
      await check(await Promise.all(copies.map((c, i) => write(language, `${c.call.toLowerCase()}${i}`, c.texts[language].replaceAll(origin, here)))));
    } catch (error) {
      wrong.push(`${language}: ${error.message}`);
    }
    const want = copies.map(({ path, body }) => ({ path, body, token: `Bearer ${token}` }));
    const lost = want.findIndex((one, i) => !isDeepStrictEqual(arrived[i], one));
    if (lost >= 0) wrong.push(`${copies[lost].call} as ${language}: got ${JSON.stringify(arrived[lost])}, want ${JSON.stringify(want[lost])}`);
    console.log(`${language}: ${arrived.length} of ${want.length} copied calls arrived`);
  }
  server.close();
  for (const one of wrong) console.error(one);
  process.exitCode = wrong.length > 0 ? 1 : 0;
});
