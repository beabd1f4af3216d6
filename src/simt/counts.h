/* counts.h - what a launch counted, in total and by source line: as text and as JSON, for whoever launched it. */
#ifndef WARPBOOK_SIMT_COUNTS_H
#define WARPBOOK_SIMT_COUNTS_H

#include <jansson.h>

#include "base/source.h"
#include "simt/simt.h"

/* "  64  global_sectors", a line each; zeros: also those that are 0. */
void counts_put(const struct simt_counts *c, bool zeros, struct buf *out);
/* By file and line. */
void counts_sort(struct simt_line_counts *lines, size_t n);
/* A row for each of the sorted lines, with its text, in 80 columns. `find` gives the text of a file; .text NULL: not known. */
void counts_put_lines(const struct simt_line_counts *lines, size_t n, struct source (*find)(void *ctx, const char *file),
		      void *ctx, struct buf *out);
/* { NAME: number } */
json_t *counts_json(const struct simt_counts *c);
/* Reads it back; what is missing or no number is 0. */
void counts_read(const json_t *o, struct simt_counts *c);

#endif
