/*
 * ptx_mutate.h - a step from one PTX text to another, for LLVMFuzzerCustomMutator().
 */
#ifndef TESTS_FUZZ_PTX_MUTATE_H
#define TESTS_FUZZ_PTX_MUTATE_H

#include "ptx_maker.h"

/* In place; the new length, at most max. */
size_t ptx_mutate(struct rng *rng, maker_judge *judge, uint8_t *data, size_t size, size_t max);

#endif
