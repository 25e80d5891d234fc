package model

// Action is one thing that somebody does.
type Action uint8

// The actions.
const (
	SendRequest Action = iota
	Admit
	Replay
	AdmitRefused
	TryNoMore
	ReadRow
	ReadSnapshot
	Refuse
	WriteAgain
	SendJob
	SendFails
	CrashAPI
	ReadJob
	CancelJob
	Receive
	ClaimJob
	LookAtJob
	TakePlace
	ClaimRefused
	ClaimCrowded
	PostponeJob
	Perform
	Finish
	FinishAgain
	ReleaseJob
	ReleaseAgain
	CrashWorker
	ReadDue
	ReadLetter
	TouchJob
	ReleaseDead
	FailJob
	SendAgain
	CrashSweeper
	ReceiveDelivery
	ClaimDelivery
	DeliveryClaimRefused
	ReadEndpoint
	Post
	CloseDelivery
	CloseLost
	CloseNotYet
	SendDelivery
	Note
	CrashPoster
	SweepDelivery
	LoseAnswer
	LoseMessage
	DoubleMessage
	EndLease
	PassTime
	ChangeCap
	PatchURL
	SwitchEndpoint
	endOfActions
)

// about is what an action is called and which code it stands for: folders below
// internal/serve, and names of functions in them.
type about struct {
	name   string
	stands []string
}

var actions = [endOfActions]about{
	SendRequest:          {"a caller asks", []string{"api.(*Server).submit"}},
	Admit:                {"the admission is written", []string{"store.(*Store).Admit", "store.(need).debit"}},
	Replay:               {"the key names another job", []string{"store.(*Store).original"}},
	AdmitRefused:         {"the row refuses", []string{"store.(*Store).Admit", "store.(*cancelled).failed"}},
	TryNoMore:            {"503 after the last try", []string{"store.unavailable"}},
	ReadRow:              {"a row of the wallet is read", []string{"store.(*Store).wallets"}},
	ReadSnapshot:         {"the wallet is read at one moment", []string{"store.(*Store).wallets"}},
	Refuse:               {"402 or 429", []string{"store.(*Store).Admit"}},
	WriteAgain:           {"the SDK sends the admission again", []string{"store.(*Store).transact"}},
	SendJob:              {"the job's message is sent", []string{"api.(*Server).admit", "worker.(*Worker).retry", "worker.(*Worker).postpone", "queue.(*Sender).SendJob"}},
	SendFails:            {"the message is not sent", []string{"api.(*Server).admit"}},
	CrashAPI:             {"the API's function ends", nil},
	ReadJob:              {"a caller's cancel reads the job", []string{"api.(*Server).cancel", "store.(*Store).Job"}},
	CancelJob:            {"the cancel is written", []string{"api.(*Server).cancel", "store.(*Store).Finish"}},
	Receive:              {"a worker receives", []string{"worker.(*Worker).Handle"}},
	ClaimJob:             {"a worker claims", []string{"store.(*Store).Claim", "store.(*Store).seize"}},
	LookAtJob:            {"a worker reads the job", []string{"store.(*Store).Claim"}},
	TakePlace:            {"a place is taken for the job", []string{"store.(*Store).takePlace"}},
	ClaimRefused:         {"the claim is refused", []string{"store.(*jobItem).refuses", "store.(*Store).clearPlace", "worker.(*Worker).message"}},
	ClaimCrowded:         {"the row of the wallet has no room for another that runs", []string{"store.(*Store).takePlace", "worker.(*Worker).message"}},
	PostponeJob:          {"a worker puts the job off", []string{"worker.(*Worker).postpone", "store.(*Store).Postpone"}},
	Perform:              {"the run ends", []string{"worker.(*Worker).perform"}},
	Finish:               {"the end is written", []string{"store.(*Store).Finish", "store.(*Store).ending", "store.endRow", "store.settle"}},
	FinishAgain:          {"the SDK sends the end again", []string{"store.(*Store).transact"}},
	ReleaseJob:           {"a worker gives the job back", []string{"worker.(*Worker).retry", "store.(*Store).Release", "store.givePlace"}},
	ReleaseAgain:         {"the SDK sends the release again", []string{"store.(*Store).Release"}},
	CrashWorker:          {"a worker ends", nil},
	ReadDue:              {"the sweeper reads a due job", []string{"store.(*Store).Due", "store.dueOf", "sweeper.(*round).handle"}},
	ReadLetter:           {"a dead letter is read", []string{"worker.(*DeadLetters).message"}},
	TouchJob:             {"the sweeper moves the due time", []string{"store.(*Store).Touch"}},
	ReleaseDead:          {"the sweeper releases a dead worker's job", []string{"sweeper.(*round).deadWorker", "store.(*Store).Release"}},
	FailJob:              {"the sweeper or a dead letter fails the job", []string{"sweeper.(*round).fail", "worker.(*DeadLetters).message", "store.(*Store).Finish"}},
	SendAgain:            {"the sweeper sends the message", []string{"sweeper.(*round).send"}},
	CrashSweeper:         {"the sweeper ends", nil},
	ReceiveDelivery:      {"a delivery's message or record is received", []string{"webhook.(*Deliverer).HandleStream", "webhook.(*Deliverer).HandleQueue"}},
	ClaimDelivery:        {"an attempt is claimed", []string{"store.(*Store).ClaimDelivery"}},
	DeliveryClaimRefused: {"the attempt's claim is refused", []string{"store.(*Store).ClaimDelivery"}},
	ReadEndpoint:         {"the endpoint is read", []string{"store.(*Store).Endpoint", "webhook.(*Deliverer).Deliver"}},
	Post:                 {"the event is posted", []string{"webhook.(*Deliverer).attempt"}},
	CloseDelivery:        {"the attempt is closed", []string{"webhook.(*Deliverer).record", "webhook.(*Deliverer).verdict", "store.(*Store).CloseDelivery"}},
	CloseLost:            {"the attempt was closed before", []string{"store.(*Store).CloseDelivery"}},
	CloseNotYet:          {"the endpoint is not as it was read", []string{"store.(*Store).CloseDelivery"}},
	SendDelivery:         {"the next attempt's message is sent", []string{"webhook.(*Deliverer).record", "queue.(*Sender).SendDelivery"}},
	Note:                 {"the endpoint's record is kept", []string{"store.(*Store).NoteDelivery"}},
	CrashPoster:          {"a webhook function ends", nil},
	SweepDelivery:        {"the sweeper sends a delivery", []string{"sweeper.(*round).delivery", "store.(*Store).TouchDelivery"}},
	LoseAnswer:           {"a write is done, its answer lost", nil},
	LoseMessage:          {"a message is lost", nil},
	DoubleMessage:        {"a message is given twice", nil},
	EndLease:             {"a lease runs out", nil},
	PassTime:             {"the endpoint has failed for 120 hours", nil},
	ChangeCap:            {"the operator changes the cap", []string{"store.(*Store).SetOrg"}},
	PatchURL:             {"the endpoint's URL is changed", []string{"store.(*Store).UpdateEndpoint", "store.endpointRow"}},
	SwitchEndpoint:       {"the endpoint is switched by its owner", []string{"store.(*Store).UpdateEndpoint"}},
}

func (a Action) String() string { return actions[a].name }

// Stands are the functions that the action stands for.
func (a Action) Stands() []string { return actions[a].stands }

// Actions are all that there are.
func Actions() []Action {
	all := make([]Action, endOfActions)
	for i := range all {
		all[i] = Action(i)
	}
	return all
}
