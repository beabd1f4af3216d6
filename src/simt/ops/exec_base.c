/*
 * exec_base.c - the operations for any 64-bit machine, and the choice among the tables that this machine can run.
 */
#include "config.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simt/exec/warp.h"

/* An x86-64 without AVX2 is a rarity: there the build's time counts more. */
#ifdef __clang__
#elif defined(__x86_64__)
#pragma GCC optimize("O1", "tree-loop-vectorize", "no-math-errno", "no-trapping-math")
#else
#pragma GCC optimize("O3", "no-math-errno", "no-trapping-math")
#endif
#define EXEC_TABLE exec_base
#define EXEC_TABLE_RARE(id) exec_##id
#include "simt/ops/exec_variant.h"

/* $WARPBOOK_ISA limits the instruction set: "base", "avx2". */
const struct exec_table *exec_table_choose(void)
{
#ifdef __x86_64__
	const char *most = getenv("WARPBOOK_ISA");
	bool base = most && !strcmp(most, "base"), no_wider = most && !strcmp(most, "avx2");

	if (!base && !no_wider && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
		return &exec_avx512;
	if (!base && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return &exec_avx2;
#endif
	return &exec_base;
}
