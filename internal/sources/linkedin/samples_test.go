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
	sampletest.Each(t, "linkedin", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		c := serving(t, webclient.Answer(http.StatusOK, string(body)))
		switch name {
		case "company_page.html":
			return sampleCompany(t, c, string(body))
		case "public_post_2018.html":
			return samplePost(t, c)
		case "pulse_article.html":
			// An article is no post of a company's list, and no kind asks for one: the
			// reader of posts must not take it for one.
			if p, err := c.Post(t.Context(), "activity:6142000000000000000"); err == nil {
				t.Errorf("an article became the post %+v", p)
			}
		default:
			t.Fatalf("no reader for it")
		}
		return nil
	})
}

func sampleCompany(t *testing.T, c *linkedin.Client, body string) any {
	t.Helper()
	got, err := c.Company(t.Context(), "company/marrowfen")
	if err != nil {
		t.Fatal(err)
	}
	if got.Name == "" || got.ExternalID == "" || got.Counts.Followers == nil || !strings.HasPrefix(got.Website, "http") ||
		got.Industry == "" || got.Size == "" || got.Location == "" || got.Type == "" || got.Founded == "" || got.Counts.Members == nil || got.Tagline == "" ||
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
		if p.PublishedAt == "" || p.Author == nil || whole.Author == nil || whole.Author.Username == "" || whole.Text == "" || whole.Counts.Likes == nil ||
			len(whole.Media) == 0 || !strings.Contains(p.URL, "/posts/") || whole.PublishedAt == "" {
			t.Errorf("post %+v", p)
		}
		if whole.Counts.Comments != nil {
			comments++
		}
	}
	if reposts != strings.Count(body, "reposted this") || comments != strings.Count(body, "data-num-comments=") {
		t.Errorf("%d reposts, %d with comments", reposts, comments)
	}
	return got
}

// oldPost is the post of the recorded page of 2018, which does not name it as pages do
// today.
const oldPost = "activity:6341926280803471360"

func samplePost(t *testing.T, c *linkedin.Client) any {
	t.Helper()
	got, err := c.Post(t.Context(), oldPost)
	if err != nil {
		t.Fatal(err)
	}
	if "activity:"+got.ExternalID != oldPost || got.PublishedAt == "" || got.Author.Username == "" || got.Author.Counts.Followers == nil ||
		got.Counts.Likes == nil || got.Text == "" || !strings.HasPrefix(got.LinkURL, "http") || got.Platform != social.LinkedIn {
		t.Errorf("got %+v, want a post with its author, counts, text and link", got)
	}
	return got
}
