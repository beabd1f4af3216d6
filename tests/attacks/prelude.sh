#!/bin/bash
# prelude.sh - the precompiled header that clang's host exercises share (toolchain/prelude.h): what a file, its folder, a
# damaged cache or another compiler do to it. No file changes what another is compiled with, and each is compiled as it would
# be without the precompiled header. All run as a user without privileges.
. "${TESTS_DIR:?}/tap/tap.sh" || exit 99
due base child cudart worker bench attempt toolchain script catalog judge grader/ tests/attacks/
: "${scratch:?}" "${WARPBOOK_BIN:?}" # what follows changes the owner of files below it
export NO_COLOR=1
if ! has_compiler clang; then
	skip "the precompiled header" "there is no clang here"
	tap_done
	exit
fi
chmod 755 "$scratch"
mkdir -p "$scratch/home" "$scratch/work"
answer=$(cd "$TESTS_DIR/../solutions" && pwd)/06_host_memory/round_trip.cu
own() { [ "$(id -u)" != 0 ] || chown -hR 64126:64126 "$scratch/home" "$scratch/work"; }
become 64126
cache=$scratch/home/cache/warpbook/headers
field() { sqlite3 :memory: "select json_extract(readfile('$scratch/doc'), '\$.$1')" 2>/dev/null; }
# judge FOLDER [OPTIONS]: the verdict on $scratch/work/FOLDER/it.cu
judge() {
	own
	(cd "$scratch/work/$1" && ulimit -u 400 -c 0 && shift &&
		exec "${as_user[@]}" env HOME="$scratch/home" XDG_CACHE_HOME="$scratch/home/cache" \
		TMPDIR="$scratch/home" nice "$WARPBOOK_BIN" check --json --no-record --as round_trip --compiler "${with:-clang}" \
			it.cu) \
		</dev/null >"$scratch/doc" 2>"$scratch/err"
	field verdict
}
# file FOLDER BEFORE [FIRST]: the solution after BEFORE, with FIRST at the start of its function
file() {
	mkdir -p "$scratch/work/$1"
	{ printf '%s\n' "$2"
		awk -v first="${3:-}" '{ print } /^void round_trip/ { host = 1 } host && /^\{/ { print "    " first; host = 0 }' \
			"$answer"; } \
		>"$scratch/work/$1/it.cu"
}
headers() { find "$cache" -type f ! -name '*.said' ! -name '*.files' 2>/dev/null | sort; }

file plain ''
is "a program passes" "$(judge plain)" passed
is "and leaves a header for each side in the cache" "$(headers | wc -l)" 2
headers | xargs sha256sum >"$scratch/made"
same() { ok "$1" sha256sum -c --quiet "$scratch/made";
	} # another may be there: for a text with headers of its own, or special functions

# ---- what the text says ------------------------------------------------------------------------------
file text '#define cudaMemcpy(a, b, c, d) (memmove(a, a, 0), cudaSuccess)'
like "a macro over a call is the file's own" "$(judge text)" '^(wrong-answer|memory-error|rule-broken)$'
file text '#define cudaMemcpy cudaMemcpy'
is "one that changes nothing passes" "$(judge text)" passed
file text '#define __global__ __host__'
like "a macro over a qualifier is a mistake of the file" "$(judge text)" '^(compile-error|rule-broken|wrong-answer)$'
file text '#pragma once
#pragma GCC system_header
#pragma push_macro("__global__")
#undef __global__
#define __global__ nothing
#pragma pop_macro("__global__")'
is "pragmas over the file and its macros end with it" "$(judge text)" passed
file text '#pragma clang module import std'
like "a module is nothing here" "$(judge text)" '^(compile-error|passed)$'
file text '#pragma GCC poison cudaMalloc'
is "a poisoned name is a mistake of the file" "$(judge text)" compile-error
file text '#undef __CUDACC__
#undef WARPBOOK
#define _GNU_SOURCE 1
#define __CUDA_ARCH__ 1'
like "predefined macros" "$(judge text)" '^(compile-error|passed|wrong-answer)$'
file text '#include "warpbook_prelude.h"'
like "the header itself, once more" "$(judge text)" '^(compile-error|passed)$'
file text "#include \"$(headers | head -n 1)\""
like "the precompiled file as a text" "$(judge text)" '^(compile-error|foreign-source)$'
file text '#define _CUDA_RUNTIME_H
#include <cuda_runtime.h>'
is "guards of headers that were read" "$(judge text)" passed
same "no text changes it"
is "and the next program is compiled as before" "$(judge plain)" passed

