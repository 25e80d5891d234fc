package wire

// Connection is search_results_connection of a page.
type Connection struct {
	// Count is how many ads the query has, as the library says; it may be an estimate.
	Count Number     `json:"count"`
	Edges List[Edge] `json:"edges"`
	Info  struct {
		HasNext Flag `json:"has_next_page"`
	} `json:"page_info"`
}

// Edge is a group of ads with one creative. The page shows some of them.
type Edge struct {
	Node struct {
		Results List[Node] `json:"collated_results"`
	} `json:"node"`
}

// Node is an ad.
type Node struct {
	ID             Text       `json:"ad_archive_id"`
	CollationID    Text       `json:"collation_id"`
	CollationCount Number     `json:"collation_count"`
	PageID         Text       `json:"page_id"`
	PageName       Text       `json:"page_name"`
	Active         Flag       `json:"is_active"`
	Start          Number     `json:"start_date"` // Unix seconds
	End            Number     `json:"end_date"`   // Unix seconds; of active ads the present day
	Platforms      List[Text] `json:"publisher_platform"`
	Categories     List[Text] `json:"categories"`
	Sensitive      Flag       `json:"contains_sensitive_content"`
	Synthetic      Flag       `json:"contains_digital_created_media"`
	Currency       Text       `json:"currency"`
	Spend          Text       `json:"spend"`
	Impressions    struct {
		Text Text `json:"impressions_text"`
	} `json:"impressions_with_index"`
	Reach     Text       `json:"reach_estimate"`
	Countries List[Text] `json:"targeted_or_reached_countries"`
	Snapshot  Snapshot   `json:"snapshot"`
}

// Snapshot is what people saw of an ad.
type Snapshot struct {
	Body            Text        `json:"body"`
	Title           Text        `json:"title"`
	Caption         Text        `json:"caption"` // the domain that is shown
	LinkURL         Text        `json:"link_url"`
	LinkDescription Text        `json:"link_description"`
	CTAText         Text        `json:"cta_text"`
	CTAType         Text        `json:"cta_type"`
	Format          Text        `json:"display_format"`
	Byline          Text        `json:"byline"`
	Disclaimer      Text        `json:"disclaimer_label"`
	Images          List[Image] `json:"images"`
	Videos          List[Video] `json:"videos"`
	Cards           List[Card]  `json:"cards"`
	ExtraImages     List[Image] `json:"extra_images"`
	ExtraVideos     List[Video] `json:"extra_videos"`
	ExtraLinks      List[Text]  `json:"extra_links"`
	ExtraTexts      List[Text]  `json:"extra_texts"`
	PageID          Text        `json:"page_id"`
	PageName        Text        `json:"page_name"`
	PageURI         Text        `json:"page_profile_uri"`
	PagePicture     Text        `json:"page_profile_picture_url"`
	PageCategories  List[Text]  `json:"page_categories"`
	PageLikes       Number      `json:"page_like_count"`
}

// Image has addresses that are signed and expire.
type Image struct {
	Original    Text `json:"original_image_url"`
	Resized     Text `json:"resized_image_url"`
	Watermarked Text `json:"watermarked_resized_image_url"`
}

// Video has addresses that are signed and expire.
type Video struct {
	HD      Text `json:"video_hd_url"`
	SD      Text `json:"video_sd_url"`
	Preview Text `json:"video_preview_image_url"`
}

// Card is one card of a carousel or one product of a catalogue, with media of its own.
type Card struct {
	Title           Text `json:"title"`
	Body            Text `json:"body"`
	Caption         Text `json:"caption"`
	LinkURL         Text `json:"link_url"`
	LinkDescription Text `json:"link_description"`
	CTAText         Text `json:"cta_text"`
	Image
	Video
}
