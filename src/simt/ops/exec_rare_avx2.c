/*
 * exec_rare_avx2.c - the rare rows of alu.def for x86-64 with AVX2 and FMA, and for AVX-512, which speeds up few of
 * them.
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
#pragma GCC optimize("O1", "tree-loop-vectorize", "no-math-errno", "no-trapping-math")
#pragma GCC target("avx2,fma,bmi,bmi2,lzcnt,popcnt")
#endif
#define EXEC_RARE(id) exec_avx2_##id
#include "simt/ieee.h"
#include "simt/ops/exec_alu.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
