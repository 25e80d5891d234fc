"""Run the extractors in Python for make eval, by the protocol that extract.mjs describes."""

import gc
import json
import sys
import time

import pagesift
import trafilatura


def pagesifted(html, url):
    return pagesift.convert(html, url=url, only_main_content=True).markdown or ""


def extracted(output_format):
    # Comments it would add by default, which no set but CleanEval counts as content.
    return lambda html, url: trafilatura.extract(html, url=url, output_format=output_format, include_comments=False) or ""


# Of each its text, its markdown, and whether the text is markdown, too.
WAYS = {
    "trafilatura (Python)": (extracted("txt"), extracted("markdown"), False),
    "PageSift": (pagesifted, pagesifted, True),
}

loaded = []


def turn(way):
    """Take all loaded pages to markdown and return the CPU time, that of helper threads included."""
    gc.collect()
    begin = time.process_time()
    for html, url in loaded:
        try:
            WAYS[way][1](html, url)
        except Exception:  # it took its time nevertheless
            continue
    return time.process_time() - begin


def answer(request):
    match request["op"]:
        case "ways":
            return {"ways": list(WAYS)}
        case "text":
            text, _, marked = WAYS[request["way"]]
            return {"text": text(request["html"], request["url"]), "marked": marked}
        case "clear":
            loaded.clear()
            return {}
        case "load":
            loaded.append((request["html"], request["url"]))
            return {}
        case "pass":
            return {"seconds": turn(request["way"])}
    return {"error": f"there is no {request['op']}"}


def main():
    for line in sys.stdin:
        try:
            reply = answer(json.loads(line))
        except Exception as error:
            reply = {"error": str(error) or type(error).__name__}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
