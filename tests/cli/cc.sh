#!/bin/bash
# cc.sh - `warpbook cc`: what it builds, and whom it blames when it cannot; for nvcc, and the oldest and the
# newest clang.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 XDG_CACHE_HOME="$scratch/cache"
unset WARPBOOK_COMPILER WARPBOOK_CHECK
w=$WARPBOOK_BIN
programs=$TESTS_DIR/toolchain/programs
mkdir "$scratch/work"
cd "$scratch/work" || exit 99

compilers=$(compilers_due toolchain cudart)

status() { "$@" >"$scratch/out" 2>"$scratch/err" </dev/null; echo $?; }
cc() { status "$w" cc --compiler "$c" "$@"; }
err() { cat "$scratch/err"; }

cp "$programs"/* .
echo '__global__ void k(float *a) { a[0] = 1; }' >kernel.cu
printf 'int main() { return 0; }\n' >one.cu
cp one.cu two.cu
printf 'int foo(int);\nint main() {\n\treturn foo(1);\n}\n' >undefined.cu
printf 'int g(int x)\n{\n\treturn y;\n}\n' >wrong.h
printf '#include <vector>\n#include "wrong.h"\nint main()\n{\n\tstd::vector<int> v = 3.5f;\n}\n' >wrong.cu
printf '#include <cstdio>\nint twice(int);\nextern "C" int thrice(int);\nint main(int argc, char **argv) { printf("%%d %%d\\n", twice(SCALE), thrice(2)); return argc; }\n' >parts.cu
printf 'int twice(int x) { return 2 * x; }\n' >twice.cpp
printf '#include <cuda_runtime.h>\nint thrice(int x) { int *class = &x; struct cudaDeviceProp p; return (int)(sizeof p > 8) * 3 * *class; }\n' >thrice.c
mkdir folder.cu
mkdir 'a b,c'
printf '#include "l.h"\n#include <cstdio>\nint main() { puts(__FILE__); return LINES; }\n' >'a b,c/x y,$(z).cu'
cp 'a b,c/x y,$(z).cu' 'a b,c/-q.cu'
echo '#define LINES 5' >'a b,c/l.h'

for c in $compilers; do
	rm -f ./*.o ./*.out
	is "$c: a program of .cu, .cpp and .c" "$(cc parts.cu twice.cpp thrice.c -DSCALE=21 -O2 -o parts.out; err)" 0
	is "$c: runs by itself" "$(./parts.out x; echo $?)" "$(printf '42 6\n2')"
	is "$c: first objects, then a program" \
		"$(cc -c parts.cu twice.cpp -D SCALE=1; cc thrice.c parts.o twice.o -o parts.out; err)" "$(printf '0\n0')"
	is "$c: which runs as well" "$(./parts.out)" "2 6"
	is "$c: names with blanks, commas, dollars" "$(cc 'a b,c/x y,$(z).cu' -o odd.out; err)" 0
	is "$c: keep their name" "$(./odd.out; echo $?)" "$(printf 'a b,c/x y,$(z).cu\n5')"
	is "$c: a name like an option" "$(cd 'a b,c' && cc -q.cu -o ../odd.out; err)" 0

	is "$c: no main()" "$(cc kernel.cu)" 1
	like "$c: it says what a program needs" "$(err)" 'there is no main\(\)'
	is "$c: two of them" "$(cc one.cu two.cu)" 1
	like "$c: it names both" "$(err)" '`main` is defined twice: here and in one.cu, line 1'
	is "$c: a function without a body" "$(cc undefined.cu)" 1
	like "$c: has its line" "$(err)" '^undefined.cu:3: error'
	like "$c: and its name" "$(err)" 'undefined reference to `foo\(int\)`'
	is "$c: errors of the host's code" "$(cc wrong.cu)" 1
	like "$c: in a header of the learner's" "$(err)" '^wrong.h:3: error'
	like "$c: and in the source" "$(err)" '^wrong.cu:5: error'
	is "$c: as JSON" "$("$w" cc --compiler "$c" --json wrong.cu 2>/dev/null | tr -d ' \n' |
		grep -o '"end":"compile-error"')" '"end":"compile-error"'
	is "$c: a library that is not there" "$(cc one.cu -lzork)" 1
	like "$c: is named" "$(err)" 'cannot find -lzork'
	is "$c: an object that is not there is wrong usage" "$(cc one.cu gone.o)" 2
	like "$c: and named" "$(err)" "gone.o"
	echo rubbish >rubbish.o
	is "$c: an object that is none" "$(cc one.cu rubbish.o)" 1
	like "$c: is named" "$(err)" 'rubbish.o|not an object file'
	rm -f rubbish.o
	awk 'BEGIN { printf "int main(){return 0;} //"; for (i = 0; i < 2000000; i++) printf "x"; print "" }' >long.cu
	is "$c: a line of 2 MB" "$(cc long.cu -o long.out; err)" 0
	is "$c: a folder to write to that is not there" "$(cc one.cu -o nowhere/prog)" 1
	like "$c: is named" "$(err)" 'nowhere/prog'
	is "$c: no space for temporary files is the machine's" "$(TMPDIR=/nonexistent cc one.cu)" 4
	ok "$c: -shared" "$w" cc --compiler "$c" -shared -o libtwice.so twice.cpp
	ok "$c: is a library" test -s libtwice.so
	is "$c: -v tells what has no effect" "$(cc -v -G -arch=sm_52 one.cu -o one.out; err | grep -c 'has no effect')" \
		"$(printf '0\n2')"
	ok "$c: and the commands" grep -q -- '-o one.out' "$scratch/err"
done

c=$(echo "$compilers" | head -n 1)
is "a file that is not there" "$(cc gone.cu)" 2
like "is named" "$(err)" "cannot open 'gone.cu'"
is "a folder" "$(cc folder.cu)" 1
like "is called one" "$(err)" "'folder.cu' is a folder"
chmod 000 two.cu
[ "$(id -u)" -eq 0 ] || is "a file that may not be read" "$(cc two.cu)" 1
chmod 644 two.cu
is "an unknown option is wrong usage" "$(cc one.cu --frob)" 2
like "and -Xcompiler is named" "$(err)" 'Xcompiler'
is "an option without its value" "$(cc one.cu -o)" 2
is "a header alone" "$(cc wrong.h)" 2
is "nothing to compile" "$(cc -O2)" 2
is "a product that is no program" "$(cc -ptx one.cu)" 2
like "names the command that does it" "$(err)" 'vm print'
is "a library that the vm does not have" "$(cc one.cu -lcutensor)" 2
is "an architecture that is none" "$(cc -arch=fast one.cu)" 2
is "an unknown device is wrong usage" "$(cc --device xpu one.cu)" 2
is "an unknown compiler is the machine's" "$(status "$w" cc --compiler no-such one.cu)" 4
is "without any compiler" "$(PATH=/nonexistent CUDA_HOME=/nonexistent status "$w" cc one.cu)" 4
like "it says what to install" "$(err)" 'install'
# A compiler of CUDA 12 writes down what it is asked for.
cat >nvcc12 <<'END'
#!/bin/sh
[ "$1" != --version ] || { echo 'Cuda compilation tools, release 12.4, V12.4.131'; exit; }
printf '%s\n' "$@" >words
exit 1
END
chmod +x nvcc12
status "$w" cc --compiler "$PWD/nvcc12" one.cu >/dev/null
is "nvcc 12 gets the names of functions that CUDA 13 changed" "$(grep -cxE -- '-D(cuda[A-Za-z]*)=\1_v1' words)" 9
is "but for streams of threads those that do not have one" \
	"$(status "$w" cc --compiler "$PWD/nvcc12" -default-stream per-thread one.cu >/dev/null
	grep -cxE -- '-D(cuda[A-Za-z]*)=\1_v1' words)" 7
if ! has_gpu; then
	is "without a GPU --device gpu is the machine's" "$(cc --device gpu one.cu)" 4
fi
is "-c with two sources and one name" "$(cc -c one.cu two.cu -o both.o)" 2

# ---- rounding like the machine ---------------------------------------------------------------------
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
	return 0;
}
END
is "run rounds a product and its sum twice" "$("$w" run round.cu 2>&1)" 0x0p+0
is "and with --fuse once" "$("$w" run --fuse round.cu 2>&1)" 0x1p-24
is "cc --fuse makes a program that does" "$("$w" cc --fuse round.cu -o round.out; ./round.out 2>&1)" 0x1p-24
is "unless the environment says otherwise" "$(WARPBOOK_FUSE=0 ./round.out 2>&1)" 0x0p+0
for c in $compilers; do
	is "$c: an object carries it" "$("$w" cc --compiler "$c" --fuse -c round.cu -o fused.o;
		"$w" cc --compiler "$c" fused.o -o fused.out; ./fused.out 2>&1)" \
		0x1p-24
	is "$c: unless the environment says otherwise" "$(WARPBOOK_FUSE=0 ./fused.out 2>&1)" 0x0p+0
	is "$c: one without it does not" "$("$w" cc --compiler "$c" -c round.cu -o plain.o;
		"$w" cc --compiler "$c" plain.o -o plain.out; ./plain.out 2>&1)" 0x0p+0
	is "$c: a shared library carries it, too" \
		"$("$w" cc --compiler "$c" --fuse -shared -Xcompiler -fPIC -Dmain=in_library round.cu -o libround.so
		printf 'int in_library(); int main() { in_library(); }\n' >calls.cpp
		"$w" cc --compiler "$c" calls.cpp -L. -lround -Xlinker -rpath -Xlinker "$PWD" -o calls.out; ./calls.out 2>&1)" \
			0x1p-24
done
is "vm run has it, too" "$(for fuse in '' --fuse;
	do "$w" vm run $fuse round.cu --arg 'p=[]:1.000244140625,-1.00048828125,0' --out p --plain 2>&1 |
	grep -o '5.96[0-9]*e-08'; done)" 5.96046448e-08
tap_done
