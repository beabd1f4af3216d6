/*
 * kept.h - the pictures of pages that were open before.
 *
 * To make a picture, the workbook runs its kernel. A lesson that is opened again shows the pictures made since the workbook
 * started, unless the lesson or a file that they show has changed (lesson.version).
 */
#ifndef WARPBOOK_TUI_KEPT_H
#define WARPBOOK_TUI_KEPT_H

#include "base/arena.h"
#include "lesson/lesson.h"

#define KEPT_MOST 64 /* pages; a new one replaces the oldest */
#define KEPT_BYTES ((size_t)16 << 20)

struct kept_page {
	char lesson[HASH_HEX];   /* its version */
	size_t step;
	const struct figure *figure;
	struct arena arena;      /* owns the figure */
};

/* Zeroed: empty. */
struct kept { struct kept_page pages[KEPT_MOST]; size_t n; /* oldest first */ };

/* Takes over the arena. Does not keep the reason for a missing picture: it may have changed. */
void kept_put(struct kept *k, const struct lesson *l, size_t step, const struct figure *figure, struct arena *arena);
/* Returns the page's figure with its arena, which the caller then owns; NULL: not kept. */
const struct figure *kept_take(struct kept *k, const struct lesson *l, size_t step, struct arena *arena);
void kept_release(struct kept *k);

#endif
