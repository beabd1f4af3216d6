/* checking.h - an attempt from the command line, printed: shared by `check` and `watch`. */
#ifndef WARPBOOK_CMD_CHECKING_H
#define WARPBOOK_CMD_CHECKING_H

#include "session/attempt.h"

/* Runs and prints; returns the exit status of the verdict. */
int checking_run(const char *id, const char *path, const struct attempt_options *options);
int checking_print(const struct attempt *a);

#endif
