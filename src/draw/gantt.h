/* gantt.h - turns the observations of a host program into timeline entries to draw. */
#ifndef WARPBOOK_DRAW_GANTT_H
#define WARPBOOK_DRAW_GANTT_H

#include <jansson.h>

#include "base/arena.h"
#include "base/error.h"
#include "timeline/timeline.h"
#include "words/observed.h"

/*
 * Its finished operations, then the calls and waits of the host, in the arena;
 * none if `o` is NULL. The names still belong to `o`.
 */
int gantt_of(const struct observed *o, struct arena *arena, struct timeline_entry **entries, size_t *n, struct error *err);
/* [ { kind, name, line, stream, start_ns, end_ns, bytes } ] */
json_t *gantt_json(const struct timeline_entry *entries, size_t n);

#endif
