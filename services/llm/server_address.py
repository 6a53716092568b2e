"""Which addresses Askwright may send text to: the one place where that is decided."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from services.errors import InvalidInput

REMEDY = "Set ASKWRIGHT_SERVER_URL to an address such as http://127.0.0.1:8000/v1."
# Where clouds answer any program on a machine with that machine's own keys, beside the
# link-local ones: Amazon over IPv6, Azure, Alibaba, Oracle.
_OF_CLOUDS = tuple(
    ip_network(text)
    for text in ("fd00:ec2::/32", "168.63.129.16/32", "100.100.100.0/24", "192.0.0.0/24")
)
# IPv6 addresses that stand for an IPv4 one, in their last 32 bits.
_TRANSLATED = ip_network("64:ff9b::/96")
Address = IPv4Address | IPv6Address


def checked(url: str, *, local: bool = True) -> str:
    """`url` without a trailing slash, if it may be asked. Raises `InvalidInput` with the reason.

    Refused: anything but http and https, credentials in the address (they would end up in logs),
    and what `require_allowed` refuses.
    """
    if not url:
        raise InvalidInput("No server address is set.", REMEDY)
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise InvalidInput(f"The server address cannot be read: {error}.", REMEDY) from error
    if parts.scheme not in {"http", "https"} or not host:
        raise InvalidInput("The server address must begin with http:// or https://.", REMEDY)
    if parts.username or parts.password:
        raise InvalidInput(
            "The server address must not hold a password.", "Put the key in ASKWRIGHT_SERVER_KEY."
        )
    require_allowed(host, local=local)
    return url.rstrip("/")


def require_allowed(host: str, *, local: bool) -> None:
    """Raise `InvalidInput` if `host`, or any address its name stands for now, is a cloud's
    metadata service or no place to send to; without `local` also for this machine and its network.

    A name that stands for nothing passes: it will not be reached.
    """
    for address in _addresses(host):
        plain = _unwrapped(address)
        if plain.is_link_local or any(
            plain.version == net.version and plain in net for net in _OF_CLOUDS
        ):
            raise InvalidInput(f"The address {host} is link-local or a cloud's and is not asked.")
        if plain.is_multicast or plain.is_unspecified:
            raise InvalidInput(f"The address {host} is no machine's.", REMEDY)
        if not local and not plain.is_global:
            raise InvalidInput(
                f"The address {host} is on this machine or its own network.",
                "Where people sign in, ASKWRIGHT_SERVER_LOCAL=1 allows that.",
            )


def guard(*, local: bool) -> Callable[[Any], Awaitable[None]]:
    """A hook of httpx that looks at the address before each request: a name may stand for another
    one by now."""

    async def check(request: Any) -> None:
        await asyncio.to_thread(require_allowed, request.url.host, local=local)

    return check


def _addresses(host: str) -> list[Address]:
    try:
        # A connection is made by this same call, which reads "2852039166" and "0x7f.1" as well.
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [ip_address(str(entry[4][0]).split("%")[0]) for entry in found]


def _unwrapped(address: Address) -> Address:
    if isinstance(address, IPv4Address):
        return address
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address
