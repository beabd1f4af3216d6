#!/bin/bash
# builds.sh - whole projects written for nvcc: one of CMake with three targets, separable compilation and ctest, and a
# Makefile in the style of NVIDIA's samples, build and pass their tests with toolkit/bin/nvcc, for each compiler behind it.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL # a make of its own, not a part of make check
export NO_COLOR=1 XDG_CACHE_HOME="$scratch/cache"
unset WARPBOOK_CHECK CUDACXX CUDAHOSTCXX CUDAFLAGS MAKEFLAGS MFLAGS MAKELEVEL CUDA_PATH
toolkit=$BUILD_DIR/toolkit
cd "$scratch" || exit 99
compilers=$(compilers_due toolchain cudart src/cmd/program/nvcc src/cmd/program/cc src/cmd/program/exec)

for c in $compilers; do
	export WARPBOOK_COMPILER=$c
	rm -rf samples
	cp -R "$TESTS_DIR/builds/samples" .
	ok "$c: the Makefile of a sample builds" make -C samples/vectorAdd CUDA_PATH="$toolkit"
	is "$c: its program passes its own test" "$(samples/vectorAdd/vectorAdd 2>&1)" "Test PASSED, sum 27500"
	is "$c: and that whose device code is linked apart" "$(samples/vectorAdd/axpyObjects 2>&1)" "last: 2998"
	is "$c: NVCC= does as well, for debugging too" "$(make -C samples/vectorAdd clean >/dev/null
		make -C samples/vectorAdd NVCC="$toolkit/bin/nvcc -ccbin g++" dbg=1 vectorAdd >/dev/null 2>&1;
			samples/vectorAdd/vectorAdd 2>&1)" \
		"Test PASSED, sum 27500"
	command -v cmake >/dev/null || {
		skip "$c: CMake builds a project" "no cmake"
		continue
	}
	ok "$c: CMake configures a project" cmake -S "$TESTS_DIR/builds/cmake" -B "cmake-$c" \
		-DCMAKE_CUDA_COMPILER="$toolkit/bin/nvcc"
	ok "$c: and builds it" cmake --build "cmake-$c" -j2
	ok "$c: its tests pass" sh -c "cd 'cmake-$c' && ctest --output-on-failure"
	is "$c: nothing is built twice" "$(cmake --build "cmake-$c" 2>&1 | grep -c Building)" 0
	touch -d '+2 seconds' "cmake-$c/CMakeCache.txt"
done

# ---- the manual's recipes for CMake and for a ready binary --------------------------------------------------
# recipe NAME: the block of the page whose first line is "# NAME: ...".
recipe() { awk -v name="# $1:" '/^```/ { inside = 0 } inside { print } /^```sh/ { getline; inside = index($0, name) == 1 }' \
	"$TESTS_DIR/../doc/project.md"; }
if command -v cmake >/dev/null; then
	mkdir bin
	ln -s "$WARPBOOK_BIN" bin/warpbook
	recipe cmake >cmake.sh
	recipe binary >binary.sh
	ok "the page has both recipes" test -s cmake.sh -a -s binary.sh
	for c in $compilers; do
		rm -rf "page-$c"
		cp -R "$TESTS_DIR/builds/cmake" "page-$c"
		ok "$c: the recipe for CMake builds and tests" env WARPBOOK_COMPILER="$c" TOOLKIT="$toolkit" sh \
			-ec "cd 'page-$c'; . ../cmake.sh"
		ok "$c: the recipe for a binary runs it" env WARPBOOK_COMPILER="$c" PATH="$PWD/bin:$PATH" sh \
			-ec "cd 'page-$c'; . ../binary.sh"
		ok "$c: each of its tests has a report" test "$(ls "page-$c" | grep -c '^report-.*json')" -ge 2
	done
else
	skip "the manual's recipes" "no cmake"
fi

# ---- rounding as a GPU does, by a flag of the project -------------------------------------------------------
if command -v cmake >/dev/null; then
	mkdir fused
	cat >fused/round.cu <<'END'
#include <cstdio>
__global__ void k(float *p)
{
	asm("{ .reg .f32 t; mul.f32 t, %1, %1; add.f32 %0, t, %2; }" : "=f"(p[2]) : "f"(p[0]), "f"(p[1]));
}
int main()
{
	float v[3] = { 1 + 0x1p-12f, -1 - 0x1p-11f, 7 }, *p;
	cudaMalloc(&p, sizeof v);
	cudaMemcpy(p, v, sizeof v, cudaMemcpyHostToDevice);
	k<<<1, 1>>>(p);
	cudaMemcpy(v, p, sizeof v, cudaMemcpyDeviceToHost);
	cudaFree(p);
	printf("%a\n", v[2]);
}
END
	printf 'cmake_minimum_required(VERSION 3.18)\nproject(r CUDA)\nadd_executable(r round.cu)\n' >fused/CMakeLists.txt
	for c in $compilers; do
		export WARPBOOK_COMPILER=$c
		cmake -S fused -B "fused-$c" -DCMAKE_CUDA_COMPILER="$toolkit/bin/nvcc" -DCMAKE_CUDA_FLAGS=--fuse >/dev/null &&
			cmake --build "fused-$c" >/dev/null
		is "$c: CMake's CUDA flags have --fuse" "$("fused-$c/r" 2>&1)" 0x1p-24
	done
fi

# ---- the manual's workflow, with a mistake that no test of the project notices -----------------------------
if command -v cmake >/dev/null; then
	cp -R "$TESTS_DIR/builds/cmake" broken
	sed -i 's/if (i < n)/if (i <= n)/' broken/step.cu
	mkdir -p broken/warpbook/build
	ln -s "$WARPBOOK_BIN" broken/warpbook/build/warpbook
	ln -s "$toolkit" broken/warpbook/build/toolkit
	awk '/^      - name: / { name = $3 } /^        run: / && name != "warpbook" { sub(/^ *run: /, ""); print >"broken/" name ".sh" }' \
		"$TESTS_DIR/../doc/project.md"
	cd broken || exit 99
	ok "the manual's workflow builds" sh -e build.sh
	WARPBOOK_JSON=$PWD/report-%p.json sh -e test.sh >/dev/null 2>&1
	is "each test has a report" "$(ls report-*.json | wc -l)" 2
	sh findings.sh >said
	is "findings fail the last step" $? 1
	like "and are annotated at their line" "$(cat said)" '^::error file=step.cu,line=16,col=[0-9]+,title=out-of-bounds access'
	is "a header that changed is noticed" \
		"$(touch -d '+3 seconds' include/waves.h; cmake --build build 2>&1 | grep -c 'Building CUDA')" 3
else
	skip "a mistake in a library's kernel" "no cmake"
fi
tap_done
