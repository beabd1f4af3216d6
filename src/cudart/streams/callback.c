/* callback.c - see callback.h. Callbacks run on the thread that waits, without the runtime's lock. */
#include "config.h"

#include "cudart/streams/callback.h"

#include <dirent.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/thread.h"

#include "cudart/graph/graph.h"
#include "cudart/launch/launch.h"
#include "cudart/check/guard.h"
#include "cudart/check/python.h"
#include "cudart/check/report.h"
#include "cudart/runtime.h"
#include "words/kinds.h"

static unsigned running, runs_on[DEVICES_MAX]; /* functions, which may yet write something; by device */

bool callback_runs(int device)
{
	return !thread_state()->in_callback && (device < 0 ? running : runs_on[device]);
}

static void callback_run(struct op *op)
{
	struct callback_op *c = (struct callback_op *)op;
	struct thread *t = thread_state();
	bool outer = t->in_callback, idle = runtime_is_idle(true);
	unsigned depth = t->depth, waits = t->waits;
	unsigned long long outer_callback = t->callback;

	t->in_callback = true;
	t->waits = 0; /* the function itself waits for nothing */
	t->callback = op->number;
	guard_lift(op);
	running++;
	runs_on[op->device]++;
	for (unsigned i = 0; i < depth; i++)
		runtime_unlock();
	if (!idle && c->function)
		c->function(c->user);
	else if (!idle)
		c->callback(c->handle, runtime.devices[op->device].fault, c->user);
	for (unsigned i = 0; i < depth; i++)
		runtime_lock();
	running--;
	runs_on[op->device]--;
	guard_lift_end(op);
	t->in_callback = outer;
	t->waits = waits;
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
	vm_assert(!c->callback); /* the caller sets one or the other */
	c->op.engine = ENGINE_HOST;
	c->function = function;
	c->user = user;
	return c;
}

/* ---- callbacks for which no call waits --------------------------------------------------------- */

/*
 * A program may wait for a callback without an API call: with a condition variable, a semaphore, a flag; in Python, an event
 * loop. A thread of ours then runs the work for which the callback waits. As long as the program computes or makes calls, that
 * thread does nothing, so that work still runs when the host waits for it, in the same order every time. It looks at the state of
 * the program's threads in /proc:
 *
 *	all wait for each other (a futex)        runs it at once
 *	some sleep, none computes                after NAPS
 *	some compute, and may poll a flag       after BUSY
 *	all wait for each other, no work is left a deadlock, after STUCK
 *
 * In Python it runs callbacks a moment after they were added.
 */
#define MOMENT 0.005 /* seconds between looks */
#define NAPS   0.3
#define BUSY   1.0
#define STUCK  2.0

static sem_t added;
static unsigned nthreads;
static struct call last_added;

unsigned callback_threads(void)
{
	return nthreads - thread_state()->ours;
}

static struct op *pending(void)
{
	struct op *op = queue_first();

	while (op && op->kind != &op_callback)
		op = op->next;
	return op;
}

static void pending_run(void)
{
	struct op *op;

	while ((op = pending())) {
		op_hold(op);
		queue_run(op);
		op_drop(op);
	}
}

/* What a thread does, the busiest state first. */
enum thread_activity { COMPUTES, SLEEPS, WAITS };

static bool is_thread(unsigned long long tid)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/self/task/%llu", tid);
	return access(path, F_OK) == 0;
}

/*
 * Does it wait for another thread of this process, without a time limit? Signals could wake it too. pthread_join waits for the
 * thread's number to change.
 */
static enum thread_activity activity_of_thread(const char *tid)
{
	unsigned long long number, arg[4] = { 0 };
	char path[64];
	FILE *f;
	int n;

	snprintf(path, sizeof path, "/proc/self/task/%.20s/syscall", tid);
	f = fopen(path, "re");
	n = f ? fscanf(f, "%llu %llx %llx %llx %llx", &number, &arg[0], &arg[1], &arg[2], &arg[3]) : 0;
	if (f)
		fclose(f);
	if (n < 1)
		return COMPUTES;
	return n == 5 && number == SYS_futex && ((arg[1] & FUTEX_PRIVATE_FLAG) || is_thread(arg[2])) && !arg[3] &&
	       ((arg[1] & FUTEX_CMD_MASK) == FUTEX_WAIT || (arg[1] & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET) ? WAITS : SLEEPS;
}

/* Threads of the runtime have its name. */
static bool is_ours(const char *tid)
{
	char path[64], name[32] = "";
	FILE *f;

	snprintf(path, sizeof path, "/proc/self/task/%.20s/comm", tid);
	f = fopen(path, "re");
	if (f && !fgets(name, sizeof name, f))
		*name = '\0';
	if (f)
		fclose(f);
	return !strncmp(name, RUNTIME_THREAD, strlen(RUNTIME_THREAD));
}

/* But for the calling thread. */
static enum thread_activity activity_of_program(void)
{
	const pid_t caller = gettid();
	DIR *tasks = opendir("/proc/self/task");
	enum thread_activity all = tasks ? WAITS : COMPUTES;
	const struct dirent *d;

