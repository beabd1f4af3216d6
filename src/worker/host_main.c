/*
 * host_main.c - the process in which a learner's host code runs one case, or on a GPU several.
 *
 * Here, unlike in worker.c, the learner's code runs in the same process as ours and could do anything to it. So this process
 * knows only the inputs and the poison of one case, and the parent trusts its report only as the result of this one case: it
 * compares the outputs with values that were never here.
 *
 * Each array lies between fences, and these lie between pages that fault. The array is aligned as malloc() aligns, and as
 * close to the second page as that allows: so a read past its end faults too; a write also damages the fence.
 *
 *	| a page | ... fence | the array's bytes | fence, 0 to 15 bytes | a page |
 *
 * Before any of the learner's code runs, constructors included, a constructor of this library reads the job and takes the
 * report's descriptor. From then on the kernel lets only one instruction of ours write to it: the report is a socket, which
 * cannot be opened again, and code that forges a record gets EBADF. From then on no code changes either, and none is added
 * (host_gate.h has all that is closed then).
 * No function that the program defines can replace one that is called here: bench/host_seal.c rejects such programs.
 *
 * If the call ends early, a handler reports why: an exit handler for exit(), a signal handler for a crash, for the end of the
 * processor time, and for SIGALRM, which the parent sends to a program that sleeps too long. The signal handler first writes
 * what needs neither memory nor a lock, because the heap may be corrupted, and then, within some more seconds, what the
 * runtime library knows.
 */
#define _GNU_SOURCE /* gettid, REG_RIP */
#include "config.h"

#include "worker/host_main.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/backtrace.h"
#include "base/clock.h"
#include "base/order.h"
#include "cudart/observe.h"
#include "words/journal.h"
#include "words/kinds.h"
#include "worker/box.h"
#include "worker/host_gate.h"
#include "worker/wire.h"

#define REPORT_FD     3
#define FENCE_BYTES   ((size_t)256)    /* before an array */
#define ALIGNED       ((size_t)16)
#define RESERVED      ((size_t)64 << 10) /* reserved for the report, so that a handler need not allocate */
#define STACK_BYTES   ((size_t)256 << 10) /* of signals: the runtime then reports all that it has */
#define TRACE_MOST    24
#define ARGS_MOST     64
#define TIMED_SECONDS 0.3
#define TIMED_LEAST   5                  /* calls, however long the arrays take */
#define LAST_SECONDS  5.0                /* for steps that may block after the call has ended early */

struct array { uint8_t *bytes; uint64_t len; size_t rest; uint8_t *map, *end_of_map; }; /* rest: bytes of the fence after it */

static struct host {
	struct arena arena;
	struct job job;
	const struct job_case *c;
	struct array arrays[ARGS_MOST];
	uint64_t returned;
	int report;             /* the descriptor */
	struct buf out;
	int nowhere;            /* /dev/null */
	bool again;             /* the repeated call is running */
	volatile sig_atomic_t calling; /* true while the call runs */
	pid_t reporter;         /* the thread that reports the end; 0: none yet (end_take) */
	volatile sig_atomic_t in_time; /* the call has returned: limits no longer matter */
	uintptr_t base;         /* the load address of the program */
	struct buf input;       /* the job's bytes */
	bool taken;             /* input and the report's descriptor are valid */
} host;

/* ---- the report ------------------------------------------------------------------- */

static void hand_over(void)
{
	size_t done = 0;

	while (!host.out.failed && done < host.out.len) {
		ssize_t n = gate_write(host.report, host.out.data + done, host.out.len - done);

		if (n < 0 && errno != EINTR)
			_exit(1);
		done += n > 0 ? (size_t)n : 0;
	}
	if (host.out.failed)
		_exit(1);
	buf_clear(&host.out);
}

/* Sends a chunk of the journal at once: none of the program's own code runs before it has left. */
static void journal_send(int to, unsigned char *chunk, size_t len)
{
	size_t done = 0, all = JOURNAL_HEAD + len;

	chunk[0] = JOURNAL_TAG;
	for (size_t i = 0; i < 8; i++)
		chunk[1 + i] = (unsigned char)((uint64_t)len >> 8 * i);
	while (done < all) {
		ssize_t n = gate_write(to, chunk + done, all - done);

		if (n < 0 && errno != EINTR)
			_exit(1);
		done += n > 0 ? (size_t)n : 0;
	}
}

static void report_and_leave(struct case_result *r)
{
	result_put_case(&host.out, r);
	result_put_end(&host.out);
	hand_over();
	_exit(0);
}

