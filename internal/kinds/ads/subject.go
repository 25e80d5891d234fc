package ads

import (
	"strings"

	"golang.org/x/text/language"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/read/ads"
)

// maxName is how many bytes a name may have.
const maxName = 200

// isPageID reports whether an id can be that of a page of Facebook: 4 to 20 digits.
func isPageID(s string) bool { return len(s) >= 4 && len(s) <= 20 && isAll(s, '0', '9') }

// isGoogleID reports whether an id can be that of an advertiser in Google's archive: AR and
// 10 to 25 digits.
func isGoogleID(s string) bool {
	digits, found := strings.CutPrefix(s, "AR")
	return found && len(digits) >= 10 && len(digits) <= 25 && isAll(digits, '0', '9')
}

func isAlpha2(s string) bool { return len(s) == 2 && isAll(s, 'A', 'Z') }

// isAll reports whether all bytes lie between two. Regular expressions for this would be
// compiled whenever a function starts.
func isAll(s string, low, high byte) bool {
	for i := range len(s) {
		if s[i] < low || s[i] > high {
			return false
		}
	}
	return true
}

// identify brings what says whose ads are meant into one form.
func (a *Args) identify() (err error) {
	a.CompanyName = subject.Name(a.CompanyName)
	a.AdvertiserID = strings.ToUpper(strings.TrimSpace(a.AdvertiserID))
	switch {
	case a.Domain == "" && a.CompanyName == "" && a.AdvertiserID == "":
		return errs.Field(errs.InvalidRequest, "domain", "is missing, and so are companyName and advertiserId; send one of them")
	case len(a.CompanyName) > maxName:
		return errs.Field(errs.InvalidRequest, "companyName", "must have at most 200 bytes")
	case a.AdvertiserID != "" && !isPageID(a.AdvertiserID) && !isGoogleID(a.AdvertiserID):
		return errs.Field(errs.InvalidRequest, "advertiserId", "must be the digits of a page of Facebook, or AR and digits for an advertiser of Google's; op resolve finds them")
	}
	if a.Domain != "" {
		if a.Domain, err = subject.Domain("domain", a.Domain); err != nil {
			return err
		}
	}
	if a.FacebookURL != "" {
		if a.FacebookURL, err = facebookPage(a.FacebookURL); err != nil {
			return err
		}
	}
	if len(a.Asked()) == 0 {
		return errs.Field(errs.InvalidRequest, "archive", "is "+string(a.Archive)+", which does not know the other archive's advertiserId; send a domain or a companyName, or leave archive out")
	}
	return nil
}

// place reads the country.
func (a *Args) place() error {
	a.Country = strings.ToUpper(strings.TrimSpace(a.Country))
	if a.Country == "" || a.Country == Everywhere {
		a.Country = Everywhere
		return nil
	}
	region, err := language.ParseRegion(a.Country)
	if err != nil || !isAlpha2(a.Country) || !region.IsCountry() || region.Canonicalize().String() != a.Country {
		return errs.Field(errs.InvalidRequest, "country", "must be the two letters of a country by ISO 3166-1, such as DE, or ALL")
	}
	return nil
}

// Asked are the archives that can be asked by the arguments, and are to be, after Prepare.
func (a *Args) Asked() []ads.Archive {
	var all []ads.Archive
	nobody := ads.Subject{}
	if a.Archive != Google && a.Subject(ads.Meta) != nobody {
		all = append(all, ads.Meta)
	}
	if a.Archive != Meta && a.Subject(ads.Google) != nobody {
		all = append(all, ads.Google)
	}
	return all
}

// Subject is whose ads an archive is asked for, after Prepare.
func (a *Args) Subject(archive ads.Archive) ads.Subject {
	s := ads.Subject{Domain: a.Domain, CompanyName: a.CompanyName}
	if isGoogleID(a.AdvertiserID) == (archive == ads.Google) {
		s.AdvertiserID = a.AdvertiserID
	}
	if archive == ads.Meta {
		s.PageName = strings.TrimPrefix(a.FacebookURL, facebook)
	}
	return s
}
