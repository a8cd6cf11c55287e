"""A carrier in Python: prices by weight (or asked live), numbers of its own, labels drawn by the host.

Each class is one interface of the world in wit/world.wit. A call has a fresh instance, so what is to last goes into the
key-value store; an error is raised as a value of the taxonomy (errors.py).
"""

import json
from collections.abc import Callable
from typing import Any

from account import ATTRIBUTES, account
from componentize_py_types import Err
from errors import internal, invalid, unavailable
from live import live
from pricing import MOST_PIECES, SERVICES, chargeable_kilograms, computed, serves, service_name, sscc
from wit_world import exports
from wit_world.exports.about import Description
from wit_world.exports.rating import Rate
from wit_world.exports.services import Service
from wit_world.exports.shipping import BookRequest
from wit_world.imports import clock, key_value, render
from wit_world.imports.common import File
from wit_world.imports.key_value import StoreError_Unavailable
from wit_world.imports.render import Label
from wit_world.imports.shipment import Booked, Consignment, Event, Tracked

# Ninety days: longer than any shipment.
KEPT_SECONDS = 90 * 24 * 60 * 60

# What is remembered of a booking under our reference: connote, at, from, firstPiece, pieces.
type Kept = dict[str, Any]


class About(exports.About):
    def describe(self) -> Description:
        return Description("carrier-py", "Carrier in Python", ATTRIBUTES, ["tracking"])

    def check_account(self) -> None:
        account()


class Services(exports.Services):
    def list_services(self) -> list[Service]:
        return SERVICES


class Rating(exports.Rating):
    def rates(self, consignment: Consignment) -> list[Rate]:
        own = account()
        if not serves(own, consignment):
            return []
        kilograms = chargeable_kilograms(consignment.items)
        return live(own, consignment, kilograms) if own.api_url else computed(own, kilograms)


class Shipping(exports.Shipping):
    def book(self, request: BookRequest) -> Booked:
        own = account()
        consignment = request.consignment
        before = _kept(consignment.reference)
        if before:
            return _booked(consignment.reference, before)
        service_name(request.service_code)
        chargeable_kilograms(consignment.items)
        pieces = _piece_count(consignment)
        if pieces > MOST_PIECES:
            raise invalid(("items", f"must be at most {MOST_PIECES} pieces"))
        number = _stored(lambda: key_value.increment(f"connotes:{own.connote_prefix}", 1))
        last = _stored(lambda: key_value.increment(f"pieces:{own.gs1_prefix}", pieces))
        now: Kept = {
            "connote": f"{own.connote_prefix}{number:08}",
            "at": clock.local_now(),
            # An event's place has at most 200 bytes.
            "from": consignment.from_.suburb[:50],
            "firstPiece": last - pieces + 1,
            "pieces": pieces,
        }
        _stored(lambda: key_value.set(_key(consignment.reference), json.dumps(now).encode(), KEPT_SECONDS))
        return _booked(consignment.reference, now)

    def find(self, reference: str) -> Booked | None:
        found = _kept(reference)
        return _booked(reference, found) if found else None

    def label(self, request: BookRequest, booked: Booked) -> File:
        own = account()
        consignment = request.consignment
        first_piece, pieces = _numbers(booked.data)
        if _piece_count(consignment) != pieces:
            raise invalid(("items", f"are {_piece_count(consignment)} pieces, but {pieces} were booked"))
        each = [item for item in consignment.items for _ in range(item.quantity)]
        labels = [
            Label(
                carrier_name="Carrier in Python",
                service_name=service_name(request.service_code),
                connote=booked.connote,
                piece=index + 1,
                pieces=pieces,
                gs1=f"(00){sscc(own.gs1_prefix, first_piece + index)}",
                route=f"{consignment.to.state or ''} {consignment.to.postcode}".strip(),
                sender=consignment.from_,
                receiver=consignment.to,
                reference=consignment.customer_reference or consignment.reference,
                weight_g=item.weight_g,
                instructions=consignment.delivery_instructions,
                date=consignment.dispatch_date,
                dangerous_goods=item.dangerous_goods,
            )
            for index, item in enumerate(each)
        ]
        try:
            return render.labels(labels)
        except Err as error:
            raise internal(f"the labels could not be drawn: {error.value}") from None

    def cancel(self, booked: Booked) -> None:
        _stored(lambda: key_value.delete(_key(booked.reference)))


class Tracking(exports.Tracking):
    def track(self, booked: list[Booked]) -> list[Tracked]:
        found = [kept for one in booked if (kept := _kept(one.reference))]
        return [Tracked(kept["connote"], [_event(kept)], None) for kept in found]


def _event(kept: Kept) -> Event:
    return Event(f"{kept['connote']}-booked", kept["at"], None, "Booked", kept["from"], None)


def _booked(reference: str, kept: Kept) -> Booked:
    data = {"firstPiece": kept["firstPiece"], "pieces": kept["pieces"]}
    return Booked(reference, kept["connote"], json.dumps(data))


def _numbers(data: str) -> tuple[int, int]:
    """What `_booked` wrote down, handed back by the host."""
    try:
        numbers = json.loads(data)
        return numbers["firstPiece"], numbers["pieces"]
    except (ValueError, KeyError, TypeError):
        raise internal("the booking's data could not be read") from None


def _piece_count(consignment: Consignment) -> int:
    return sum(item.quantity for item in consignment.items)


def _kept(reference: str) -> Kept | None:
    found = _stored(lambda: key_value.get(_key(reference)))
    return json.loads(found.decode()) if found else None


def _key(reference: str) -> str:
    return f"booking:{reference}"


def _stored[T](work: Callable[[], T]) -> T:
    """Does something with the store; its errors become the plugin's own."""
    try:
        return work()
    except Err as error:
        fault = error.value
        words = fault.value if isinstance(fault, StoreError_Unavailable) else type(fault).__name__
        raise unavailable(f"the store cannot be used: {words}") from None
