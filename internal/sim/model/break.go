package model

// Break is a condition of the protocol that is left out, to see that the search finds
// what comes of it.
type Break int

// The breaks.
const (
	Whole Break = iota
	BalanceUnchecked
	SlotsUnchecked
	SealUnchecked
	LoweredWithoutSeal
	GiverUnchecked
	RefusedByRows
	RefusedByLostRace
	DebitedAgain
	KeyApart
	CachedWithoutEvent
	JobLeaseUnchecked
	JobClaimWithoutID
	RunsUnbounded
	ShareUnchecked
	PlaceKeptAtEnd
	PlaceKeptLate
	ReleasedWithoutFence
	FinishedWithoutFence
	FinishedWithoutStatus
	AnyEndTaken
	SlotKept
	RefundForgotten
	EventForgotten
	QueuedNotSwept
	DeadNotSwept
	DeliveryLeaseUnchecked
	DeliveryClaimWithoutID
	ClosedTwice
	NextForgotten
	DisabledByRead
	InactiveByRead
	DeliveriesNotSwept
	endOfBreaks
)

var breakNames = [...]string{
	"nothing", "the charge without balance >= charge", "the charge without slots >= jobs", "a sealed row admits alone",
	"a lower cap does not seal", "a lender need not have what it lends", "402 and 429 by rows read one after the other",
	"a lost race told as a refusal", "a debit sent again counts again", "the key is not in the admission's transaction",
	"a cached job's event is dropped", "a job's claim ignores the lease", "a job's claim has no id", "a job's claim ignores the attempts",
	"a claim ignores the organization's share", "an end keeps its place among what runs", "a message that comes late keeps the place",
	"a release without fence", "an end without fence", "an end without the status that was read", "any end is taken for one's own",
	"an end keeps the slot", "a failure is not refunded", "an end without its event",
	"queued jobs are not swept", "dead workers are not swept", "a delivery's claim ignores the lease", "a delivery's claim has no id",
	"an attempt is closed twice", "the next attempt is opened outside the transaction", "an endpoint is disabled after the attempt was closed",
	"an attempt is closed by an endpoint read before", "deliveries are not swept",
}

func (b Break) String() string { return breakNames[b] }

// Breaks are all that there are.
func Breaks() []Break {
	all := make([]Break, 0, endOfBreaks)
	for b := BalanceUnchecked; b < endOfBreaks; b++ {
		all = append(all, b)
	}
	return all
}
