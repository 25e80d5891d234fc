package linkedin_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/linkedin"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// TestSamples reads recorded pages and looks for each fact of them in what comes of it.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "linkedin", func(t *testing.T, name string, body []byte) {
		t.Helper()
		c := serving(t, webclient.Answer(http.StatusOK, string(body)))
		switch name {
		case "company_page.html":
			sampleCompany(t, c, string(body))
		case "public_post_2018.html":
			samplePost(t, c)
		case "pulse_article.html":
			// An article is no post of a company's list, and no kind asks for one: the
			// reader of posts must not take it for one.
			if p, err := c.Post(t.Context(), "activity:6142000000000000000"); err == nil {
				t.Errorf("an article became the post %+v", p)
			}
		default:
			t.Fatalf("no reader for it")
		}
	})
}

func sampleCompany(t *testing.T, c *linkedin.Client, body string) {
	t.Helper()
	got, err := c.Company(t.Context(), "company/audiense")
	if err != nil {
		t.Fatal(err)
	}
	if got.Name != "Audiense" || got.ExternalID != "10529043" || *got.Counts.Followers != 5750 || got.Website != "http://www.audiense.com" ||
		got.Industry == "" || got.Size == "" || got.Location == "" || got.Type == "" || got.Founded != "2011" || *got.Members != 69 || got.Tagline == "" ||
		got.Bio == "" || got.AvatarURL == "" || got.BannerURL == "" || len(got.People) != strings.Count(body, `data-tracking-control-name="org-employees"`) {
		t.Errorf("facts: %+v", got)
	}
	if len(got.Posts) != strings.Count(body, "data-activity-urn=") || got.Hidden {
		t.Fatalf("%d posts", len(got.Posts))
	}
	reposts, comments := 0, 0
	for _, p := range got.Posts {
		whole := &p
		if p.RepostOf != nil {
			reposts++
			whole = p.RepostOf
		}
		if p.PostedAt == "" || p.Author == nil || whole.Author == nil || whole.Author.Handle == "" || whole.Text == "" || whole.Counts.Likes == nil ||
			len(whole.Media) == 0 || !strings.Contains(p.URL, "/posts/") || whole.PostedAt == "" {
			t.Errorf("post %+v", p)
		}
		if whole.Counts.Replies != nil {
			comments++
		}
	}
	if reposts != strings.Count(body, "reposted this") || comments != strings.Count(body, "data-num-comments=") {
		t.Errorf("%d reposts, %d with comments", reposts, comments)
	}
	if first := got.Posts[0]; first.PostedAt != "2024-10-05T08:23:41.981Z" || *first.RepostOf.Counts.Likes != 33 || !strings.Contains(first.RepostOf.Text, "\n\nKey lessons:") {
		t.Errorf("the first: %s, %+v", first.PostedAt, first.RepostOf)
	}
}

func samplePost(t *testing.T, c *linkedin.Client) {
	t.Helper()
	got, err := c.Post(t.Context(), "activity:6341926280803471360")
	if err != nil {
		t.Fatal(err)
	}
	if got.ExternalID != "6341926280803471360" || !strings.HasPrefix(got.PostedAt, "2017-11-30") || got.Author.Handle != "messente" || *got.Author.Followers != 1192 ||
		*got.Counts.Likes != 8 || !strings.HasPrefix(got.Text, "It's no secret") || got.LinkURL != "http://bit.ly/2ndYvD6" || got.Platform != social.LinkedIn {
		t.Errorf(`got %+v, want ExternalID "6341926280803471360", PostedAt beginning with "2017-11-30", Author.Handle "messente", Author.Followers 1192, Counts.Likes 8, Text beginning with "It's no secret", LinkURL "http://bit.ly/2ndYvD6", Platform "linkedin"`, got)
	}
}
