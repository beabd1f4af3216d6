/*
 * orphans.h - keeps a list of the children that a thread of this process waits for, and ends the orphans: children that carry a
 * child's mark and are not in the list (proc_guard in proc.h). proc.c and proc_seed.c start their children here.
 */
#ifndef WARPBOOK_CHILD_ORPHANS_H
#define WARPBOOK_CHILD_ORPHANS_H

#include <stdbool.h>
#include <sys/types.h>

#include "child/spaces.h"

/*
 * Like fork(), and records the child, so that no other thread takes it for an orphan. `apart`: in namespaces of its own, if the
 * kernel permits (spaces.h).
 */
pid_t orphans_fork(bool apart, struct spaces *spaces);
/* Call it after waiting for the child: ends what is left in its namespaces. */
void orphans_forget(pid_t pid, const struct spaces *spaces);
/* Kills and reaps the orphans that there are now. */
void orphans_end(void);

#endif
