"""What memory can still be had, asked before a model is loaded rather than after it has failed."""

from services.errors import Unavailable


def free_bytes(device: str) -> int:
    """Memory that can still be had: of the CUDA device, or of the machine with its swap."""
    if device == "cuda":
        import torch

        return int(torch.cuda.mem_get_info()[0])
    import psutil

    return int(psutil.virtual_memory().available + psutil.swap_memory().free)


def require_memory(name: str, needed: int, free: int) -> None:
    """Raises `Unavailable` naming both numbers when `needed` is more than `free` (bytes)."""
    if needed > free:
        raise Unavailable(
            f"{name} needs about {needed / 1e9:.1f} GB of memory and {free / 1e9:.1f} GB are free.",
            "Choose a smaller model, a lower precision or a shorter context.",
        )
