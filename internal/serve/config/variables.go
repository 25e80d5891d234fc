package config

// Variable is one of the environment, for the documentation.
type Variable struct {
	Name  string
	Of    string // who reads it: functions, browser, quarry (the command)
	About string
}

// Variables lists all that the service and its command read, in the order of their names. Those of Lambda's own
// runtime and of the SDK of AWS, whose commands load them by themselves, are not among them.
func Variables() []Variable {
	const functions, browser, command = "functions", "`browser`", "`quarry`"
	return []Variable{
		{"AWS_ACCESS_KEY_ID", functions, "set by Lambda, as are the other keys"},
		{"AWS_ENDPOINT_URL_CLOUDWATCH_LOGS", functions, "where CloudWatch Logs is, for tests"},
		{"AWS_ENDPOINT_URL_DYNAMODB", functions + ", " + command, "where DynamoDB is; with `quarry local`, an engine that runs already"},
		{"AWS_ENDPOINT_URL_LAMBDA", functions, "where Lambda is, for tests"},
		{"AWS_ENDPOINT_URL_S3", functions, "where S3 is"},
		{"AWS_ENDPOINT_URL_SQS", functions, "where SQS is"},
		{"AWS_REGION", functions, "set by Lambda"},
		{"AWS_SECRET_ACCESS_KEY", functions, "set by Lambda"},
		{"AWS_SESSION_TOKEN", functions, "set by Lambda"},
		{"BROWSER", command, "the programs with which `jobs open` opens a file, the preferred first, as in `firefox:w3m %s`"},
		{"NO_COLOR", command, "anything: no colours"},
		{"QUARRY_ADMIN_FUNCTION", command, "the admin function of a deployed stack"},
		{"QUARRY_BROWSER_FUNCTION", functions, "the function that shows pages; without it no page is shown"},
		{"QUARRY_CHROMIUM", browser + ", " + command, "the browser's binary; one is looked for without it"},
		{"QUARRY_CHROMIUM_SANDBOX", command, "`auto`, `required` or `off`"},
		{"QUARRY_CONCURRENCY", functions, "how many of this worker run at once, where the installation says so"},
		{"QUARRY_CORE_TABLE", functions, "the table of everything but tokens and paces"},
		{"QUARRY_CURSOR_KEY", functions, "the key of cursors and of callers' secrets; behind commas, former ones, which still open"},
		{"QUARRY_DATA", command, "the folder of a local service"},
		{"QUARRY_EDGE_TABLE", functions, "the table of tokens, and of the paces of hosts and services"},
		{"QUARRY_EMBEDDINGS", functions + ", " + command, "the embedding model, `PROVIDER:ID`"},
		{"QUARRY_FACES", functions, "the APIs of others in whose form calls are answered, too, comma-separated: `firecrawl`, `jina`, `tavily`, `exa`, `mcp`"},
		{"QUARRY_HOSTS", functions + ", " + browser, "local runs only: names that lead elsewhere, `NAME=ADDRESS:PORT`"},
		{"QUARRY_KEYRING", command, "`off` keeps tokens in the file of the profiles"},
		{"QUARRY_KEYS", functions + ", " + command, "keys of upstreams, `NAME=KEY`, comma-separated"},
		{"QUARRY_MODEL", functions + ", " + command, "the language model, `PROVIDER:ID`"},
		{"QUARRY_PAUSED", functions, "`true`: the installation does nothing by itself"},
		{"QUARRY_PDF_FUNCTION", functions, "the function that reads PDFs; without it none is read"},
		{"QUARRY_PROFILE", command, "the profile to use, of those that `quarry login` noted"},
		{"QUARRY_QUEUE_PREFIX", functions, "what every queue's URL begins with"},
		{"QUARRY_RENDER_CREDITS", functions + ", " + command, "what a page costs that the browser shows before it is read"},
		{"QUARRY_RESULTS_BUCKET", functions, "the bucket of large results"},
		{"QUARRY_SHARE_PERCENT", functions + ", " + command, "how much of what a worker can run at once one organization may have"},
		{"QUARRY_SOURCES", functions, "base URLs of upstreams, `NAME=URL`, comma-separated"},
		{"QUARRY_STACK", functions, "the installation's name, the namespace of its metrics and the folder of its logs"},
		{"QUARRY_TOKEN", command, "the API token of commands that call a service"},
		{"QUARRY_URL", command, "the service that they call"},
		{"QUARRY_USER_AGENT", functions + ", " + browser, "the User-Agent sent to sites"},
		{"TERM", command, "`dumb` has no colours"},
	}
}
