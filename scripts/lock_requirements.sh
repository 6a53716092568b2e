#!/usr/bin/env bash
# Writes deploy/requirements.lock: every package of the image with its version and its hashes, for
# x86-64 and torch without CUDA. Wants uv (https://docs.astral.sh/uv/).
#
#   scripts/lock_requirements.sh [where uv finds that torch; else at its makers']
set -euo pipefail
cd "$(dirname "$0")/.."
lock=deploy/requirements.lock
if [[ $# -eq 0 ]]; then
    set -- --extra-index-url https://download.pytorch.org/whl/cpu --index-strategy unsafe-best-match
fi
sed 's/^torch==.*/&+cpu/' requirements.txt |
    uv pip compile - "$@" --generate-hashes --no-emit-index-url --no-emit-find-links --no-header \
        --no-annotate --python-version 3.11 --python-platform x86_64-manylinux_2_28 --quiet \
        --output-file "$lock.new" >/dev/null
{
    echo "# Made by scripts/lock_requirements.sh from requirements.txt."
    cat "$lock.new"
} >"$lock"
rm "$lock.new"