	while (tasks && (d = readdir(tasks))) {
		enum thread_activity is;

		if (*d->d_name == '.' || atoi(d->d_name) == caller || is_ours(d->d_name))
			continue;
		is = activity_of_thread(d->d_name);
		all = is < all ? is : all;
	}
	if (tasks)
		closedir(tasks);
	return all;
}

/* A signal handler of the program, for a timer or for signals from outside, could wake it. */
static bool has_handlers(void)
{
	static const int signals[] = { SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGIO, SIGCHLD };
	struct sigaction is;

	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (!sigaction(signals[i], NULL, &is) && is.sa_handler != SIG_DFL && is.sa_handler != SIG_IGN)
			return true;
	for (int s = SIGRTMIN; s <= SIGRTMAX; s++)
		if (!sigaction(s, NULL, &is) && is.sa_handler != SIG_DFL && is.sa_handler != SIG_IGN)
			return true;
	return false;
}

bool callback_others_wait(void)
{
	static double since, last;
	const double now = clock_now();
	bool wait = (!running || thread_state()->in_callback) && (!launch_host_threads() || activity_of_program() == WAITS) &&
		    !has_handlers();

	/* Looks in a row: a busy program may take long from one to the next. */
	since = !wait ? 0 : since > 0 && now - last < STUCK / 2 ? since : now;
	last = now;
	return wait && (!launch_host_threads() || now - since > STUCK);
}

static void deadlock_report(void)
{
	report_call(KIND_DEADLOCK, &last_added, NULL, "does every function that a stream runs wake the thread that waits for "
		    "it, and was it queued before that thread began to wait?",
		    "each thread of the program waits for another, and no queued function is left that could wake one");
	fflush(stdout);
	report_exit_status(EXIT_FAILURE, false);
	report_end();
	_exit(EXIT_FAILURE);
}

/* The program's activity since the last look; in seconds. */
struct watch {
	unsigned long long entered;
	double quiet, waits;  /* times: the last change of `entered`; since when all threads wait, 0: not all do */
};

static void look(struct watch *w)
{
	double now = clock_now();
	enum thread_activity is;

	runtime_lock();
	if (w->entered != runtime.entered || thread_state()->waits) {
		w->entered = runtime.entered;
		w->quiet = now;
		w->waits = 0;
	}
	runtime_unlock();
	is = activity_of_program();
	w->waits = is != WAITS ? 0 : w->waits > 0 ? w->waits : now;
	runtime_lock();
	if (w->entered != runtime.entered) {
		runtime_unlock();
		return;
	}
	if (pending()) {
		/* All threads must wait in two looks in a row: one may be about to wake up. */
		if (w->waits > 0 ? now > w->waits : now - w->quiet > (is == SLEEPS ? NAPS : BUSY)) {
			pending_run();
			w->entered = 0;
		}
	} else if (w->waits > 0 && now - w->waits > STUCK && !queue_parked() && !has_handlers()) {
		deadlock_report();
	}
	runtime_unlock();
}

static void *run_pending(void *unused)
{
	const struct timespec moment = { 0, (long)(MOMENT * 1e9) }, longer = { 0, (long)(10 * MOMENT * 1e9) };
	struct watch w = { 0 };
	bool any = false;
	sigset_t faults;

	thread_state()->ours = true;
	pthread_setname_np(pthread_self(), RUNTIME_THREAD);
	sigemptyset(&faults); /* guard.c explains those of the program's functions, too */
	sigaddset(&faults, SIGSEGV);
	sigaddset(&faults, SIGTRAP);
	pthread_sigmask(SIG_UNBLOCK, &faults, NULL);
	for (;;) {
		while (python_is_here() && sem_wait(&added))
			;
		nanosleep(python_is_here() || any ? &moment : &longer, NULL);
		if (!python_is_here()) {
			look(&w);
			runtime_lock();
			any = pending();
			runtime_unlock();
			continue;
		}
		runtime_lock();
		pending_run();
		runtime_unlock();
	}
	return unused;
}

void callback_added(const struct call *call)
{
	pthread_t thread;

	last_added = *call;
	if (!nthreads) {
		if (sem_init(&added, 0, 0) == 0 && thread_start(&thread, 0, run_pending, NULL) == 0) {
			pthread_detach(thread);
			nthreads = 1;
		}
	}
	if (nthreads)
		sem_post(&added);
}

static cudaError_t submit(struct callback_op *c, struct stream *s)
{
	const struct call call = c ? c->op.call : (struct call){ 0 };
	cudaError_t error = op_submit(c ? &c->op : NULL, s);

	if (error == cudaSuccess && !s->capture)
		callback_added(&call);
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
		return call_leave(&call, graph_capture_invalidate(&call, s));
	c = callback_make(&call, NULL, user);
	if (c) {
		c->callback = callback;
		c->handle = stream;
	}
	return call_leave(&call, submit(c, s));
}
