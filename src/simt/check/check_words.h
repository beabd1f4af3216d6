/* check_words.h - the parts of the checkers' sentences: check_text.c. */
#ifndef WARPBOOK_SIMT_CHECK_CHECK_WORDS_H
#define WARPBOOK_SIMT_CHECK_CHECK_WORDS_H

#include "simt/check/check_state.h"

/* Words by value, to be used inside one printf. */
struct words { char s[192]; };
struct words words_thread(const struct checker *c, uint32_t thread);              /* "thread (3,0,0)" */
struct words words_block(struct dim3u block);                                     /* "block (0,0,0)" */
struct words words_line(const struct checker *c, const struct ptx_instr *at);     /* " on line 12", or "" */
struct words words_lanes(uint32_t lanes);                                         /* "lanes 0-15 and 31" */
struct words words_op(const struct ptx_instr *at);                                /* "__shfl_down_sync" */
struct words words_shared(const struct checker *c, uint64_t offset, unsigned elem); /* "tile[3]" */
struct words words_variable(const char *mangled);                                 /* "tile" */
struct words words_shared_of(const struct checker *c, const struct checker_var *v, uint64_t offset, unsigned elem);
struct words words_element(const struct simt_allocation *a, uint64_t addr, unsigned elem); /* "out[-1]" */
struct words words_nth(const struct simt_allocation *a, int64_t index);
int64_t check_element_of(const struct simt_allocation *a, uint64_t addr, unsigned elem); /* -1 in "out[-1]" */
struct words words_size(const struct simt_allocation *a, unsigned elem);          /* "out has 8 elements" */
struct words words_region(const struct checker *c, const struct region *r, uint64_t offset);
struct words words_shared_size(const struct checker *c, const struct checker_var *v, unsigned elem);
/* Bytes of its elements: as declared, else as accessed. */
unsigned shared_var_elem(const struct checker *c, const struct checker_var *v, unsigned elem);
const struct checker_var *shared_var_at(const struct checker *c, uint64_t offset); /* NULL if none */
const char *access_verb(enum access_kind kind);                                   /* "reads" */

#endif
