/*
 * written.h - what is known of the bytes of memory: which were written, by whom, and whether anything has read them.
 */
#ifndef WARPBOOK_SIMT_WRITTEN_H
#define WARPBOOK_SIMT_WRITTEN_H

#include <stdbool.h>
#include <stdint.h>

struct simt_mem;

/* Has a kernel written the array at an index that it computed from data, such as a count of earlier elements? Then only the
   program knows how much of it is written. */
bool simt_is_scattered(struct simt_mem *m, uint64_t addr);
/*
 * The first byte that neither host nor kernel wrote, as an offset from addr; `bytes` if there is none, or no
 * such memory. It knows kernels' writes only from launches with SIMT_CHECK_INIT or `footprint`.
 */
uint64_t simt_first_unwritten(struct simt_mem *m, uint64_t addr, uint64_t bytes);
/* The same for the first byte that was written. */
uint64_t simt_first_written(struct simt_mem *m, uint64_t addr, uint64_t bytes);
/*
 * Has a kernel written memory that was unwritten before, and nothing read it
 * since? It knows launches with SIMT_CHECK_INIT and SIMT_CHECK_RACE.
 */
bool simt_is_unread(struct simt_mem *m, uint64_t addr);

#endif
