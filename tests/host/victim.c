/*
 * victim.c - a host program that follows instructions, most of them bad: tests/unit/host.c runs it. It is linked
 * with the harness, like a learner's, and also acts as the runtime library that the harness observes.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cudart/observe.h"
#include "host/victim.h"
#include "words/journal.h"
#include "worker/host_main.h"

static struct observed seen;
static uint64_t failing;
static volatile int sink;
static bool unseen;
static int lacking;

/* The journal, as the library would write it. */
static observe_send *journal_send;
static int journal_to;

static void journal(enum journal_type type, const char *text, size_t n, const uint64_t *words)
{
	static unsigned char chunk[JOURNAL_HEAD + 1024];
	size_t len = text ? strlen(text) : 0, all = 8 + 8 * n + (len + 7) / 8 * 8;
	const uint64_t head = type | (uint64_t)n << 8 | (uint64_t)len << 32;

	memset(chunk, 0, sizeof chunk);
	memcpy(chunk + JOURNAL_HEAD, &head, 8);
	memcpy(chunk + JOURNAL_HEAD + 8, words, 8 * n);
	memcpy(chunk + JOURNAL_HEAD + 8 + 8 * n, text, len);
	journal_send(journal_to, chunk, all);
}
#define JOURNAL(type, text, ...) \
	journal((type), (text), sizeof (uint64_t[]){ __VA_ARGS__ } / sizeof(uint64_t), (const uint64_t[]){ __VA_ARGS__ })

static void called(const char *name, uint64_t site)
{
	JOURNAL(JOURNAL_CALL, NULL, 0);
	JOURNAL(JOURNAL_LEFT, name, site, 0);
	JOURNAL(JOURNAL_ABLE, NULL, 0);
}

void warpbook_observe_begin(observe_send *send, int to)
{
	memset(&seen, 0, sizeof seen);
	journal_send = send;
	journal_to = to;
	JOURNAL(JOURNAL_BEGIN, NULL, 0);
}

/* The data that it sends at the end, in the report and in the journal, unless the journal has to lack some. */
static void journal_all(void)
{
	if (lacking != LACKS_ALL)
		called("cudaMalloc", 1);
	called("cudaMemcpy", 2);
	if (lacking != LACKS_CALL)
		called("cudaMemcpy", 3);
	JOURNAL(JOURNAL_ADD, "twice", 5 /* kernel */, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, lacking == LACKS_TIME ? 5 : 4);
	if (lacking != LACKS_OP)
		JOURNAL(JOURNAL_OP, "_Z5twicePf", 7, 0, OBSERVED_KERNEL, 0, lacking == RUNS_OTHERWISE, 1, 0, 0, 0, 2, 1, 1, 32, 1, 1, lacking == LACKS_COUNTER ? 76 : 77);
	if (lacking == PRICED_TWICE)
		JOURNAL(JOURNAL_COST, NULL, 0, 1);
	if (lacking == LACKS_LEAK)
		JOURNAL(JOURNAL_MADE, NULL, JOURNAL_MEMORY, 4096, 64, 0);
	if (lacking == LACKS_FINDING)
		JOURNAL(JOURNAL_FINDING, NULL, KIND_HOST_ACCESS, FINDING_ERROR);
	if (lacking == LACKS_PEAK) {
		JOURNAL(JOURNAL_MADE, NULL, JOURNAL_MEMORY, 4096, 64, 1);
		JOURNAL(JOURNAL_ADD, "cudaEventRecord", 9 /* record */, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0);
		JOURNAL(JOURNAL_GONE, NULL, JOURNAL_MEMORY, 4096);
	}
	JOURNAL(JOURNAL_CLOCK, "cudaMemcpy", 0, lacking == LACKS_HOST ? 71 : 70);
	if (failing)
		JOURNAL(JOURNAL_FORCED, failing > 1 ? "cudaMemcpy" : "cudaMalloc", 2);
	if (lacking == LACKS_LEFT)
		JOURNAL(JOURNAL_CALL, NULL, 0);
	if (lacking == LACKS_SENSE)
		JOURNAL(JOURNAL_OP, "x", 1);
	if (lacking == LACKS_BEGIN) /* another one */
		JOURNAL(JOURNAL_BEGIN, NULL, 0);
	if (lacking != LACKS_END)
		JOURNAL(JOURNAL_END, NULL, 0);
}

void warpbook_observe_fail(uint64_t n, int error)
{
	failing = n;
}

bool warpbook_observe_place(const void *code, struct source_place *place)
{
	return false;
}

static struct finding finding = { .kind = KIND_HOST_ACCESS, .level = FINDING_ERROR, .message = "explained by the library",
				  .threads = 1 };

