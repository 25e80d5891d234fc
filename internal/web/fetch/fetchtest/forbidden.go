package fetchtest

import (
	"fmt"
	"net/netip"
)

// Forbidden are spellings of hosts that no call may be about.
func Forbidden() []string {
	hosts := []string{
		"localhost", "LOCALHOST", "localhost.", "a.localhost", "localhost.localdomain", "printer.local", "router.home.arpa", "metadata.google.internal",
		"intranet", "db.corp", "nas.lan", "x.onion", "ｌｏｃａｌｈｏｓｔ", "①②⑦.⓪.⓪.①", "１２７.０.０.１", "127。0。0。1", "0", "0x", "127.1", "127.0.1",
		"[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[fc00::1]", "[fd00:ec2::254]", "[fe80::1]", "[fe80::1%25eth0]", "[ff02::1]", "[fec0::1]", "[2001:db8::1]",
		"[5f00::1]", "[3ffe::1]", "[2a00::5efe:10.0.0.1]", "[100::1]", "[2001::1]",
	}
	for _, text := range []string{
		"127.0.0.1", "127.8.9.10", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "169.254.169.254", "169.254.170.2", "100.64.0.1",
		"168.63.129.16", "0.0.0.0", "192.0.0.192", "198.18.0.1", "224.0.0.1", "255.255.255.255",
	} {
		b := netip.MustParseAddr(text).As4()
		n := uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
		hosts = append(hosts,
			text, text+".", fmt.Sprint(n), fmt.Sprintf("0x%x", n), fmt.Sprintf("0X%X", n), fmt.Sprintf("0%o", n),
			fmt.Sprintf("0%o.0%o.0%o.0%o", b[0], b[1], b[2], b[3]), fmt.Sprintf("0x%x.0x%x.0x%x.0x%x", b[0], b[1], b[2], b[3]),
			fmt.Sprintf("%d.%d", b[0], n&0xffffff), fmt.Sprintf("[::ffff:%s]", text), fmt.Sprintf("[64:ff9b::%s]", text),
			fmt.Sprintf("[2002:%02x%02x:%02x%02x::]", b[0], b[1], b[2], b[3]), fmt.Sprintf("[::%s]", text),
		)
	}
	return hosts
}
