#!/bin/sh
# The steps of the slim image: install Wrapture into a virtual environment of its own.
#   docker/slim.sh SOURCE TARGET     SOURCE is the checkout, TARGET the environment to create
set -eu
source=$1
target=$2
python3 -m venv "$target"
"$target/bin/python" -m pip install --quiet --no-cache-dir "$source[mcp,parquet,postgresql,sql,xlsx]"
"$target/bin/wrapture" --version
# bytecode is made now, because the image's user may not write there
"$target/bin/python" -m compileall -q "$target/lib" || true
