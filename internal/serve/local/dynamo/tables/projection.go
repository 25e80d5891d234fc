package tables

// projection is a parsed projection expression: the columns that an answer has of an item.
type projection struct {
	columns []string
	used
}

// projection parses a projection and resolves its placeholders; nil is the whole item.
func (db *DB) projection(text *string, names map[string]string) (*projection, error) {
	p, err := db.parsed.projection(text)
	if err != nil {
		return nil, err
	}
	return p.with(names), check(names, nil, p.usage())
}

func (p *parser) projection(text *string) (*projection, error) {
	if text == nil {
		return nil, nil //nolint:nilnil // the whole item
	}
	return p.shapes.get(projectionParameter, *text, parseProjection)
}

func parseProjection(as parameter, text string) (*projection, error) {
	list, err := tokens(text)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, invalid("Invalid expression: The expression can not be empty;")
	}
	c, p := newCursor(as, list), &projection{}
	for {
		path, err := c.path()
		if err != nil {
			return nil, err
		}
		p.columns = append(p.columns, path)
		if c.at == len(list) {
			p.used = c.used
			return p, nil
		}
		if err := c.want(","); err != nil {
			return nil, err
		}
	}
}

// usage is what the projection mentions; nil mentions nothing.
func (p *projection) usage() used {
	if p == nil {
		return used{}
	}
	return p.used
}

// with is the projection with what its placeholders stand for.
func (p *projection) with(names map[string]string) *projection {
	if p == nil {
		return nil
	}
	s := &scope{names: names}
	resolved := &projection{columns: make([]string, len(p.columns))}
	for i, path := range p.columns {
		resolved.columns[i] = s.column(path)
	}
	return resolved
}

// of is the item's part; nil is a copy of the whole.
func (p *projection) of(item Item) Item {
	if p == nil {
		return copied(item)
	}
	return only(item, p.columns)
}
