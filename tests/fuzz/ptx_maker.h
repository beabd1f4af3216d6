/*
 * ptx_maker.h - generates random PTX that the front end accepts: from the rows of ops.def and
 * mods.def themselves, so that fuzzing covers a new opcode as soon as it has its row.
 */
#ifndef TESTS_FUZZ_PTX_MAKER_H
#define TESTS_FUZZ_PTX_MAKER_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/hash.h"

/* Does the vm accept this module? */
typedef bool maker_judge(const char *text, size_t len);

/*
 * With a judge (or NULL), leaves out spellings that the front end accepts and the vm rejects.
 *
 * A whole module with an entry k(u64 pointer, u32 64, f64), functions, variables, labels.
 */
void maker_module(struct rng *rng, maker_judge *judge, struct buf *out);
/*
 * A few statements for the body of a function. Between maker_module()'s own (`at_home`) they
 * use its registers and variables; elsewhere they declare their own registers, in a scope of their own.
 */
void maker_statements(struct rng *rng, maker_judge *judge, bool at_home, struct buf *out);
/* True for a text that has maker_module()'s registers. */
bool maker_is_home(const char *text, size_t len);
/* A number that often causes errors: around 0, powers of two and the ends of the types. */
void maker_number(struct rng *rng, struct buf *out);

#endif
