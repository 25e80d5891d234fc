// Tokens: what this one may do, and how an operator makes and ends others.
import { get, limits, operate } from "./api.js";
import { ask, button, copyButton, done, facts, failure, fill, h, notice, status, table } from "./dom.js";
import { moment, number } from "./format.js";
import { operator } from "./operator.js";

export async function show(main, { signal, refresh }) {
  const info = await get("/token-info", null, signal);
  const acts = await operator("Tokens of an organization", () => manage(info, refresh), () => commands(info), signal);
  fill(main, h("div", { class: "head" }, h("h1", { tabIndex: -1 }, "Tokens"), h("p", { class: "quiet" }, "A token belongs to a workspace, and spends its organization's credits.")),
    h("section", { class: "card" }, h("h2", null, "The token of this tab"),
      facts([["label", info.label], ["id", h("code", null, info.tokenId)], ["scopes", info.scopes.map((s) => [h("code", null, s), " "])], ["workspace", h("code", null, info.workspaceId)], ["organization", h("code", null, info.organizationId)],
        ["entitlements", info.entitlements.join(", ") || "none"], ...["poll", "create"].map((name) => [name === "poll" ? "reading calls" : "creating calls",
          limits[name] ? `${number(limits[name].limit)} a minute, ${number(limits[name].remaining)} left now` : "its limit is reported with the first such call"])])),
    acts);
}

// manage lists the tokens of an organization, and makes and revokes them.
async function manage(info, refresh) {
  const { organizations } = await operate({ op: "org.list" });
  const list = h("div", null);
  const org = h("select", { id: "operator-org", onchange: () => draw() }, organizations.map((o) =>
    h("option", { value: o.organizationId, selected: o.organizationId === info.organizationId }, `${o.name} · ${o.organizationId}`)));
  await draw();
  return [h("div", { class: "row spread" }, h("label", { for: "operator-org" }, "Organization ", org),
    h("div", { class: "row" }, button("Create a token", create), button("Grant credits", grant))), list];

  async function draw() {
    try {
      const { tokens } = await operate({ op: "token.list", org: org.value });
      fill(list, table("Tokens", [
        { label: "Label", class: "wide", cell: (t) => [h("strong", null, t.label ?? "–"), " ", h("code", null, t.tokenId)] },
        { label: "Status", cell: (t) => status(t.status) },
        { label: "Scopes", cell: (t) => t.scopes.map((s) => [h("code", null, s), " "]) },
        { label: "Creating a minute", cell: (t) => number(t.createLimit), class: "number" },
        { label: "Reading a minute", cell: (t) => number(t.pollLimit), class: "number" },
        { label: "Made", cell: (t) => moment(t.createdAt), class: "number" },
        { label: "Revoke", cell: (t) => t.status === "active" && button("Revoke", () => revoke(t), { class: "small", "aria-label": `Revoke ${t.label ?? t.tokenId}` }) },
      ], tokens));
    } catch (error) {
      fill(list, failure(error));
    }
  }

  async function create() {
    const label = h("input", { id: "token-label", autocomplete: "off" });
    const scopes = ["api.read", "api.write"].map((s) => h("input", { type: "checkbox", value: s, checked: true }));
    const [creating, reading] = [["token-create", 120], ["token-poll", 1200]].map(([name, most]) => h("input", { id: name, type: "number", min: 1, placeholder: String(most) }));
    const made = await ask("Create a token", h("div", { class: "fields" },
      labelled("Label", label), h("fieldset", null, h("legend", null, "Scopes"), h("div", { class: "boxes" }, scopes.map((box) => h("label", null, box, box.value)))),
      labelled("Creating calls a minute", creating), labelled("Reading calls a minute", reading)), "Create", () => {
      const chosen = scopes.filter((box) => box.checked).map((box) => box.value);
      if (chosen.length === 0) throw new Error("Choose a scope: a token without one can do nothing.");
      return operate({ op: "token.create", org: org.value, label: label.value.trim(), scopes: chosen, createLimit: Number(creating.value) || 0, pollLimit: Number(reading.value) || 0 });
    });
    if (!made) return;
    await draw();
    await ask("The token is shown once", [h("pre", { class: "wrap", tabIndex: 0 }, made.token), copyButton(() => made.token)], done, () => true);
  }

  async function revoke(t) {
    const ended = await ask(`Revoke ${t.label ?? t.tokenId}?`, h("p", null, "Calls with it are refused from then on. Jobs that it made go on."), "Revoke the token", () => operate({ op: "token.revoke", token: t.tokenId }));
    if (!ended) return;
    notice("Revoked.");
    await draw();
  }

  async function grant() {
    const amount = h("input", { id: "grant-amount", type: "number", required: true });
    const reason = h("input", { id: "grant-reason", autocomplete: "off", required: true });
    const id = newGrant(); // sent again, it is booked once
    const given = await ask("Grant credits", h("div", { class: "fields" }, labelled("Credits; a negative number takes back", amount), labelled("Reason, which the ledger keeps", reason)), "Grant",
      () => operate({ op: "credits.grant", id, org: org.value, amount: Number(amount.value), reason: reason.value.trim() }));
    if (!given) return;
    notice(`Granted. The balance is ${number(given.balance)}.`);
    refresh();
  }
}

// newGrant is the id of a grant, whose first half is the time.
function newGrant() {
  const digits = "0123456789abcdefghjkmnpqrstvwxyz";
  let time = Date.now();
  const first = Array.from({ length: 10 }, () => {
    const digit = digits[time % 32];
    time = Math.floor(time / 32);
    return digit;
  }).reverse();
  return `grt_${first.join("")}${Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => digits[b % 32]).join("")}`;
}

const labelled = (label, input) => h("div", { class: "field" }, h("label", { for: input.id }, label), input);

// commands are how an operator acts where the console cannot: in AWS, where the rights are those of IAM, and from another machine.
function commands(info) {
  return [h("p", null, "Here the console makes and ends no tokens: that needs an operator's rights, in AWS those of IAM, elsewhere the machine that the service runs on. These commands do it:"),
    command("Create a token", `quarry admin token create --org ${info.organizationId} --label ci`, "With --scopes api.read it can only read; --create-limit and --poll-limit set calls a minute."),
    command("List them", `quarry admin token list --org ${info.organizationId}`, "With their labels, scopes, limits and when they were made."),
    command("Revoke one, at once", "quarry admin token revoke tok_…", "Calls with it are refused from then on. Jobs that it made go on."),
    command("Grant credits", `quarry admin credits grant --org ${info.organizationId} --amount 500 --reason trial`, "Booked once for each --id.")];
}

const command = (label, line, text) => h("div", { class: "command" }, h("h3", null, label), h("div", { class: "row" }, h("pre", { class: "wrap" }, line), copyButton(() => line)), h("p", { class: "quiet" }, text));
