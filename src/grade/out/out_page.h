/* out_page.h - shared by the HTML pages: self-contained, for light and dark screens, without scripts. Private to out_*.c. */
#ifndef WARPBOOK_GRADE_OUT_OUT_PAGE_H
#define WARPBOOK_GRADE_OUT_OUT_PAGE_H

#include "grade/out/out.h"

/* Writes to the end of the page's heading; large: for reading at a distance. */
void page_open(struct buf *out, const char *title, bool large);
void page_close(struct buf *out);
void page_text(struct buf *out, const char *text); /* escaped */
void page_points(struct buf *out, double points);

/* A chart of horizontal bars as inline SVG, with its numbers as text. */
struct page_bar { const char *label; double value; const char *shown; };
void page_bars(struct buf *out, const char *title, const struct page_bar *bars, size_t n);
/* Columns of students by tenths of the points that they could get; the last column has those with all, rounded to hundredths. */
#define TENTHS 10
size_t page_tenth(double points, double possible);
void page_tenths(struct buf *out, const char *title, const size_t counts[TENTHS + 1], struct arena *arena);

#endif
