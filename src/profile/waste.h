/*
 * waste.h - what a line of a kernel wastes by its counters, and how much faster the modelled kernel would be without: sectors,
 * bank conflicts, atomics at one address, doubles, local memory, divisions.
 */
#ifndef WARPBOOK_PROFILE_WASTE_H
#define WARPBOOK_PROFILE_WASTE_H

#include "base/buf.h"
#include "cost/cost.h"

#define WASTE_ROWS 7 /* kinds of waste */

struct waste_setting {
	struct cost_launch launch; /* with the kernel's counters */
	bool doubles;              /* the kernel wants double precision */
	bool divides;              /* the line has a division */
};

struct waste {
	const char *kind;          /* stable: "load-sectors" */
	double now, best;          /* the figure that can improve: 32 sectors a request, 4 would do */
	double times, times_here;  /* the modelled time over the time without the waste, 5.1: on a grid that fills the GPU, and on
				      this one */
	double saved_ns;           /* of this launch */
	const char *next;
	uint64_t apart;            /* of loads and stores: how many bytes neighbouring threads are apart; 0: not known, or not the
				      same for all */
};

/* false: the line has no such waste, or it hardly matters. row: below WASTE_ROWS. */
bool waste_look(const struct waste_setting *s, size_t row, const struct simt_counts *line, struct waste *w);
/* `apart` of that kind, by the counters of one launch or of several. */
uint64_t waste_apart(const char *kind, const struct simt_counts *line);
/* Appends the figures as a clause: "threads are 1024 bytes apart: 32 sectors per load, where 4 would be enough". */
void waste_put(const struct waste *w, struct buf *out);
/* How many times larger the grid must be to fill the GPU several times over. */
uint64_t waste_times_to_fill(const struct cost_launch *launch);

#endif
