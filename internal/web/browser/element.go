package browser

import (
	"errors"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/proto"
)

var (
	// errNotYet is for an element that cannot be used as it is now.
	errNotYet = errors.New("the element cannot be used yet")
	// errNoText is for text that was typed and that nothing took.
	errNoText = errors.New("its element takes no text, or none such as this")
)

// click moves the mouse to the element and clicks, as a person does.
func click(e *rod.Element) error {
	found, err := e.Eval(spot)
	if err != nil {
		return err
	}
	if found.Value.Nil() {
		return errNotYet
	}
	mouse := e.Page().Context(e.GetContext()).Mouse
	if err := mouse.MoveTo(proto.NewPoint(found.Value.Get("x").Num(), found.Value.Get("y").Num())); err != nil {
		return err
	}
	return mouse.Click(proto.InputMouseButtonLeft, 1)
}

// spot is the middle of what the window shows of the element, or of the first in it when it has no box of its own, once it stays there. It is
// null when there is none, or when a click there is not one on the element: something covers it, and no label of its own.
const spot = `async function() {
	if (this.matches(":disabled")) return null;
	const boxes = (e) => [...e.getClientRects()].filter((b) => b.width > 0 && b.height > 0);
	const own = [this, ...(this.labels ?? [])];
	const seen = [this, ...this.querySelectorAll("*")].find((e) => boxes(e).length) ?? this;
	const find = () => {
		const view = visualViewport;
		for (const b of boxes(seen)) {
			const x = (Math.max(b.left, view.offsetLeft) + Math.min(b.right, view.offsetLeft + view.width)) / 2;
			const y = (Math.max(b.top, view.offsetTop) + Math.min(b.bottom, view.offsetTop + view.height)) / 2;
			const hit = document.elementFromPoint(x, y);
			if (hit && own.some((e) => e.contains(hit))) return {x: x - view.offsetLeft, y: y - view.offsetTop};
		}
		return null;
	};
	if (!find()) seen.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
	for (let before = find(), frames = 0; before && frames < 60; frames++) {
		await new Promise(requestAnimationFrame);
		const now = find();
		if (now && now.x === before.x && now.y === before.y) return now;
		before = now;
	}
	return null;
}`

// enter types text into the element, behind what it has. A field of dates and the like takes it as its value.
func enter(e *rod.Element, text string) error {
	if err := e.ScrollIntoView(); err != nil {
		return err
	}
	came, err := e.Eval(focus, text)
	if err != nil {
		return thrown(err)
	}
	switch came.Value.Str() {
	case "later":
		return errNotYet
	case "none":
		return errNoText
	case "set":
		return nil
	}
	if err := e.Page().Context(e.GetContext()).InsertText(text); err != nil {
		return err
	}
	took, err := e.Eval(taken)
	if err != nil {
		if isPassing(err) { // the page has moved on by what was typed
			return nil
		}
		return err
	}
	if !took.Value.Bool() {
		return errNoText
	}
	return nil
}

// focus makes the element the one that is typed into, with the caret at its end. Text would go to whoever had the focus before where an
// element takes none, hence the questions. What is typed is heard of by an event, in a world that the page does not see.
const focus = `function(text) {
	const input = this instanceof HTMLInputElement, field = input || this instanceof HTMLTextAreaElement;
	const valued = input && /^(date|time|month|week|datetime-local|color|range)$/.test(this.type);
	if (input && !valued && !/^(text|search|url|tel|email|password|number)$/.test(this.type)) return "none";
	if (this.matches(":disabled") || field && this.readOnly) return "later";
	if (valued) {
		const before = this.value;
		this.value = text;
		if (/^(color|range)$/.test(this.type) ? this.value !== text.toLowerCase() : !this.value) {
			this.value = before;
			return "none";
		}
		for (const name of ["input", "change"]) this.dispatchEvent(new Event(name, {bubbles: true}));
		return "set";
	}
	if (this.type === "number" && Number.isNaN(Number(this.value + text))) return "none";
	if (field && this.maxLength >= 0 && this.value.length + text.length > this.maxLength) return "none";
	if (!field && !this.isContentEditable && !this.localName.includes("-")) return "none";
	let host = this;
	while (!field && host.parentElement?.isContentEditable) host = host.parentElement;
	host.focus();
	if (document.activeElement !== host) return "none";
	const caret = getSelection();
	if (field) caret.modify("move", "forward", "documentboundary");
	if (this.isContentEditable) {
		caret.selectAllChildren(this);
		caret.collapseToEnd();
	}
	globalThis.heard = false;
	addEventListener("input", () => { globalThis.heard = true }, {capture: true, once: true});
	return "focused";
}`

// taken reports whether what was typed has arrived, and says so to the page as it is told when a person leaves a field.
const taken = `function() {
	if (globalThis.heard && !this.isContentEditable) this.dispatchEvent(new Event("change", {bubbles: true}));
	return globalThis.heard;
}`
