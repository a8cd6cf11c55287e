"""The settings of an account: what its form asks for, and how they are read."""

import json
import re
from dataclasses import dataclass

from errors import internal, invalid
from wit_world.exports.about import Attribute
from wit_world.imports import config

CURRENCIES = ["AUD", "NZD", "USD", "EUR"]


@dataclass
class Account:
    currency: str
    # In hundredths of a cent, so that 0.0425 a kilogram stays exact.
    base_price: int
    price_per_kg: int
    # In hundredths of a per cent.
    express_percent: int
    tax_percent: int
    connote_prefix: str
    gs1_prefix: str
    api_url: str


def _text(key: str, name: str, help: str, kind: str = "text", required: bool = False, choices: list[str] = []) -> Attribute:
    return Attribute(key, name, kind, required, choices, help)


ATTRIBUTES = [
    _text("currency", "Currency", "Of all prices below.", "choice", True, CURRENCIES),
    _text("basePrice", "Base price", "For each consignment, without tax.", "number", True),
    _text("pricePerKg", "Price per kilogram", "For each kilogram begun, without tax.", "number", True),
    _text("expressPercent", "Express surcharge", "Per cent on top of road; 50 when empty.", "number"),
    _text("taxPercent", "Tax", "Per cent; 10 when empty.", "number"),
    _text("gs1Prefix", "GS1 company prefix", "7 to 10 digits, for the numbers on the labels.", required=True),
    _text("connotePrefix", "Connote prefix", "Letters before the number; PYC when empty."),
    _text("apiUrl", "Price service", "Where live prices are asked for; prices are computed here when empty."),
    _text("apiKey", "Key of the price service", "Sent as a bearer token.", "secret"),
]


def account() -> Account:
    """The account that this call is made for; every wrong setting is named at once."""
    values = json.loads(config.account() or "{}")
    if not isinstance(values, dict):
        raise internal("the settings of the account are not a JSON object")
    errors: list[tuple[str, str]] = []

    def plain(key: str) -> str:
        value = values.get(key)
        return str(value).strip() if isinstance(value, (str, int, float)) and not isinstance(value, bool) else ""

    def number(key: str, otherwise: int | None, places: int) -> int:
        written = plain(key)
        if not written and otherwise is not None:
            return otherwise
        parsed = decimal(written, places)
        if parsed is None:
            errors.append((key, f"must be a number with at most {places} decimals" if written else "is required"))
        return parsed or 0

    found = Account(
        currency=plain("currency"),
        base_price=number("basePrice", None, 4),
        price_per_kg=number("pricePerKg", None, 4),
        express_percent=number("expressPercent", 50_00, 2),
        tax_percent=number("taxPercent", 10_00, 2),
        connote_prefix=plain("connotePrefix") or "PYC",
        gs1_prefix=plain("gs1Prefix"),
        api_url=plain("apiUrl").rstrip("/"),
    )
    if found.currency not in CURRENCIES:
        errors.append(("currency", f"must be one of {', '.join(CURRENCIES)}"))
    if not re.fullmatch("[0-9]{7,10}", found.gs1_prefix):
        errors.append(("gs1Prefix", "must be 7 to 10 digits"))
    if not re.fullmatch("[A-Z]{1,6}", found.connote_prefix):
        errors.append(("connotePrefix", "must be 1 to 6 capital letters"))
    if found.api_url and not found.api_url.startswith("https://"):
        errors.append(("apiUrl", "must begin with https://"))
    if errors:
        raise invalid(*errors)
    return found


def decimal(written: str, places: int) -> int | None:
    """`12.5` with four places is 125000; None for what is no such number. Never by way of a fraction."""
    match = re.fullmatch(r"([0-9]{1,6})(?:\.([0-9]+))?", written)
    if not match or len(match[2] or "") > places:
        return None
    return int(match[1] + (match[2] or "").ljust(places, "0"))
