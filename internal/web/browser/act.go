package browser

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/utils"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/shown"
)

const (
	// actFor is the most that an action waits for its element, and optionalFor one that may fail.
	actFor      = 5 * time.Second
	optionalFor = time.Second
	// startsWithin is how long after an action what it sets off has begun.
	startsWithin = 100 * time.Millisecond
)

// Keys are those that can be pressed, by their names.
func Keys() map[string]input.Key {
	return map[string]input.Key{
		"Enter": input.Enter, "Tab": input.Tab, "Escape": input.Escape, "Space": input.Space, "Backspace": input.Backspace, "Delete": input.Delete,
		"ArrowUp": input.ArrowUp, "ArrowDown": input.ArrowDown, "ArrowLeft": input.ArrowLeft, "ArrowRight": input.ArrowRight,
		"Home": input.Home, "End": input.End, "PageUp": input.PageUp, "PageDown": input.PageDown,
	}
}

// act performs the actions, once for each visit: a page that is read again is not acted on again.
func (t *tab) act() error {
	if t.acted || len(t.v.Actions) == 0 {
		return nil
	}
	t.acted = true
	t.acts = make([]shown.Act, len(t.v.Actions))
	for i := range t.acts {
		t.acts[i].Outcome = shown.Skipped
	}
	for i, a := range t.v.Actions {
		began := t.browser.cfg.Now()
		err := t.perform(a)
		if err == nil {
			err = t.afterwards()
		}
		took := t.browser.cfg.Now().Sub(began)
		if err == nil {
			t.acts[i] = shown.Act{Outcome: shown.Done, Took: took}
			continue
		}
		issue := issueOf(a, err)
		t.acts[i] = shown.Act{Outcome: shown.Failed, Issue: issue, Took: took}
		if t.ctx.Err() != nil {
			t.acts[i].Issue = "the visit ended meanwhile"
			return context.Cause(t.ctx)
		}
		if !a.Optional {
			return failedAct(i, a, issue, err)
		}
	}
	return nil
}

// failedAct is the error of an action that may not fail.
func failedAct(i int, a shown.Action, issue string, err error) error {
	e := &errs.Error{
		Code: errs.TargetError, Permanent: true, Err: err,
		Message: fmt.Sprintf("options.actions[%d] (%s) failed: %s; correct it, or make it optional", i, a.Do, issue),
	}
	if errors.Is(err, errNoTime) {
		e.Code, e.Message = errs.UpstreamTimeout, fmt.Sprintf("options.actions[%d] (%s) failed: %s", i, a.Do, issue)
	}
	return e
}

// afterwards waits for what an action has set off: another document, or requests.
func (t *tab) afterwards() error {
	if err := t.pause(startsWithin); err != nil {
		return err
	}
	if err := t.parsed(); err != nil {
		return err
	}
	return t.settle()
}

// perform does one thing.
func (t *tab) perform(a shown.Action) error {
	switch a.Do {
	case shown.Await:
		if a.Selector == "" {
			return t.rest(a.For)
		}
		return t.with(a, func(*rod.Element) error { return nil })
	case shown.Press:
		return t.page.Keyboard.Type(Keys()[a.Key])
	case shown.Scroll:
		if a.Selector != "" {
			return t.with(a, (*rod.Element).ScrollIntoView)
		}
		_, err := t.evaluate(fmt.Sprintf(`(() => { scrollBy({top: %d || document.scrollingElement?.scrollHeight, behavior: "instant"}); return true })()`, a.Pixels))
		return err
	case shown.Click:
		return t.with(a, click)
	case shown.Type:
		return t.with(a, func(e *rod.Element) error { return enter(e, a.Text) })
	case shown.Select:
		return t.with(a, func(e *rod.Element) error {
			chosen, err := e.Eval(choose, a.Value)
			if err == nil && !chosen.Value.Bool() {
				return errNotYet
			}
			return thrown(err)
		})
	}
	return fmt.Errorf("there is no action %q", a.Do)
}

// choose selects an option by its value or else by its label, as a person does.
const choose = `function(value) {
	if (!(this instanceof HTMLSelectElement)) throw new Error("the element is no select");
	if (this.matches(":disabled")) return false;
	const all = [...this.options];
	const option = all.find((o) => o.value === value) ?? all.find((o) => o.label.trim() === value);
	if (!option || option.matches(":disabled")) throw new Error("the element has no such option");
	if (!this.multiple) this.selectedIndex = option.index;
	option.selected = true;
	this.dispatchEvent(new Event("input", {bubbles: true}));
	this.dispatchEvent(new Event("change", {bubbles: true}));
	return true;
}`

var (
	// errNoElement is for an element that did not come in time.
	errNoElement = errors.New("no element came to match its selector in time")
	// errBusy is for one that could not be used.
	errBusy = errors.New("its element was covered, disabled, read-only or out of sight all the time")
	// errNoTime is for a wait that the visit has no time for.
	errNoTime = errors.New("options.timeoutMs leaves no time for it")
)

// with does something with an action's element, as soon as that is there.
func (t *tab) with(a shown.Action, do func(*rod.Element) error) error {
	most := actFor
	switch {
	case a.Optional:
		most = optionalFor
	case a.Do == shown.Await:
		most = shown.MaxWait
	}
	now := t.browser.cfg.Now()
	left := t.until(most).Sub(now)
	ctx, cancel := context.WithTimeout(t.ctx, left)
	defer cancel()
	again := func(context.Context) error {
		timer := time.NewTimer(lookEvery)
		defer timer.Stop()
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-timer.C:
			return nil
		}
	}
	page := t.page.Context(ctx).Sleeper(func() utils.Sleeper { return again })
	issue := errNoElement
	for {
		// As look does it, and why.
		found, err := page.ElementByJS(rod.Eval("(selector) => Document.prototype.querySelector.call(document, selector)", a.Selector))
		if err == nil {
			issue = errBusy
			err = do(found.Context(ctx))
		}
		if isPassing(err) || errors.Is(err, errNotYet) {
			err = again(ctx)
			if err == nil {
				continue
			}
		}
		switch {
		case err == nil || ctx.Err() == nil || t.ctx.Err() != nil:
			return err
		case left < most:
			return errors.Join(errNoTime, issue)
		}
		return issue
	}
}

// issueOf is why an action failed, in words for the caller. What a page threw stays with us.
func issueOf(a shown.Action, err error) string {
	switch _, threw := errors.AsType[*thrownError](thrown(err)); {
	case errors.Is(err, errNoTime):
		return errNoTime.Error() + "; increase that"
	case errors.Is(err, errNoElement), errors.Is(err, errBusy), errors.Is(err, errNoText):
		return err.Error()
	case threw && a.Do == shown.Select:
		return "its element is no select, or has no such option"
	case threw:
		return "its selector is not one that the browser knows, or its element does not take part in it"
	}
	return "the page did not let it happen"
}
