#!/bin/bash
# hints.sh - hints at the end of a run: each program here must get the one of its first line, `// Hint: ID LINE`, first; with
# FIXED defined it must get none. One with `// Hint: none` is right as it is.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 LC_ALL=C.UTF-8
w=$WARPBOOK_BIN

hints() { sqlite3 :memory: "select json_extract(value, '\$.hint') || ' ' || ifnull(json_extract(value, '\$.line'), 0) from json_each(readfile('$1'), '\$.hints')"; }
for program in "$TESTS_DIR"/hints/*.cu "$TESTS_DIR"/hints/*.py; do
	name=$(basename "$program")
	compiler=$(compilers | tail -n 1)
	grep -q '^// needs: nvcc' "$program" && { command -v nvcc >/dev/null || continue; compiler=nvcc; }
	if [[ $program = *.py ]]; then
		$w doctor python | grep -q '^ok *python' || continue
		run=("$w" run) fixed=(env FIXED=1 "$w" run)
	else
		# shellcheck disable=SC2046 # words are words
		run=("$w" run --compiler "$compiler" $(sed -n 's,^// options: ,,p' "$program"))
		fixed=("${run[@]}" -DFIXED)
	fi
	"${run[@]}" --json="$scratch/slip.json" "$program" >/dev/null 2>"$scratch/err" || cat "$scratch/err" >&2
	if head -n 1 "$program" | grep -q 'Hint: none'; then
		is "$name" "$(hints "$scratch/slip.json")" ""
		continue
	fi
	is "$name" "$(hints "$scratch/slip.json" | head -n 1)" "$(sed -n '1s,^[/#]* Hint: ,,p' "$program")"
	like "which is printed" "$(cat "$scratch/err")" '^hint:$'
	"${fixed[@]}" --json="$scratch/fixed.json" "$program" >/dev/null 2>"$scratch/err" || cat "$scratch/err" >&2
	is "and nothing is said of the right one" "$(hints "$scratch/fixed.json")" ""
done

# Lines of the source are asked for together: each run of addr2line takes as long as a small kernel.
cd "$scratch" || exit
mkdir bin
printf '#!/bin/sh\necho >>"%s/asked"\nexec "%s" "$@"\n' "$scratch" "$(command -v addr2line)" >bin/addr2line
chmod +x bin/addr2line
cat >asks.cu <<'END'
__global__ void fill(int *x) { x[threadIdx.x] = threadIdx.x; }
int main()
{
	int *x, host[32];
	cudaMalloc(&x, sizeof host);
	fill<<<1, 32>>>(x);
	cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
	cudaFree(x);
	return host[31] != 31;
}
END
"$w" cc asks.cu -o asks
PATH=$PWD/bin:$PATH ./asks
is "one run of addr2line is enough" "$? $(wc -l <asked)" "0 1"
tap_done
