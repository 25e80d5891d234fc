package egress

import (
	"net/url"
	"strconv"
	"strings"
)

// ParseProxy reads the address of a caller's own HTTP proxy: http://[user:password@]host:port. Its
// host is judged as that of a URL is, and by the dialer again; its port may be 80, 443 or 1024 and
// above. Errors read as those of Parse, and never show user name or password.
func ParseProxy(raw string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(raw))
	switch {
	case err != nil || u.Hostname() == "":
		return nil, refuse("is no address of a proxy; write http://proxy.example.com:3128")
	case u.Scheme != "http":
		return nil, refuse("must begin with http://; other protocols to proxies are not spoken")
	case u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "":
		return nil, refuse("must end behind the port; write http://proxy.example.com:3128")
	case len(raw) > MaxLength:
		return nil, refusef("has %d bytes; at most %d are allowed", len(raw), MaxLength)
	}
	port := u.Port()
	if port == "" {
		port = "80"
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || !AllowedProxyPort(uint16(n)) {
		return nil, refuse("has a port that is not 80, 443 or from 1024 to 65535")
	}
	host, err := Parse("http://" + strings.TrimSuffix(u.Host, ":"+u.Port()) + "/")
	if err != nil {
		return nil, err
	}
	return &url.URL{Scheme: "http", User: u.User, Host: host.Host + ":" + port}, nil
}

// AllowedProxyPort reports whether a caller's proxy may listen on a port: not where mail, shells and
// the like do.
func AllowedProxyPort(port uint16) bool { return AllowedPort(port) || port >= 1024 }
