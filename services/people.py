"""Who is at work: somebody who has signed in, or whoever sits at this machine."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from services.errors import Forbidden

LOCAL = "local"


@dataclass(frozen=True, slots=True)
class Person:
    """`id` owns drafts; `name` is what others are told; `email` may be empty."""

    id: str
    name: str
    email: str = ""

    @property
    def is_local(self) -> bool:
        return self.id == LOCAL


AT_THIS_MACHINE = Person(LOCAL, "You")


def person_of(claims: Mapping[str, Any]) -> Person:
    """The person whom an identity provider's signed claims describe.

    The id is made of `iss` and `sub` together, the only claims that OpenID Connect promises to be
    unique and never given to somebody else (Core 1.0, 5.7): names and addresses are not.
    Raises `Forbidden` when either is missing.
    """
    issuer, subject = claims.get("iss"), claims.get("sub")
    if not isinstance(issuer, str) or not isinstance(subject, str) or not issuer or not subject:
        raise Forbidden(
            "The identity provider did not say who you are.",
            "Ask the administrator to check its settings.",
        )
    digest = hashlib.sha256(json.dumps([issuer, subject]).encode()).hexdigest()
    email = _text(claims, "email")
    name = _text(claims, "name") or _text(claims, "preferred_username") or email
    return Person(f"person-{digest[:32]}", name[:200] or "Somebody without a name", email[:200])


def _text(claims: Mapping[str, Any], name: str) -> str:
    value = claims.get(name)
    return " ".join(value.split()) if isinstance(value, str) else ""
