#!/bin/bash
# advice.sh - mistakes whose symptom is far from their cause, in real programs: checks the next step that warpbook
# suggests, with each compiler.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1
w=$WARPBOOK_BIN
content=$TESTS_DIR/..

# The words' change of the solution $1, checked; what is said, in one line.
after() { eval "$2" <"$content/solutions/$1.cu" >"$scratch/${1##*/}.cu"; said "$1" "$scratch/${1##*/}.cu"; }
said() { "$w" check "$2" --as "$1" --no-record --plain >"$scratch/out" 2>&1; tr -s ' |\n' ' ' <"$scratch/out"; }
line() { grep -n "$1" "$scratch/$2.cu" | head -1 | cut -d: -f1; }

for compiler in nvcc clang; do
	export WARPBOOK_COMPILER=$compiler
	if ! has_compiler $compiler; then
		skip "advice with $compiler" "it is not here"
		continue
	fi
	unshared="sed 's/^\\( *\\)__shared__ /\\1/'"
	text=$(after 05_shared_memory/reverse_block "$unshared")
	like "$compiler: a forgotten __shared__, where every element is 0" "$text" \
		"next: .tile. in line $(line 'float tile' reverse_block) belongs to each thread alone"
	text=$(after 05_shared_memory/transpose_tiled "$unshared")
	like "and with a right diagonal" "$text" 'declared with `__shared__`'
	text=$(after 08_reduce_scan/block_sum "$unshared")
	like "and in a sum" "$text" 'belongs to each thread alone'
	text=$(after 07_atomics/atomic_max_shared "$unshared")
	like "and for the target of an atomic operation" "$text" 'next: .*`[a-z]*` in line [0-9]* belongs to each thread alone'
	text=$(said 08_reduce_scan/dot "$content/tests/mutants/08_reduce_scan/dot/slow_piece_for_each_thread.cu")
	like "traffic because of a stride is reported as such" "$text" \
		'touches 32 sectors where 4 would do next: the threads of a warp access memory with a stride'
	text=$(said 04_global_memory/vector_copy "$content/tests/mutants/04_global_memory/vector_copy/slow_every_other.cu")
	like "also one of float4, in an exercise with its own advice" "$text" \
		'where 16 would do next: let each thread access 16 bytes'
	cat >"$scratch/atomic_max_float.cu" <<-'EOF'
	__global__ void largest(float *best, const float *x, int n)
	{
	    int i = blockIdx.x * blockDim.x + threadIdx.x;
	    if (i >= n)
	        return;
	    int *address = (int *)best, old = *address, assumed;
	    do {
	        assumed = old;
	        old = atomicCAS(address, assumed, __float_as_int(fmaxf(x[i], __int_as_float(assumed))));
	    } while (assumed != old);
	}
	EOF
	swap=("$w" vm run "$scratch/atomic_max_float.cu" --plain --grid 4 --block 64 --arg 'best=[1]:zero' \
		--arg 'x=[256]:random' --arg n=256)
	like "a plain look before a loop around atomicCAS() is no race" "$("${swap[@]}" 2>&1)" 'on the vm: done$'
	sed -i 's/(assumed != old)/(false)/' "$scratch/atomic_max_float.cu"
	text=$("${swap[@]}" 2>&1 | tr -s ' |\n' ' ')
	like "where it tries once, it is" "$text" \
		'read it on line 6 with an atomic operation, such as atomicAdd\(address, 0\), or through a pointer to volatile'
	sed -i 's/old = \*address/old = atomicAdd(address, 0)/' "$scratch/atomic_max_float.cu"
	like "is none as advised" "$("${swap[@]}" 2>&1)" 'on the vm: done$'
	sed -i 's/old = atomicAdd(address, 0)/old = *(volatile int *)address/' "$scratch/atomic_max_float.cu"
	like "either way" "$("${swap[@]}" 2>&1)" 'on the vm: done$'
done
tap_done