/* ---- the call ends early ------------------------------------------------------------ */

/* ITIMER_PROF counts processor seconds and sends SIGPROF, ITIMER_REAL counts seconds and sends SIGALRM. */
static void timer_start(int which, double seconds)
{
	struct itimerval t = { .it_value = { .tv_sec = (time_t)seconds,
					     .tv_usec = (suseconds_t)(1e6 * (seconds - (double)(time_t)seconds)) } };

	if (seconds >= 0)
		setitimer(which, &t, NULL);
}

/* The steps from here on may block for ever, and with them the handler's thread: then SIGALRM ends the process. */
static void last_seconds_start(void)
{
	signal(SIGALRM, SIG_DFL);
	timer_start(ITIMER_REAL, LAST_SECONDS);
}

/*
 * Two ends may coincide: the call returns in one thread while a signal or exit() arrives in another. The first alone writes the
 * report; the others wait for it to end the process, since two mixed reports would be unreadable. False: the call does not run.
 */
static bool end_take(void)
{
	pid_t self = gettid(), first = 0;

	if (!host.calling && !host.reporter)
		return false;
	if (__atomic_compare_exchange_n(&host.reporter, &first, self, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		host.calling = false;
		return true;
	}
	while (first != self)
		pause();
	return false;
}

static void observation_end(bool crashed)
{
	if (warpbook_observe_end && !host.again)
		warpbook_observe_end(crashed);
}

/*
 * The text of the finding about the end, made without the heap. It counts if
 * the library has found no other error (worker/host.c).
 */
static char words[512];
static struct finding early = { .message = words, .threads = 1, .level = FINDING_ERROR };

static void ended_by_exit(void)
{
	struct case_result r = { .end = CASE_CUT_SHORT, .ended_again = host.again, .findings = &early, .nfindings = 1 };

	if (!end_take())
		return;
	snprintf(words, sizeof words, "%s() ends the whole program: it calls exit()", host.job.kernel);
	early.kind = KIND_EXIT;
	early.advice = "return from the function instead: its caller has more to do";
	fflush(NULL);
	last_seconds_start(); /* another thread may hold a lock that these steps need */
	observation_end(false);
	report_and_leave(&r);
}

void warpbook_host_fails(const char *text, const char *file, int line, const char *advice)
{
	struct case_result r = { .end = CASE_CUT_SHORT, .ended_again = host.again, .findings = &early, .nfindings = 1 };

	if (!end_take())
		_exit(1);
	snprintf(words, sizeof words, "%s", text);
	early.kind = KIND_CRASH;
	early.advice = *advice ? advice : NULL;
	early.place.file = line ? file : NULL;
	early.place.line = line;
	fflush(NULL);
	last_seconds_start();
	observation_end(false);
	report_and_leave(&r);
}

/* The array whose fences or pages contain the address, or -1. */
static int array_near(uintptr_t address)
{
	for (size_t i = 0; i < host.c->nargs; i++)
		if (address >= (uintptr_t)host.arrays[i].map && address < (uintptr_t)host.arrays[i].end_of_map)
			return (int)i;
	return -1;
}

static void describe_fault(int sig, uintptr_t address, uintptr_t stack)
{
	int near = array_near(address);

	if (address - stack + 65536 < 131072) {
		snprintf(words, sizeof words, "%s() overflows the stack", host.job.kernel);
		early.advice = "does it call itself without end, or keep a large array as a local variable?";
	} else if (near >= 0) {
		const struct job_arg *a = &host.c->args[near];
		int64_t index = (int64_t)(address - (uintptr_t)host.arrays[near].bytes) / (int64_t)a->elem;

		snprintf(words, sizeof words, "%s() accesses %s[%lld]; %s has %llu elements", host.job.kernel, a->label,
			 (long long)index, a->label, (unsigned long long)(a->len / a->elem));
		early.advice = "how many bytes does that loop or copy access?";
	} else if (address < 4096 && sig == SIGSEGV) {
		snprintf(words, sizeof words, "%s() uses a null pointer", host.job.kernel);
		early.advice = "which pointer was never set, or comes from a call that failed?";
	} else {
		snprintf(words, sizeof words, "%s() accesses memory that it does not have, at address %#llx", host.job.kernel,
			 (unsigned long long)address);
		early.advice = "is that a host pointer? Was it freed, or never set?";
	}
}

static void describe_end(int sig, uintptr_t address, uintptr_t stack)
{
	early.kind = KIND_CRASH;
	early.advice = NULL;
	switch (sig) {
	case SIGPROF:
	case SIGXCPU:
		early.kind = KIND_HANG;
		snprintf(words, sizeof words, "%s() does not return within %.3g s of processor time", host.job.kernel,
			 host.job.seconds);
		early.advice = "is there a loop whose condition stays true?";
		break;
	case SIGALRM: /* sent by our parent */
		early.kind = KIND_HANG;
		snprintf(words, sizeof words, "%s() does not return: it waits, and nothing runs any more", host.job.kernel);
		early.advice = "does it wait for something that never happens: a lock, a condition, a thread, a flag?";
		break;
	case SIGABRT:
		snprintf(words, sizeof words, "%s() aborts: an assertion failed, an exception was not caught, or the heap is "
					      "corrupted",
			 host.job.kernel);
		early.advice = "the last lines of its output say which";
		break;
	case SIGFPE:
		snprintf(words, sizeof words, "%s() divides by zero", host.job.kernel);
		break;
	case SIGILL:
		snprintf(words, sizeof words, "%s() executes an illegal instruction", host.job.kernel);
		early.advice = "does a function that should return a value end without `return`?";
		break;
	default:
		describe_fault(sig, address, stack);
	}
}

/* Takes the call stack, as offsets into the program, without the frames of libraries. */
static size_t trace_take(uintptr_t pc, uint64_t trace[TRACE_MOST])
{
	void *frames[2 * TRACE_MOST];
	int n = backtrace(frames, 2 * TRACE_MOST);
	size_t kept = 0;

	trace[kept++] = pc - host.base;
	for (int i = 0; i < n && kept < TRACE_MOST; i++)
		if ((uintptr_t)frames[i] != pc)
			trace[kept++] = (uintptr_t)frames[i] - 1 - host.base;
	return kept;
}

static bool is_hang(int sig)
{
	return sig == SIGPROF || sig == SIGXCPU || sig == SIGALRM;
}

static void on_signal(int sig, siginfo_t *info, void *context)
{
	const ucontext_t *u = context;
	static uint64_t trace[TRACE_MOST];
	struct case_result r = { .end = is_hang(sig) ? CASE_HANG : CASE_CUT_SHORT, .trace = trace,
				 .ended_again = host.again, .findings = &early, .nfindings = 1 };
	uintptr_t pc = 0, stack = 0;

	if (host.in_time && is_hang(sig))
		return;
	if (!end_take())
		_exit(1);
#if defined(__x86_64__)
	pc = (uintptr_t)u->uc_mcontext.gregs[REG_RIP];
	stack = (uintptr_t)u->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
	pc = (uintptr_t)u->uc_mcontext.pc;
	stack = (uintptr_t)u->uc_mcontext.sp;
#endif
	describe_end(sig, (uintptr_t)info->si_addr, stack);
	r.ntrace = trace_take(pc, trace);
	result_put_case(&host.out, &r);
	hand_over();

	/* The steps from here on may block for ever. */
	timer_start(ITIMER_PROF, 0);
	last_seconds_start();
	fflush(stdout);
	observation_end(true);
	result_put_end(&host.out);
	hand_over();
	_exit(0);
}

static void signals_catch(void)
{
	static const int caught[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGXCPU, SIGPROF };
	struct sigaction sa = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };
	stack_t stack = { .ss_sp = malloc(STACK_BYTES), .ss_size = STACK_BYTES };
	if (!stack.ss_sp || sigaltstack(&stack, NULL))
		_exit(1);
	for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
		sigaction(caught[i], &sa, NULL);
}

