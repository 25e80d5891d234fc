package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// environment are the variables of a function of the local service: names of tables and
// the bucket, the queues' prefix, the engines' addresses on loopback.
type environment map[string]string

// readEnvironment takes it from the file in which the local service reports how to
// reach it.
func readEnvironment(path string) (environment, error) {
	data, err := os.ReadFile(path) //nolint:gosec // the developer's own folder
	if err != nil {
		return nil, fmt.Errorf("no local service runs here, start one with make run: %w", err)
	}
	var info struct {
		FunctionEnv environment `json:"functionEnv"`
	}
	if err := json.Unmarshal(data, &info); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(info.FunctionEnv) == 0 {
		return nil, fmt.Errorf("%s has no addresses of the engines: restart the service with make run", path)
	}
	return info.FunctionEnv, nil
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

// write makes a file as `sam --env-vars` reads it and returns its path.
func (e environment) write() (path string, err error) {
	data, err := json.Marshal(map[string]environment{"Parameters": e})
	if err != nil {
		return "", err
	}
	file, err := os.CreateTemp("", "quarry-sam-*.json")
	if err != nil {
		return "", err
	}
	if _, err = file.Write(data); err != nil {
		_ = file.Close()
		return "", err
	}
	return file.Name(), file.Close()
}
