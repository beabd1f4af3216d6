#!/bin/bash
# missing_libraries.sh - warpbook reports CUDA libraries that the virtual machine lacks (src/toolchain/program/libraries.def) by name, and
# what to do instead: at -l, at a missing header, and at an undefined function. The libraries that it has are in the toolkit's
# folder, under their names.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1
unset WARPBOOK_COMPILER
table=$TESTS_DIR/../src/toolchain/program/libraries.def
compiler=$(compilers | tail -n 1)
[ "$compiler" ] || { echo "1..0 # SKIP no compiler on this machine"; exit 0; }
mkdir "$scratch/work"
cd "$scratch/work" || exit 99
build() { "$WARPBOOK_BIN" cc --compiler "$compiler" --json -o program "$@" >said 2>&1; }

# A row: MISSING("NAME", "SYMBOLS", "HEADER", "TITLE", "INSTEAD"), in one line or two
n=0
while IFS= read -r row; do
	IFS='|' read -r name symbols header title instead < <(sed -E 's/^MISSING\("(.*)"\)$/\1/; s/", ?"/|/g' <<<"$row")
	echo 'int main() {}' >plain.cu
	build plain.cu "-l${name%\*}"
	is "-l${name%\*} does not build" $? 2
	grep -qF "the virtual machine has no $title" said && grep -qF "$instead" said
	tap_report $? "$title is named, with: $instead"

	file=${header//\*/Own}
	printf '#include <%s>\nint main() {}\n' "$file" >header.cu
	build header.cu
	grep -qF "$instead" said || [ "$title" = NVTX ]
	tap_report $? "so it is at <$file>"

	printf 'extern "C" int %sOwn(void);\nint main() { return %sOwn(); }\n' "$symbols" "$symbols" >symbol.cu
	build symbol.cu
	grep -qF "$instead" said
	tap_report $? "and at ${symbols}Own()"
	n=$((n + 1))
done < <(sed -n -e '/^MISSING(/{:a;/)$/!{N;ba};s/\n[[:space:]]*/ /g;p}' "$table")
ok "the table is read" test $n -gt 8

# Build systems look for the libraries by file.
lib64=$(dirname "$WARPBOOK_BIN")/toolkit/lib64
if [ -d "$lib64" ]; then
	for name in $(sed -n 's/^OURS("\(.*\)")$/\1/p' "$table"); do
		[ -f "$lib64/lib$name.so" ] || [ -f "$lib64/lib$name.a" ]
		tap_report $? "lib$name is in the toolkit's folder"
	done
fi
tap_done
