#!/usr/bin/env bash
# Installs the tools that exported files are checked with into .cache/consumers (about 600 MB, about
# two minutes on two cores). Debian's part needs root and is skipped, with a word, without it.
set -euo pipefail
cd "$(dirname "$0")/.."
target="${ASKWRIGHT_CONSUMERS:-.cache/consumers}"
wanted="$(cat scripts/consumers/requirements.txt scripts/consumers/package.json | sha256sum)"
mkdir -p "$target"

missing=()
command -v xmllint >/dev/null || missing+=(libxml2-utils)
command -v pdftotext >/dev/null || missing+=(poppler-utils)
command -v soffice >/dev/null || missing+=(libreoffice-writer-nogui)
command -v java >/dev/null || missing+=(default-jre-headless)
if [ "${#missing[@]}" -gt 0 ]; then
    if [ "$(id -u)" = 0 ]; then
        apt-get update -qq
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
    else
        echo "Not installed (needs root): ${missing[*]}" >&2
    fi
fi

if [ "$(cat "$target/installed" 2>/dev/null)" = "$wanted" ]; then
    exit 0
fi
"${PYTHON:-python3}" -m venv "$target/venv"
"$target/venv/bin/pip" install --quiet --disable-pip-version-check \
    --requirement scripts/consumers/requirements.txt
cp scripts/consumers/package.json "$target/package.json"
(cd "$target" && npm install --silent --no-audit --no-fund --no-package-lock)
echo "$wanted" >"$target/installed"
