"""Which addresses Askwright may send text to: the one place where that is decided."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from services.errors import InvalidInput


def checked(url: str) -> str:
    """`url` without a trailing slash, if it may be asked. Raises `InvalidInput` with the reason.

    Refused: anything but http and https, credentials in the address (they would end up in logs),
    and link-local addresses, where clouds answer with a machine's own secrets.
    """
    remedy = "Set ASKWRIGHT_SERVER_URL to an address such as http://127.0.0.1:8000/v1."
    if not url:
        raise InvalidInput("No server address is set.", remedy)
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise InvalidInput(f"The server address cannot be read: {error}.", remedy) from error
    if parts.scheme not in {"http", "https"} or not host:
        raise InvalidInput("The server address must begin with http:// or https://.", remedy)
    if parts.username or parts.password:
        raise InvalidInput(
            "The server address must not hold a password.", "Put the key in ASKWRIGHT_SERVER_KEY."
        )
    try:
        local = ip_address(host).is_link_local
    except ValueError:
        local = False
    if local:
        raise InvalidInput(f"The address {host} is link-local and is not asked.", remedy)
    return url.rstrip("/")
