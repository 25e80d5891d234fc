package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
)

// environment are the variables of a function of the local service: names of tables and the bucket, the queues'
// prefix, the engines' addresses on loopback, the sample web and the replays of upstreams where it has them.
type environment map[string]string

// neighbour is the local service that runs beside, as it reports in its folder how to reach it.
type neighbour struct {
	Token          string      `json:"token"`
	OrganizationID string      `json:"organizationId"`
	FunctionEnv    environment `json:"functionEnv"`
}

// readNeighbour reads the report.
func readNeighbour(folder string) (neighbour, error) {
	path := filepath.Join(folder, "local.json")
	data, err := os.ReadFile(path) //nolint:gosec // the developer's own folder
	if err != nil {
		return neighbour{}, fmt.Errorf("no local service runs here, start one with make run: %w", err)
	}
	var n neighbour
	if err := json.Unmarshal(data, &n); err != nil {
		return neighbour{}, fmt.Errorf("%s: %w", path, err)
	}
	if len(n.FunctionEnv) == 0 {
		return neighbour{}, fmt.Errorf("%s has no addresses of the engines: restart the service with make run", path)
	}
	return n, nil
}

// keys are those that the engines want calls to be signed with, as an environment has
// them.
func (e environment) keys() []string {
	var list []string
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"} {
		if e[name] != "" {
			list = append(list, name+"="+e[name])
		}
	}
	return list
}

// with is the environment and names of hosts beside those that it has.
func (e environment) with(hosts string) environment {
	more := maps.Clone(e)
	if hosts != "" && more["QUARRY_HOSTS"] != "" {
		hosts = more["QUARRY_HOSTS"] + "," + hosts
	}
	if hosts != "" {
		more["QUARRY_HOSTS"] = hosts
	}
	return more
}

// write makes a file as `sam --env-vars` reads it and returns its path.
func (e environment) write() (path string, err error) {
	data, err := json.Marshal(map[string]environment{"Parameters": e})
	if err != nil {
		return "", err
	}
	return temporary("quarry-sam-*.json", data)
}

// temporary makes a file that only its owner reads.
func temporary(pattern string, data []byte) (path string, err error) {
	file, err := os.CreateTemp("", pattern)
	if err != nil {
		return "", err
	}
	if _, err = file.Write(data); err != nil {
		_ = file.Close()
		return "", err
	}
	return file.Name(), file.Close()
}
