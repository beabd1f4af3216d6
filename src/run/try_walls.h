/*
 * try_walls.h - is a learner's program really held back on this machine? Each way out is tried, harmlessly, by a process that is
 * confined as such a program is.
 */
#ifndef WARPBOOK_RUN_TRY_WALLS_H
#define WARPBOOK_RUN_TRY_WALLS_H

#include <stdbool.h>
#include <stddef.h>

#define WALL_TRIES 12
#define SPACE_TRIES 4

struct wall_try { const char *name; bool holds; };

/* All of try_walls.def; returns how many. A try that could not be made counts as a wall that does not hold. */
size_t try_walls(struct wall_try tries[WALL_TRIES]);
/* What namespaces alone close; where the kernel refuses them (base/spaces.h), what is closed without. */
size_t try_spaces(struct wall_try tries[SPACE_TRIES]);

#endif
