/*
 * remark.h - a sentence at a place of a source file: what a finding, a compiler's complaint
 * and a fault come to for a reader. Foreign text goes through
 * text_sanitise here, so that the result is safe for any terminal.
 */
#ifndef WARPBOOK_WORDS_REMARK_H
#define WARPBOOK_WORDS_REMARK_H

#include <stddef.h>

#include "base/buf.h"
#include "words/finding.h"

/* The file that excerpts are shown of: a remark about another is told by file and line. */
struct remark_source {
	const char *path, *text; /* text NULL: there is none */
	size_t len;
};

struct remark {
	const char *text, *advice, *file; /* advice and file may be NULL */
	int line, column;                 /* 0 when unknown */
	const char *within;               /* the calls that the place was inlined through; NULL if none */
};

/* The source line, the sentence behind the caret under it, and the next step. */
void remark_put(const struct remark_source *own, const struct remark *r, int width, struct buf *out);
/* Each after an empty line. */
void remark_findings(const struct remark_source *own, const struct finding *findings, size_t n, int width,
		     struct buf *out);

/*
 * Appends text in lines of at most `width` columns: the first goes on after `used`
 * columns, the others begin with `indent`. Breaks at blanks only.
 */
void text_wrap(struct buf *out, const char *text, int width, int used, const char *indent);
/* "next: ..." and the like, with the text hanging under its first word. */
void text_label(struct buf *out, const char *label, const char *text, int width);
/* One line, cut to the width with three dots. */
void text_cut(struct buf *out, int width, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

#endif
