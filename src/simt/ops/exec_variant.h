/*
 * exec_variant.h - the hot operations, built for one instruction set: before including it, a file defines EXEC_TABLE and
 * EXEC_TABLE_RARE, which names the function of a rare row, and chooses the target. Functions inlined into them must be built for
 * that target too: hence the includes here.
 */
#include "simt/ieee.h"
#include "simt/ops/exec_alu.h"
#include "simt/ops/exec_mem.h"

const struct exec_table EXEC_TABLE = { {
#define ALU1(id, ...) [X_##id] = do_##id,
#define ALU2(id, ...) [X_##id] = do_##id,
#define ALU3(id, ...) [X_##id] = do_##id,
#define ALU4(id, ...) [X_##id] = do_##id,
#define CMP2(id, ...) [X_##id] = do_##id,
#define RARE1(id, ...) [X_##id] = EXEC_TABLE_RARE(id),
#define RARE2(id, ...) [X_##id] = EXEC_TABLE_RARE(id),
#define RARE3(id, ...) [X_##id] = EXEC_TABLE_RARE(id),
#define RARE4(id, ...) [X_##id] = EXEC_TABLE_RARE(id),
#define RARE_CMP2(id, ...) [X_##id] = EXEC_TABLE_RARE(id),
#include "simt/alu.def"
#define EXTRA(id) [X_##id] = exec_##id,
#define EXTRA_FAST(id) [X_##id] = do_##id,
#include "simt/extra.def"
} };
