package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/quarryapi/quarry/internal/cmd/quarry/calls"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// scripts are what each shell reads: all ask quarry itself what can follow the words so far.
var scripts = map[string]string{
	"bash": `_quarry() {
  local IFS=$'\n'
  COMPREPLY=($(quarry __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
  [[ ${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _quarry quarry
`,
	"zsh": `#compdef quarry
_quarry() {
  local -a found
  local line
  while IFS=$'\t' read -r name text; do
    found+=("${name//:/\\:}:${text}")
  done < <(quarry __complete "${words[@]:1:$((CURRENT-1))}" 2>/dev/null)
  if (( ${#found} )); then _describe 'quarry' found; else _files; fi
}
compdef _quarry quarry
`,
	"fish": `function __quarry_complete
  set -l words (commandline -opc) (commandline -ct)
  quarry __complete $words[2..-1] 2>/dev/null
end
complete -c quarry -f -a '(__quarry_complete)'
`,
}

// Help says how each shell takes it.
func (*completionCommand) Help() string {
	return `bash: source <(quarry completion bash), in ~/.bashrc
zsh:  source <(quarry completion zsh), in ~/.zshrc behind compinit
fish: quarry completion fish > ~/.config/fish/completions/quarry.fish`
}

// Run performs the command.
func (c *completionCommand) Run(out streams) error {
	_, err := io.WriteString(out.out, scripts[c.Shell])
	return err
}

type completeCommand struct {
	Words []string `arg:"" optional:"" help:"The words so far; the last is the one to complete."`
}

// Run prints what can follow the words so far: a name and what it is, a line each.
func (c *completeCommand) Run(ctx context.Context, out streams) error {
	words := append([]string{}, c.Words...)
	if len(words) == 0 {
		words = []string{""}
	}
	k, err := grammar(ctx, out, func(c *calls.Command) bool { return begins(words, c) })
	if err != nil {
		return err
	}
	last, before := words[len(words)-1], words[:len(words)-1]
	node, flag := k.Model.Node, (*kong.Flag)(nil)
	for _, word := range before {
		switch {
		case strings.HasPrefix(word, "-"):
			if flag = flagNamed(node, word); flag != nil && (flag.IsBool() || strings.Contains(word, "=")) {
				flag = nil
			}
		case flag != nil:
			flag = nil
		default:
			if next := find(node, word); next != nil {
				node = next
			}
		}
	}
	for _, s := range following(node, flag, last) {
		fmt.Fprintln(out.out, s)
	}
	return nil
}

// following are the words that a flag, or the place behind a command, can have.
func following(node *kong.Node, flag *kong.Flag, last string) []string {
	var all []string
	add := func(name, text string) {
		if strings.HasPrefix(name, last) {
			text, _, _ = strings.Cut(text, ". ")
			all = append(all, name+"\t"+strings.ReplaceAll(text, "\n", " "))
		}
	}
	if flag != nil {
		for word := range strings.SplitSeq(choices(flag), "|") {
			if word != "" {
				add(word, flag.Help)
			}
		}
		return all
	}
	if !strings.HasPrefix(last, "-") {
		for _, c := range node.Children {
			if !c.Hidden {
				add(c.Name, c.Help)
			}
		}
		return all
	}
	for _, group := range node.AllFlags(true) {
		for _, f := range group {
			add("--"+f.Name, f.Help)
		}
	}
	return all
}

// choices are the words of a flag that has some, between bars.
func choices(f *kong.Flag) string {
	if d, ok := f.Mapper.(decoder); ok {
		return strings.Join(d.words, "|")
	}
	return strings.ReplaceAll(f.Enum, ",", "|")
}

func flagNamed(node *kong.Node, word string) *kong.Flag {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	for _, group := range node.AllFlags(false) {
		for _, f := range group {
			if f.Name == name || string(f.Short) == name {
				return f
			}
		}
	}
	return nil
}
