#!/bin/bash
# nvcc.sh - `warpbook nvcc` accepts nvcc's command line, under its own name and as toolkit/bin/nvcc; `warpbook exec` runs
# what nvcc built. builds.sh tests whole projects of CMake and make.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL # a make of its own, not a part of make check
export NO_COLOR=1 XDG_CACHE_HOME="$scratch/cache"
unset WARPBOOK_COMPILER WARPBOOK_CHECK
compilers=$(compilers_due toolchain cudart src/cmd/program/nvcc src/cmd/program/cc src/cmd/program/exec)
w=$WARPBOOK_BIN
n=$BUILD_DIR/toolkit/bin/nvcc
mkdir "$scratch/work" && cd "$scratch/work" || exit 99
status() { "$@" >"$scratch/out" 2>"$scratch/err" </dev/null; echo $?; }
out() { cat "$scratch/out"; }
err() { cat "$scratch/err"; }

mkdir 'a dir'
echo '#define BY 14' >'a dir/by.h'
cat >main.cu <<'END'
#include <by.h>
#include <cstdio>
__device__ int times(int);
__global__ void k(int *p) { *p = times(BY); }
int main()
{
	int *p, v;
	cudaMalloc(&p, sizeof *p);
	k<<<1, 1>>>(p);
	cudaMemcpy(&v, p, sizeof v, cudaMemcpyDeviceToHost);
	cudaFree(p);
	printf("%d\n", v);
}
END
echo '__device__ int times(int x) { return 3 * x; }' >times.cu
printf '__global__ void k(float *p)\n{\n\tp[0] = q;\n}\n' >wrong.cu
cat >one.cu <<'END'
#include <cstdio>
__global__ void k(int *p) { *p = 42; }
int main()
{
	int *p, v;
	cudaMalloc(&p, sizeof *p);
	k<<<1, 1>>>(p);
	cudaMemcpy(&v, p, sizeof v, cudaMemcpyDeviceToHost);
	cudaFree(p);
#ifdef __NVCC__
	printf("%d %d\n", v, CUDART_VERSION / 1000 == __CUDACC_VER_MAJOR__);
#endif
}
END
cp one.cu one.txt
printf -- '-I"a dir"\n-DUNUSED=\\"x\\" --std=c++17\n' >more.rsp

