#!/bin/bash
# abi.sh - our public headers, api.def and the library agree with NVIDIA's, if a toolkit is installed: every type's
# size, every member's offset, every number, every flag, every prototype, every exported name.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
top=$TESTS_DIR/..
ours=$top/src/cudart/include
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
theirs=$(readlink -f "$nvcc" 2>/dev/null)
theirs=${theirs%/bin/nvcc}/include
lib=${theirs%/include}/lib64/libcudart.so.13

rows() { # macros: names in api.def of those rows
	sed -nE "s/^($1)\(([a-z ]*\*?, )?(struct [a-zA-Z]*, )?([a-zA-Z_0-9]+),.*/\4/p" "$top/src/cudart/api.def"
}
{
	rows 'CALL|STREAMED|RETURNS|HIDDEN'
	sed -nE 's/^STREAMED\(([a-zA-Z_0-9]+), ([a-z]+),.*/\1_\2/p' "$top/src/cudart/api.def"
} | LC_ALL=C sort >"$scratch/table"
ok "api.def has every name that libcudart.so.13 exports, and no other" diff "$TESTS_DIR/cudart/names.txt" "$scratch/table"
is "no call stands twice" "$(uniq -d "$scratch/table")" ""

renamed() { LC_ALL=C sort <(sed -nE "$@"); }
is "nvcc 12 renames what the runtime has as _v1" \
	"$(renamed 's/^(RENAME|STREAMED)\((.*)\)$/\2/p' "$top/src/toolchain/program/renames.def")" \
	"$(renamed 's/^OLD\(([a-zA-Z]*)_v1,.*/\1/p' "$top/src/cudart/device/cuda12.def")"
is "and those of a stream are distinguished" "$(sed -nE 's/^STREAMED\((.*)\)$/\1/p' "$top/src/toolchain/program/renames.def" |
	LC_ALL=C sort)" \
	"$(LC_ALL=C comm -12 <(renamed 's/^OLD\(([a-zA-Z]*)_v1,.*/\1/p' "$top/src/cudart/device/cuda12.def") \
		<(rows STREAMED | LC_ALL=C sort))"

groups=$(sed -nE 's/^GROUP\(([A-Z]+),.*/\1/p' "$top/src/cudart/groups.def" | sort)
is "every chapter has calls, every call a chapter" \
	"$(grep -oE '\b[A-Z]+, (DONE|MISSING),' "$top/src/cudart/api.def" | cut -d, -f1 | sort -u)" "$groups"
is "every call is described" "$(grep -c '""' "$top/src/cudart/api.def")" 0

for standard in c11 c++11 c++17; do
	case $standard in c++*) language=c++ compiler=${CXX:-g++} ;; *) language=c compiler=${CC:-gcc} ;; esac
	command -v "${compiler%% *}" >/dev/null || { skip "our headers as $standard" "no ${compiler%% *}"; continue; }
	echo '#include <cuda_runtime.h>' >"$scratch/plain"
	ok "our headers are $standard without a warning" \
		$compiler -x $language -std=$standard -Wall -Wextra -Werror -fsyntax-only -I"$ours" "$scratch/plain"
	ok "and with per-thread default streams" \
		$compiler -x $language -std=$standard -Wall -Wextra -Werror -DCUDA_API_PER_THREAD_DEFAULT_STREAM \
		-fsyntax-only -I"$ours" "$scratch/plain"
	for header in cublas_v2 cublasLt cusolverDn cusparse cufft curand nvrtc cuda; do
		[ -e "$ours/$header.h" ] || continue
		echo "#include <$header.h>" >"$scratch/plain"
		ok "so is $header.h, included first" \
			$compiler -x $language -std=$standard -Wall -Werror -fsyntax-only -I"$ours" "$scratch/plain"
	done
done

if [ ! -e "$theirs/cuda_runtime_api.h" ] || ! command -v readelf >/dev/null; then
	skip "the headers against a toolkit's" "no CUDA toolkit, or no readelf"
	tap_done
fi
if [ "$(sed -n 's/^#define CUDART_VERSION  *//p' "$theirs/cuda_runtime_api.h")" -lt 13000 ]; then
	skip "the headers against a toolkit's" "its ABI is older than 13"
	tap_done
fi

