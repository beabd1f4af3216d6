#!/bin/bash
# timeline.sh - virtual time of real programs: exactly the operations that overlap on a GPU overlap; the same in
# every run.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export LC_ALL=C

ms() { awk '{ print $1 }' <<<"$1"; }
holds() { awk "BEGIN { exit !($1) }"; }

is "every call that costs something is one of the API's, or of a library's that is here" \
	"$(sed -nE 's/^CALL\(([A-Za-z0-9]+),.*/\1/p' "$TESTS_DIR/../src/cost/cost.def" |
	while read -r call; do grep -qE "\($call," "$TESTS_DIR/../src/cudart/api.def" ||
		grep -qw "$call" "$TESTS_DIR"/../src/cudart/include/*.h || echo "$call"; done)" ""

for compiler in nvcc clang; do
	if ! has_compiler $compiler; then
		skip "timelines with $compiler" "it is not here"
		continue
	fi
	ok "pipe.cu compiles with $compiler" "$WARPBOOK_BIN" cc --compiler=$compiler "$TESTS_DIR/cudart/pipe.cu" \
		-o "$scratch/pipe"
	for mode in "pinned 1" "pinned 2" "pinned 4" "pageable 4" "legacy 4"; do
		declare "t_${mode/ /_}=$(WARPBOOK_TIMELINE=$scratch/${mode/ /_}.json "$scratch/pipe" $mode)"
	done
	ok "$compiler: two streams are faster than one" holds "$(ms "$t_pinned_2") < 0.75 * $(ms "$t_pinned_1")"
	ok "$compiler: four are no slower than two" holds "$(ms "$t_pinned_4") <= $(ms "$t_pinned_2")"
	ok "$compiler: pageable memory is slower than all of them" holds "$(ms "$t_pageable_4") > $(ms "$t_pinned_1")"
	ok "$compiler: kernels in the default stream keep streams from overlapping" holds \
		"$(ms "$t_legacy_4") > 1.2 * $(ms "$t_pinned_4")"
	is "$compiler: the same time every run" "$("$scratch/pipe" pinned 4)" "$t_pinned_4"
	part() { sed 's/.*"copies_with_kernels":\([0-9.]*\).*/\1/' "$scratch/$1.json"; }
	ok "$compiler: copies overlap kernels in four streams ($(part pinned_4))" holds "$(part pinned_4) > 0.2"
	for mode in pinned_1 pageable_4 legacy_4; do
		ok "$compiler: and do not for $mode ($(part $mode))" holds "$(part $mode) < 0.05"
	done
done
if [ -x "$scratch/pipe" ]; then
	text=$(WARPBOOK_TIMELINE=1 "$scratch/pipe" pinned 2 2>&1 >/dev/null)
	like "the text says that nothing was measured" "$text" \
		'^timeline, modelled on an H200 \(never measured\): [0-9.]+ us, 24 operations$'
	like "it has a row for each stream" "$text" '^stream 2 +\| .*>+A+<+'
	like "kernels have names and lines" "$text" '8 x .* work \(pipe.cu:[0-9]+\)$'
	like "copies have sizes" "$text" '> +8 x .*copy to the device \(pipe.cu:[0-9]+\), 4.00 MiB'
	like "waits have the call that waits" "$text" 'w +1 x .*cudaEventSynchronize \(pipe.cu:[0-9]+\)'
	like "the host's row has its calls" "$text" '^host +\|.*[a-l]'
	like "calls have names and lines" "$text" '^  [a-l] +8 x .*cudaLaunchKernel \(pipe.cu:[0-9]+\)$'
	is "no row is wider than 80 columns" "$(awk 'length > 80' <<<"$text")" ""
	WARPBOOK_TIMELINE=$scratch/t.svg "$scratch/pipe" pinned 2 >/dev/null
	is "a picture begins and ends as one" "$(head -c 4 "$scratch/t.svg")$(tail -n 1 "$scratch/t.svg")" "<svg</svg>"
	WARPBOOK_TIMELINE=$scratch/t.txt LC_ALL=C.UTF-8 "$scratch/pipe" pinned 2 >/dev/null
	like "UTF-8 has arrows" "$(cat "$scratch/t.txt")" '→+A'
	like "a file that cannot be written is reported" "$(WARPBOOK_TIMELINE=$scratch/no/t.svg "$scratch/pipe" pinned 2 2>&1)" \
		'cannot write the timeline'
	WARPBOOK_TIMELINE=1 WARPBOOK_JSON=$scratch/all.json "$scratch/pipe" pinned 2 >/dev/null 2>&1
	like "the JSON document has it, too" "$(tr -d ' \n' <"$scratch/all.json")" \
		'"timeline":\{"modelled_on":"anH200","measured":false'
	like "work that nobody waited for is not drawn" "$(WARPBOOK_TIMELINE=1 "$scratch/pipe" late 2 2>&1)" \
		"^timeline, .* 0 operations\$"
fi

# What kernels launch. "start end" in ns of the kernels of that name, in the order of their starts.
spans() { # file name
	tr '{' '\n' <"$1" | grep "\"name\":\"$2\"" | sed 's/.*"start_ns":\([0-9]*\),"end_ns":\([0-9]*\).*/\1 \2/' | sort -n
}
if has_compiler nvcc; then
	ok "children.cu compiles with nvcc" "$WARPBOOK_BIN" cc --compiler nvcc -rdc=true "$TESTS_DIR/cudart/children.cu" \
		-o "$scratch/children"
	for mode in s p t; do
		WARPBOOK_TIMELINE=$scratch/$mode.json "$scratch/children" $mode
		read -r parent parent_end <<<"$(spans "$scratch/$mode.json" pair)"
		read -r first first_end second second_end third third_end <<<"$(spans "$scratch/$mode.json" work | tr '\n' ' ')"
		ok "$mode: both begin after the kernel that launches them" holds "$first > $parent && $second > $parent"
		ok "$mode: it ends with the last of them" holds "$parent_end == ${third_end:-$second_end}"
		case $mode in
		s) ok "in one stream they run one after the other" holds "$second >= $first_end" ;;
		*) ok "$mode: in two streams they overlap" holds "$second < $first_end && $second_end > $first_end" ;;
		esac
		[ $mode = t ] && ok "a tail launch begins when all others have ended" holds \
			"$third >= $first_end && $third >= $second_end"
	done
	is "the same time every run" "$(WARPBOOK_TIMELINE=$scratch/again.json "$scratch/children" p; cat "$scratch/again.json")" \
		"$(cat "$scratch/p.json")"
	text=$(WARPBOOK_TIMELINE=1 "$scratch/children" p 2>&1 >/dev/null)
	like "those that overlap have rows of their own, below the stream" "$text" '^  child 2 +\| +B+ *\|$'
	like "an entry says what launched it" "$(cat "$scratch/p.json")" '"name":"work",.*"launched_by":"pair"'
else
	skip "what kernels launch" "no nvcc"
fi
tap_done
