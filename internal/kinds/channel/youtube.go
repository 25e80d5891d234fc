package channel

import (
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/youtube/permalink"
)

func youtube() platform {
	return platform{
		name: social.YouTube, hosts: []string{"youtube.com", "youtu.be"},
		handle: permalink.Handle, address: permalink.ChannelOf, page: permalink.Channel,
		forms: "@name, name, or the id that begins with UC", example: "https://www.youtube.com/@marrowfen",
	}
}
