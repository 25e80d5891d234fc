package site

// Certificate is what is wrong with a site's certificate.
type Certificate string

// The certificates that sites show.
const (
	GoodCertificate    Certificate = ""
	ExpiredCertificate Certificate = "expired"
	OtherCertificate   Certificate = "other"  // for another name
	OwnCertificate     Certificate = "own"    // signed by itself
	BrokenChain        Certificate = "broken" // without the certificate between it and the root
	NoCertificate      Certificate = "none"   // the server ends the handshake
)
