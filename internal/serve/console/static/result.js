// What a job gave, as panels: rendered, as text, as a picture, as a tree, and against the run before.
import { difference } from "./diff.js";
import { copyButton, empty, failure, h, tabs } from "./dom.js";
import { Failure } from "./api.js";
import { bytes } from "./format.js";
import { tree } from "./json.js";
import { markdown } from "./markdown.js";

const pictures = { png: "image/png", jpeg: "image/jpeg", webp: "image/webp" };
const texts = ["text", "html", "raw", "bodyText"];

// results are the panels of a job; before is the result of the run before it, if there was one.
export function results(job, before) {
  const result = job.result;
  const list = [];
  if (job.error) list.push({ name: "error", label: "Error", panel: () => failure(new Failure(job.error)) });
  const page = prose(result);
  if (page) list.push({ name: "page", label: "Page", panel: () => [h("div", { class: "row end" }, copyButton(() => page, "Copy markdown")), markdown(page)] });
  else if (job.resultTruncated) list.push({ name: "page", label: "Page", panel: () => empty("Larger than 4 MB", "What is largest in this result is left out here. ", whole(job)) });
  for (const name of texts) {
    if (typeof result?.[name] === "string") list.push({ name, label: { bodyText: "Text", html: "HTML" }[name] ?? name[0].toUpperCase() + name.slice(1), panel: () => [h("div", { class: "row end" }, copyButton(() => result[name])), h("pre", { tabIndex: 0, "aria-label": name, class: "wrap" }, result[name])] });
  }
  if (result?.screenshot) list.push({ name: "picture", label: "Picture", panel: () => picture(result) });
  if (result !== undefined) list.push({ name: "json", label: "JSON", panel: () => [h("div", { class: "row end" }, truncated(job), copyButton(() => JSON.stringify(result, null, 2), "Copy JSON")), tree(result)] });
  if (before !== undefined && result !== undefined) list.push({ name: "changes", label: "Changes", panel: () => difference(plain(before), plain(result)) });
  if (list.length === 0) return empty("No result", job.status === "cancelled" ? "The job was cancelled, and its charge was refunded." : "The job has not ended.");
  if (list.length === 1 && job.error) return list[0].panel();
  return tabs("Result", list);
}

// prose is what of a result is markdown for people.
function prose(result) {
  if (typeof result?.markdown === "string") return result.markdown;
  if (typeof result?.answer?.text === "string") return result.answer.text;
  if (typeof result?.answer === "string") return result.answer;
  return null;
}

// plain is a result as lines that can be compared.
function plain(result) {
  return prose(result) ?? JSON.stringify(result, (key, value) => key === "screenshot" ? undefined : value, 2);
}

function truncated(job) {
  return job.resultTruncated && h("span", { class: "quiet" }, "This result was cut. ", whole(job));
}

function whole(job) {
  return job.resultUrl && [h("a", { href: job.resultUrl, target: "_blank", rel: "noopener noreferrer" }, "The whole result"), " can be read for an hour."];
}

function picture(result) {
  const format = result.screenshotFormat ?? "png";
  const [width, height] = [result.width ?? result.screenshotWidth, result.height ?? result.screenshotHeight];
  const source = `data:${pictures[format]};base64,${result.screenshot}`;
  return [h("div", { class: "row end" }, h("span", { class: "quiet" }, `${width} × ${height}, ${format}, ${bytes(result.screenshot.length * 0.75)}`),
    h("a", { href: source, download: `screenshot.${format}`, class: "button small" }, "Save")),
  h("img", { class: "shot", src: source, width, height, alt: `Screenshot of ${result.title ?? result.url}` })];
}
