#!/usr/bin/env bash
# The steps of action.yml. Its inputs are environment variables, so that no input becomes a part of this script.
set -euo pipefail

if ! command -v wrapture >/dev/null; then
  python -m pip install --quiet "wrapture[parquet,sql,xlsx]${VERSION:+==$VERSION}"
fi

mapfile -t pages < <(grep -v '^[[:space:]]*$' <<<"$PAGES" | sed 's/^[[:space:]]*//; s/[[:space:]]*$//')

read_pages() {
  local options=(--output "$OUTPUT" --force)
  if [ -n "$WRAPPER" ]; then options+=(--wrapper "$WRAPPER"); fi
  if [ "$STRICT" = true ]; then options+=(--strict); fi
  mkdir -p "$(dirname -- "$OUTPUT")"
  wrapture extract "${options[@]}" -- "${pages[@]}"
}

watch_pages() {
  if [ -z "$WRAPPER" ]; then echo "The input watch needs a wrapper" >&2; return 1; fi
  wrapture watch --once --output "$OUTPUT" "${pages[@]/#/--from=}" -- "$WRAPPER"
}

code=0
tables=("$OUTPUT")
if [ "$WATCH" = true ]; then
  tables=("$OUTPUT/rows.csv" "$OUTPUT/changes.csv")  # the state beside them differs after every round
  watch_pages || code=$?
else
  read_pages || code=$?
fi
case $code in
  0 | 3 | 5) if [ "$STRICT" != true ]; then code=0; fi ;;  # 3 and 5: a page has no records, or does not fit
  7) code=0 ;;  # there are changes
  *) exit "$code" ;;
esac

changed=false
if [ -n "$(git status --porcelain -- "${tables[@]}")" ]; then changed=true; fi
echo "changed=$changed" >>"$GITHUB_OUTPUT"

if [ "$changed" = true ] && [ "$COMMIT" = true ]; then
  git add -- "$OUTPUT"
  git -c user.name="github-actions[bot]" -c user.email="41898282+github-actions[bot]@users.noreply.github.com" \
    commit --quiet --message "$MESSAGE" -- "$OUTPUT"
  git push --quiet
fi
exit "$code"
