"""Run as a program by `model_hub`: lists or downloads files with the hub's own client.

A program of its own because the client offers no way to stop what it has begun: this can be
killed. `list REPO REVISION` prints {path: sha256 or null}; `get REPO REVISION FOLDER FILE...`
puts the files into FOLDER. A failure is one line on standard error and exit code 1.
"""

import json
import os
import sys


def listed(repo: str, revision: str) -> dict[str, str | None]:
    from huggingface_hub import HfApi

    api = HfApi(endpoint=os.environ.get("HF_ENDPOINT"))
    entries = api.list_repo_tree(repo, recursive=True, revision=revision)
    return {
        entry.path: entry.lfs.sha256 if entry.lfs else None
        for entry in entries
        if hasattr(entry, "lfs")
    }


def get(repo: str, revision: str, folder: str, *names: str) -> None:
    from huggingface_hub import hf_hub_download

    for name in names:
        hf_hub_download(repo, name, revision=revision, local_dir=folder)


def main(action: str, *arguments: str) -> None:
    try:
        if action == "list":
            print(json.dumps(listed(*arguments)))
        else:
            get(*arguments)
    # The client's errors have no common ancestor; whatever it is, it goes to the parent as a line.
    except Exception as error:  # noqa: BLE001
        reason = str(error).strip().splitlines() or [""]
        sys.exit(f"{type(error).__name__}: {reason[0]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
