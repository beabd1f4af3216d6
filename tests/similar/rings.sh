#!/bin/bash
# rings.sh - does `warpbook similar` find a ring, however many copy and however large the class is? A ring is one source: a right
# answer and its copies, each in a disguise of its own or in two (disguise.lua). The others of the class wrote the exercise's
# other answers, those without the lesson's idea (naive), and programs of other exercises, since nobody wrote hundreds of answers.
# Some of those programs were made from each other, so that only pairs with a copy count here: recall.sh counts the others.
#
# In CI one source is copied in 11 classes, with WARPBOOK_TEST_ALL=1 three in 66. `VERBOSE=1` lists the classes.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due grade source tests/similar/
export NO_COLOR=1 WARPBOOK_COMPILER=clang
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN here=$TESTS_DIR/similar
lua=$(command -v lua5.4 || command -v lua-5.4 || command -v lua54 || command -v lua)
if ! has_compiler clang || [ -z "$lua" ] || ! command -v jq >/dev/null; then
	skip "rings" "clang, lua or jq is not here"
	tap_done
fi
cd "$scratch" || exit 99
copied=05_shared_memory/smooth sizes='2 3 11 40' classes='18 60 300'
[ "${WARPBOOK_TEST_ALL:-}" != 1 ] || copied="$copied 07_atomics/histogram 12_stencils/game_of_life" \
	sizes='2 3 5 11 20 40' classes='18 60 120 300'

drawn() { shuf --random-source=<(yes "$1"); } # the lines of standard input in an order that the argument decides

# The source that is copied, disguised once or twice: copies/1.cu to copies/60.cu, all different.
make_copies() { # exercise
	local base name other n=0
	rm -rf copies
	mkdir copies
	base=$(wc -c "$TESTS_DIR/mutants/$1"/ok_*.cu | grep -v total | sort -rn | head -1 | sed 's/^ *[0-9]* //')
	basename "$base" >base
	cp "$base" copies/0.cu
	"$lua" "$here/disguise.lua" >names
	{ sed 's/$/ none/' names; while read -r name; do sed "s/^/$name /" names; done <names | drawn "$1"; } >ways
	while read -r name other && [ $n -lt 60 ]; do
		[ "$name" != "$other" ] || continue
		"$lua" "$here/disguise.lua" "$name" "${1#*/}" <"$base" >one || continue
		cp one two
		[ "$other" = none ] || "$lua" "$here/disguise.lua" "$other" "${1#*/}" <one >two || continue
		! cksum copies/*.cu two | awk '{ print $1 }' | sort | uniq -d | grep -q . || continue
		n=$((n + 1))
		mv two copies/$n.cu
	done <ways
}

# Everybody else: the exercise's own answers come first.
list_others() { # exercise
	{
		ls "$TESTS_DIR/mutants/$1"/ok_*.cu | grep -v "/$(cat base)\$"
		ls "$TESTS_DIR/mutants/$1"/slow_*.cu "$here/naive/${1#*/}"_*.cu 2>/dev/null
		ls "$TESTS_DIR"/mutants/*/*/ok_*.cu | grep -v "/$1/" | drawn others
	} >others
}

class() { # exercise, its size, the ring's
	local n=0 file
	rm -rf class
	ls copies | drawn "$2 $3" | head -"$3" >ring
	while read -r file; do
		mkdir -p "class/zz_${file%.cu}"
		cp "copies/$file" "class/zz_${file%.cu}/${1#*/}.cu"
	done <ring
	head -$(($2 - $3)) others | while read -r file; do
		n=$((n + 1))
		mkdir -p "class/s$n"
		cp "$file" "class/s$n/${1#*/}.cu"
	done
}

# exercise, sizes of the class and of the ring; pairs of the ring that are reported, pairs of a copy and another answer that are;
# copies and others in the largest ring with a copy, and the place of that ring in the report
measure() { # exercise, class's size, ring's size
	"$w" similar class --layout folders --json |
		jq -r --arg e "$1" --arg n "$2" --arg k "$3" 'def copy: .student | startswith("zz_");
		.exercises[0] | [.pairs[] | select(.alike) | [.a, .b] | map(select(copy)) | length] as $copies |
		[.rings[].files | [map(select(copy)), map(select(copy | not))] | map(length)] as $rings |
		($rings | map(.[0]) | max // 0) as $most | ($rings | map(.[0]) | index($most) // 0) as $place |
		[$e, $n, $k, ($copies | map(select(. == 2)) | length), ($copies | map(select(. == 1)) | length)] +
		if $most > 0 then [$most, $rings[$place][1], $place + 1] else [0, 0, 0] end | @tsv'
}
for exercise in $copied; do
	make_copies "$exercise"
	list_others "$exercise"
	for class in $classes; do
		for ring in $sizes; do
			[ $((ring * 3)) -le $((class * 2)) ] && [ $((class - ring)) -le "$(wc -l <others)" ] || continue
			class "$exercise" "$class" "$ring"
			measure "$exercise" "$class" "$ring"
		done
	done
done >rows
[ -z "$VERBOSE" ] || sed 's/^/# /; s/\t/ /g' rows
awk -F '\t' '{ pairs = $3 * ($3 - 1) / 2; all += pairs; found += $4; alarms += $5; beside += $3 * ($2 - $3)
	if ($3 > 2) { rings++; members += $3; whole += $6; strangers += $7 } }
	END { print NR, rings + 0, members + 0, whole + 0, strangers + 0, found + 0, all + 0, alarms + 0, beside + 0
	}' rows >counts
read -r n rings members whole strangers found all alarms beside <counts
echo "# $n classes; rings of three or more: $whole of $members members stand in one, and $strangers others"
echo "# pairs: $found of $all of two copies are reported, and $alarms of $beside of a copy and another answer"
ok "there are classes enough" [ "$n" -ge 11 ]
is "nobody else is reported as one who copied" "$alarms $strangers" "0 0"
ok "of 100 members 95 stand in one ring" [ $((whole * 100)) -ge $((members * 95)) ]
ok "of 100 pairs 90 are reported" [ $((found * 100)) -ge $((all * 90)) ]
tap_done