echo '#include <cuda_runtime_api.h>' >"$scratch/api.c"
layout() { # include folder
	gcc -std=c11 -g -gdwarf-4 -fno-eliminate-unused-debug-types -c -I"$1" "$scratch/api.c" -o "$scratch/api.o" &&
		readelf --debug-dump=info "$scratch/api.o" | awk -f "$TESTS_DIR/cudart/layout.awk" | LC_ALL=C sort -u
}
layout "$ours" >"$scratch/ours"
layout "$theirs" >"$scratch/theirs"
ok "there is much to compare" test "$(wc -l <"$scratch/theirs")" -gt 1300
# Newer toolkits of the same ABI only add.
is "types, members and numbers are the toolkit's" "$(LC_ALL=C comm -23 "$scratch/ours" "$scratch/theirs")" ""
if grep -q '^#define CUDART_VERSION  *13000$' "$theirs/cuda_runtime_api.h"; then
	is "and none is left out" "$(LC_ALL=C comm -13 "$scratch/ours" "$scratch/theirs")" ""
fi

flags() { # include folder
	gcc -std=c11 -dM -E -I"$1" "$scratch/api.c" | grep -oE '^#define (cuda|CUDA_IPC|CUDART_VERSION)[A-Za-z_0-9]* ' |
		cut -d' ' -f2 | LC_ALL=C sort
}
flags "$theirs" >"$scratch/flags.theirs"
is "every macro of the toolkit's is there" "$(flags "$ours" | LC_ALL=C comm -13 - "$scratch/flags.theirs")" ""
values() { # include folder
	{
		echo '#include <stdio.h>'
		echo '#include <cuda_runtime_api.h>'
		echo 'int main(void) {'
		grep -vE 'AttrID$|AttrValue$' "$scratch/flags.theirs" |
			sed 's/.*/printf("& %lld\\n", (long long)(&));/'
		echo '}'
	} >"$scratch/flags.c"
	gcc -std=c11 -w -I"$1" "$scratch/flags.c" -o "$scratch/flags" && "$scratch/flags"
}
is "and has its value" "$(values "$ours")" "$(values "$theirs")"

cat >"$scratch/prototypes.c" <<'C'
#include <cuda_runtime_api.h>
#include <cuda_profiler_api.h>
#define CALL(name, parameters, ...) cudaError_t name parameters;
#define RETURNS(type, name, parameters, ...) type name parameters;
#include "api.def"
C
ok "every prototype agrees with the toolkit's" \
	gcc -std=c11 -Wall -Werror -fsyntax-only -I"$theirs" -I"$top/src/cudart" "$scratch/prototypes.c"

if [ -e "$lib" ]; then
	nm -D --defined-only "$lib" | awk '$3 ~ /^(__)?cuda/ { sub(/@.*/, "", $3); print $3 }' |
		LC_ALL=C sort >"$scratch/exported"
	is "names.txt holds what the toolkit's library exports" \
		"$(LC_ALL=C comm -13 "$TESTS_DIR/cudart/names.txt" "$scratch/exported")" ""
	cat >"$scratch/texts.c" <<'C'
#include <stdio.h>
#include <string.h>
#include <cuda_runtime_api.h>
int main(void)
{
	int wrong = 0;
#define CUDA_ERROR(name, number, text, advice) \
	if (number != (int)name || strcmp(cudaGetErrorName(name), #name) || strcmp(cudaGetErrorString(name), text)) \
		wrong++, printf("%d %s: %s\n", number, #name, cudaGetErrorString(name));
#include "errors.def"
	for (int i = 0; i < 10000; i++)
		if (strncmp(cudaGetErrorName((cudaError_t)i), "cuda", 4) == 0)
			switch (i) {
#define CUDA_ERROR(name, number, text, advice) case number:
#include "errors.def"
				break;
			default:
				wrong++, printf("%d is not in errors.def\n", i);
			}
	return wrong;
}
C
	gcc -std=c11 -I"$theirs" -I"$top/src/cudart" "$scratch/texts.c" -o "$scratch/texts" "$lib" -Wl,-rpath,"${lib%/*}"
	ok "errors.def has every error, by the runtime's own name and text" "$scratch/texts"
else
	skip "names and texts against the toolkit's library" "no libcudart.so.13"
fi
tap_done
