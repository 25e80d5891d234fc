// A form made from a JSON schema, and the body that it stands for. It knows shapes, not calls.
import { h, id } from "./dom.js";

// howMade are the members that every call has: how it is made, not what it is about.
const howMade = new Set(["wait", "waitTimeoutMs", "webhookUrl", "cacheTtlSec", "fresh", "maxCredits"]);

// form makes the fields of an object's schema. changed is called with each change.
export function form(schema, schemas, changed) {
  const resolve = (s) => s?.$ref ? { ...schemas[s.$ref.split("/").pop()], ...(s.description && { description: s.description }) } : s;
  const whole = group(resolve(schema), "", true);
  return whole;

  // group is the fields of an object: {element, read(), write(value)}.
  function group(object, path, top) {
    const required = new Set(object.required ?? []);
    const members = Object.entries(object.properties ?? {})
      .map(([name, s]) => ({ name, schema: resolve(s), path: path + name, required: required.has(name) }))
      .filter((m) => !m.schema.deprecated && !isEmpty(m.schema))
      .map((m) => ({ ...m, ...field(m) }));
    if (top) members.sort((a, b) => b.required - a.required || place(a) - place(b));
    const first = members.filter((m) => m.required || (top && !m.nested && simple.includes(m.name)));
    const later = members.filter((m) => !first.includes(m) && !howMade.has(m.name));
    const made = members.filter((m) => !first.includes(m) && howMade.has(m.name));
    const parts = top
      ? [first.length ? first.map(shown) : later.filter((m) => !m.nested).map(shown),
        more("More options", first.length ? later.filter((m) => !m.nested) : []),
        later.filter((m) => m.nested).map(shown),
        more("How the call is made", made)]
      : members.map(shown);
    return {
      element: h("div", { class: "fields" }, parts),
      read() {
        const value = {};
        for (const m of members) {
          const given = m.read();
          if (given !== undefined) value[m.name] = given;
        }
        return value;
      },
      write(value) {
        for (const m of members) m.write(value?.[m.name]);
        for (const box of this.element.querySelectorAll("details")) box.open = [...box.querySelectorAll("input, textarea, select")].some(isSet);
      },
    };
  }

  function more(label, members) {
    return members.length > 0 && h("details", { class: "more" }, h("summary", null, label), h("div", { class: "fields" }, members.map(shown)));
  }

  function field(m) {
    const s = m.schema;
    const type = [s.type].flat().find((t) => t !== "null");
    if (s.enum) return choice(m, s.enum);
    if (type === "boolean") return yes(m);
    if (type === "integer" || type === "number") return line(m, "number", (text) => Number(text));
    if (type === "string") return line(m, s.format === "uri" || /url$/i.test(m.name) ? "url" : "text", (text) => text);
    if (type === "array" && s.items?.enum) return choices(m, s.items.enum);
    // A list that may be one string has its items between commas there.
    if (ofTexts(s) || s.anyOf?.some(ofTexts)) return lines(m, (text) => text.split("\n").map((l) => l.trim()).filter(Boolean), (value) => (typeof value === "string" ? value.split(",") : value).join("\n"), "one a line");
    if (type === "object" && Object.keys(s.properties ?? {}).length > 0) return nested(m);
    if (type === "object" && s.additionalProperties?.type === "string") return lines(m, pairs, (value) => Object.entries(value).map((p) => p.join(": ")).join("\n"), "name: value, one a line");
    return lines(m, json, (value) => JSON.stringify(value, null, 2), "JSON");
  }

  function nested(m) {
    const inner = group(m.schema, `${m.path}.`, false);
    return {
      nested: true, input: h("details", { class: "more" }, h("summary", null, m.name === "options" ? "Options of the page and the browser" : m.name), inner.element),
      read() {
        const value = inner.read();
        return Object.keys(value).length > 0 ? value : undefined;
      },
      write: (value) => inner.write(value ?? {}),
    };
  }

  function line(m, type, parse) {
    const input = h("input", { type: type === "url" ? "text" : type, inputmode: type === "url" ? "url" : null, name: m.path, spellcheck: "false", autocomplete: "off", placeholder: hint(m.schema), required: m.required, oninput: changed, step: "any" });
    return { input, read: () => input.value === "" ? undefined : parse(input.value), write: (value) => { input.value = value ?? ""; } };
  }

  function lines(m, parse, write, how) {
    const input = h("textarea", { name: m.path, rows: 2, spellcheck: "false", placeholder: how, oninput: changed });
    return {
      input,
      read() {
        if (input.value.trim() === "") return undefined;
        try {
          input.setCustomValidity("");
          return parse(input.value);
        } catch (error) {
          input.setCustomValidity(error.message);
          return input.value; // the service says what is wrong with it
        }
      },
      write: (value) => { input.value = value == null ? "" : write(value); },
    };
  }

  function choice(m, values) {
    const input = h("select", { name: m.path, onchange: changed },
      h("option", { value: "" }, m.schema.default !== undefined ? `${m.schema.default} (default)` : m.required ? "Choose…" : "not set"),
      values.filter((v) => v !== m.schema.default).map((v) => h("option", { value: String(v) }, String(v))));
    return {
      input,
      read: () => input.value === "" ? undefined : values.find((v) => String(v) === input.value),
      write: (value) => { input.value = value == null || value === m.schema.default ? "" : String(value); },
    };
  }

  function yes(m) {
    return choice({ ...m, schema: { ...m.schema, default: m.schema.default ?? false } }, [true, false]);
  }

  function choices(m, values) {
    const boxes = values.map((v) => h("input", { type: "checkbox", value: String(v), onchange: changed }));
    return {
      legend: true,
      input: h("div", { class: "boxes" }, boxes.map((box) => h("label", null, box, box.value))),
      read: () => boxes.some((b) => b.checked) ? boxes.filter((b) => b.checked).map((b) => b.value) : undefined,
      write: (value) => boxes.forEach((b) => { b.checked = value?.includes(b.value) ?? false; }),
    };
  }
}

