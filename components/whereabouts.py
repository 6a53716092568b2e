"""What leaves this machine, in a sentence that fits the settings in use."""

from components.plain import plain
from components.workbench import workshop
from services.settings import EngineName


def what_leaves() -> str:
    """Markdown for the front page."""
    settings = workshop().in_use
    parts = []
    if settings.engine is EngineName.OPENAI:
        server = plain(settings.server_url, limit=80)
        parts.append(f"The model runs on a server ({server}), which is sent what you draft.")
    if settings.wikipedia:
        parts.append("Wikipedia is asked about the names in your hints.")
    return " ".join(parts) or "The model runs on this machine. Nothing you write leaves it."
