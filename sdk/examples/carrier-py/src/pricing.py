"""Prices by weight. Pure: neither host nor clock."""

from account import Account
from errors import invalid, rejected, unsupported
from wit_world.exports.rating import Charge, Rate
from wit_world.exports.services import Service
from wit_world.imports.common import Item, Money
from wit_world.imports.shipment import Consignment

SERVICES = [Service("ROAD", "Road", False), Service("EXPRESS", "Express", False)]

# 250 kg a cubic metre: a gram for so many cubic millimetres.
CUBIC_MILLIMETRES_PER_GRAM = 4_000
MOST_KILOGRAMS = 2_000
# A label each, in one file.
MOST_PIECES = 500


def chargeable_kilograms(items: list[Item]) -> int:
    """What is charged for: kilograms begun, of the weight or of the room taken, whichever is more."""
    wrong = [(f"items[{at}].quantity", "must be at least 1") for at, item in enumerate(items) if item.quantity == 0]
    wrong += [(f"items[{at}].weight", "must be more than nothing") for at, item in enumerate(items) if item.weight_g == 0]
    if not items:
        wrong.append(("items", "must hold at least one item"))
    if wrong:
        raise invalid(*wrong)
    grams = sum(item.quantity * item.weight_g for item in items)
    room = sum(item.quantity * item.length_mm * item.width_mm * item.height_mm for item in items)
    kilograms = up(max(grams * CUBIC_MILLIMETRES_PER_GRAM, room), CUBIC_MILLIMETRES_PER_GRAM * 1000)
    if kilograms > MOST_KILOGRAMS:
        raise rejected("TOO-HEAVY", f"More than {MOST_KILOGRAMS} kg are not carried.")
    return kilograms


def serves(account: Account, consignment: Consignment) -> bool:
    """What this carrier never takes, whatever the price; false where it does not drive at all."""
    if consignment.currency != account.currency:
        raise unsupported(f"this account has prices in {account.currency}, not in {consignment.currency}")
    if consignment.dangerous_goods is not None or any(item.dangerous_goods for item in consignment.items):
        raise rejected("DANGEROUS-GOODS", "Dangerous goods are not carried.")
    return consignment.from_.country_code == consignment.to.country_code


def computed(account: Account, kilograms: int) -> list[Rate]:
    # In hundredths of a cent; rounded once per price.
    road = account.base_price + account.price_per_kg * kilograms
    express = road * (10_000 + account.express_percent)
    return [
        rate(account, "ROAD", near(road, 100), 3, None),
        rate(account, "EXPRESS", near(express, 1_000_000), 1, None),
    ]


def rate(account: Account, code: str, minor: int, days: int, quote: str | None) -> Rate:
    """One service's price; `minor` excludes tax."""
    tax = near(minor * account.tax_percent, 10_000)
    freight = Charge("FREIGHT", "Freight", Money(minor, account.currency), Money(tax, account.currency), False)
    return Rate(code, service_name(code), [freight], days, "16:00", quote)


def service_name(code: str) -> str:
    for service in SERVICES:
        if service.code == code:
            return service.name
    raise invalid(("serviceCode", f"must be one of {', '.join(service.code for service in SERVICES)}"))


def sscc(company_prefix: str, serial: int) -> str:
    """The serial shipping container code of one piece: extension, company prefix, serial, check digit."""
    digits = 17 - len(company_prefix)
    number = str(serial % 10**digits).rjust(digits, "0")
    body = number[0] + company_prefix + number[1:]
    total = sum(int(digit) * (1 if place % 2 else 3) for place, digit in enumerate(reversed(body)))
    return body + str(-total % 10)


def near(value: int, divisor: int) -> int:
    """The nearest whole number, halves up."""
    return (2 * value + divisor) // (2 * divisor)


def up(value: int, divisor: int) -> int:
    """The next whole number."""
    return -(-value // divisor)
