/*
 * try_sandbox.h - tests whether this machine really confines a learner's program. A process that is confined like such a program
 * tries each way out, harmlessly.
 */
#ifndef WARPBOOK_WORKER_TRY_SANDBOX_H
#define WARPBOOK_WORKER_TRY_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#define ESCAPES 17
#define SPACE_TRIES 4

struct escape { const char *name; bool holds; };

/* Tries all of try_sandbox.def; returns how many. A try that could not be made counts as a way out that is open. */
size_t try_sandbox(struct escape tries[ESCAPES]);
/*
 * Tries what only namespaces close; where the kernel does not allow them
 * (child/spaces.h), those that the sandbox closes without them.
 */
size_t try_spaces(struct escape tries[SPACE_TRIES]);

#endif
