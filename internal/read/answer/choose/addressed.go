package choose

import "github.com/quarryapi/quarry/internal/core/pattern"

// signs are what pages say to language models and not to readers. They are a sieve and
// no guard: what gets through is fenced, and nothing that is made of it is believed
// unless a source says it in so many words.
var signs = pattern.Of(`(?i)` +
	`\b(ignor\w+|disregard|forget|overrid\w+)( (all|any|every|of|the|your|its|these|those|my|previous|prior|above|earlier|preceding|other|former|original|system))* (instructions?|prompts?|rules|guidelines)\b` +
	`|\b(system|developer) (prompt|message|instructions?)\b` +
	`|<\|[a-z_]{2,20}\|>|\[/?INST\]|<</?SYS>>|^#{2,} ?(system|instructions?|assistant)\b` +
	`|\byou are (now )?(an? |the )?(ai|artificial intelligence|assistant|language model|llm|chatbot)\b` +
	`|\b(language models?|llms?|chatbots?|ai (assistants?|agents?|models?)|assistants?)\b.{0,60}\b(must|should|shall|are to|has to|have to|need to)\b` +
	`|\b(reads?|reading|summari[sz]\w+|process\w*) this (page|text|document)\b.{0,60}\b(must|should|answer|respond|reply)\b` +
	`|\b(in|end|begin|start|repeat this \w+ in) every (answer|response|reply)\b` +
	`|\bcite (only )?(this|source|\[\d)` +
	`|"(citations|quote)"\s*:` +
	`|<<<\s*DATA|DATA\s*>>>`)

// addressed reports whether a text talks to language models.
func addressed(text string) bool { return signs.MatchString(text) }
