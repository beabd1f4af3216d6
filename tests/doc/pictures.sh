#!/bin/bash
# pictures.sh - the book's pictures show the program: made again, they have the same words. Numbers may differ
# (times, the seed, a compiler's version).
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
top=$(cd "$TESTS_DIR/.." && pwd)

bash "$top/doc/pictures.sh" "$scratch/pictures" 2>"$scratch/said"
case $? in
77)
	skip "the pictures are the program's" "$(cat "$scratch/said")"
	tap_done ;;
0) ;;
*) is "the pictures are taken" "$(cat "$scratch/said")" "" ;;
esac

words() { sed 's/<style>.*//; s/<[^>]*>/ /g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g; s/[0-9][0-9.]*/N/g' "$1" | grep -v '^[.@]' |
	tr -s ' \n' '\n'; }
for picture in "$top"/doc/pictures/*.svg; do
	name=${picture##*/}
	words "$picture" >"$scratch/old"
	words "$scratch/pictures/$name" >"$scratch/new"
	ok "$name shows what the program does (else: make pictures)" diff "$scratch/old" "$scratch/new"
	ok "and has words" test "$(wc -l <"$scratch/new")" -gt 20
	if command -v tidy >/dev/null 2>&1; then
		is "and is well-formed" "$(tidy -q -e -xml "$picture" 2>&1)" ""
	else
		skip "and is well-formed" "tidy is missing"
	fi
done
is "no other picture is taken" "$(ls "$scratch/pictures")" "$(cd "$top/doc/pictures" && ls ./*.svg | sed 's,^./,,')"
tap_done
