package webtest

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

func shopSite() Site {
	return Site{
		Host:  "shop.test",
		Title: "A shop",
		About: "Pages that are not articles: facts in structured data, and text in pieces.",
		Pages: []Page{
			{
				Name:  "shop-product",
				URL:   "http://shop.test/product/kestrel-38",
				Shows: "a product with JSON-LD (`Product`, `Offer`, `BreadcrumbList`), Open Graph, a table of its specification, a list of definitions and reviews",
				Expect: Expect{
					Title: "Kestrel 38 walking pack",
					Contains: []string{
						"spun from old tarpaulins",
						"a single loop of ash",
						"recycled canvas, ash, brass",
						"£129.00",
						"Two hundred miles with it",
					},
					Lacks: []string{"Free delivery over £60", "Basket (0)", "Returns within 100 days"},
					Note:  "`json` and `metadata` report the price, 129.00 GBP, from the structured data.",
				},
				Serve: file("shop/product.html", site.HTML),
			},
			{
				Name:  "shop-list",
				URL:   "http://shop.test/packs",
				Shows: "a list of products, each with a heading, a line and a price",
				Expect: Expect{
					Title:    "Packs",
					Contains: []string{"Wren 12", "£88.00", "http://shop.test/product/heron-65"},
				},
				Serve: file("shop/packs.html", site.HTML),
			},
		},
		Assets: map[string]http.HandlerFunc{
			"/images/kestrel-moss.svg": file("shop/kestrel-moss.svg", svgImage),
			"/favicon.svg":             file("favicon.svg", svgImage),
		},
	}
}