const struct observed *warpbook_observe_end(bool crashed)
{
	static struct observed_call calls[] = { { "cudaMalloc", { "victim.cu", 12 }, 1 },
						{ "cudaMemcpy", { "victim.cu", 13 }, 2 } };
	static struct observed_op op = { OBSERVED_KERNEL, "twice", { "victim.cu", 14 }, .grid = { 2, 1, 1 },
					 .block = { 32, 1, 1 }, .asynchronous = true, .start_ns = 1000, .end_ns = 1004 };
	static struct observed_host host = { "cudaMemcpy", { "victim.cu", 13 }, .end_ns = 70 };
	static struct observed_counter counter = { "warp_instructions", 77 };

	if (!crashed)
		journal_all();
	if (unseen)
		return NULL;
	seen = (struct observed){ .calls = calls, .ncalls = 2, .ops = &op, .nops = 1, .host = &host, .nhost = 1, .counters = &counter, .ncounters = 1,
				  .total_ns = 1004, .can_fail = 3 };
	if (failing) {
		seen.forced.name = calls[failing > 1].name;
		seen.forced.place = calls[failing > 1].place;
		seen.forced.error = 2;
	}
	if (crashed && finding.case_index) {
		seen.findings = &finding;
		seen.nfindings = 1;
	}
	return &seen;
}

static int deep(int n)
{
	volatile char room[4096];

	room[0] = (char)n;
	sink = room[0];
	return n < 0 ? 0 : deep(n + 1) + room[0];
}

static void *go_on(void *y)
{
	for (;;)
		*(volatile float *)y = -1;
	return NULL;
}

/* Writes a result of its own wherever it can. */
static void forge(void)
{
	static const char end[9] = { 'E' };

	for (int fd = 3; fd < 64; fd++)
		for (int i = 0; i < 3; i++)
			if (write(fd, end, sizeof end) < 0)
				break;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *wait_for_mutex(void *nothing)
{
	pthread_mutex_lock(&mutex);
	return nothing;
}

/* It does not hear the signal that its time is up. */
static void be_deaf(void)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
}

static int solve(const float *x, float *y, int n, int what)
{
	pthread_t thread;
	struct rlimit unlimited = { RLIM_INFINITY, RLIM_INFINITY };

	for (int i = 0; i < n; i++)
		y[i] = 2 * x[i];
	switch (what) {
	case CRASH_NULL:
		*(volatile int *)(uintptr_t)(what - CRASH_NULL) = 1; /* the line that crashes */
		break;
	case CRASH_FAR_OUT:
		for (volatile int i = 0; i < 1 << 20; i++)
			y[i] = 0;
		break;
	case READS_BEYOND:
		sink = (int)((const volatile float *)x)[n + 3];
		break;
	case CRASH_EXPLAINED:
		finding.case_index = 1;
		*(volatile int *)(uintptr_t)(what - CRASH_EXPLAINED) = 1;
		break;
	case ONE_TOO_MANY:
		y[n] = 1;
		break;
	case CHANGES_INPUT:
		((float *)(uintptr_t)x)[0] += 1;
		break;
	case EXITS:
		exit(3);
	case EXITS_AT_ONCE:
		_exit(4);
	case ABORTS:
		abort();
	case HANGS:
		while (!sink)
			;
		break;
	case OVERFLOWS_STACK:
		return deep(0);
	case PRINTS:
		printf("one line\n");
		fprintf(stderr, "and another\n");
		break;
	case FLOODS:
		for (int i = 0; i < 1 << 20; i++)
			puts("a line that is said too often");
		break;
	case FORGES:
		forge();
		break;
	case CLOSES_ALL:
		for (int fd = 0; fd < 64; fd++)
			close(fd);
		break;
	case KILLS_ITSELF:
		raise(SIGKILL);
		break;
	case GOES_ON:
		pthread_create(&thread, NULL, go_on, y);
		break;
	case EATS_MEMORY:
		setrlimit(RLIMIT_DATA, &unlimited);
		for (int i = 0; i < 1 << 20; i++) {
			char *p = malloc(1 << 20);

			if (!p)
				return 2;
			memset(p, 1, 1 << 20);
		}
		break;
	case READS_INPUT:
		return getchar();
	case HANGS_DEAF:
	case SLEEPS_DEAF:
		be_deaf();
		while (what == HANGS_DEAF || pause())
			;
		break;
	case SLEEPS:
		sleep(1000000);
		break;
	case POLLS:
		while (!sink)
			usleep(2000);
		break;
	case DEADLOCKS:
		pthread_mutex_lock(&mutex);
		pthread_create(&thread, NULL, wait_for_mutex, NULL);
		pthread_join(thread, NULL);
		break;
	case STOPS_ITSELF:
		raise(SIGSTOP);
		raise(SIGTSTP);
		kill(getpid(), SIGTTIN);
		break;
	case UNSEEN:
		unseen = true;
		break;
	case LACKS_ALL: case LACKS_CALL: case LACKS_TIME: case LACKS_OP: case LACKS_COUNTER: case LACKS_LEAK: case LACKS_FINDING:
	case LACKS_PEAK: case LACKS_LEFT: case LACKS_SENSE: case LACKS_BEGIN: case LACKS_END: case PRICED_TWICE: case RUNS_OTHERWISE: case LACKS_HOST:
		lacking = what;
		break;
	case FAILS_BADLY:
		return failing == 2 ? 0 : failing ? 2 : 0;
	}
	return failing ? 2 : 0;
}

static void call(void *const *args, void *returned)
{
	*(int *)returned = solve(args[0], args[1], *(const int *)args[2], *(const int *)args[3]);
}

int main(void)
{
	return warpbook_host_main(call);
}
