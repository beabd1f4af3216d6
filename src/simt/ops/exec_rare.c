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

#ifndef __clang__
#pragma GCC optimize("no-math-errno", "no-trapping-math")
#endif
#define EXEC_RARE(id) exec_##id
#include "simt/ops/exec_alu.h"
