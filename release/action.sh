#!/usr/bin/env bash
# The steps of action.yml. Its inputs are environment variables, so that no input becomes a part of this script.
set -euo pipefail

if ! command -v wrapture >/dev/null; then
  python -m pip install --quiet "wrapture[parquet,sql,xlsx]${VERSION:+==$VERSION}"
fi

mapfile -t pages < <(grep -v '^[[:space:]]*$' <<<"$PAGES" | sed 's/^[[:space:]]*//; s/[[:space:]]*$//')
options=(--output "$OUTPUT" --force)
if [ -n "$WRAPPER" ]; then options+=(--wrapper "$WRAPPER"); fi
if [ "$STRICT" = true ]; then options+=(--strict); fi

mkdir -p "$(dirname -- "$OUTPUT")"
code=0
wrapture extract "${options[@]}" -- "${pages[@]}" || code=$?
if [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; then exit "$code"; fi  # 3: a page has no records or does not fit

changed=false
if [ -n "$(git status --porcelain -- "$OUTPUT")" ]; then changed=true; fi
echo "changed=$changed" >>"$GITHUB_OUTPUT"

if [ "$changed" = true ] && [ "$COMMIT" = true ]; then
  git add -- "$OUTPUT"
  git -c user.name="github-actions[bot]" -c user.email="41898282+github-actions[bot]@users.noreply.github.com" \
    commit --quiet --message "$MESSAGE" -- "$OUTPUT"
  git push --quiet
fi
exit "$code"
