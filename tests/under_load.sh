#!/bin/sh
# Run all tests three times while both cores are busy: none may fail by chance.
#
# The second run ignores SIGINT, as the background jobs of a shell do; the third has no terminal, either.
# Usage: sh tests/under_load.sh [log folder], from the root of the checkout.
set -eu
logs=${1:-$(mktemp -d)}
mkdir -p "$logs"
jobs=""
trap 'kill $jobs 2>/dev/null || true' EXIT
trap 'exit 130' INT TERM
for _ in 1 2; do
    timeout 7200 nice -n 5 sh -c 'while :; do :; done' &
    jobs="$jobs $!"
done

check() { # name, command...
    name=$1
    shift
    echo "$name: $logs/$name.log"
    if ! WRAPTURE_CI=1 "$@" >"$logs/$name.log" 2>&1; then
        tail -n 40 "$logs/$name.log"
        exit 1
    fi
    grep -E '^(=+ .* in |make test took)' "$logs/$name.log"
}

check busy make test
check uninterruptible sh -c 'trap "" INT; exec make test'
check detached setsid --wait sh -c 'trap "" INT; exec make test </dev/null'
echo "three green runs under load"
