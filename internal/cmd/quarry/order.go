package main

import (
	"slices"
	"strings"
)

// leading are the flags of commands that can stand before the command, too, and whether each has a value.
var leading = map[string]bool{"--server": true, "--data": true, "--profile": true, "--json": false, "-o": true, "--output": true}

// ordered puts the flags that stand before a command behind it, where its grammar has them, and makes
// "help crawl" "crawl --help".
func ordered(args []string) []string {
	front := 0
	for front < len(args) && strings.HasPrefix(args[front], "-") {
		valued, known := leading[args[front]]
		name, _, joined := strings.Cut(args[front], "=")
		switch {
		case known && valued && front+1 < len(args):
			front += 2
		case known || joined && leading[name]:
			front++
		default:
			return args
		}
	}
	words := args[front:]
	if len(words) > 0 && words[0] == "help" {
		words = append(slices.Clone(words[1:]), "--help")
	}
	if len(words) > 2 {
		if name, ok := plainer[strings.Join(words[:3], " ")]; ok {
			words = slices.Concat([]string{"webhooks", name}, words[3:])
		}
	}
	return slices.Concat(words, args[:front])
}

// plainer are the commands of webhooks by what people write who know those of jobs.
var plainer = map[string]string{
	"webhooks endpoints list": "endpoints", "webhooks endpoints get": "endpoint", "webhooks endpoints register": "register",
	"webhooks endpoints update": "update", "webhooks endpoints delete": "delete", "webhooks endpoints secret": "secret",
	"webhooks endpoints rotate": "rotate", "webhooks endpoints test": "test",
	"webhooks deliveries list": "deliveries", "webhooks deliveries get": "delivery", "webhooks deliveries replay": "replay",
}
