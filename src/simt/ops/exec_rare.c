/*
 * exec_rare.c - the rare rows of alu.def, for any 64-bit machine. They are most of its rows; this file avoids
 * compiling them once per instruction set.
 */
#include "config.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "simt/exec/warp.h"
#include "simt/ieee.h"

/* An x86-64 without AVX2 is a rarity: there the build's time counts more. */
#ifdef __clang__
#elif defined(__x86_64__)
#pragma GCC optimize("O1", "tree-loop-vectorize", "no-math-errno", "no-trapping-math")
#else
#pragma GCC optimize("no-math-errno", "no-trapping-math")
#endif
#define EXEC_RARE(id) exec_##id
#include "simt/ops/exec_alu.h"
