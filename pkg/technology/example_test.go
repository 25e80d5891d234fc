package technology_test

import (
	"context"
	"fmt"
	"net/http"

	"github.com/quarryapi/quarry/pkg/technology"
)

func Example() {
	found, err := technology.New().Detect(context.Background(), technology.Page{
		Header: http.Header{"Server": {"nginx/1.25.3"}},
		Body:   []byte(`<meta name="generator" content="Hugo 0.147.2"><script src="/js/jquery-3.7.1.min.js"></script>`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range found {
		fmt.Printf("%s %s %q\n", t.Name, t.Version, t.Categories)
	}
	// Output:
	// Hugo 0.147.2 ["Static site generator"]
	// Nginx 1.25.3 ["Web servers" "Reverse proxies"]
	// jQuery 3.7.1 ["JavaScript libraries"]
}
