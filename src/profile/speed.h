/*
 * speed.h - why a program is slow: what its kernels and their lines cost, by the vm's counters and the modelled GPU, and at most
 * SPEED_ADVICE_MOST sentences, each with a line, its evidence and a remedy, ordered by the modelled time that they save.
 *
 *	launches, entries of the timeline, calls -> struct speed -> speed_judge -> text, JSON, HTML
 *
 * The caller fills struct speed with what it has seen (cudart/check/counted.c). Launches of one kernel from one place with one
 * shape are summed. Without lines, as in a plain run, the sentences name kernels. A sentence states what was counted; what the
 * program could do instead is its remedy.
 */
#ifndef WARPBOOK_PROFILE_SPEED_H
#define WARPBOOK_PROFILE_SPEED_H

#include <jansson.h>

#include "base/arena.h"
#include "base/buf.h"
#include "cost/cost.h"

#define SPEED_ADVICE_MOST 5

/*
 * A place in the program's source: file NULL and line 0 when unknown. text: the
 * source line, without blanks at its ends; may be NULL.
 */
struct speed_place { const char *file; int line; const char *text; };

struct speed_line { struct speed_place place; struct simt_counts counts; double ns; };

struct speed_shape {
	struct dim3u grid, block;
	uint64_t shared_bytes, touched, longest_warp; /* of the launch that had the most */
	struct speed_place launch;
	const void *site;            /* the caller's, to find the place with */
	uint64_t launches;
	uint64_t separate;           /* launches that use no memory which the launch before wrote, nor write what it used */
	bool waits;                  /* its kernel may wait for the host or for another kernel */
	struct simt_counts counts;   /* the sums of all launches */
	struct speed_line *lines; size_t nlines, cap;
	double ns;                   /* modelled, of all launches; by speed_judge */
};

struct speed_measured { uint64_t launches; double ns, least_ns; }; /* of all launches, and of the shortest */

struct speed_kernel {
	const char *symbol;
	const char *name, *signature; /* as in the source; with the types of its parameters */
	struct speed_shape *shapes; size_t nshapes, cap;
	bool doubles;                /* its source has the word double, or is not known */
	const char *source;          /* the text of its file; NULL: not known */
	struct speed_measured measured; /* by speed_measured; launches 0: it was not */
	/* by speed_judge: */
	struct speed_line *lines; size_t nlines; /* of all shapes, by file and number */
	double ns;
	uint64_t launches;
	const char *limit;
};

/* Calls of one kind from one place. */
struct speed_call { const char *name; struct speed_place place; uint64_t times, ns; };

/*
 * Bytes that went to the host and came back unchanged. to_host: they came from it, and went back; only of the copies that Numba
 * makes for arrays of the host.
 */
struct speed_return { struct speed_place out, in; uint64_t times, bytes; double ns; bool to_host; };

/* Managed memory that moved to the host and back: between kernels that use it the host has used it, too. */
struct speed_migration { const char *name; struct speed_place launch; uint64_t times, bytes; double ns; };

struct speed_advice {
	const char *kind;            /* stable: "load-sectors", "small-blocks", "allocations" ... */
	struct speed_place place;
	const char *kernel;          /* NULL: about the host */
	const char *message, *next;
	double saved_ns;
};

struct speed {
	struct arena *arena;
	bool python;
	struct speed_kernel *kernels; size_t nkernels, cap;
	const struct timeline_entry *entries; size_t nentries;
	struct speed_call *calls; size_t ncalls;
	struct speed_return *returns; size_t nreturns;
	struct speed_migration *migrations; size_t nmigrations;
	const char *measured_on;     /* the GPU's name; NULL: nothing was measured */
	uint64_t seen;               /* launches whose results the host may see without a copy: it may have to wait for them */
	/* by speed_judge: */
	double ns, kernels_ns, migrations_ns; /* of the program, of all its kernels, of its managed memory's moves */
	struct speed_advice *advice; size_t nadvice;
};

/* Computes what the struct says of it. Everything lives in the arena; false: it has no memory left. */
bool speed_judge(struct speed *s);

/* Takes what a GPU's run of the program measured. false: there is nothing that can be read. */
bool speed_measured(struct speed *s, const char *path);

void speed_text(const struct speed *s, int width, struct buf *out);
/*
 * [ { kernel, launches, counters, modelled_ns, measured: { on, launches, ns, least_ns } or null, limit, shapes: [ { grid, block,
 * shared_bytes, launch_line, launches, modelled_ns, waves, multiprocessors } ],
 * lines: [ { file, line, modelled_ns, counters } ] } ]
 */
json_t *speed_kernels_json(const struct speed *s);
/* [ { kind, file, line, kernel, message, next, saved_ns } ] */
json_t *speed_advice_json(const struct speed *s);
/* { on, ns, kernels_ns }: the machine, the time of the program, and that for which kernels are at work */
json_t *speed_modelled_json(const struct speed *s);
/*
 * A page that needs no other file: sentences, the timeline, and each kernel's lines with bars. text_of: a file's text, or NULL.
 */
void speed_html(const struct speed *s, const char *title, struct buf *out);

/* ---- shared by the files of this folder ---------------------------------------------------------------------- */

/* Adds a sentence; takes the texts. saved_ns of the whole program. */
void speed_say(struct speed *s, const char *kind, const struct speed_place *place, const char *kernel, double saved_ns,
	       const char *next, const char *message, ...) __attribute__((format(printf, 7, 8)));
void speed_say_kernels(struct speed *s);
void speed_say_host(struct speed *s);
/* The mean launch of a shape; *counts is filled, and must live as long. */
struct cost_launch speed_mean(const struct speed_shape *shape, struct simt_counts *counts);
struct simt_counts speed_counts_mean(const struct simt_counts *sum, uint64_t launches);

#endif