/* ---- arrays -------------------------------------------------------------------------- */

static uint8_t fence_byte(size_t i)
{
	return (uint8_t)(0xC3 ^ (i * 0x1D));
}

static int array_make(struct array *a, const struct job_arg *arg)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t rest = (ALIGNED - arg->len % ALIGNED) % ALIGNED;
	size_t bytes = (FENCE_BYTES + arg->len + rest + page - 1) / page * page;
	uint8_t *map = mmap(NULL, bytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED || mprotect(map + page, bytes, PROT_READ | PROT_WRITE))
		return -1;
	*a = (struct array){ map + page + bytes - rest - arg->len, arg->len, rest, map, map + bytes + 2 * page };
	for (size_t i = 0; i < FENCE_BYTES; i++)
		a->bytes[i - FENCE_BYTES] = fence_byte(i);
	for (size_t i = 0; i < rest; i++)
		a->bytes[a->len + i] = fence_byte(i);
	return 0;
}

static void arrays_release(void)
{
	for (size_t i = 0; i < host.c->nargs; i++)
		if (host.arrays[i].map)
			munmap(host.arrays[i].map, (size_t)(host.arrays[i].end_of_map - host.arrays[i].map));
	memset(host.arrays, 0, sizeof host.arrays);
	host.returned = 0;
}

