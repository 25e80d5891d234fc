package clientdoc

// at walks into objects by names; nil where there is nothing.
func at(v any, names ...string) any {
	for _, name := range names {
		v = asObject(v)[name]
	}
	return v
}

func asObject(v any) object { o, _ := v.(object); return o }
func asList(v any) []any    { l, _ := v.([]any); return l }
func asString(v any) string { s, _ := v.(string); return s }

func schemasOf(doc object) object {
	if schemas := asObject(at(doc, "components", "schemas")); schemas != nil {
		return schemas
	}
	return object{}
}

// walk visits all objects within a value.
func walk(v any, visit func(object)) {
	switch v := v.(type) {
	case object:
		visit(v)
		for _, member := range v {
			walk(member, visit)
		}
	case []any:
		for _, element := range v {
			walk(element, visit)
		}
	}
}
