# shellcheck shell=bash disable=SC1091
# arm64.sh - called by `run` in a fresh machine: a build for arm64 on this machine's processor, and those of its tests
# that run under qemu's user emulation. It does not try compilers of device code: they would run under qemu, too.
#
#	arm64.sh packages    prints the command that installs what is needed
#	arm64.sh all LEG     builds and tests; a row for the table on descriptor 3
set -e
cd ~/"my courses"/*/
if [ "$1" = packages ]; then
	missing=
	for package in make autoconf automake pkgconf gcc libc6-dev gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user \
		libncurses-dev:arm64 liblua5.4-dev:arm64 libsqlite3-dev:arm64 libjansson-dev:arm64 libmd-dev:arm64 \
			libzstd-dev:arm64 liblz4-dev:arm64 \
		libutf8proc-dev:arm64; do
		dpkg-query -W -f '${Status}' $package 2>/dev/null | grep -q 'install ok' || missing="$missing $package"
	done
	[ -z "$missing" ] || echo "apt-get install -y --no-install-recommends$missing"
	exit 0
fi

leg=$2
log=~/$leg.log
# Autotools do not take this folder's name, and quickstart, which goes round that, builds for this processor.
ln -sfn "$PWD" ~/tree
cd ~/tree
failed() { tail -n 40 "$log"; echo "$leg: $1 failed"; exit 1; }
autoreconf -fi >"$log" 2>&1 || failed autoreconf
mkdir -p build
cd build
PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig ../configure --host=aarch64-linux-gnu \
	--enable-werror >"$log" 2>&1 || failed configure
make -j"$(nproc)" >"$log" 2>&1 || failed "the build"
# What starts no compiler and no other process.
tests="tests/unit/ptx_files tests/unit/ptx_mangle tests/unit/ptx_module tests/unit/ptx_link tests/unit/simt_arith \
	tests/unit/simt_control tests/unit/simt_memory tests/unit/simt_calls tests/unit/simt_counts tests/unit/simt_async \
	tests/unit/simt_texture tests/unit/simt_trace tests/unit/check_memory tests/unit/check_race tests/unit/check_sync \
	tests/unit/check_blocks tests/unit/shadow tests/unit/courses tests/unit/catalog tests/unit/script tests/unit/store \
	tests/unit/judge tests/unit/rules tests/unit/record tests/unit/metric tests/unit/timeline tests/unit/cost \
	tests/agree/matrix tests/agree/texture tests/agree/programs"
make check TESTS="$tests" LOG_COMPILER=qemu-aarch64 -j"$(nproc)" >"$log" 2>&1 ||
	{ grep -E '^(FAIL|ERROR)' "$log" || true; failed "a test"; }
checks=$(sed -n 's/^# PASS: *//p' "$log" | tail -n 1)
qemu-aarch64 ./warpbook vm run ../tests/bench/matmul_clang.ptx --help >/dev/null
echo "$leg: $checks checks passed"
. /etc/os-release
echo "$leg|$PRETTY_NAME, $(aarch64-linux-gnu-gcc -dumpversion) for arm64, qemu-user|$(id -un)|none|-|-|$checks checks of $(echo \
	"$tests" | wc -w) tests|-" >&3
