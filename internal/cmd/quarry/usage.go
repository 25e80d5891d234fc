package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
)

// mostDays is of how many days bars are shown: each is a call. A report is of 30 days unless more are asked for.
const mostDays = 31

// usage prints what was spent, by action and by day.
func (c *callCommand) usage(ctx context.Context, out streams, api *caller.Client, data people.Object) error {
	actions := spentOn(data)
	today := time.Now()
	n, err := strconv.Atoi(fmt.Sprint(data["days"]))
	if err != nil {
		return err
	}
	days, err := byDay(ctx, api, min(n, mostDays))
	if err != nil {
		return err
	}
	return c.read.write(out, func(w io.Writer) error {
		page := out.page(w)
		fmt.Fprintf(w, "since %v\n\n", data["since"])
		page.Usage("action", actions, true)
		if len(days) > 1 {
			fmt.Fprintln(w)
			if n > len(days) {
				fmt.Fprintf(w, "of these the last %d days\n\n", len(days))
			}
			page.Usage("day", people.Days(days, today), false)
		}
		return nil
	})
}

// byDay asks for the reports of the last 1 to n days: the service has them by action, and the
// difference of two is a day.
func byDay(ctx context.Context, api *caller.Client, n int) ([][]people.Spent, error) {
	reports := make([][]people.Spent, n)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	for i := range reports {
		group.Go(func() error {
			answer, err := api.Do(ctx, caller.Request{Method: http.MethodGet, Path: "/v1/public/usage", Query: url.Values{"days": {strconv.Itoa(i + 1)}}})
			if err != nil {
				return err
			}
			data, err := people.Decode(answer.Data)
			reports[i] = spentOn(data)
			return err
		})
	}
	return reports, group.Wait()
}

// spentOn are the actions of a report.
func spentOn(data people.Object) []people.Spent {
	items, _ := data["actions"].([]any)
	var all []people.Spent
	for _, a := range people.Objects(items) {
		all = append(all, people.Spent{Name: text(a["actionCode"]), Requests: whole64(a["requests"]), Spent: whole64(a["creditsSpent"]), Refunded: whole64(a["creditsRefunded"])})
	}
	return all
}

func whole64(v any) int64 {
	n, _ := v.(json.Number)
	whole, _ := n.Int64()
	return whole
}
