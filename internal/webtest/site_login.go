package webtest

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

func loginSite() Site {
	return Site{
		Host:  "members.test",
		Title: "A login wall",
		About: "Pages for members only. The form is never the result, since nobody asked for it.",
		Pages: []Page{
			{
				Name: "login-redirect", URL: "http://members.test/",
				Shows:  "a redirect to a page that asks for a password, status 200",
				Expect: Expect{Error: errs.LoginRequired},
				Serve:  site.Redirect(http.StatusFound, "/sign-in?next=%2F"),
			},
			{
				Name: "login-basic", URL: "http://members.test/members",
				Shows:  "401 with `WWW-Authenticate`",
				Expect: Expect{Error: errs.LoginRequired},
				Serve: site.With(fileStatus(http.StatusUnauthorized, "login/sign-in.html", site.HTML),
					"Www-Authenticate", `Basic realm="members", charset="UTF-8"`),
			},
		},
		Assets: map[string]http.HandlerFunc{
			"/sign-in": site.With(file("login/sign-in.html", site.HTML), "Cache-Control", "no-store"),
		},
	}
}
