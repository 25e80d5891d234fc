package wikidata_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/sources/wikidata"
)

// TestProperties holds the numbers against those of Wikidata's own pages,
// https://www.wikidata.org/wiki/Property:P856 and their like.
func TestProperties(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"official website": "P856", "instance of": "P31", "inception": "P571", "headquarters location": "P159", "country": "P17", "industry": "P452", "employees": "P1128",
		"total revenue": "P2139", "founded by": "P112", "chief executive officer": "P169", "parent organization": "P749", "has subsidiary": "P355", "stock exchange": "P414",
		"ticker symbol": "P249", "ISIN": "P946", "Legal Entity Identifier": "P1278", "logo image": "P154", "X username": "P2002", "Facebook username": "P2013",
		"Instagram username": "P2003", "LinkedIn company ID": "P4264", "YouTube channel ID": "P2397",
	}
	got := map[string]string{
		"official website": wikidata.OfficialWebsite, "instance of": wikidata.InstanceOf, "inception": wikidata.Inception, "headquarters location": wikidata.Headquarters,
		"country": wikidata.Country, "industry": wikidata.Industry, "employees": wikidata.Employees, "total revenue": wikidata.Revenue, "founded by": wikidata.FoundedBy,
		"chief executive officer": wikidata.ChiefExecutive, "parent organization": wikidata.ParentOrg, "has subsidiary": wikidata.Subsidiary, "stock exchange": wikidata.StockExchange,
		"ticker symbol": wikidata.Ticker, "ISIN": wikidata.ISIN, "Legal Entity Identifier": wikidata.LEI, "logo image": wikidata.Logo, "X username": wikidata.XUsername,
		"Facebook username": wikidata.FacebookUsername, "Instagram username": wikidata.InstagramUsername, "LinkedIn company ID": wikidata.LinkedInCompany, "YouTube channel ID": wikidata.YouTubeChannel,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("properties mismatch (-want +got):\n%s", diff)
	}
}
