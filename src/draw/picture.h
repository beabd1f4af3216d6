/*
 * picture.h - pictures of what a kernel does, from a launch on the vm:
 *
 *	of a line: which element of an array each lane of a warp uses, sector by sector; the banks of shared memory, pass by pass;
 *	how many threads of a block use each element
 *	of a warp: which lanes execute which instruction, one after the other
 *	of an output: where it differs from the reference's, around the first wrong element
 *	of a host function: its operations over time, stream by stream
 *
 * Each picture but the last is a grid of cells, which text and SVG draw alike; the last is a timeline (timeline/). The launch is
 * that of the exercise's measured case (profile.h), with the same data each time, and runs in this process, as in `warpbook vm
 * run`: a kernel reaches only the vm's memory. Pictures of another person's kernel are made in a separate process, in a sandbox
 * (`confined`).
 */
#ifndef WARPBOOK_DRAW_PICTURE_H
#define WARPBOOK_DRAW_PICTURE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "timeline/timeline.h"
#include "words/finding.h"

#define PICTURE_SHADES 9

struct picture_cell {
	char text[4];                /* its contents; "" is empty */
	unsigned char shade;         /* 0: nothing happens there, 1 to PICTURE_SHADES: the more, the darker */
};

struct picture_grid {
	const char *kind;            /* stable: "sectors", "banks", "block", "lanes" or "difference" */
	const char *title, *note;    /* note: its message in a sentence; may be NULL */
	size_t rows, cols, cell;     /* cell: columns of text of a cell */
	const char **labels;         /* of the rows */
	const char *heads;           /* of the columns, as a line of text as wide as the cells; may be NULL */
	struct picture_cell *cells;  /* row after row */
	size_t left_out;             /* rows that do not fit */
};

struct image;

struct picture {
	const char *exercise, *case_name, *path;
	int line;                    /* 0: the output */
	const char *source;          /* the line's text */
	struct picture_grid *grids; size_t ngrids;
	int *lines; size_t nlines;   /* those that access memory, by number */
	struct timeline_entry *gantt; size_t ngantt; /* of a host function: its copies, kernels and calls */
	struct image *image;         /* its output, if no element is wrong and the exercise's is worth looking at; NULL */
};

struct picture_options {
	const char *compiler;        /* as attempt_options has it */
	int line;                    /* 0: the output compared with the reference's */
	const char *at;              /* the only line that contains this text; NULL: use `line` */
	const char *show;            /* only this one of picture_kinds; NULL: all pictures of a line, or the output */
	size_t rows;                 /* of a grid, at most; 0: 16 */
	const char *array;           /* only this array; NULL: all */
	const struct dim3u *block;   /* NULL: the first that reaches the line */
	int warp;                    /* -1: the first */
	bool confined;               /* the kernel is another person's: after compiling, enter a worker's sandbox (box_confine) */
};

/* "sectors", "banks", "block", "lanes", "difference", "streams"; ends with NULL. */
extern const char *const picture_kinds[];

/* What a lesson draws: one of its experiments, or an exercise, with its own case. */
struct picture_subject {
	struct exercise *exercise;   /* runs its `kernel` */
	const char *path;            /* of the source; NULL: the exercise's solution */
	const char *text;            /* replaces the file's contents; NULL */
	const struct case_variable *variables; size_t nvariables; /* of the case; none: the measured case, or the one with the
								     most data */
};
/* As picture_make. */
int picture_of(const struct picture_subject *subject, const struct picture_options *options, struct arena *arena,
	       struct picture *p, struct error *err);

/*
 * A host exercise's picture has its calls, copies and kernels over time. Returns -1 with the error for one of its lines, a file
 * that does not compile, and for a line, array, block or warp without an access to show. For a kernel that faults it draws what
 * happened before. Everything in *p lives in the arena.
 */
int picture_make(const char *id, const char *path, const struct picture_options *options, struct arena *arena, struct picture *p,
		 struct error *err);

/* The parts of a grid. Titles and notes are sentences, which the caller wraps. */
enum picture_ink { PICTURE_TITLE, PICTURE_LABEL, PICTURE_HEADS, PICTURE_EMPTY, PICTURE_USED, PICTURE_MUCH, PICTURE_NOTE };
/* `put` adds to a line, and `end` ends it: its last ink says whether the line is a sentence. */
struct picture_pen {
	void (*put)(void *ctx, enum picture_ink ink, const char *text);
	void (*end)(void *ctx, enum picture_ink ink);
	void *ctx;
	int width;                   /* columns */
	bool ascii;
};
/* Draws every grid in text. Without a title it begins with the cells. */
void picture_grid_draw(const struct picture_grid *g, const struct picture_pen *pen);
/* The most columns that a grid of this kind takes when text stands next to it. */
int picture_kind_columns(const char *kind);

/* Lines of at most 80 columns; with `ascii` in ASCII alone, with `colour` an image in colours. */
void picture_text(const struct picture *p, bool ascii, bool colour, struct buf *out);
void picture_svg(const struct picture *p, struct buf *out);
/* The same as an element of an HTML page, which gives class "picture" its font. */
void picture_svg_element(const struct picture *p, struct buf *out);
/* { exercise, file, case, line, source, lines, pictures: [ { kind, title, note, labels, cells: [ [ text ] ], shades: [ [ n ] ],
 * left_out } ], operations, image (image.h) } */
json_t *picture_json(const struct picture *p);

#endif
