/*
 * remark.h - a sentence at a place in a source file: the form in which a reader sees a finding, a compiler's message
 * or a fault. Foreign text goes through text_sanitise here, so that the result is safe for any terminal.
 */
#ifndef WARPBOOK_WORDS_REMARK_H
#define WARPBOOK_WORDS_REMARK_H

#include <stddef.h>

#include "base/buf.h"
#include "words/finding.h"

/* The file for excerpts: a remark about another file has only file and line. */
struct remark_source {
	const char *path, *text; /* text NULL: none */
	size_t len;
};

struct remark {
	const char *text, *advice, *file; /* advice and file may be NULL */
	int line, column;                 /* 0 when unknown */
	const char *within;               /* the chain of inlined calls; NULL if none */
};

/* The source line, the sentence after the caret under it, and the next step. */
void remark_put(const struct remark_source *own, const struct remark *r, int width, struct buf *out);
/*
 * The column of the finding's excerpt, 1-based: the column of the array that it names, otherwise the compiler's; 0 when unknown.
 */
int remark_column(const struct remark_source *own, const struct finding *f);
/* Appends the remarks of the findings, each after an empty line. */
void remark_findings(const struct remark_source *own, const struct finding *findings, size_t n, int width,
		     struct buf *out);

/*
 * Appends text in lines of at most `width` columns: the first continues after `used`
 * columns, the others begin with `indent`. Breaks at blanks only.
 */
void text_wrap(struct buf *out, const char *text, int width, int used, const char *indent);
/* "next: ..." and the like, with the text hanging under its first word. The label is translated. */
void text_label(struct buf *out, const char *label, const char *text, int width);
/* One line, cut to the width with three dots. The format is translated. */
void text_cut(struct buf *out, int width, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

#endif