static bool fence_broken(const struct array *a)
{
	for (size_t i = 0; i < FENCE_BYTES; i++)
		if (a->bytes[i - FENCE_BYTES] != fence_byte(i))
			return true;
	for (size_t i = 0; i < a->rest; i++)
		if (a->bytes[a->len + i] != fence_byte(i))
			return true;
	return false;
}

static void arrays_fill(void)
{
	for (size_t i = 0; i < host.c->nargs; i++)
		if (host.arrays[i].bytes)
			memcpy(host.arrays[i].bytes, host.c->args[i].bytes, host.arrays[i].len);
}

/*
 * Fills args[i] for the call. For a scalar it points at 8 bytes, of which the first hold the value: numbers are
 * little-endian here, as on the device.
 */
static int arguments_make(void *args[ARGS_MOST])
{
	static uint64_t scalars[ARGS_MOST];

	for (size_t i = 0; i < host.c->nargs; i++) {
		const struct job_arg *a = &host.c->args[i];

		scalars[i] = a->bits;
		args[i] = &scalars[i];
		if (a->kind != JOB_BUFFER || a->returned)
			continue;
		if (array_make(&host.arrays[i], a))
			return -1;
		args[i] = host.arrays[i].bytes;
	}
	return 0;
}

/* Copies the outputs now: writes by pending work come too late. */
static int buffers_keep(struct case_buffer *buffers)
{
	for (size_t i = 0; i < host.c->nargs; i++) {
		const struct job_arg *a = &host.c->args[i];
		const void *from = a->returned ? (const void *)&host.returned : host.arrays[i].bytes;
		uint8_t *copy;

		if (a->kind != JOB_BUFFER)
			continue;
		copy = arena_alloc(&host.arena, a->len ? a->len : 1);
		if (!copy)
			return -1;
		memcpy(copy, from, a->len);
		buffers[i] = (struct case_buffer){ copy, a->len, !a->returned && fence_broken(&host.arrays[i]) };
	}
	return 0;
}

/* ---- the call ------------------------------------------------------------------------- */

/* Keeps the outputs of a repeated call, unless different ones are already kept. */
static void call_sample(struct case_result *r)
{
	struct case_buffer *list;
	bool same = true;

	if (r->nagain)
		return;
	list = arena_array(&host.arena, host.c->nargs + 1, sizeof *list);
	if (!list || buffers_keep(list))
		_exit(1);
	for (size_t i = 0; i < host.c->nargs; i++)
		same = same && list[i].fence_broken == r->buffers[i].fence_broken &&
		       (!list[i].len || !memcmp(list[i].bytes, r->buffers[i].bytes, list[i].len));
	if (same)
		return;
	r->again = list;
	r->nagain = host.c->nargs;
}

/* Repeats the call on fresh poison, to find code that keeps state between calls in a static variable. */
static void call_again(warpbook_host_call *call, void *const *args, struct case_result *r)
{
	if (!host.job.check || host.job.ncases > 1 || host.c->once || host.c->failing_call || host.c->idle_launches ||
	    r->timed_runs)
		return;
	arrays_fill();
	host.returned = 0;
	host.again = true;
	fflush(NULL); /* its output was shown once already */
	dup2(host.nowhere, STDOUT_FILENO);
	dup2(host.nowhere, STDERR_FILENO);
	call(args, &host.returned);
	call_sample(r);
}

/* True with probability 1 / n, drawn so that no code in the process can predict it. */
static bool drawn(uint32_t n)
{
	uint32_t lot = 0;

	return getrandom(&lot, sizeof lot, 0) != sizeof lot || lot % n == 0;
}

/*
 * On a GPU: the median of further calls, after the first has warmed it up. Keeps the outputs of one of them, drawn
 * only after it is done, and of the last.
 */
static void call_time(warpbook_host_call *call, void *const *args, struct case_result *r)
{
	uint32_t most = host.c->timed_runs, n = 0;
	double *times = arena_array(&host.arena, most + 1, sizeof *times), sum = 0;
	const double start = clock_now();

	while (times && n < most && sum < TIMED_SECONDS &&
	       (n < TIMED_LEAST || clock_now() - start < TIMED_SECONDS)) {
		double begin;

		arrays_fill();
		begin = clock_now();
		call(args, &host.returned);
		times[n] = clock_now() - begin;
		sum += times[n++];
		if (drawn(n))
			call_sample(r);
	}
	if (!times || n == 0)
		return;
	call_sample(r);
	qsort(times, n, sizeof *times, order_doubles);
	r->seconds = times[n / 2];
	r->timed_runs = n;
}

