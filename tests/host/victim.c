/*
 * victim.c - a host program that does what it is told, most of it bad: what tests/unit/host.c runs. It is linked
 * with the harness, as a learner's is, and plays the runtime library that watches it, too.
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
#include "worker/host_main.h"

static struct observed seen;
static uint64_t failing;
static volatile int sink;
static bool unseen;

void warpbook_observe_begin(void)
{
	memset(&seen, 0, sizeof seen);
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
					 .block = { 32, 1, 1 }, .start_ns = 5, .end_ns = 9 };
	static struct observed_counter counter = { "warp_instructions", 77 };

	if (unseen)
		return NULL;
	seen = (struct observed){ .calls = calls, .ncalls = 2, .ops = &op, .nops = 1, .counters = &counter, .ncounters = 1,
				  .total_ns = 10, .can_fail = 3 };
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

/* What tells it that its time is up is not heard. */
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
