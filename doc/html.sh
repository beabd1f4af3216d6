#!/bin/sh
# html.sh - makes the pages of the book and the lessons in the folder OUT: `make html`.
#
#	html.sh OUT
#
# It takes cmark-gfm, which reads Markdown with tables as code hosting sites do, and the Lua interpreter. Experiments are
# run where there is a compiler for them.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
out=$1

for needed in cmark-gfm lua5.4; do
	command -v "$needed" >/dev/null 2>&1 || {
		echo "html: $needed is missing: install the packages cmark-gfm and lua5.4" >&2
		exit 4
	}
done
mkdir -p "$out"
run=
if "$WARPBOOK_BIN" lesson 04_global_memory --run --plain >/dev/null 2>&1; then
	run=--run
else
	echo "html: no compiler for the lessons' experiments: their bars are left out (see \`warpbook doctor\`)" >&2
fi
# shellcheck disable=SC2086 # no word where nothing is run
lua5.4 "$source/doc/html.lua" "$source" "$out" "$WARPBOOK_BIN" cmark-gfm $run
echo "made: $out/index.html"
