/*
 * spaces.h - a child in namespaces of its own, where the kernel gives them to this user: a further layer around a confined child,
 * never the only one (walls.h). Ubuntu 24.04 refuses them, and so do many containers: then a child is an ordinary fork.
 *
 *	this process --fork-----> door      unshares, clones the other two as children of this process, ends
 *	             --(clone)--> keeper    process 1 of the new pid namespace: it sleeps, and collects orphans
 *	             --(clone)--> the child process 2 of it; exit status, signals and limits are those of any child
 *
 * The child sees no process but its descendants, so it has no number to send a signal to; it has a network without a way out, its
 * own System V objects, host name and root of cgroups. When the keeper ends, the kernel kills whatever is left in the pid
 * namespace, and waitpid returns only after that. The keeper ends when this process ends, in whatever way. /proc stays as it is.
 *
 * A user's namespace leaves the user's number unnamed: inside, getuid() is 65534. Rights to files do not change. Root makes the
 * others without a user namespace, so that it keeps its rights to files.
 */
#ifndef WARPBOOK_BASE_SPACES_H
#define WARPBOOK_BASE_SPACES_H

#include <stdbool.h>
#include <sys/types.h>

struct spaces {
	pid_t keeper, child; /* 0: there is none */
	int life; /* the keeper lives until this descriptor closes */
};

/* True until the kernel has once refused. Asks by a try if nothing was made yet. */
bool spaces_have(void);

/*
 * Like fork(): 0 in the child. In the caller 1 with both processes in `made`, which it waits for, and ends with spaces_end; -1,
 * and `made` as it was, if no namespaces can be had.
 */
int spaces_fork(struct spaces *made);

/*
 * For a child of fork() that uses a GPU: all but the pid namespace, in which NVIDIA's driver does not start (it looks itself up in
 * /proc by its number there). Such a child may be refused them, and goes on.
 */
void spaces_enter(void);

/* Call it after the child was waited for: ends everything that is left of it, and returns when that is gone. */
void spaces_end(const struct spaces *made);

#endif
