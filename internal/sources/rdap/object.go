package rdap

import (
	"encoding/json"
	"slices"
	"strings"
)

// object is a domain object (RFC 9083, section 5.3), as far as it is used, or an error.
type object struct {
	Class       text             `json:"objectClassName"`
	ErrorCode   json.Number      `json:"errorCode"`
	Handle      text             `json:"handle"`
	LDHName     text             `json:"ldhName"`
	Status      list[text]       `json:"status"`
	Events      list[event]      `json:"events"`
	Nameservers list[nameserver] `json:"nameservers"`
	Entities    list[entity]     `json:"entities"`
	SecureDNS   *secureDNS       `json:"secureDNS"`
	Links       list[link]       `json:"links"`
	Redacted    list[redaction]  `json:"redacted"`
}

type event struct {
	Action text `json:"eventAction"`
	Date   text `json:"eventDate"`
}

type nameserver struct {
	LDHName     text `json:"ldhName"`
	UnicodeName text `json:"unicodeName"`
}

type link struct {
	Rel  text `json:"rel"`
	Type text `json:"type"`
	Href text `json:"href"`
}

type secureDNS struct {
	DelegationSigned flag `json:"delegationSigned"`
}

// redaction names what is left out (RFC 9537, section 4.2).
type redaction struct {
	Name struct {
		Type        text `json:"type"`
		Description text `json:"description"`
	} `json:"name"`
}

// entity is somebody with roles. Those within it have no more levels of their own
// here: reading them without end would let an answer take all time.
type entity struct {
	person

	Entities list[person] `json:"entities"`
}

type person struct {
	Handle    text            `json:"handle"`
	Roles     list[text]      `json:"roles"`
	PublicIDs list[publicID]  `json:"publicIds"`
	VCard     json.RawMessage `json:"vcardArray"`
	Remarks   list[remark]    `json:"remarks"`
	Links     list[link]      `json:"links"`
	URL       text            `json:"url"`
}

type publicID struct {
	Type       text `json:"type"`
	Identifier text `json:"identifier"`
}

type remark struct {
	Title text `json:"title"`
	Type  text `json:"type"`
}

func (p person) has(role string) bool {
	return slices.ContainsFunc(p.Roles, func(r text) bool { return strings.EqualFold(string(r), role) })
}

// hidden reports whether a remark says that data was left out.
func (p person) hidden() bool {
	return slices.ContainsFunc(p.Remarks, func(r remark) bool { return isRedacted(string(r.Title + " " + r.Type)) })
}
