package neardup_test

// Texts of our own making, to be told apart or not.
const (
	harbour = `The harbour board of Ostend has approved a second tide gate, ending a dispute that lasted for nine years. The gate will stand 400 metres
seaward of the old lock and is to close whenever the water rises 2.1 metres above the mean. Building costs 64 million euros, of which the region pays two thirds.
Work begins in March 2026 and takes three winters, since the fishing fleet must be able to leave in summer. Vance, who chairs the board, called the vote a relief.
"We have rebuilt the quay four times after floods, and each time we said never again," she said on Tuesday. Opponents fear that the gate slows the current and
that silt will gather in the inner basin. A study by the hydraulic laboratory found that 12,000 cubic metres more would have to be dredged each year. The board
wants to sell the sand to builders. Fishermen asked for a wider passage, and got 38 metres instead of 30. The mussel farms at the northern mole have to move by 2027.
Their owners are offered other places east of the river, at the same rent for fifteen years. The town's insurers said that premiums could fall by a tenth once the gate works.
Earlier plans for a fixed dam were dropped in 2019 after the marina had objected. The new gate lies on the sea bed and is raised by air within twenty minutes.`

	otherReport = `Ostend gets its flood barrier after all. By nine votes to four the port's governors backed a movable gate outside the old lock on Tuesday evening, and with it a
budget of 64 million euros. The region carries most of that sum. For almost a decade the plan had been fought over in court, in the council and on the quays.
What convinced the last doubters was a promise to the fleet: 38 metres of clear passage, and no building in the summer months. The barrier rests flat on the ground
and rises when compressed air is pumped in, which engineers say needs less than half an hour. Critics are not done yet. They point to sediment, of which the
laboratory expects thousands of tons a year behind the wall, and to the mussel growers at the mole, who must leave within two years. For the insurance trade it is good
news: floods have cost 90 million euros since 1990, and rates are likely to come down. Construction crews arrive next spring. If winters stay mild, ships will sail past the closed gate for the first time in 2029.`

	railway = `A night train will run again between Ghent and Lisbon from next December, the operator Meridian announced. Two trains of eleven coaches are being rebuilt in Porto, with
showers in every third compartment. The journey takes nineteen hours, and tickets begin at 59 euros for a seat. Meridian had first promised the line for 2024, but France
did not grant paths through the south-west during repairs of the viaduct at Bordeaux. Now three nights a week are agreed. Unions welcomed 140 new jobs and asked for
longer breaks. The last direct train on the route ran in 1993. The company hopes for 90,000 passengers in the first year and says that it needs no subsidy.`

	frame = `Home News Sport Weather Jobs Contact. You are reading a free article. Sign up for our newsletter and get the five stories that matter every morning. By subscribing
you accept our terms of use and the privacy policy. We use cookies to measure how our pages are read. More on this topic. Share on the usual networks. Print this page.
All rights reserved. No part of this page may be reproduced without the written permission of the publisher. Editorial office, imprint, advertising, archive, sitemap.`

	otherFrame = `Menu Search Log in Subscribe now from 2.50 a week. Local Region World Economy Culture Opinion Podcasts Puzzles. Article by our correspondents and agencies. Read aloud.
Most read today: what the new school year brings, why butter is dear, ten walks for the weekend. Comments are closed. Did you find a mistake? Write to the desk. Follow us.
Our journalism lives from its readers. Support us with a subscription, cancel at any time. Imprint, data protection, settings for consent, press council, our standards.`

	notice = `Tide gauge of Ostend, reading of the hour: the water stands at 311 centimetres and falls.`
)
