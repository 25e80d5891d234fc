"""Holds the tools of the Model Context Protocol to a client in another language: over HTTP and by quarry mcp."""

import asyncio
import os
import sys
import traceback

import httpx
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

URL, TOKEN, QUARRY = os.environ["QUARRY_URL"], os.environ["QUARRY_TOKEN"], os.environ["QUARRY"]


def texts(result):
    return [c.text for c in result.content]


async def hold(session):
    """What is held on both ways."""
    await session.initialize()
    tools = (await session.list_tools()).tools
    assert len(tools) == 12 and all(t.description for t in tools), [t.name for t in tools]
    seen = []

    async def progress(done, total, message):
        seen.append(done)

    page = await session.call_tool("scrape", {"url": "http://article.test/", "maxTokens": 400}, progress_callback=progress)
    content, about = texts(page)
    assert not page.is_error and "Measuring the tide" in content and " left" in about, about
    cursor = about.split('cursor "')[1].split('"')[0]
    rest = await session.call_tool("jobs", {"cursor": cursor, "maxTokens": 50000})
    assert not rest.is_error and len(texts(rest)[0]) > 500, texts(rest)
    wall = await session.call_tool("scrape", {"url": "http://wall.test/"})
    assert wall.is_error and texts(wall)[0].startswith("upstream_blocked"), texts(wall)
    balance = await session.call_tool("balance", {})
    assert "credits left" in texts(balance)[0], texts(balance)
    job = about.split(",")[0]
    read = await session.read_resource(f"quarry://jobs/{job}")
    assert "markdown" in read.contents[0].text, read


async def http():
    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}, timeout=60) as client:
        async with streamable_http_client(f"{URL}/mcp", http_client=client) as streams:
            async with ClientSession(streams[0], streams[1]) as session:
                await hold(session)


async def stdio():
    server = StdioServerParameters(command=QUARRY, args=["mcp"], env={**os.environ, "QUARRY_URL": URL, "QUARRY_TOKEN": TOKEN})
    async with stdio_client(server) as (read, write):
        async with ClientSession(read, write) as session:
            await hold(session)


failed = False
for name, run in (("/mcp", http), ("quarry mcp", stdio)):
    outcome = "works"
    try:
        asyncio.run(run())
    except BaseException:
        failed, outcome = True, "fails"
        traceback.print_exc()
    print("\t".join(["Python", name, "initialize, list_tools, call_tool, read_resource", outcome]), flush=True)
sys.exit(failed)
