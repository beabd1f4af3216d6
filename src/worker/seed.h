/*
 * seed.h - the functions of libwarpbook-seed.so, in the order in which a seed
 * calls them (child/proc_seed.h). `line`: its descriptor.
 */
#ifndef WARPBOOK_WORKER_SEED_H
#define WARPBOOK_WORKER_SEED_H

#include <stddef.h>

#pragma GCC visibility push(default)

/* Reports that the program has loaded all that it needs; -1 if the parent has gone. */
int warpbook_seed_ready(int line);
/* Waits for a job; 0: there are no more. Then the program forks. */
int warpbook_seed_next(int line);
/* In the child: takes the job's place in its sandbox. -1: the child must end. */
int warpbook_seed_enter(int line);
/* There: the job's variables, "A=1", each with a zero byte. */
const char *warpbook_seed_variables(size_t *len);
/*
 * In the seed: closes its copies of the child's descriptors. Then it waits for
 * the parent's byte, reaps the child, and sends how it ended.
 */
void warpbook_seed_forget(void);

#pragma GCC visibility pop

#endif
