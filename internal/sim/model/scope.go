package model

// Scopes are what is searched: each part of the protocol with its troubles, and all
// parts together with a few. Without workers the sweeper fails the jobs.
func Scopes() []Scope {
	wallet := [rows]Row{{Balance: 2, Slots: 1, Cap: 1}, {Balance: 1, Slots: 1, Cap: 1}}
	return []Scope{
		{
			// The same call twice at once, and another that needs what is lent.
			Name: "keys", Requests: 3, Keyed: 2, Charges: [requests]int8{2, 2, 1}, Rows: wallet,
			Budget: Budget{Crashes: 1, Caps: 1},
		},
		{
			// Two calls while the cap falls and grows.
			Name: "caps", Requests: 2, Charges: [requests]int8{2, 1}, Rows: wallet,
			Budget: Budget{Answers: 1, Caps: 2, Cancels: 1, Conflicts: 1},
		},
		{
			Name: "workers", Requests: 1, Charges: [requests]int8{2}, Rows: wallet, Workers: workers,
			Budget: Budget{Crashes: 1, Answers: 1, Doubles: 1, Expiries: 1, SlowRuns: 1},
		},
		{
			Name: "ends", Requests: 1, Charges: [requests]int8{2}, Rows: wallet, Workers: workers,
			Budget: Budget{Losses: 1, Doubles: 1, Letters: 1, Cancels: 1, Expiries: 1},
		},
		{
			// Two jobs of an organization that may run one at once.
			Name: "share", Requests: 2, Charges: [requests]int8{1, 1}, Rows: [rows]Row{{Balance: 2, Slots: 2, Cap: 2}}, Workers: workers, Share: 1,
		},
		{
			Name: "attempts", Requests: 1, Charges: [requests]int8{1}, Cached: [requests]bool{true}, Hooked: [requests]bool{true},
			Rows: wallet, Posters: posters, Budget: Budget{Crashes: 1, Answers: 1, Doubles: 1},
		},
		{
			// An endpoint that has failed for long, changed and switched meanwhile.
			Name: "endpoint", Requests: 1, Charges: [requests]int8{1}, Cached: [requests]bool{true}, Hooked: [requests]bool{true},
			Rows: wallet, Posters: posters, Budget: Budget{Crashes: 1, Patches: 1, Switches: 2}, FailsLong: true,
		},
		{
			// The same, while leases run out.
			Name: "late", Requests: 1, Charges: [requests]int8{1}, Cached: [requests]bool{true}, Hooked: [requests]bool{true},
			Rows: wallet, Posters: posters, Budget: Budget{Patches: 1, Switches: 1, Expiries: 1}, FailsLong: true,
		},
		{
			Name: "whole", Requests: 1, Charges: [requests]int8{2}, Hooked: [requests]bool{true},
			Rows: wallet, Workers: 1, Posters: 1, Budget: Budget{Crashes: 1, Losses: 1},
		},
	}
}
