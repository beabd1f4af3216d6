/* expectations.c - if several threads request the same expected values, one computes them; failed values are not shared. */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "bench/expectations.h"
#include "catalog/catalog.h"
#include "tap/tap.h"

#define THREADS 8

static struct expectations *pool;
static struct exercise exercise = { .id = "01_kernels/add", .content_hash = "abc" };
static const struct compiler compiler = { .path = "/usr/bin/clang", .version = "19.1.7" };
static const struct target target = { .device = "vm" };

struct user { struct bench bench; struct expectation x; bool made, fails; const void *values; };

static void user_start(struct user *u, uint64_t seed)
{
	memset(u, 0, sizeof *u);
	u->bench = (struct bench){ .exercise = &exercise, .seed = seed };
	u->x = (struct expectation){ .bench = &u->bench, .compiler = &compiler, .target = &target, .pool = pool };
}

/* Does the same as expect.c, with a short wait for the reference solution. */
static void *user_run(void *ctx)
{
	struct user *u = ctx;
	bool ready;

	u->x.entry = expectations_hold(pool, &u->x, &ready);
	if (!ready) {
		u->made = true;
		usleep(2000);
		u->x.run.result.cases = arena_alloc(&u->x.arena, 100 << 20);
		u->x.verdict = u->fails ? VERDICT_MACHINE_FAILED : VERDICT_PASSED;
		expectations_made(pool, u->x.entry, &u->x);
	}
	u->values = u->x.run.result.cases;
	return NULL;
}

static void user_end(struct user *u)
{
	expectations_release(pool, u->x.entry);
	arena_release(&u->x.arena);
}

/* Starts all of them, the first `failing` of which fail if they make values; returns how many made some. */
static int users_run(struct user *users, uint64_t seed, bool failing)
{
	pthread_t threads[THREADS];
	int made = 0;

	for (int i = 0; i < THREADS; i++) {
		user_start(&users[i], seed);
		users[i].fails = failing;
		pthread_create(&threads[i], NULL, user_run, &users[i]);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		made += users[i].made;
	}
	return made;
}

static bool all_have(const struct user *users, const void *values)
{
	for (int i = 0; i < THREADS; i++)
		if (users[i].values != values)
			return false;
	return values != NULL;
}

int main(void)
{
	struct user users[THREADS], again;
	uint64_t made, shared;

	pool = expectations_new();
	ok(users_run(users, 1, false) == 1, "one of eight threads makes the values");
	ok(all_have(users, users[0].values), "and all have them");
	user_start(&again, 2);
	user_run(&again);
	ok(again.made && again.values != users[0].values, "another seed has values of its own");
	user_end(&again);
	strcpy(exercise.content_hash, "abd");
	user_start(&again, 1);
	user_run(&again);
	ok(again.made, "so has a changed exercise");
	user_end(&again);
	strcpy(exercise.content_hash, "abc");
	for (int i = 0; i < THREADS; i++)
		user_end(&users[i]);
	user_start(&again, 1);
	user_run(&again);
	expectations_count(pool, &made, &shared);
	ok(again.made && made == 4 && shared == THREADS - 1, "of values that nobody holds, those used least recently are "
							     "dropped");
	user_end(&again);

	ok(users_run(users, 3, true) == THREADS, "values that failed are kept for nobody: each tries");
	for (int i = 0; i < THREADS; i++)
		user_end(&users[i]);
	user_start(&again, 3);
	user_run(&again);
	ok(again.made && again.x.verdict == VERDICT_PASSED, "and whoever comes later, too");
	user_end(&again);
	expectations_free(pool);
	expectations_free(NULL);
	return tap_done();
}
