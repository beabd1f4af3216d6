/*
 * groups.h - accesses of one block that are tested and counted together: groups.c, and the sums in which sums.c counts them.
 */
#ifndef WARPBOOK_SIMT_NATIVE_GROUPS_H
#define WARPBOOK_SIMT_NATIVE_GROUPS_H

#include "simt/native/flow.h"

/*
 * groups.c: accesses of one block at the same EVEN base, at other distances from it, are tested and counted together. `of`: the
 * first one, at whose place the test is; low, high: the least and the largest distance; sum: where they are counted, or -1; these
 * three at the first one.
 */
struct together { bool joins; size_t of; int64_t low, high; int sum; };
/* Has the block such accesses? */
bool block_has_groups(const struct translation *t, const struct block *b);
bool groups_find(struct translation *t);
/* The distance of an access from its base. */
int64_t access_distance(const struct insn *i);
/* Can the translation do this access at an EVEN address? */
bool access_is_even(const struct translation *t, const struct insn *i);

/*
 * sums.c: numbers the sums of the function's groups; the number of the access's, or -1: it is counted by itself. Text: adds to
 * the sum of the group that begins at k; counts what the block has executed when it leaves before k; the function that adds the
 * sums to the sites.
 */
void sums_number(struct translation *t);
int sum_of(const struct translation *t, size_t k);
void put_sum(const struct translation *t, size_t k);
void put_sums_back(const struct translation *t, const struct block *b, size_t k);
void put_flush(const struct translation *t, size_t index);

#endif
