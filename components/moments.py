"""Moments as whoever looks at the page would say them."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st


def moment(when: datetime) -> str:
    """ "14:02" today, "3 Dec 14:02" this year, "3 Dec 2025 14:02" before; in the visitor's zone."""
    here, now = local(when), local(datetime.now().astimezone())
    if here.date() == now.date():
        return f"{here:%H:%M}"
    year = "" if here.year == now.year else f" {here.year}"
    return f"{here.day} {here:%b}{year} {here:%H:%M}"


def local(when: datetime) -> datetime:
    """In the zone of the browser, or of this machine while that is not known."""
    try:
        return when.astimezone(ZoneInfo(st.context.timezone or ""))
    except (ZoneInfoNotFoundError, ValueError):
        return when.astimezone()