// simple are members that stand before others, in this order.
const simple = ["url", "urls", "q", "query", "domain", "platform", "page", "op", "handle", "username", "brand", "companyName", "id", "format", "formats", "mode", "render", "provider", "maxResults", "limit"];
const place = (m) => simple.includes(m.name) ? simple.indexOf(m.name) : simple.length;

const isSet = (input) => input.type === "checkbox" ? input.checked : input.value !== "";
const ofTexts = (s) => s?.type === "array" && s.items?.type === "string";
const isEmpty = (s) => s.type === "object" && s.additionalProperties === false && Object.keys(s.properties ?? {}).length === 0;

// shown is a field with its label and what it means.
function shown(m) {
  if (m.nested) return m.input;
  const help = h("small", { id: id("help"), title: m.schema.description }, sentence(m.schema.description));
  const name = [m.name, m.required && h("span", { class: "needed" }, "required")];
  if (m.legend) return h("fieldset", { "aria-describedby": help.id }, h("legend", null, name), m.input, help);
  m.input.id = id("field");
  m.input.setAttribute("aria-describedby", help.id);
  return h("div", { class: "field" }, h("label", { for: m.input.id }, name), m.input, help);
}

// sentence is the first sentence of a text.
function sentence(text = "") {
  const end = text.indexOf(". ");
  return end > 0 ? text.slice(0, end + 1) : text;
}

function hint(s) {
  if (s.default !== undefined) return String(s.default);
  const example = s.examples?.[0];
  return typeof example === "string" || typeof example === "number" ? String(example) : null;
}

function pairs(text) {
  return Object.fromEntries(text.split("\n").filter((l) => l.trim()).map((l) => {
    const at = l.indexOf(":");
    if (at < 1) throw new Error("A line is name: value.");
    return [l.slice(0, at).trim(), l.slice(at + 1).trim()];
  }));
}

function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("This is not valid JSON.");
  }
}