for c in $compilers; do
	export WARPBOOK_COMPILER=$c
	rm -f ./*.o ./*.d ./*.ptx ./*.out ./*.a
	like "$c: --version has the line that build systems look for" \
		"$("$n" --version)" 'nvcc: NVIDIA \(R\) Cuda compiler driver'
	is "$c: a question to the host's compiler, as ggml's CMake asks it, needs no source" \
		"$("$n" .c -Xcompiler '-dumpfullversion -dumpversion')" "$(g++ -dumpfullversion -dumpversion)"
	is "$c: and its version is not ours" "$("$n" .c -ccbin=gcc --compiler-options --version)" "$(gcc --version)"
	mkdir -p host && ln -sf "$(command -v g++)" "$(command -v gcc)" host/
	is "$c: -ccbin may name its folder" "$(status "$n" -ccbin host one.cu; err; ./a.out)" "0
42 1"
	like "$c: and one without it is told" "$("$n" --compiler-bindir=. .c -Xcompiler --version 2>&1)" "there is no '\./g\+\+'"
	like "$c: a version" "$("$n" -V)" ', V[0-9]+\.[0-9]+\.[0-9]+$'
	is "$c: a program" "$(status "$n" one.cu; err)" 0
	like "$c: which runs, and knows nvcc by its macros" "$(./a.out)" '^42 1$'
	is "$c: the same by the command" "$(status "$w" nvcc -arch=sm_80 -o two.out one.cu; ./two.out; err)" "$(printf '0\n42 1')"
	is "$c: -x cu" "$(status "$n" -x cu -c one.txt -o x.o; err; status "$n" x.o -o x.out; ./x.out)" "$(printf '0\n0\n42 1')"
	is "$c: objects of separable compilation, by a file of options" \
		"$(status "$n" --options-file more.rsp -dc main.cu times.cu; err)" 0
	is "$c: linked at once" "$(status "$n" -gencode arch=compute_75,code=sm_75 main.o times.o -o sep.out; err; ./sep.out)" \
		"$(printf '0\n42')"
	is "$c: a device link of its own" "$(status "$n" -dlink main.o times.o -o link.o; err)" 0
	is "$c: and then the host's linker" "$(g++ main.o times.o link.o -o host.out \
		-L"$BUILD_DIR/toolkit/lib64" -lcudart_static -lcudadevrt 2>&1; ./host.out)" 42
	is "$c: or nvcc again" "$(status "$n" main.o times.o link.o -o again.out; err; ./again.out)" "$(printf '0\n42')"
	is "$c: an archive" "$(status "$n" -lib times.o -o libtimes.a; err; status "$n" main.o -L. -ltimes -o lib.out; err;
		./lib.out)" "$(printf '0\n0\n42')"
	is "$c: a list of files" "$(status "$n" -optf more.rsp -rdc=true -MD -MP -MT 'the target' -MF list -c main.cu -o m.o;
		err)" 0
	like "$c: has target and header" "$(head -n 1 list) $(grep by.h list | head -n 1)" '^the target: main.cu.* a\\ dir/by.h'
	is "$c: and make reads it" "$(printf 'all:\n\t@echo read\ninclude list\n' | make -f - all)" read
	is "$c: without -MF it lies beside the object" "$(status "$n" -MMD -c one.cu -o beside.o; cat beside.d)" \
		"$(printf '0\nbeside.o: one.cu')"
	is "$c: -M prints one" "$(status "$n" -Ia\ dir -M main.cu; out | grep -c by.h)" "$(printf '0\n1')"
	is "$c: -E prints the source" "$(status "$n" -E one.cu; out | grep -c 'p = 42')" "$(printf '0\n1')"
	is "$c: -ptx" "$(status "$n" -ptx one.cu; err; grep -c 'entry _Z1kPi' one.ptx)" "$(printf '0\n1')"
	is "$c: -fatbin" "$(status "$n" -fatbin -odir 'a dir' one.cu; err; test -s 'a dir/one.fatbin' && echo there)" \
		"$(printf '0\nthere')"
	is "$c: -dryrun makes nothing" "$(status "$n" -dryrun -o dry.out one.cu; test -e dry.out || echo nothing)" \
		"$(printf '0\nnothing')"
	like "$c: and says where the toolkit is" "$(err)" "^#. TOP=.*toolkit"
	is "$c: an error" "$(status "$n" -c wrong.cu -o wrong.o)" 1
	like "$c: has its line" "$(err)" '^wrong.cu:3: error'
	ok "$c: and makes no object" test ! -e wrong.o
	is "$c: an unknown option is one error" "$(status "$n" --frob one.cu)" 2
	like "$c: and named" "$(err)" "there is no option '--frob'"
	is "$c: unless the host's compiler gets it" \
		"$(status "$n" -forward-unknown-to-host-compiler -fno-exceptions -c one.cu -o f.o; err)" 0
	is "$c: our own headers may be named" \
		"$(status "$n" -I"$BUILD_DIR/toolkit/include" -isystem="$BUILD_DIR/toolkit/include" one.cu -o h.out; err;
		./h.out)" "$(printf '0\n42 1')"
done

# ---- every option of nvcc's ---------------------------------------------------------------------------
table=$TESTS_DIR/../src/toolchain/program/options.def
if has_compiler nvcc; then
	"${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" --help >help.txt || nvcc --help >help.txt
	sed -nE 's/^--([A-Za-z0-9_-]+)([ =].*)?[ (]-+([A-Za-z0-9_-]+)\)? *$/OPTION("\1", "\3",/p' help.txt >named.txt
	ok "nvcc --help was read" test "$(wc -l <named.txt)" -gt 100
	is "the table has each option that nvcc --help names" \
		"$(while read -r row; do grep -qF "$row" "$table" || echo "$row"; done <named.txt)" ""
	is "and nvcc --help has no line that this test does not read" "$(grep -c '^--' help.txt)" "$(wc -l <named.txt)"
else
	skip "the table has each option that nvcc --help names" "no nvcc"
fi
harmless="--compress-mode=size --split-compile=0 --source-in-ptx --objdir-as-tempdir -allow-unsupported-compiler
	-static-global-template-stub=false --Ofast-compile=max -jump-table-density=0 --device-stack-protector=true
	--extra-device-vectorization --minimal --keep-device-functions -ewp -nodlink -ftemplate-depth 900 --ftemplate-backtrace-limit=5
	-O 2 -D=UNUSED --undefine-macro UNUSED -m 64 --machine=64 -noeh --optimization-info inline -err-no -Wreorder -w -e k --frandom-seed=4
	-src-in-ptx -device-entity-has-hidden-visibility=true --pre-include stddef.h -idp / -time - -aug-hls -brief-diag=true -Xarchive x"
for c in $compilers; do
	export WARPBOOK_COMPILER=$c
	is "$c: options that change nothing here" "$(status "$n" $harmless one.cu -o harmless.out; err; ./harmless.out)" \
		"$(printf '0\n42 1')"
	is "$c: with -c" "$(status "$n" $harmless -c one.cu -o harmless.o; err)" 0
	for o in --cuda -ltoir -optix-ir --relocatable-link --run -qpp-config=x -hls=gen-lcs -clean '-m 32' -S -astoolspatch; do
		is "$c: $o is refused" "$(status "$n" $o one.cu)" 2
		like "$c: by its name" "$(err)" "'-+[a-z]*[^ ]*' is not for building a program"
	done
done
unset WARPBOOK_COMPILER
like "--list-gpu-arch" "$("$n" --list-gpu-arch)" '^compute_90$'
is "a value is missing" "$(status "$n" one.cu --std)" 2

c=$(echo "$compilers" | tail -n 1)
is "$c: with warpbook's nvcc in PATH a compiler is found behind it" \
	"$(unset WARPBOOK_COMPILER; export PATH=$BUILD_DIR/toolkit/bin:$PATH
	status nvcc one.cu -o behind.out; err; ./behind.out)" "$(printf '0\n42 1')"
is "as a compiler it rejects itself" "$(WARPBOOK_COMPILER=$n status "$n" one.cu)" 4
like "and says so" "$(err)" 'is warpbook itself'
if [ "$c" != nvcc ]; then
	is "clang makes no machine code" "$(WARPBOOK_COMPILER=$c status "$n" -cubin one.cu)" 4
	like "what to ask for instead is said" "$(err)" '-ptx'
fi
is "a file of options that is not there" "$(status "$n" -optf gone.rsp)" 2
like "is named" "$(err)" 'gone.rsp'
echo '-optf loop.rsp' >loop.rsp
is "one that names itself" "$(status "$n" -optf loop.rsp)" 2
like "--help says the path for build systems" "$("$n" --help)" 'toolkit/bin/nvcc'

# ---- a race in a header of the program's own ---------------------------------------------------------
mkdir include
printf '#pragma once\n__device__ inline void bump(int *counter)\n{\n\t*counter += 1;\n}\n' >include/race.h
printf '#include "race.h"\n__global__ void k(int *c) { bump(c); }\nint main() { int *c; cudaMalloc(&c, 4); cudaMemset(c, 0, 4); k<<<2, 64>>>(c); cudaFree(c); }\n' >race.cu
for c in $compilers; do
	WARPBOOK_COMPILER=$c "$n" -Iinclude race.cu -o race.out && ./race.out 2>said
	like "$c: a finding in a header has the header's line" "$(cat said)" '^   4 [|].*counter [+]= 1;'
	like "$c: and its name" "$(cat said)" 'in .*include/race.h:4$'
done

# ---- rounding as a GPU does --------------------------------------------------------------------------
cat >round.cu <<'END'
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
for c in $compilers; do
	export WARPBOOK_COMPILER=$c
	is "$c: --fuse, at once" "$(status "$n" --fuse round.cu -o round.out; ./round.out 2>&1)" "$(printf '0\n0x1p-24')"
	is "$c: objects carry it to nvcc" "$(status "$n" --fuse -dc round.cu -o fused.o; status "$n" fused.o -o round.out;
		./round.out 2>&1)" \
		"$(printf '0\n0\n0x1p-24')"
	is "$c: and to the host's linker" "$("$n" --fuse -c round.cu -o fused.o;
		g++ fused.o -o round.out -L"$BUILD_DIR/toolkit/lib64" -lcudart_static 2>&1
		./round.out 2>&1)" 0x1p-24
	is "$c: linked with --fuse, objects without it do, too" \
		"$("$n" -c round.cu -o plain.o; "$n" plain.o -o plain.out; ./plain.out
		"$n" --fuse plain.o -o plain.out; ./plain.out)" "$(printf '0x0p+0\n0x1p-24')"
done
unset WARPBOOK_COMPILER

# ---- exec: what another compiler built -----------------------------------------------------------------
is "exec: a program that is not there" "$(status "$w" exec ./gone)" 2
is "exec: a script gets the environment, and its own arguments" \
	"$("$w" exec -- sh -c 'echo "$LD_AUDIT" | grep -c warpbook-audit; echo "$1"' x --json)" "$(printf '1\n--json')"
# A library of NVIDIA's name: its functions jump to ours, and one that ours lacks is named. Without it, ours takes its place.
mkdir nvidia
cat >nvidia.c <<'END'
int cublasCreate_v2(void **h) { *h = 0; return 1; }
int cublasDestroy_v2(void *h) { return h ? 2 : 1; }
int cublasZmystery(void *h, int n) { return h ? n + 5 : n; }
END
cat >blas.c <<'END'
#include <stdio.h>
int cublasCreate_v2(void **h), cublasDestroy_v2(void *h);
#ifdef MYSTERY
int cublasZmystery(void *h, int n);
#else
#define cublasZmystery(h, n) 0
#endif
int main(void)
{
	void *h = 0;
	int made = cublasCreate_v2(&h), mystery = cublasZmystery(h, 1);

	printf("%d %d %d\n", made, mystery, cublasDestroy_v2(h));
	return 0;
}
END
cc -shared -fPIC -O2 nvidia.c -o nvidia/libcublas.so.13 -Wl,-soname,libcublas.so.13
cc blas.c -o plain_blas nvidia/libcublas.so.13 -Wl,-rpath,/none:"$PWD/nvidia"
cc -DMYSTERY blas.c -o mystery_blas nvidia/libcublas.so.13 -Wl,-rpath,/none:"$PWD/nvidia"
is "exec: NVIDIA's library jumps to ours" "$("$w" exec ./plain_blas 2>&1)" "0 0 0"
is "exec: where ours lacks a function" "$("$w" exec ./mystery_blas 2>said)" "0 15 0"
like "exec: it is named" "$(cat said)" 'cublasZmystery is not supported'
mv nvidia gone
is "exec: without it" "$("$w" exec ./plain_blas 2>&1)" "0 0 0"
# NVIDIA's libraries ask the linker for names with versions; once ours is there, as with Numba, a process has no other.
cat >linker.c <<'END'
int __nvJitLinkCreate_13_0(void *handle, unsigned count, const char **options) { return 1; }
int __nvJitLinkGetErrorLogSize_13_0(void *handle, void *size) { return 1; }
END
cat >sparse.c <<'END'
int __nvJitLinkCreate_13_0(void **handle, unsigned count, const char **options);
int __nvJitLinkGetErrorLogSize_13_0(void *handle, unsigned long *size);
int links(void)
{
	void *handle = 0;
	unsigned long size = 0;

	return __nvJitLinkCreate_13_0(&handle, 0, 0) || __nvJitLinkGetErrorLogSize_13_0(handle, &size) || !handle || !size;
}
END
cat >opens_both.c <<'END'
#include <dlfcn.h>
int main(int argc, char **argv)
{
	void *library = dlopen(argv[1], RTLD_NOW) ? dlopen("./libcusparse.so.12", RTLD_NOW) : 0;
	return library ? ((int (*)(void))dlsym(library, "links"))() : 99;
}
END
cc -shared -fPIC linker.c -o libnvJitLink.so.13 -Wl,-soname,libnvJitLink.so.13 -Wl,--default-symver
cc -shared -fPIC sparse.c -o libcusparse.so.12 -Wl,-soname,libcusparse.so.12 ./libnvJitLink.so.13
cc opens_both.c -o opens_both -ldl
is "exec: a library of NVIDIA's that wants the linker loads with ours" \
	"$(status "$w" exec ./opens_both "$BUILD_DIR/cuda/numba/libnvJitLink.so.13"; cat "$scratch/out")" 0
if has_compiler nvcc; then
	real=$(PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin command -v nvcc)
	sed 's/\*p = 42/p[blockDim.x - 1] = 42/' one.cu >exec.cu
	"$real" -cudart shared -lineinfo -o shared.out exec.cu
	is "exec: a program of nvcc's" "$(status "$w" exec ./shared.out; cat "$scratch/out"; err)" "$(printf '0\n42 1')"
	sed 's/\*p = 42/p[1] = 42, *p = 42/' one.cu >beyond.cu
	"$real" -cudart shared -lineinfo -Xcompiler -rdynamic -o beyond.out beyond.cu \
		-Xlinker --disable-new-dtags -Xlinker -rpath -Xlinker "$(dirname "$real")/../lib64"
	is "exec: one with a mistake, and a path to the real runtime" \
		"$(status "$w" exec --json=report.json ./beyond.out >/dev/null; grep -c '"kind": "out-of-bounds"' report.json)" 1
	like "exec: has its line" "$(tr -d '\n' <report.json)" '"line": 2'
	# As nvcc links by default. A library's kernels are registered by a constructor, before dlopen returns.
	"$real" -lineinfo -o static.out beyond.cu
	is "exec: one with the runtime inside" \
		"$(status "$w" exec --json=report.json ./static.out >/dev/null; grep -c '"kind": "out-of-bounds"' report.json)" 1
	is "exec: nothing else is said of it" "$("$w" exec ./static.out 2>&1 >/dev/null | grep -c 'replace')" 0
	cp static.out stripped.out
	strip stripped.out
	is "exec: one that is stripped" "$(status "$w" exec ./stripped.out)" 1
	like "exec: says what to do" "$(err | joined)" 'is stripped.*leave its symbols in'
	"$real" -gencode arch=compute_90,code=sm_90 -o machine.out one.cu
	like "exec: one without PTX" "$("$w" exec ./machine.out 2>&1)" 'holds only machine code'
	"$real" -rdc=true -o rdc.out exec.cu
	is "exec: one of separate compilation" "$(status "$w" exec ./rdc.out; cat "$scratch/out"; err)" "$(printf '0\n42 1')"
	cat >child.cu <<-'END'
	#include <cstdio>
	__global__ void child(int *x) { atomicAdd(x, 1); }
	__global__ void parent(int *x) { child<<<1, 32>>>(x); }
	int main()
	{
		int *x, h;
		cudaMalloc(&x, 4);
		cudaMemset(x, 0, 4);
		parent<<<1, 1>>>(x);
		cudaMemcpy(&h, x, 4, cudaMemcpyDeviceToHost);
		printf("%d\n", h);
		cudaFree(x);
	}
	END
	"$real" -arch=sm_90 -rdc=true -o child.out child.cu
	is "exec: one whose kernels launch kernels" "$("$w" exec ./child.out 2>&1)" 32
	sed 's/int main()/extern "C" int run()/' exec.cu >library.cu
	"$real" -Xcompiler -fPIC -shared -o libinside.so library.cu
	cat >opens.c <<-'END'
	#include <dlfcn.h>
	int main(void)
	{
		void *library = dlopen("./libinside.so", RTLD_NOW);
		return library ? ((int (*)(void))dlsym(library, "run"))(), 0 : 99;
	}
	END
	gcc -o opens.out opens.c -ldl 2>/dev/null || cc -o opens.out opens.c -ldl
	is "exec: one that opens a library with the runtime inside" "$(status "$w" exec ./opens.out; cat "$scratch/out"; err)" \
		"$(printf '0\n42 1')"
	# Each object with the runtime inside has last errors of its own, as on hardware: CUB takes what it finds for its own.
	cat >errors.cu <<-'END'
	extern "C" int fails() { return cudaSetDevice(99); }
	extern "C" int last() { return cudaGetLastError(); }
	END
	"$real" -Xcompiler -fPIC -shared -o liberrors.so errors.cu
	cp liberrors.so libothers.so
	cat >two.c <<-'END'
	#include <dlfcn.h>
	#include <stdio.h>
	static int call(void *library, const char *name) { return ((int (*)(void))dlsym(library, name))(); }
	int main(void)
	{
		void *one = dlopen("./liberrors.so", RTLD_NOW), *other = dlopen("./libothers.so", RTLD_NOW);
		int (*get)(int *, int) = (int (*)(int *, int))dlsym(dlopen("libcuda.so.1", RTLD_NOW), "cuDeviceGet"), device;
		printf("%d ", call(one, "fails"));
		printf("%d ", call(other, "last"));
		printf("%d ", call(one, "last"));
		printf("%d ", call(one, "last"));
		printf("%d ", get(&device, 99));
		printf("%d\n", call(one, "last"));
	}
	END
	cc two.c -o two.out -ldl
	is "exec: two libraries with the runtime inside" "$("$w" exec ./two.out 2>/dev/null)" "101 0 101 0 101 0"
	is "exec: and one that another program starts" "$(status "$w" exec sh -c ./opens.out; cat "$scratch/out")" \
		"$(printf '0\n42 1')"
else
	skip "exec: a program of nvcc's" "no nvcc"
fi
tap_done
