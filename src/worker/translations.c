/*
 * translations.c - native execution in a worker: finds the translations that the parent has made, loads them, asks for one.
 *
 * A worker can start no compiler and write no file. Its parent translates the kernel from the same image, without a word of the
 * worker about its text, and compiles that; the result comes in memory that the parent seals when it is complete. A worker that
 * ran hostile code can only ask, by a hash: for another text than the parent's own there is no translation. So this file loads
 * only what the parent made of this image, into a process whose sandbox holds anyway.
 *
 * The hash tells whether a translation fits. One does not fit if the module's variables are at other addresses than in a fresh
 * device.
 */
#include "config.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "child/proc.h"
#include "simt/simt.h"
#include "worker/record.h"
#include "worker/worker.h"

#define QUESTION_FD 4
#define SYMBOL      "warpbook_native"
#define LOOK_NS     10000000
#define LOOKS       30000 /* five minutes */

struct given { bool is_loaded; char hash[HASH_HEX]; const void *table; };

static struct given given[JOB_TRANSLATIONS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* the vm calls from its threads, and from one that waits for a
							    translation */

/* 1: sealed, with the hash; 0: not yet; -1: there will be none. */
static int given_state(unsigned k, char hash[HASH_HEX])
{
	const int fd = PROC_GIVEN + (int)k, seals = fcntl(fd, F_GET_SEALS);
	struct stat st;

	if (seals < 0)
		return -1;
	if (!(seals & F_SEAL_WRITE))
		return 0;
	if (fstat(fd, &st) || st.st_size <= HASH_HEX || pread(fd, hash, HASH_HEX, st.st_size - HASH_HEX) != HASH_HEX)
		return -1;
	hash[HASH_HEX - 1] = '\0';
	return 1;
}

static void given_load(unsigned k)
{
	char path[64];
	void *library;

	snprintf(path, sizeof path, "/proc/self/fd/%d", PROC_GIVEN + (int)k);
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	given[k].table = library ? dlsym(library, SYMBOL) : NULL;
	given[k].is_loaded = true;
}

/* 1 with the table, NULL if it cannot be loaded; 0: none of this text yet; -1: and there will be none. */
static int table_look(const char *wanted, const void **table)
{
	int more = -1;

	pthread_mutex_lock(&lock);
	for (unsigned k = 0; k < JOB_TRANSLATIONS && more < 1; k++) {
		int there = given[k].is_loaded ? 1 : given_state(k, given[k].hash);

		if (there == 0)
			more = 0;
		if (there != 1 || strcmp(given[k].hash, wanted) != 0)
			continue;
		if (!given[k].is_loaded)
			given_load(k);
		*table = given[k].table;
		more = 1;
	}
	pthread_mutex_unlock(&lock);
	return more;
}

static const void *find(const char *text, size_t len)
{
	const void *table = NULL;
	char hash[HASH_HEX];

	hash_bytes(text, len, hash);
	table_look(hash, &table);
	return table;
}

static bool ask(const char *hash)
{
	char line[HASH_HEX + 16], reply[8];
	int n = snprintf(line, sizeof line, "native %s\n\n", hash);
	bool good;

	pthread_mutex_lock(&lock);
	good = write(QUESTION_FD, line, (size_t)n) == n && read(QUESTION_FD, reply, sizeof reply) > 0;
	pthread_mutex_unlock(&lock);
	return good;
}

static const void *load(const char *text, size_t len)
{
	const struct timespec nap = { .tv_nsec = LOOK_NS };
	const void *table = NULL;
	char hash[HASH_HEX];
	int there;

	hash_bytes(text, len, hash);
	there = table_look(hash, &table);
	if (there == 0 && !ask(hash))
		return NULL;
	for (unsigned n = 0; there == 0 && n < LOOKS; n++) {
		nanosleep(&nap, NULL);
		there = table_look(hash, &table);
	}
	return table;
}

void translations_begin(bool always)
{
	bool is_there = false;
	char hash[HASH_HEX];

	for (unsigned k = 0; k < JOB_TRANSLATIONS; k++)
		is_there = is_there || given_state(k, hash) == 1;
	simt_native_use(always ? SIMT_NATIVE_ALWAYS : SIMT_NATIVE_AUTO, load);
	if (is_there)
		simt_native_at_hand(find, false);
}
