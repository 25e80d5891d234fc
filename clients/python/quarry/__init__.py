"""A client of a Quarry service."""

from ._client import Quarry
from ._codes import ErrorCode
from ._errors import NotFinished, QuarryError, WebhookError
from ._generated import models
from ._webhook import webhook

__all__ = ["ErrorCode", "NotFinished", "Quarry", "QuarryError", "WebhookError", "models", "webhook"]
