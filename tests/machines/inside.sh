# shellcheck shell=bash disable=SC1091,SC2154 # timed sets variables by name
# inside.sh - run by `run` in a fresh machine, as an ordinary user whose home has a clone in `my courses`.
#
#	inside.sh packages    prints the command that quickstart asks an administrator for; nothing if it asks for none
#	inside.sh all LEG     all there is to prove; a row for the table on descriptor 3
set -e
cd ~/"my courses"/*/

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

timed first ./quickstart </dev/null
grep -q 'error\|passed' "$log"
timed again ./quickstart build </dev/null
timed quick ./quickstart check-quick </dev/null
checks=$(tail -n 1 "$log")
echo "$leg: $checks"
# Of the slow tests those that look for compilers, and must get by with clang alone.
timed compilers make -C build check TESTS='tests/cli/host.sh tests/cli/advice.sh tests/cli/run.sh tests/cudart/kernels.sh
	tests/cudart/textures.sh tests/cudart/timeline.sh tests/cudart/compressed.sh tests/unit/toolchain_compile'
timed doctor build/warpbook doctor
build/warpbook doctor program compiler | grep -E '^ok '
printf '#include <cstdio>\n#include <cmath>\n__global__ void k(double *x) { x[0] = sinpi(0.5) + rsqrt(4.0) + cospif(0.f) + rsqrtf(4.f); }
int main() { double *d, h; cudaMalloc(&d, 8); k<<<1, 1>>>(d); cudaMemcpy(&h, d, 8, cudaMemcpyDeviceToHost); cudaFree(d);
printf("%%g %%g\\n", h, sinpi(0.5) + rsqrt(4.0) + cospif(0.f) + rsqrtf(4.f)); }\n' >~/math.cu
[ "$(build/warpbook run ~/math.cu)" = "3 3" ] || { echo "$leg: functions that newer C libraries have differ"; exit 1; }
timed proofs build/warpbook author check --compiler clang
proved=$(tail -n 1 "$log")
echo "$leg: $proved"
system=$(. /etc/os-release; echo "$PRETTY_NAME, glibc $(ldd --version | sed -n '1s/.* //p')")
echo "$leg|$system|$(id -un)|$(build/warpbook doctor compiler | sed -nE 's/^ok +compiler +([^(]*[^ (]).*/\1/p')|$first|$checks, ${quick/|/, CPU }|$proved" >&3
