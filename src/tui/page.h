/*
 * page.h - the content of one page: styled lines, written again for each drawing.
 *
 * A view writes its whole page from top to bottom; the frame shows the
 * part that fits. The page's arena owns the text. When memory runs out,
 * lines are missing and `arena.failed` is set.
 */
#ifndef WARPBOOK_TUI_PAGE_H
#define WARPBOOK_TUI_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "draw/image.h"
#include "lesson/lesson.h"

struct page {
	struct arena arena;
	struct line *lines; size_t nlines;
	int width;      /* columns available */
	bool ascii;
	bool lower;     /* there is a panel below the page */
	int selected;   /* the line under the cursor; -1: the page only scrolls */
	int fixed;      /* so many lines at the top do not scroll, in a column beside a page */
	int selected_last; /* the last line that belongs to it; 0: the selection is one line */
	size_t cap, span_cap; /* private */
	int col;              /* private: width of the last line so far */
};

void page_init(struct page *p, int width, bool ascii);
void page_release(struct page *p);

void page_line(struct page *p);   /* starts a new line */
void page_blank(struct page *p);  /* an empty line, unless the page ends in one or is empty */

/* Add to the last line. */
void page_add(struct page *p, enum style style, const char *text);
void page_printf(struct page *p, enum style style, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void page_fit(struct page *p, enum style style, const char *text, int width); /* cut or padded */
void page_to(struct page *p, int column);  /* adds blanks up to that column */

/* Adds text on new lines, wrapped between words, each line indented; keeps newlines. */
void page_wrap(struct page *p, int indent, enum style style, const char *text);
/* The same with a sign of one column before the first line; the text is indented after it. */
void page_hang(struct page *p, enum style sign_style, const char *sign, enum style style, const char *text);
/* Adds code or program output: keeps blanks, and breaks a line only at the page's edge. */
void page_verbatim(struct page *p, int indent, enum style style, const char *text, size_t len);
/* The markup of lessons: paragraphs, `code`, *stress*, lists. */
void page_markup(struct page *p, const char *text);
/* The grids of a picture, as lessons and `warpbook picture` draw them. */
void page_picture(struct page *p, const struct picture *picture);
/* An image in at most so many lines, two pixels in a character; in ASCII in shades. */
void page_image(struct page *p, const struct image *image, int rows);
/* A step of a lesson with the learner's answer. */
void page_step(struct page *p, const struct step *step, const struct step_answer *answer);

#endif
