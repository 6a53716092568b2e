"""What a measurement was made on, so that two people can compare theirs."""

import os
import platform
from pathlib import Path


def describe() -> str:
    """Processor, cores, system and how busy it has been in the last minute, in one line."""
    return (
        f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}{_load()}"
    )


def _load() -> str:
    """The load average: above the number of cores, figures in seconds are those of a busy machine,
    and only ratios can be relied on."""
    return f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.is_file():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or "unknown processor"
