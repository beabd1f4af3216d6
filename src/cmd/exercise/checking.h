/* checking.h - runs an attempt from the command line and prints it: shared by `check` and `watch`. */
#ifndef WARPBOOK_CMD_EXERCISE_CHECKING_H
#define WARPBOOK_CMD_EXERCISE_CHECKING_H

#include "attempt/attempt.h"

/*
 * Chooses the exercise and the file that `word` names, as context_choose does, and calls
 * `act` with them and the workspace's database for the record. Returns an exit status.
 */
int checking_start(const char *word, const char *as, struct attempt_options *options, bool record,
		   int (*act)(const char *id, const char *path, const struct attempt_options *options));

/* "wrong result": the last check's headline; "" before the first one. */
const char *checking_headline(void);

/* Checks once and prints: an `act`. Returns the exit status of the verdict. */
int checking_run(const char *id, const char *path, const struct attempt_options *options);

#endif
