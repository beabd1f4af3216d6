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
#include "words/kinds.h"
#include "worker/host_main.h"

static uint64_t failing;
static volatile int sink;
static bool unseen;
static int lacking;

/* The journal, as the library would write it. */
static observe_send *journal_send;
static int journal_to;
static uint64_t sum;

static void journal(enum journal_type type, const char *text, size_t n, const uint64_t *words)
{
	static unsigned char chunk[JOURNAL_HEAD + 1024];
	size_t len = text ? strlen(text) : 0, all = 8 + 8 * n + (len + 7) / 8 * 8;
	const uint64_t head = type | (uint64_t)n << 8 | (uint64_t)len << 32;

	memset(chunk, 0, sizeof chunk);
	memcpy(chunk + JOURNAL_HEAD, &head, 8);
	memcpy(chunk + JOURNAL_HEAD + 8, words, 8 * n);
	memcpy(chunk + JOURNAL_HEAD + 8 + 8 * n, text, len);
	for (size_t i = 0; i < all; i += 8) {
		uint64_t word;

		memcpy(&word, chunk + JOURNAL_HEAD + i, 8);
		sum = journal_sum(sum, word);
	}
	journal_send(journal_to, chunk, all);
}
#define JOURNAL(type, text, ...) \
	journal((type), (text), sizeof (uint64_t[]){ __VA_ARGS__ } / sizeof(uint64_t), (const uint64_t[]){ __VA_ARGS__ })

static void called(const char *name, uint64_t site)
{
	JOURNAL(JOURNAL_CALL, NULL, 0);
	JOURNAL(JOURNAL_LEFT, name, site, 0, 5);
	JOURNAL(JOURNAL_ABLE, NULL, 0);
}

void warpbook_observe_begin(observe_send *send, int to)
{
	journal_send = send;
	journal_to = to;
	JOURNAL(JOURNAL_BEGIN, NULL, 0);
}

static void found(const char *text)
{
	uint64_t words[SAYS_WORDS] = { [SAYS_NUMBER] = 1, [SAYS_KIND] = KIND_HOST_ACCESS, [SAYS_LEVEL] = FINDING_ERROR,
				       [SAYS_THREADS] = 1, [SAYS_MESSAGE] = strlen(text) };

	journal(JOURNAL_FINDING, text, SAYS_WORDS, words);
	journal(JOURNAL_FINDING, text, SAYS_WORDS, words); /* what is sent twice counts once */
}

/* Memory that is never freed, more of it for a while, a finding that others share, a call that waits. */
static void tell_more(void)
{
	JOURNAL(JOURNAL_MADE, "cudaMalloc", JOURNAL_MEMORY, 4096, 64, 1, 1);
	JOURNAL(JOURNAL_MADE, "cudaMalloc", JOURNAL_MEMORY, 8192, 100, 1, 2);
	JOURNAL(JOURNAL_ADD, "cudaEventRecord", 9 /* record */, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1);
	JOURNAL(JOURNAL_GONE, NULL, JOURNAL_MEMORY, 8192);
	JOURNAL(JOURNAL_WAIT, "cudaDeviceSynchronize", 0, 0, 3);
	found("explained");
	JOURNAL(JOURNAL_MORE, NULL, 0, 31);
}

/* Unless the journal has to lack something. */
static void journal_all(void)
{
	called("cudaMalloc", 1);
	called("cudaMemcpy", 2);
	called("cudaMemcpy", 3);
	JOURNAL(JOURNAL_ADD, "twice", 5 /* kernel */, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 4, 4);
	if (lacking != LACKS_OP)
		JOURNAL(JOURNAL_OP, "_Z5twicePf", 7, 0, OBSERVED_KERNEL, 0, lacking == RUNS_OTHERWISE, 1, 0, 0, 0, 2, 1, 1, 32,
			1, 1, 77);
	if (lacking == PRICED_TWICE)
		JOURNAL(JOURNAL_COST, NULL, 0, 1);
	if (lacking == TELLS_MORE)
		tell_more();
	JOURNAL(JOURNAL_CLOCK, "cudaMemcpy", 0, 70, 3);
	if (failing)
		JOURNAL(JOURNAL_FORCED, failing > 1 ? "cudaMemcpy" : "cudaMalloc", 2, failing > 1 ? 3 : 1);
	if (lacking == LACKS_LEFT)
		JOURNAL(JOURNAL_CALL, NULL, 0);
	if (lacking == LACKS_SENSE)
		JOURNAL(JOURNAL_OP, "x", 1);
	if (lacking == LACKS_BEGIN) /* another one */
		JOURNAL(JOURNAL_BEGIN, NULL, 0);
	JOURNAL(JOURNAL_PLACE, "victim.cu", 1, 12);
	JOURNAL(JOURNAL_PLACE, "victim.cu", 2, 13);
	JOURNAL(JOURNAL_PLACE, "victim.cu", 3, 13);
	JOURNAL(JOURNAL_PLACE, "victim.cu", 4, 14);
	if (lacking == LACKS_RECORD)
		sum = journal_sum(sum, JOURNAL_ABLE);
	if (lacking == HAS_ONE_MORE) {
		const uint64_t before = sum;

		JOURNAL(JOURNAL_READ, NULL, 7, 4096);
		sum = before;
	}
	if (lacking != LACKS_END)
		JOURNAL(JOURNAL_END, NULL, sum);
}

void warpbook_observe_fail(uint64_t n, int error)
{
	failing = n;
}

bool warpbook_observe_place(const void *code, struct source_place *place)
{
	return false;
}

static bool explained, torn;

void warpbook_observe_end(bool crashed)
{
	unsigned char part[JOURNAL_HEAD + 16] = { [JOURNAL_HEAD] = JOURNAL_WAIT, [JOURNAL_HEAD + 1] = 3 };

	if (torn) {
		journal_send(journal_to, part, 16);
		journal_send(journal_to, part, 0);
	}
	if (crashed && explained)
		found("explained by the library");
	if (!crashed && !unseen)
		journal_all();
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
		explained = true;
		*(volatile int *)(uintptr_t)(what - CRASH_EXPLAINED) = 1;
		break;
	case CRASH_IN_RECORD:
		explained = torn = true;
		*(volatile int *)(uintptr_t)(what - CRASH_IN_RECORD) = 1;
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
	case FLOODS_ON:
		for (;;)
			puts("a line that is said for ever");
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
	case LACKS_OP: case LACKS_LEFT: case LACKS_SENSE: case LACKS_BEGIN: case LACKS_END: case LACKS_RECORD: case HAS_ONE_MORE:
	case PRICED_TWICE: case RUNS_OTHERWISE: case TELLS_MORE:
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
