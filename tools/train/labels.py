"""Labels: which part of each block's words is content, by a page's reference text."""

import bisect
import collections
import re

import numpy as np

WORD = re.compile(r"\w+")

# A block of fewer words is content only where its words stand between those of its
# neighbours: "Home" occurs in any text.
ALONE = 4
# Words run in threes, so that a block is not held to be content for common words.
RUN = 3
# How far from its neighbours' words, in words, a short block may be found.
SLACK = 3
OPEN_END = 200


def words(text):
    return WORD.findall(text.lower())


def label(blocks, reference):
    """Return, for each block (a list of words), the part of it that is in the reference."""
    runs, places = collections.defaultdict(list), collections.defaultdict(list)
    for i, word in enumerate(reference):
        places[word].append(i)
        runs[tuple(reference[i : i + RUN])].append(i)
    parts = np.zeros(len(blocks))
    anchors = []  # of long blocks: which, where its words begin and end in the reference
    for k, block in enumerate(blocks):
        if len(block) < ALONE:
            continue
        found, begins = np.zeros(len(block), bool), []
        for j in range(len(block) - RUN + 1):
            at = runs.get(tuple(block[j : j + RUN]))
            if at:
                found[j : j + RUN] = True
                if len(at) == 1:
                    begins.append(at[0] - j)
        parts[k] = found.mean()
        if begins and parts[k] > 0.7:
            begin = int(np.median(begins))
            anchors.append((k, begin, begin + len(block)))
    for k, block in enumerate(blocks):
        if 0 < len(block) < ALONE:
            parts[k] = between(k, block, anchors, places, reference)
    return parts


def between(k, block, anchors, places, reference):
    """Tell whether a short block's words stand between those of its neighbours."""
    i = bisect.bisect_left(anchors, (k,))
    low = anchors[i - 1][2] - SLACK if i > 0 else 0
    high = anchors[i][1] + SLACK if i < len(anchors) else len(reference)
    if i == 0:
        low = max(low, high - OPEN_END)
    if i == len(anchors):
        high = min(high, low + OPEN_END)
    for at in places.get(block[0], ()):
        if low <= at and at + len(block) <= high and reference[at : at + len(block)] == block:
            return 1.0
    return 0.0


# How many words beside comments make them comments on something.
TOPIC = 50


def among_comments(labels, lengths, comments):
    """Return labels by which comments below something are no content, whatever annotators thought of them.

    Annotators disagree, within one set even. By our rule, which the service's options follow, comments are
    left out of an article, and are the content of a page that has little else.
    """
    if (labels * lengths)[~comments].sum() < TOPIC:
        return labels
    return np.where(comments, 0, labels)


# Where votes are for a block, and where against it: the part of its words that an extractor found.
FOR, AGAINST = 0.7, 0.3
# Which part of the longest text extractors must have in common to be believed.
COMMON = 0.6
# How sure a phrase is beside a vote, since people wrote it down.
PHRASE = 2


def agreed(page, found, inside, outside):
    """Return words of the content, labels, and how sure they are, by what extractors found and by phrases.

    A block is content where all extractors found it, and is none where none did. Where they disagree nothing is
    learned, and of a page on which their texts differ much only what phrases say.
    """
    texts = [words(text) for text in found]
    parts = [label(page.blocks, text) if text else np.zeros(len(page.blocks)) for text in texts]
    content, none = np.min(parts, axis=0) > FOR, np.max(parts, axis=0) < AGAINST
    reference = [word for k in np.nonzero(content)[0] for word in page.blocks[k]]
    labels, sure = content.astype(float), (content | none).astype(float)
    if len(reference) < COMMON * max(map(len, texts)):
        sure[:] = 0
    for k, text in enumerate(page.texts):
        if holds(text, inside):
            labels[k], sure[k] = 1, PHRASE
        elif holds(text, outside):
            labels[k], sure[k] = 0, PHRASE
    return reference, labels, sure


def holds(text, phrases):
    return any(" ".join(phrase.split()) in text for phrase in phrases)
