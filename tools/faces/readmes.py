"""Runs the examples of the clients' own READMEs, as they come with the packages, against the sample web.

Written anew in them are addresses of pages, which become one of the sample web, and what makes a client, which gets the
service's address and token. An example that asks for what a face refuses by name is one that is not supported, and the refusal says so; one that
needs something else than the service is not run. Everything else that goes wrong fails."""

import asyncio
import contextlib
import importlib
import importlib.metadata
import io
import re
import socket
import sys
import textwrap
import traceback

from runs import COMPANY, TOKEN, URL

TAVILY = {"api_base_url": URL + "/tavily"}
LANGCHAIN = dict.fromkeys(["TavilySearch", "TavilyExtract", "TavilyCrawl", "TavilyMap", "TavilyResearch", "TavilyGetResearch"], {"tavily_api_key": TOKEN, **TAVILY})
# The classes of a package's module, and what a client is made with.
CLIENTS = {
    "firecrawl-py": ("firecrawl", dict.fromkeys(["Firecrawl", "AsyncFirecrawl"], {"api_key": TOKEN, "api_url": URL})),
    "tavily-python": ("tavily", dict.fromkeys(["TavilyClient", "AsyncTavilyClient"], {"api_key": TOKEN, **TAVILY})),
    "langchain-tavily": ("langchain_tavily", LANGCHAIN),
    "exa-py": ("exa_py", {"Exa": {"api_key": TOKEN, "base_url": URL + "/exa"}, "AsyncExa": {"api_key": TOKEN, "api_base": URL + "/exa"}}),
}
# Examples that need what is not here, by a word in them.
ELSEWHERE = {
    "get_search_context": "a file from the internet", "openai": "a model of OpenAI", "anthropic": "a model of Anthropic", "nest_asyncio": "a package",
    "gateway": "a gateway of one's own", "<crawl_id>": "an id", "(id)": "an id", "request_id": "an id",
    "alexandria": "Firecrawl's catalogue of tools", "feedback": "results to judge", ".decode(": "a stream of research", "create_task": "a loop of events",
}
REFUSED = re.compile(r"not supported|NOT_SUPPORTED|404 Client Error: Not Found for url: http://127.0.0.1")


class Elsewhere(OSError):
    """A call of an address that is not this machine."""


def at_home(name, *args, resolve=socket.getaddrinfo, **kwargs):
    if name not in ("127.0.0.1", "localhost", "::1"):
        raise Elsewhere(f"{name} is not this machine")
    return resolve(name, *args, **kwargs)


def examples(package):
    """The examples for Python of a package's README, in their order."""
    text = importlib.metadata.metadata(package).get_payload() or importlib.metadata.metadata(package)["Description"]
    return [textwrap.dedent(code) for code in re.findall(r"```python *\n(.*?)```", text, re.S)]


def ours(code):
    """An example with what has to be another here."""
    code = re.sub(r"https?://[^\s'\"]+", COMPANY, code)
    return re.sub(r"poll_interval=\d+", "poll_interval=1", code)


def calls(code):
    """The methods that an example calls of a client, as its name in the table."""
    found = re.findall(r"(?:client|firecrawl|app|exa|tool|run|jobs?|runs|monitors|websets|research)\.(\w+)\(", code)
    return ", ".join(dict.fromkeys(found)) or "made"


def run(code, names):
    """What came of an example."""
    needs = next((what for word, what in ELSEWHERE.items() if word in code), None)
    if needs:
        return f"not run: needs {needs}"
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            result = eval(compile(code, "README", "exec", flags=0x2000), names)  # 0x2000 lets await stand outside of functions
            if asyncio.iscoroutine(result):
                asyncio.run(result)
    except Exception as e:
        if REFUSED.search(str(e)):
            return "not supported, and said so"
        raise
    return "works"


def main():
    socket.getaddrinfo = at_home
    failed = False
    for package, (module, classes) in CLIENTS.items():
        known = importlib.import_module(module)
        for name, given in classes.items():
            made = getattr(known, name)
            setattr(known, name, lambda *_, made=made, given=given, **kwargs: made(**{**kwargs, **given}))
        names = {}
        for n, example in enumerate(examples(package), 1):
            code = ours(example)
            try:
                outcome = run(code, names)
            except Exception:  # whatever it is, the others are tried
                outcome, failed = "fails", True
                print(f"{package} README {n}:\n{code}\n{traceback.format_exc()}", file=sys.stderr)
            print("\t".join([package, f"README, example {n}", calls(code), outcome]), flush=True)
    sys.exit(1 if failed else 0)


main()
