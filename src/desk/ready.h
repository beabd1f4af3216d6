/*
 * ready.h - what the next check of a file needs, made ready in advance: for a file in Python, a process that has imported Numba
 * (toolchain/python/numba_ready.h). attempt_options has it.
 */
#ifndef WARPBOOK_DESK_READY_H
#define WARPBOOK_DESK_READY_H

struct numba_ready;

/* NULL: no memory; everything below takes that, too. */
struct numba_ready *ready_new(void);
/* Call it while the learner reads or edits: the file that will be checked next. Returns at once. */
void ready_start(struct numba_ready *p, const char *path);
void ready_free(struct numba_ready *p);

#endif
