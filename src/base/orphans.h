/*
 * orphans.h - which children of this process somebody waits for; the others that carry a child's mark are orphans, and end (proc_guard in
 * proc.h). proc.c and proc_seed.c start their children here.
 */
#ifndef WARPBOOK_BASE_ORPHANS_H
#define WARPBOOK_BASE_ORPHANS_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/spaces.h"

/*
 * Like fork(), and records the child, so that no other thread takes it for an orphan. `apart`: in namespaces of its own, if the kernel
 * permits (spaces.h).
 */
pid_t orphans_fork(bool apart, struct spaces *spaces);
/* Call it after waiting for the child: ends what is left in its namespaces. */
void orphans_forget(pid_t pid, const struct spaces *spaces);
/* Kills and reaps the orphans that there are now. */
void orphans_end(void);

#endif
