// The operator's part of a section: it asks for the key first, and is absent where no operator can be served.
import { becomeOperator, hasOperator, isOperator } from "./api.js";
import { failure, fill, h } from "./dom.js";

// operator is a card with what draw makes, once the key is known. Without an operator here it has what elsewhere says.
export async function operator(title, draw, elsewhere, signal) {
  const card = h("section", { class: "card", "aria-label": title });
  if (!await hasOperator(signal)) return fill(card, h("h2", null, title), elsewhere());
  if (isOperator()) await open();
  else ask();
  return card;

  async function open() {
    try {
      fill(card, h("h2", null, title), await draw());
    } catch (error) {
      fill(card, h("h2", null, title), failure(error));
    }
  }

  function ask() {
    const problem = h("div", { role: "alert" });
    const key = h("input", { id: "operator-key", type: "password", autocomplete: "off", spellcheck: "false", required: true, "aria-describedby": "operator-kept" });
    fill(card, h("h2", null, title), h("form", {
      class: "operator",
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          await becomeOperator(key.value.trim());
          await open();
        } catch (error) {
          fill(problem, failure(error));
          key.focus();
        }
      },
    }, h("label", { for: "operator-key" }, "Operator's key"), h("div", { class: "row" }, key, h("button", { class: "primary" }, "Use it")),
    h("p", { class: "quiet", id: "operator-kept" }, "It is ", h("code", null, "adminKey"), " in local.json of the data folder, another one after each start. This page forgets it when it is loaded anew."), problem));
  }
}
