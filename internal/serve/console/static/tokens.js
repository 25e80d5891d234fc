// Tokens: what this one may do, and how an operator makes and ends others.
import { get, limits } from "./api.js";
import { copyButton, facts, fill, h } from "./dom.js";
import { number } from "./format.js";

export async function show(main, { signal }) {
  const info = await get("/token-info", null, signal);
  fill(main, h("div", { class: "head" }, h("h1", { tabIndex: -1 }, "Tokens"), h("p", { class: "quiet" }, "A token belongs to a workspace, and spends its organization's credits.")),
    h("section", { class: "card" }, h("h2", null, "The token of this tab"),
      facts([["label", info.label], ["id", h("code", null, info.tokenId)], ["scopes", info.scopes.map((s) => [h("code", null, s), " "])], ["workspace", h("code", null, info.workspaceId)], ["organization", h("code", null, info.organizationId)],
        ["entitlements", info.entitlements.join(", ") || "none"], ...["poll", "create"].map((name) => [name === "poll" ? "reading calls" : "creating calls",
          limits[name] ? `${number(limits[name].limit)} a minute, ${number(limits[name].remaining)} left now` : "its limit is reported with the first such call"])])),
    h("section", { class: "card" }, h("h2", null, "For operators"),
      h("p", null, "The API makes and ends no tokens: that needs an operator's rights, in AWS those of IAM and on one machine those of its data folder. These commands do it; nothing of an operator's is ever entered here."),
      command("Create a token", `quarry admin token create --org ${info.organizationId} --label ci`, "With --scopes api.read it can only read; --create-limit and --poll-limit set calls a minute."),
      command("List them", `quarry admin token list --org ${info.organizationId}`, "With their labels, scopes, limits and when they were made."),
      command("Revoke one, at once", "quarry admin token revoke tok_…", "Calls with it are refused from then on. Jobs that it made go on."),
      command("Grant credits", `quarry admin credits grant --org ${info.organizationId} --amount 500 --reason trial`, "Booked once for each --id.")));
}

const command = (label, line, text) => h("div", { class: "command" }, h("h3", null, label), h("div", { class: "row" }, h("pre", { class: "wrap" }, line), copyButton(() => line)), h("p", { class: "quiet" }, text));
