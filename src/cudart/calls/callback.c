/* callback.c - see callback.h. Callbacks run on the thread that waits, without the runtime's lock. */
#include "config.h"

#include "cudart/calls/callback.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

#include "cudart/graph/graph.h"
#include "cudart/check/guard.h"
#include "cudart/check/python.h"
#include "cudart/runtime.h"

static void callback_run(struct op *op)
{
	struct callback_op *c = (struct callback_op *)op;
	struct thread *t = thread_state();
	bool outer = t->in_callback;
	unsigned depth = t->depth;
	unsigned long long outer_callback = t->callback;

	t->in_callback = true;
	t->callback = op->number;
	guard_lift(op);
	for (unsigned i = 0; i < depth; i++)
		runtime_unlock();
	if (c->function)
		c->function(c->user);
	else
		c->callback(c->handle, runtime.devices[op->device].fault, c->user);
	for (unsigned i = 0; i < depth; i++)
		runtime_lock();
	guard_lift_end();
	t->in_callback = outer;
	t->callback = outer_callback;
}

static struct op *callback_clone(const struct op *op)
{
	const struct callback_op *from = (const struct callback_op *)op;
	struct callback_op *c = callback_make(&op->call, from->function, from->user);

	if (!c)
		return NULL;
	c->callback = from->callback;
	c->handle = from->handle;
	return &c->op;
}

const struct op_kind op_callback = { .name = "host function", .run = callback_run, .clone = callback_clone };

struct callback_op *callback_make(const struct call *call, cudaHostFn_t function, void *user)
{
	struct callback_op *c = (struct callback_op *)op_new(&op_callback, sizeof *c, call);

	if (!c)
		return NULL;
	c->op.engine = ENGINE_HOST;
	c->function = function;
	c->user = user;
	return c;
}

/* ---- without a wait ---------------------------------------------------------------------------- */

/*
 * A Python program may sleep in an event loop until a callback wakes it, and never wait for the stream. A thread then runs what the
 * callback waits for, a moment after the callback was added.
 */
static sem_t added;
static unsigned nthreads;

unsigned callback_threads(void)
{
	return nthreads;
}

static struct op *pending(void)
{
	struct op *op = queue_first();

	while (op && op->kind != &op_callback)
		op = op->next;
	return op;
}

static void *run_pending(void *unused)
{
	const struct timespec moment = { 0, 5000000 };
	struct op *op;

	for (;;) {
		while (sem_wait(&added))
			;
		nanosleep(&moment, NULL);
		runtime_lock();
		while ((op = pending())) {
			op_hold(op);
			queue_run(op);
			op_drop(op);
		}
		runtime_unlock();
	}
	return unused;
}

static void run_soon(void)
{
	sigset_t all, before;
	pthread_t thread;

	if (!python_is_here())
		return;
	if (!nthreads) {
		sigfillset(&all);
		pthread_sigmask(SIG_SETMASK, &all, &before);
		if (sem_init(&added, 0, 0) == 0 && pthread_create(&thread, NULL, run_pending, NULL) == 0) {
			pthread_detach(thread);
			nthreads = 1;
		}
		pthread_sigmask(SIG_SETMASK, &before, NULL);
	}
	if (nthreads)
		sem_post(&added);
}

static cudaError_t submit(struct callback_op *c, struct stream *s)
{
	cudaError_t error = op_submit(&c->op, s);

	if (error == cudaSuccess && !s->capture)
		run_soon();
	return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct stream *s = stream_find(&call, stream);
	struct callback_op *c;

	if (!s || !function)
		return call_leave(&call, s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
	c = callback_make(&call, function, user);
	return call_leave(&call, submit(c, s));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *user, unsigned int flags)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct stream *s = stream_find(&call, stream);
	struct callback_op *c;

	if (!s)
		return call_leave(&call, cudaErrorInvalidResourceHandle);
	if (!callback || flags)
		return call_leave(&call, cudaErrorInvalidValue);
	if (s->capture)
		return call_leave(&call, graph_capture_spoil(&call, s));
	c = callback_make(&call, NULL, user);
	if (c) {
		c->callback = callback;
		c->handle = stream;
	}
	return call_leave(&call, submit(c, s));
}
