"""Short ways to say what went wrong, in the taxonomy that all plugins share. Each gives an exception to raise."""

from componentize_py_types import Err
from wit_world.imports.common import (
    FieldError,
    Outage,
    PluginError_Internal,
    PluginError_InvalidInput,
    PluginError_NotFound,
    PluginError_Rejected,
    PluginError_Unauthorised,
    PluginError_Unavailable,
    PluginError_Unsupported,
    Refusal,
)


def invalid(*fields: tuple[str, str]) -> Err:
    """Each field is its path, as in `items[0].weight`, and what would be right."""
    return Err(PluginError_InvalidInput([FieldError(member, message) for member, message in fields]))


def rejected(code: str, message: str, http_status: int | None = None) -> Err:
    return Err(PluginError_Rejected(Refusal(code, message, http_status)))


def unavailable(message: str, retry_after_ms: int | None = None) -> Err:
    return Err(PluginError_Unavailable(Outage(message, retry_after_ms)))


def unauthorised(message: str) -> Err:
    return Err(PluginError_Unauthorised(message))


def not_found(message: str) -> Err:
    return Err(PluginError_NotFound(message))


def unsupported(message: str) -> Err:
    return Err(PluginError_Unsupported(message))


def internal(message: str) -> Err:
    return Err(PluginError_Internal(message))
