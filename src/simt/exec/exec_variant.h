/*
 * exec_variant.h - the hot operations, built for one instruction set: a file
 * that includes this defines EXEC_TABLE and chooses the target beforehand. What
 * is inlined into them must be built for that target too: hence its includes.
 */
#if defined(__clang__)
#define INDEPENDENT_LANES _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT_LANES _Pragma("GCC ivdep")
#endif

#include "simt/exec/ieee.h"
#include "simt/exec/exec_alu.h"
#include "simt/exec/exec_mem.h"

const struct exec_table EXEC_TABLE = { {
#define ALU1(id, ...) [X_##id] = do_##id,
#define ALU2(id, ...) [X_##id] = do_##id,
#define ALU3(id, ...) [X_##id] = do_##id,
#define ALU4(id, ...) [X_##id] = do_##id,
#define CMP2(id, ...) [X_##id] = do_##id,
#include "simt/lower/alu.def"
#define EXTRA(id) [X_##id] = exec_##id,
#define EXTRA_FAST(id) [X_##id] = do_##id,
#include "simt/lower/extra.def"
} };
