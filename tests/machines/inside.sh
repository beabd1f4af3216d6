# shellcheck shell=bash disable=SC1091,SC2154 # timed sets variables by name
# inside.sh - called by `run` in a fresh machine, as an ordinary user whose home has a clone in `my courses`, in the C
# locale.
#
#	inside.sh packages    prints the command that quickstart asks an administrator for; nothing if it asks for none
#	inside.sh all LEG     proves everything; a row for the table on descriptor 3
#	inside.sh again LEG   once more, without a network
#	inside.sh other LEG   as a user who has not built it, and may not write there
set -e
cd ~student/"my courses"/*/

# What is missing is asked without building: quickstart up to that question.
if [ "$1" = packages ]; then
	sed '/^install_missing$/q' quickstart >.asks
	sh ./.asks check-quick 2>&1 </dev/null | sed -n 's/^    apt-get/apt-get/p'
	rm -f .asks
	exit 0
fi

leg=$2
set -o pipefail
TIMEFORMAT='%R %U %S'
log=~/$leg.log
timed() { # VARIABLE COMMAND...: its wall and processor seconds
	local name=$1 text status=0
	shift
	{ time "$@" >"$log" 2>&1; } 2>~/time || status=$?
	[ $status -eq 0 ] || { tail -n 60 "$log"; echo "$leg: '$*' ended with $status"; exit 1; }
	text=$(awk '{ printf "%.0f s|%.0f s", $1, $2 + $3 }' ~/time)
	printf -v "$name" %s "$text"
	echo "$leg: $* (${text/|/, CPU })"
}

if [ "$1" != all ]; then
	timed played ./quickstart </dev/null
	grep -q ': passed$' "$log" || { cat "$log"; echo "$leg: no exercise has passed"; exit 1; }
	! grep -q '^quickstart: building' "$log" || { cat "$log"; echo "$leg: it is built again"; exit 1; }
	exit 0
fi
timed first ./quickstart </dev/null
grep -q ': passed$' "$log" || { cat "$log"; echo "$leg: no exercise has passed"; exit 1; }
for page in "lesson 01 --run" list "show 01_kernels/add"; do
	# shellcheck disable=SC2086 # words are meant to split
	build/warpbook $page --plain >~/page 2>&1 || { cat ~/page; echo "$leg: $page failed"; exit 1; }
	! grep -q '[^ -~[:cntrl:]]' ~/page || { echo "$leg: '$page' prints more than ASCII in the C locale"; exit 1; }
done
timed quick ./quickstart check-quick </dev/null
checks=$(tail -n 1 "$log")
echo "$leg: $checks"
# Of the slow tests those that look for compilers, and must get by with clang alone.
timed compilers make -C build -j"$(nproc)" check \
	TESTS='tests/cli/host.sh tests/cli/advice.sh tests/cli/run.sh tests/cudart/kernels.sh
	tests/cudart/textures.sh tests/cudart/timeline.sh tests/cudart/compressed.sh tests/unit/toolchain_compile'
timed doctor build/warpbook doctor
build/warpbook doctor program compiler | grep -E '^ok '
printf '#include <cstdio>\n#include <cmath>\n__global__ void k(double *x) { x[0] = sinpi(0.5) + rsqrt(4.0) + cospif(0.f) + rsqrtf(4.f); }
int main() { double *d, h; cudaMalloc(&d, 8); k<<<1, 1>>>(d); cudaMemcpy(&h, d, 8, cudaMemcpyDeviceToHost); cudaFree(d);
printf("%%g %%g\\n", h, sinpi(0.5) + rsqrt(4.0) + cospif(0.f) + rsqrtf(4.f)); }\n' >~/math.cu
[ "$(build/warpbook run ~/math.cu)" = "3 3" ] || { echo "$leg: functions that newer C libraries have differ"; exit 1; }
if [ "${WARPBOOK_TEST_ALL:-}" = 1 ]; then
	timed proofs build/warpbook author check --compiler clang
	proved=$(tail -n 1 "$log")
else
	# The wrong programs are proved with the same versions of clang elsewhere: here each solution must pass, but those for nvcc.
	for_clang() {
		find solutions -name '*.cu' | while read -r file; do
			definition=exercises/${file#solutions/}
			grep -q '^  nvcc = ' "${definition%%.*}.lua" || printf '%s\0' "$file"
		done
	}
	solve() {
		for_clang | sort -z | xargs -0 -P "$(nproc)" -n 1 sh -c \
			'build/warpbook check --plain --no-record --compiler clang "$1" >~/out.$$ 2>&1 && echo "right: $1" || { cat ~/out.$$; echo "wrong: $1"; }; rm ~/out.$$' sh
	}
	timed proofs solve
	proved="$(grep -c '^right: ' "$log") of $(for_clang | tr -dc '\0' | wc -c) solutions pass"
	! grep -q '^wrong: ' "$log" || { cat "$log"; echo "$leg: $proved"; exit 1; }
fi
echo "$leg: $proved"
# A release needs no autotools: here they only fail.
timed dist make -C build dist
mkdir -p ~/release ~/none
tar -xzf build/warpbook-*.tar.gz -C ~/release
for tool in autoreconf autoconf autoheader automake aclocal; do
	printf '#!/bin/sh\necho "$0 is not here" >&2\nexit 127\n' >~/none/$tool
	chmod +x ~/none/$tool
done
# The optimizer has seen this code in the first build.
released() { (cd ~/release/warpbook-* && PATH=~/none:$PATH CFLAGS=-O0 ./quickstart </dev/null); }
timed release released
system=$(. /etc/os-release; echo "$PRETTY_NAME, glibc $(ldd --version | sed -n '1s/.* //p')")
echo "$leg|$system|$(id -un)|$(build/warpbook doctor compiler |
	sed -nE 's/^ok +compiler +([^(]*[^ (]).*/\1/p')|$first|$checks, ${quick/|/, CPU }|$proved" >&3
