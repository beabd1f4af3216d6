/*
 * picture_show.h - a picture while it is made: picture.c runs the kernel and keeps what it sees here; picture_grid.c draws it.
 */
#ifndef WARPBOOK_DRAW_PICTURE_SHOW_H
#define WARPBOOK_DRAW_PICTURE_SHOW_H

#include <string.h>

#include "bench/kernel_case.h"
#include "draw/picture.h"

#define LANES      32
#define REQUESTS   8    /* the most requests of a line that are drawn */
#define LINES_MOST 1000

/* The first request of an instruction by the warp in the picture. */
struct request {
	const struct ptx_instr *instr;
	int kind;
	enum ptx_space space;
	uint32_t mask, bytes, warp;
	struct dim3u block;
	uint64_t addr[LANES];
	uint64_t repeats;            /* later ones of the same warp and instruction */
	int alike;                   /* other instructions of the line with the same pattern elsewhere; -1: this is one of
					those */
};

struct array {
	const char *name;
	uint64_t addr, len, *shape;
	unsigned elem;
	uint32_t *uses;              /* threads of the block that use each element, in the chosen line; NULL: none yet */
	bool read, written;
	uint64_t count;
};

/*
 * Consecutive instructions that the same lanes of the warp execute, and their line: the one that more than half of them belong
 * to, if there is one (`lead`: how far it is ahead, in the way of Boyer and Moore).
 */
struct turn { int line; uint32_t mask; uint64_t instructions, lead; };

struct show {
	const struct picture_subject *subject;
	struct exercise *exercise;
	struct exercise_case *c;
	struct compiler compiler;
	struct target target;
	const struct picture_options *o;
	int line;                    /* 0: no line chosen */
	bool begun;                  /* lanes: the warp has reached the line */
	struct picture *p;
	struct arena *arena;
	const char *own;             /* base name of the file */
	const struct ptx_module *module;
	struct array *arrays; size_t narrays;
	struct request requests[REQUESTS]; size_t nrequests;
	bool chosen, warp_chosen;
	struct dim3u block;
	uint32_t warp;
	bool seen[LINES_MOST];       /* lines that access memory */
	struct turn *turns; size_t nturns, turn_cap;
	size_t grid_cap;
};

/* Is this the one kind that the options ask for? */
static inline bool is_shown(const struct show *w, const char *kind)
{
	return w->o->show && !strcmp(w->o->show, kind);
}

/* The array that has the address; NULL: none. */
struct array *picture_array_at(struct show *w, uint64_t addr);

/* The requests of the line, or the lanes of the warp, as grids. 0 or -1. */
int picture_draw_line(struct show *w, struct error *err);
int picture_draw_lanes(struct show *w, const struct build *b, struct error *err);
/* The text of the file's line, without its indentation. */
const char *picture_line_text(struct show *w, const struct build *b, int line);
/* Draws the elements around the first wrong one: 1 to 9 grow with the error; ? was never written. */
int picture_draw_difference(struct show *w, size_t k, const uint8_t *got, const uint8_t *want, const uint8_t *before,
			    struct error *err);

#endif
