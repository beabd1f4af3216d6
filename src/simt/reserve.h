/*
 * reserve.h - memory of a device and its addresses apart: addresses are reserved, and pieces of memory mapped there.
 *
 * Pieces side by side that the same devices may use are one allocation, which becomes longer and shorter. Addresses and sizes are
 * multiples of SIMT_PIECE_BYTES. None of this may happen while a kernel runs, except that a piece opens `alone`: an allocation of
 * its own. Where it says nothing else, a function returns 0, or -1 with a reason.
 */
#ifndef WARPBOOK_SIMT_RESERVE_H
#define WARPBOOK_SIMT_RESERVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct simt_mem;

#define SIMT_PIECE_BYTES (2ull << 20)
struct simt_piece {
	uint64_t addr, bytes;
	unsigned device;       /* the memory's owner */
	uint32_t reach;        /* bits of the devices that may use it; 0: not yet */
	uint8_t *view;         /* the memory, as simt_store_new made it */
	bool is_written;       /* its bytes count as initialised when it opens */
	void *owner;           /* the caller's */
};
/* Memory of a device, which can be mapped at several places. NULL: there is no room, with the reason. */
uint8_t *simt_store_new(struct simt_mem *m, unsigned device, uint64_t bytes, struct error *err);
void simt_store_free(struct simt_mem *m, unsigned device, uint8_t *view, uint64_t bytes);
int simt_reserve(struct simt_mem *m, uint64_t bytes, uint64_t alignment, uint64_t *addr, struct error *err);
/* The reservation that contains addr; false: none does. */
bool simt_reservation_find(struct simt_mem *m, uint64_t addr, uint64_t *start, uint64_t *bytes);
/* A whole reservation without pieces. */
int simt_unreserve(struct simt_mem *m, uint64_t addr, struct error *err);
/* The piece that contains addr; NULL: nothing is mapped there. Valid until the next one is mapped or unmapped. */
const struct simt_piece *simt_piece_at(struct simt_mem *m, uint64_t addr);
/* Maps a piece with reach 0 inside a reservation, where nothing is mapped. */
int simt_piece_map(struct simt_mem *m, const struct simt_piece *p, struct error *err);
/* Changes the devices that may use the piece at its start. */
int simt_piece_open(struct simt_mem *m, uint64_t addr, uint32_t reach, bool alone, struct error *err);
/* The bytes of all pieces of that owner count as initialised: they are seen elsewhere, too. */
void simt_pieces_written(struct simt_mem *m, const void *owner);
int simt_piece_unmap(struct simt_mem *m, uint64_t addr, struct error *err);
/* Of an address without an allocation: is it reserved, and is memory mapped there (then no device has access to it)? */
enum simt_gap { GAP_NOWHERE, GAP_RESERVED, GAP_MAPPED };
enum simt_gap simt_gap(struct simt_mem *m, uint64_t addr);

#endif
