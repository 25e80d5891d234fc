// Package meter writes log lines of which CloudWatch makes metrics (its embedded metric format):
// how jobs ended, what upstreams answered, what failed by our own fault. It must not know what is
// drawn of them, nor what rings.
package meter

// The names of the metrics, which are attributes of their lines.
const (
	Failed       = "failed"       // 1 of a job that failed for more than its target, 0 of one that did not: the mean is the share
	Unsuccessful = "unsuccessful" // a job that failed, whatever for
	RunTime      = "run_ms"       // the work of a job
	Charged      = "charged"      // credits of a job that ended
	Refunded     = "refunded"     // credits that it gave back
	Faults       = "faults"       // jobs that failed by a fault of ours

	CallTime = "upstream_ms"      // a call of an upstream
	Down     = "upstream_failed"  // 1 of a call that failed, 0 of one that did not
	Blocked  = "upstream_blocked" // 1 of a call that the upstream refused to let in, 0 of any other
)

// The dimensions, which are attributes with texts.
const (
	ByWorker   = "worker"
	ByKind     = "kind"
	ByCode     = "code"
	ByUpstream = "upstream"
)

// Metadata is the attribute that says what of its line are metrics, as the format has it:
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
const Metadata = "_aws"

type document struct {
	Timestamp         int64 // Unix milliseconds
	CloudWatchMetrics []directive
}

// directive makes metrics of some attributes, anew for each set of dimensions.
type directive struct {
	Namespace  string
	Dimensions [][]string
	Metrics    []metric
}

type metric struct {
	Name string
	Unit string
}

// directives are what a line asks for; Log completes them.
type directives []directive

// Every set of dimensions that a metric is seen with is a metric that CloudWatch bills for the hours
// in which it is, so there are few of each, and none by tenant or host.
func makes(unit string, dimensions [][]string, names ...string) directive {
	d := directive{Dimensions: dimensions}
	for _, name := range names {
		d.Metrics = append(d.Metrics, metric{name, unit})
	}
	return d
}

const (
	count        = "Count"
	milliseconds = "Milliseconds"
)

// all is the set of dimensions of what is counted of the whole installation.
func all() []string { return []string{} }
