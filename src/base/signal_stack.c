/* signal_stack.c - see signal_stack.h. */
#define _GNU_SOURCE /* MAP_STACK */
#include "config.h"

#include "base/signal_stack.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define ROOM ((size_t)8 << 20)

#ifdef HAVE_MAKECONTEXT
struct away {
	void (*work)(void *);
	void *arg;
	ucontext_t handler, there;
};

static _Thread_local struct away *leaving; /* for begin(): makecontext gives it only numbers */

static void begin(void)
{
	const stack_t none = { .ss_flags = SS_DISABLE };
	struct away *a = leaving;

	/* The handler is still on the signal stack: the next one must not begin there. Its return brings the stack back. */
	sigaltstack(&none, NULL);
	a->work(a->arg);
}

static bool go(struct away *a, char *stack, size_t bytes)
{
	if (getcontext(&a->there))
		return false;
	a->there.uc_stack = (stack_t){ .ss_sp = stack, .ss_size = bytes };
	a->there.uc_link = &a->handler;
	makecontext(&a->there, begin, 0);
	leaving = a;
	return swapcontext(&a->handler, &a->there) == 0;
}

void signal_stack_leave(const void *context, void (*work)(void *), void *arg)
{
	const stack_t *signals = &((const ucontext_t *)context)->uc_stack;
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct away a = { .work = work, .arg = arg };
	char *room = MAP_FAILED;

	if (!(signals->ss_flags & SS_DISABLE) && (uintptr_t)context - (uintptr_t)signals->ss_sp < signals->ss_size)
		room = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	if (room == MAP_FAILED || mprotect(room, page, PROT_NONE) || !go(&a, room + page, ROOM - page))
		work(arg);
	if (room != MAP_FAILED)
		munmap(room, ROOM);
}
#else /* musl has no contexts: the work has the room that the program gave it */
void signal_stack_leave(const void *context, void (*work)(void *), void *arg)
{
	(void)context;
	work(arg);
}
#endif
