/*
 * spaces.h - starts a child in namespaces of its own, if the kernel permits this user to create them: an additional layer around
 * a confined child, never the only one (sandbox.h). Ubuntu 24.04 denies them, and so do many containers: then a child is an
 * ordinary fork.
 *
 *	this process --fork-----> door      unshares, clones the other two as children of this process, ends
 *	             --(clone)--> keeper    process 1 of the new pid namespace: it sleeps, and collects orphans
 *	             --(clone)--> the child process 2 of it; exit status, signals and limits are those of any child
 *
 * The child sees only its descendants, so it has no process number outside to send a signal to; it has a network without a
 * connection, its own System V objects, host name and cgroup root. When the keeper ends, the kernel kills every process left in
 * the pid namespace, and waitpid returns only after that. The keeper ends when this process ends, for any reason. /proc does not
 * change.
 *
 * A user namespace does not map the user's number: inside, getuid() is 65534. Rights to files do not change. Root creates the
 * others without a user namespace, so that it keeps its rights to files.
 */
#ifndef WARPBOOK_CHILD_SPACES_H
#define WARPBOOK_CHILD_SPACES_H

#include <stdbool.h>
#include <sys/types.h>

struct spaces {
	pid_t keeper, child; /* 0: none */
	int life; /* the keeper lives until this descriptor is closed */
};

/* True until the kernel has denied namespaces once. The first call tries to create some. */
bool spaces_have(void);

/*
 * Like fork(): 0 in the child. In the caller 1 with both processes in `made`; the caller waits for them, and ends them with
 * spaces_end. -1, with `made` unchanged, if the kernel permits no namespaces.
 */
int spaces_fork(struct spaces *made);

/*
 * For a child of fork() that uses a GPU: enters all namespaces except a pid namespace, in which NVIDIA's driver does not start
 * (it looks itself up in /proc by its number there). If the kernel denies them, such a child continues without.
 */
void spaces_enter(void);

/* Call it after waiting for the child: ends all remaining processes, and returns when they are gone. */
void spaces_end(const struct spaces *made);

#endif
