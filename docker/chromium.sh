#!/bin/sh
# The additional steps of the image with Chromium, as root on Debian: the browser with fonts, and what drives it.
#   docker/chromium.sh TARGET        TARGET is the environment that slim.sh has created
set -eu
target=$1
apt-get update
apt-get install --yes --no-install-recommends chromium fonts-dejavu fonts-noto-core
"$target/bin/python" -m pip install --quiet --no-cache-dir 'playwright>=1.49,<2'
