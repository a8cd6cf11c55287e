"""Prices asked of the carrier's own service, and its answers in the taxonomy of errors.

POST <apiUrl>/prices  {"from": {"postcode", "country"}, "to": …, "kilograms": 7, "currency": "AUD"}
200  {"prices": [{"id": "q-1", "service": "ROAD", "amount": "18.40", "days": 3}]}      without tax
4xx  {"code": "NO-ROUTE", "message": "…"}
"""

import json
from typing import Any

from account import Account, decimal
from componentize_py_types import Err
from errors import internal, not_found, rejected, unauthorised, unavailable, unsupported
from pricing import SERVICES, rate
from wit_world.exports.rating import Rate
from wit_world.imports import http_client
from wit_world.imports.common import Address
from wit_world.imports.http_client import (
    Header,
    HttpError,
    HttpError_Refused,
    HttpError_TimedOut,
    HttpError_TooLarge,
    HttpError_Unreachable,
    Request,
    Response,
)
from wit_world.imports.shipment import Consignment


def live(account: Account, consignment: Consignment, kilograms: int) -> list[Rate]:
    question = {
        "from": _place(consignment.from_),
        "to": _place(consignment.to),
        "kilograms": kilograms,
        "currency": account.currency,
    }
    answer = _json(_send(f"{account.api_url}/prices", question))
    prices = answer.get("prices") if isinstance(answer, dict) else None
    if not isinstance(prices, list):
        raise _unreadable("there is no list of prices")
    return [rate for price in prices for rate in _rates(account, price)]


def _rates(account: Account, price: Any) -> list[Rate]:
    match price:
        case {"id": str(id), "service": str(service), "amount": str(amount), "days": int(days)} if 0 <= days <= 365:
            minor = decimal(amount, 2)
            if minor is not None:
                # Unknown services are skipped.
                known = any(one.code == service for one in SERVICES)
                return [rate(account, service, minor, days, id)] if known else []
    raise _unreadable("a price lacks a member or its amount is no number")


def _place(address: Address) -> dict[str, str]:
    return {"postcode": address.postcode, "country": address.country_code}


def _send(url: str, question: Any) -> Response:
    headers = [
        Header("content-type", "application/json"),
        # The host fills in the key.
        Header("authorization", "Bearer {{secret:apiKey}}"),
    ]
    try:
        response = http_client.send(Request("POST", url, headers, json.dumps(question).encode(), 5_000))
    except Err as error:
        raise _unreachable(error.value) from None
    if 200 <= response.status < 300:
        return response
    raise _refusal(response)


def _unreachable(error: HttpError) -> Err:
    match error:
        case HttpError_Refused(why):
            return unsupported(f"the call is not allowed: {why}")
        case HttpError_TimedOut():
            return unavailable("the price service did not answer in time")
        case HttpError_Unreachable(why):
            return unavailable(f"the price service could not be reached: {why}")
        case HttpError_TooLarge():
            return internal("the answer of the price service is too large")
        case other:
            return internal(f"the price service could not be called: {other.value}")


def _refusal(response: Response) -> Err:
    status = response.status
    try:
        said = json.loads(response.body.decode())
    except ValueError:
        # Not JSON: use the status alone.
        said = None
    said = said if isinstance(said, dict) else {}
    words = said["message"] if isinstance(said.get("message"), str) else f"the price service answered {status}"
    if status in (401, 403):
        return unauthorised(words)
    if status == 404:
        return not_found(words)
    if status in (408, 429) or status >= 500:
        after = next((header.value.strip() for header in response.headers if header.name.lower() == "retry-after"), "")
        return unavailable(words, int(after) * 1000 if after.isdecimal() and len(after) <= 6 else None)
    if status >= 400:
        return rejected(said["code"] if isinstance(said.get("code"), str) else str(status), words, status)
    return internal(f"the price service answered with the unexpected status {status}")


def _json(response: Response) -> Any:
    try:
        return json.loads(response.body.decode())
    except ValueError:
        raise _unreadable("it is no JSON") from None


def _unreadable(why: str) -> Err:
    return internal(f"the answer of the price service could not be read: {why}")
