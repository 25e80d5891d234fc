"""What calls take."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

Call = TypeVar("Call", bound=Callable[..., Any])


def takes_body(call: Call) -> Call:
    """Let a call say how it is made, where its arguments do not stand in one dictionary."""
    parameters = inspect.signature(call).parameters
    place, optional = list(parameters).index("body"), parameters["body"].default is None

    @wraps(call)
    def checked(*given: Any, **named: Any) -> Any:
        body = given[place] if len(given) > place else named.get("body")
        if not isinstance(body, dict) and not (optional and body is None):
            name = call.__name__
            raise TypeError(
                f'the arguments of {name} stand in one dictionary, as in scrape({{"url": "https://example.com/"}})'
            )
        return call(*given, **named)

    return cast("Call", checked)
