/*
 * shell_limits.h - limits of the shell (ulimit) and a lack of the machine with which no verdict can be right: a learner's
 * program, or our own solution, would end by them in a way that looks like a mistake of its own.
 */
#ifndef WARPBOOK_CHILD_SHELL_LIMITS_H
#define WARPBOOK_CHILD_SHELL_LIMITS_H

#include "base/error.h"

/*
 * At the very start of main: raises the limits of open files and of the stack as far as they may be. A stack that was too small
 * stays so for threads, so the program starts again. -1, with the machine's error: it cannot be raised enough for this program
 * itself.
 */
int shell_limits_raise(char **argv, struct error *err);
/* Before a check: -1, with the machine's error and what to do, if a limit is too low, or /dev is missing. */
int shell_limits_suffice(struct error *err);

#endif
