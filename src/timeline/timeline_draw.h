/*
 * timeline_draw.h - draws a timeline for people: as text, as a picture, as data.
 *
 * Names of kernels and files come from foreign programs and may contain any bytes; the output is always printable
 * text, well-formed SVG and valid JSON.
 */
#ifndef WARPBOOK_TIMELINE_TIMELINE_DRAW_H
#define WARPBOOK_TIMELINE_TIMELINE_DRAW_H

#include "base/buf.h"
#include "timeline/timeline.h"

struct timeline_style {
	unsigned width;      /* columns of text; 0 = 80. At least 40 are used */
	bool utf8, colour;   /* text: supported by the terminal */
	bool brief;          /* text: only the rows and the meaning of their signs */
	bool element;        /* SVG: for an HTML page, which gives class "timeline" its font and colours */
	const char *machine; /* "an H200": the modelled device */
};

/* One row for each stream with work, under a time scale; below the rows the work and the overlaps. */
void timeline_text(const struct timeline_entry *e, size_t n, const struct timeline_style *style, struct buf *out);
/* The same as a self-contained SVG file; each bar has a tooltip. */
void timeline_svg(const struct timeline_entry *e, size_t n, const struct timeline_style *style, struct buf *out);
/* One JSON object: machine, total, overlaps, busy times, and every operation. */
void timeline_json(const struct timeline_entry *e, size_t n, const struct timeline_style *style, struct buf *out);

/* ---- shared by all three ---------------------------------------------------------------------------------- */

/* A row of a drawing: a thread of the host, or a stream of a device. */
struct timeline_row {
	bool host;               /* its calls, and where it waits */
	unsigned device, number; /* of the thread or stream */
	unsigned lane;           /* 0; from 1 for kernels' launches that run side by side */
	bool more;               /* also stands for all later ones, which have no row */
};

/* Entries that repeat the same work: one kernel, or one kind of copy from one line. */
struct timeline_group {
	enum timeline_kind kind;
	const char *name, *file;
	int line;
	bool pinned;
	char symbol;             /* kernels: one letter each, A to Z, then #; calls: a to z, then : */
	uint64_t times, ns, bytes;
};

struct timeline_plan {
	struct timeline_row *rows; size_t nrows;
	struct timeline_group *groups; size_t ngroups; /* the longest total first */
	size_t *group_of;        /* by entry; TIMELINE_NO_ENTRY: not drawn */
	size_t *row_of;          /* by entry */
	uint64_t begin;          /* ns at which the first drawn entry begins; only calls, such as allocations, come before it */
	uint64_t total;          /* from there to the end of the last entry */
	uint64_t operations;     /* drawn operations, without calls and waits of the host */
	unsigned devices;
};

/* At most `rows_most` rows of streams. false when out of memory; call plan_release in any case. */
bool timeline_plan(const struct timeline_entry *e, size_t n, size_t rows_most, struct timeline_plan *plan);
void timeline_plan_release(struct timeline_plan *plan);
/* The part of an entry that is drawn, in ns from plan->begin: a call may begin earlier, and end later than the last operation. */
uint64_t timeline_plan_start(const struct timeline_plan *plan, const struct timeline_entry *e);
uint64_t timeline_plan_end(const struct timeline_plan *plan, const struct timeline_entry *e);
bool timeline_is_host(const struct timeline_entry *e);
void timeline_row_label(const struct timeline_plan *plan, const struct timeline_row *row, struct buf *out);
/* "812 ns", "3.41 us": three digits. */
void timeline_put_time(struct buf *out, uint64_t ns);
void timeline_put_bytes(struct buf *out, uint64_t bytes);

enum timeline_words { TIMELINE_ASCII, TIMELINE_UTF8, TIMELINE_XML, TIMELINE_JSON };
/* Appends foreign text, made safe; at most `most` characters, then "...". */
void timeline_put_text(struct buf *out, const char *text, enum timeline_words as, size_t most);

/* Appends the overlap in words; nothing unless there are both copies and kernels. */
void timeline_put_overlap(const struct timeline_entry *e, size_t n, struct buf *out);

#endif