# ---- what lies beside the file -----------------------------------------------------------------------
# The folder is the first in which the compiler looks: these are read in place of the real ones, in this folder only.
for name in cuda_runtime.h warpbook_prelude.h warpbook_typed_calls.h stddef.h cstring cuda_runtime_api.h.gch it.cu.pch; do
	file "beside_$name" ''
	echo '#error mine' >"$scratch/work/beside_$name/$name"
	like "$name in the folder is the file's own matter" "$(judge "beside_$name")" '^(passed|compile-error)$'
	file "$name.d" '#include <string.h>'
	mkdir -p "$scratch/work/$name.d/sub"
	echo '#error mine' >"$scratch/work/$name.d/sub/$name"
	is "in a folder below it changes nothing" "$(judge "$name.d")" passed
done
file quiet ''
printf '#define cudaMemcpy(a, b, c, d) cudaSuccess\n#include_next <string.h>\n' >"$scratch/work/quiet/string.h"
like "a header of the folder that changes a call is the file's own" "$(judge quiet)" '^(passed|wrong-answer|compile-error)$'
# What a file asks of its folder, and what joins the folder later, are no matter of an old program in the cache.
file asks '#if __has_include("mark.h")
#define cudaMemcpy(a, b, c, d) cudaMemset(a, 0, 0)
#endif'
is "a file that asks for a header passes without it" "$(judge asks)" passed
touch "$scratch/work/asks/mark.h"
unlike "and is built anew when it is there" "$(judge asks)" passed
file joined '#include <string.h>'
is "a file that includes a header of the system passes" "$(judge joined)" passed
echo '#error mine' >"$scratch/work/joined/string.h"
is "and is built anew when its folder has one of that name" "$(judge joined)" compile-error
same "nothing beside a file changes the header of others"
is "the next program is compiled as before" "$(judge plain)" passed

# ---- what the cache holds --------------------------------------------------------------------------------
file mine '' '*(volatile int *)0 = 1; // not what is kept'
for damage in empty cut garbage other folder; do
	headers | while read -r path; do
		case $damage in
		empty) : >"$path" ;;
		cut) truncate -s 1000 "$path" ;;
		garbage) head -c 100000 /dev/urandom >"$path" ;;
		other) echo 'void round_trip(const float *, float *, int);' >"$path" ;;
		folder) rm -f "$path"; mkdir "$path" ;;
		esac
	done
	file "damaged_$damage" "// $damage"
	is "a header in the cache that is damaged ($damage) is not used" "$(judge "damaged_$damage")" passed
	file "mistaken_$damage" "int x = \"$damage\";"
	is "a mistake is still the file's" "$(judge "mistaken_$damage")" compile-error
	[ $damage != folder ] || rm -rf "$cache"
done
file after '// after'
is "a program passes again" "$(judge after)" passed
like "with a header of its own making" "$(headers | wc -l)" '^2$'

# ---- another compiler ------------------------------------------------------------------------------------------
others=''
for other in clang-14 clang-19; do has_compiler $other && others="$others $other"; done
for other in $others; do
	file "by_$other" "// by $other"
	is "$other" "$(with=$other judge "by_$other")" passed
done
before=$(headers | wc -l)
real=$(command -v clang)
mkdir -p "$scratch/bin"
printf '#!/bin/sh\nexec %s "$@"\n' "$real" >"$scratch/bin/clang-of-mine"
chmod 755 "$scratch/bin" "$scratch/bin/clang-of-mine"
file changed '// by another compiler'
like "a compiler by another path" "$(with=$scratch/bin/clang-of-mine judge changed)" '^(passed|machine-failed)$'
ok "takes no header of the first" [ "$(headers | wc -l)" -ge "$before" ]
is "and the first is as it was" "$(judge plain)" passed
tap_done
