#!/usr/bin/env bash
# A throw-away PostgreSQL for the tests: prints its address, and nothing else, on standard output.
#
#   export ASKWRIGHT_TEST_POSTGRES=$(scripts/start_postgres.sh start FOLDER)
#   scripts/start_postgres.sh stop FOLDER
#
# FOLDER must not exist yet; it holds the cluster and the log. Installs Debian's package if there is
# no server (as root). The server runs as an unprivileged user, on a free port of 127.0.0.1, with a
# password, and forgets about fsync: it is for tests only.
set -euo pipefail

action=${1:?start or stop}
folder=${2:?the folder of the cluster}

server_bin() {
    local found
    found=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
    if [[ -z $found ]] && command -v initdb >/dev/null; then
        found=$(dirname "$(command -v initdb)")
    fi
    echo "$found"
}

# initdb and postgres refuse to run as root.
unprivileged() {
    if [[ $(id -u) -eq 0 ]]; then
        (cd / && setpriv --reuid=postgres --regid=postgres --init-groups "$@")
    else
        "$@"
    fi
}

if [[ $action == stop ]]; then
    bin=$(server_bin)
    unprivileged "$bin/pg_ctl" --pgdata="$folder/data" --mode=immediate stop >/dev/null
    rm -rf "$folder"
    exit
fi

if [[ -z $(server_bin) ]]; then
    apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >&2
fi
bin=$(server_bin)

mkdir -p "$folder"
password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
(umask 077 && printf '%s' "$password" >"$folder/password")
if [[ $(id -u) -eq 0 ]]; then
    chown -R postgres:postgres "$folder"
fi
unprivileged "$bin/initdb" --pgdata="$folder/data" --username=askwright \
    --pwfile="$folder/password" --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 \
    >"$folder/initdb.log"

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
unprivileged "$bin/pg_ctl" --pgdata="$folder/data" --log="$folder/data/server.log" --wait \
    --options="-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories='' -c fsync=off -c synchronous_commit=off -c full_page_writes=off" \
    start >/dev/null
echo "postgresql+pg8000://askwright:$password@127.0.0.1:$port/postgres"
