/*
 * observer.h - who watches launches: launch.c tells each observer what happens, and knows none of them. check/observers.c lists
 * them; a hook that one does not need is NULL.
 */
#ifndef WARPBOOK_CUDART_LAUNCH_OBSERVER_H
#define WARPBOOK_CUDART_LAUNCH_OBSERVER_H

#include "cudart/launch/launch.h"

struct launch_observer {
	/* Does it need the exact bytes that the kernel uses? They are then in the operation's ranges when it has ended. */
	bool (*wants_ranges)(const struct kernel_op *k);
	/* The kernel is about to begin. */
	void (*before)(const struct kernel_op *k, const struct simt_launch *launch, struct simt_program *program);
	/* It has ended; its findings are reported. */
	void (*after)(const struct kernel_op *k, const struct simt_result *r);
	/* Then what it launched begins, and ends. The result lives until that; its uses may be taken. */
	void (*children_begin)(struct kernel_op *k, struct simt_result *r);
	void (*children_end)(struct kernel_op *k);
};

extern const struct launch_observer launch_observers[];
extern const size_t launch_nobservers;

#define for_observers(o) for (const struct launch_observer *o = launch_observers; o < launch_observers + launch_nobservers; o++)

#endif