/* The call of the current case, with its result, up to its end in time. */
static int call_make(warpbook_host_call *call, struct case_result *r)
{
	struct case_buffer *buffers = arena_array(&host.arena, host.c->nargs + 1, sizeof *buffers);
	void *args[ARGS_MOST];

	if (!buffers || arguments_make(args))
		return -1;
	arrays_fill();
	if (warpbook_observe_begin)
		warpbook_observe_begin(journal_send, host.report);
	if (warpbook_observe_fail && host.c->failing_call)
		warpbook_observe_fail(host.c->failing_call, 0);
	if (warpbook_observe_idle && host.c->idle_launches)
		warpbook_observe_idle(host.c->idle_launches, host.c->idle_functions);
	timer_start(ITIMER_PROF, host.job.seconds);
	host.calling = true;
	call(args, &host.returned);
	if (buffers_keep(buffers))
		return -1;
	r->buffers = buffers;
	r->nbuffers = host.c->nargs;
	call_time(call, args, r);
	observation_end(false);
	call_again(call, args, r);
	return 0;
}

/*
 * Several cases are those of a check on a GPU after the vm's: a context takes longer than all of them, so they share the process.
 * The result of each leaves before the next call.
 */
static int calls_make(warpbook_host_call *call)
{
	for (size_t i = 0;; i++) {
		struct case_result r = { .end = CASE_DONE };

		host.c = &host.job.cases[i];
		if (call_make(call, &r))
			return -1;
		if (i + 1 < host.job.ncases) {
			result_put_case(&host.out, &r);
			hand_over();
			arrays_release();
			continue;
		}
		if (!end_take())
			_exit(1);
		host.in_time = true;
		timer_start(ITIMER_PROF, 0);
		fflush(NULL);
		report_and_leave(&r);
	}
}

/* ---- the process ------------------------------------------------------------------------ */

/* The program is the first object in the list. */
static int base_note(struct dl_phdr_info *info, size_t size, void *ctx)
{
	host.base = info->dlpi_addr;
	return 1;
}

/* Leaves the learner's code an empty standard input, and a report whose descriptor has moved. */
__attribute__((constructor)) static void job_take(void)
{
	void *frame[1];
	int nothing;

	host.report = fcntl(REPORT_FD, F_DUPFD_CLOEXEC, REPORT_FD + 9);
	if (host.report < 0)
		return;
	host.taken = wire_read_all(STDIN_FILENO, &host.input) == 0;
	close(REPORT_FD);
	nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	host.nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (nothing < 0 || host.nowhere < 0 || dup2(nothing, STDIN_FILENO) < 0)
		_exit(2);
	close(nothing);
	gate_close(host.report);
	backtrace(frame, 1); /* loads what it needs */
	if (warpbook_observe_end) /* on a GPU the driver makes code */
		gate_close_code();
	if (warpbook_observe_seal) {
		warpbook_observe_seal(journal_send, host.report);
		gate_close_libraries();
	}
}

void warpbook_host_sizes(size_t i, uint64_t sizes[3])
{
	for (int k = 0; k < 3; k++)
		sizes[k] = host.c && i < host.c->nargs ? host.c->args[i].shape[k] : 0;
}

static bool cases_fit(void)
{
	for (size_t i = 0; i < host.job.ncases; i++)
		if (host.job.cases[i].nargs > ARGS_MOST)
			return false;
	return host.job.ncases > 0;
}

int warpbook_host_main(warpbook_host_call *call)
{
	struct error err = { 0 };

	if (!host.taken) {
		fprintf(stderr, "this program is part of a host exercise: `warpbook check` runs it\n");
		return 2;
	}
	if (job_decode(buf_text(&host.input), host.input.len, &host.arena, &host.job, &err) || !cases_fit()) {
		fprintf(stderr, "the harness cannot read its job: %s\n", err.text);
		return 2;
	}
	host.c = &host.job.cases[0];
	dl_iterate_phdr(base_note, NULL);
	if (buf_reserve(&host.out, RESERVED) || atexit(ended_by_exit))
		return 2;
	signals_catch();
	if (calls_make(call)) {
		fputs("the harness ran out of memory\n", stderr);
		return 2;
	}
	return 0;
}
