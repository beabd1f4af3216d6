/*
 * exec_avx2.c - the operations for x86-64 with AVX2 and FMA.
 */
#include "config.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "simt/exec/warp.h"

#ifdef __x86_64__
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC optimize("O3", "no-math-errno", "no-trapping-math")
#pragma GCC target("avx2,fma,bmi,bmi2,lzcnt,popcnt")
#endif
#define EXEC_TABLE exec_avx2
#define EXEC_TABLE_RARE(id) exec_avx2_##id
#include "simt/ops/exec_variant.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
