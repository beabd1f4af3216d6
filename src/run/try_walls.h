/*
 * try_walls.h - tests whether this machine really confines a learner's program. A process that is confined like such a program
 * tries each way out, harmlessly.
 */
#ifndef WARPBOOK_RUN_TRY_WALLS_H
#define WARPBOOK_RUN_TRY_WALLS_H

#include <stdbool.h>
#include <stddef.h>

#define WALL_TRIES 12
#define SPACE_TRIES 4

struct wall_try { const char *name; bool holds; };

/* Tries all of try_walls.def; returns how many. A try that could not be made counts as a wall that does not hold. */
size_t try_walls(struct wall_try tries[WALL_TRIES]);
/* Tries what only namespaces close; where the kernel does not allow them (base/spaces.h), those that other walls close. */
size_t try_spaces(struct wall_try tries[SPACE_TRIES]);

#endif
