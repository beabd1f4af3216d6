#!/bin/bash
# builds.sh - whole projects that know nvcc only: CMake's with three targets, separable compilation and ctest, and a Makefile
# in the style of NVIDIA's samples, build and pass their tests by toolkit/bin/nvcc, for each compiler behind it.
. "$TESTS_DIR/tap/tap.sh"
export NO_COLOR=1 XDG_CACHE_HOME="$scratch/cache"
unset WARPBOOK_CHECK CUDACXX CUDAHOSTCXX CUDAFLAGS MAKEFLAGS MFLAGS MAKELEVEL CUDA_PATH
toolkit=$BUILD_DIR/toolkit
cd "$scratch" || exit 99

for c in $(compilers); do
	export WARPBOOK_COMPILER=$c
	rm -rf samples
	cp -R "$TESTS_DIR/builds/samples" .
	ok "$c: the Makefile of a sample builds" make -C samples/vectorAdd CUDA_PATH="$toolkit"
	is "$c: its program passes its own test" "$(samples/vectorAdd/vectorAdd 2>&1)" "Test PASSED, sum 27500"
	is "$c: and that whose device code is linked apart" "$(samples/vectorAdd/axpyObjects 2>&1)" "last: 2998"
	is "$c: NVCC= does as well, for debugging too" "$(make -C samples/vectorAdd clean >/dev/null
		make -C samples/vectorAdd NVCC="$toolkit/bin/nvcc -ccbin g++" dbg=1 vectorAdd >/dev/null 2>&1; samples/vectorAdd/vectorAdd 2>&1)" \
		"Test PASSED, sum 27500"
	command -v cmake >/dev/null || {
		skip "$c: CMake builds a project" "no cmake"
		continue
	}
	ok "$c: CMake configures a project" cmake -S "$TESTS_DIR/builds/cmake" -B "cmake-$c" -DCMAKE_CUDA_COMPILER="$toolkit/bin/nvcc"
	ok "$c: and builds it" cmake --build "cmake-$c" -j2
	ok "$c: its tests pass" sh -c "cd 'cmake-$c' && ctest --output-on-failure"
	is "$c: nothing is built twice" "$(cmake --build "cmake-$c" 2>&1 | grep -c Building)" 0
	touch -d '+2 seconds' "cmake-$c/CMakeCache.txt"
done

# ---- the same as a report: what a workflow does with ctest ------------------------------------------------
if command -v cmake >/dev/null; then
	cp -R "$TESTS_DIR/builds/cmake" broken
	sed -i 's/if (i > 0 && i < n - 1)/if (i < n)/' broken/step.cu
	cmake -S broken -B cmake-broken -DCMAKE_CUDA_COMPILER="$toolkit/bin/nvcc" >/dev/null 2>&1
	cmake --build cmake-broken >/dev/null 2>&1
	(cd cmake-broken && WARPBOOK_JSON=$scratch/report.json ctest -R simulates >/dev/null)
	like "a mistake in a library's kernel is annotated at its line" "$(cd broken && "$WARPBOOK_BIN" annotate ../report.json)" \
		'^::error file=.*step.cu,line=8,.*out-of-bounds|^::error file=.*step.cu,line=8,'
	is "a header that changed is noticed" "$(touch -d '+3 seconds' broken/include/waves.h; cmake --build cmake-broken 2>&1 | grep -c 'Building CUDA')" 3
else
	skip "a mistake in a library's kernel" "no cmake"
fi
tap_done
