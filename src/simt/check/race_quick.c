/*
 * race_quick.c - race_quick.h for any 64-bit machine, and the choice among the instruction sets.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "simt/check/race_quick.h"

#ifndef __clang__
#pragma GCC optimize("O3")
#endif
#define QUICK_TABLE race_quick_base
#include "simt/check/race_quick_body.h"

const struct quick_table *race_quick_choose(void)
{
#ifdef __x86_64__
	const char *most = getenv("WARPBOOK_ISA");
	bool base = most && !strcmp(most, "base"), no_wider = most && !strcmp(most, "avx2");

	if (!base && !no_wider && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
		return &race_quick_avx512;
	if (!base && __builtin_cpu_supports("avx2"))
		return &race_quick_avx2;
#endif
	return &race_quick_base;
}
