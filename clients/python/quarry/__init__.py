"""A client of a Quarry service."""

from . import models
from ._async import AsyncQuarry
from ._client import Quarry
from ._codes import ErrorCode
from ._crawl import AsyncCrawlHandle, CrawlHandle
from ._errors import APIError, NetworkError, QuarryError, TimeoutError, WebhookError
from ._events import Event
from ._flow import Progress
from ._webhook import webhook

__all__ = [
    "APIError",
    "AsyncCrawlHandle",
    "AsyncQuarry",
    "CrawlHandle",
    "ErrorCode",
    "Event",
    "NetworkError",
    "Progress",
    "Quarry",
    "QuarryError",
    "TimeoutError",
    "WebhookError",
    "models",
    "webhook",
]
