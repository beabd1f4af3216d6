/*
 * kept.h - the pictures of pages that were open before.
 *
 * A picture is made by running its kernel. A lesson that is opened again has those that were made since the workbook began, unless
 * the lesson or a file that they show has changed (lesson.version).
 */
#ifndef WARPBOOK_TUI_KEPT_H
#define WARPBOOK_TUI_KEPT_H

#include "base/arena.h"
#include "lesson/lesson.h"

#define KEPT_MOST 64 /* pages; the oldest makes room */
#define KEPT_BYTES ((size_t)16 << 20)

struct kept_page {
	char lesson[HASH_HEX];   /* its version */
	size_t step;
	const struct figure *figure;
	struct arena arena;      /* has the figure */
};

/* Zeroed: none. */
struct kept { struct kept_page pages[KEPT_MOST]; size_t n; /* oldest first */ };

/* Takes the arena. What says why there is no picture is not kept: that may have changed. */
void kept_put(struct kept *k, const struct lesson *l, size_t step, const struct figure *figure, struct arena *arena);
/* Hands the page's figure out with its arena; NULL: it is not there. */
const struct figure *kept_take(struct kept *k, const struct lesson *l, size_t step, struct arena *arena);
void kept_release(struct kept *k);

#endif
