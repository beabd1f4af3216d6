/* prelude.c - see prelude.h. */
#include "config.h"

#include "toolchain/prelude.h"

#include <pthread.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/path.h"
#include "toolchain/cache.h"
#include "toolchain/files_read.h"
#include "toolchain/program/program_cache.h"

#define PRELUDE_BYTES ((size_t)64 << 20)

static bool is_there(struct program_entry *entry)
{
	struct buf said = BUF_INIT;
	bool found = program_cache_find(entry, &said);

	buf_release(&said);
	return found;
}

static bool make(const struct prelude *p, struct program_entry *entry, struct arena *arena)
{
	struct program made = { .files = { NULL, 0, 0 } };
	struct buf bytes = BUF_INIT;
	bool done = p->make(p->ctx) && files_read_list(p->deps, arena, &made.files) == 0 &&
		    file_read(p->made, PRELUDE_BYTES, &bytes, NULL) == 0 &&
		    file_write(entry->building, buf_text(&bytes), bytes.len, NULL) == 0 &&
		    program_cache_keep(entry, &made, "", NULL) == 0;

	buf_release(&bytes);
	if (!done)
		unlink(entry->building);
	return done && is_there(entry);
}

const char *prelude_path(const struct prelude *p, struct arena *arena)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* between threads; cache_turn is for processes */
	struct program_entry entry;
	bool found;

	if (program_cache_place_header(&entry, p->compiler, p->words, p->n, NULL))
		return NULL;
	found = is_there(&entry);
	if (!found) {
		int turn;

		pthread_mutex_lock(&lock);
		turn = cache_turn("prelude", NULL, NULL);
		found = is_there(&entry) || make(p, &entry, arena);
		if (turn >= 0)
			close(turn);
		pthread_mutex_unlock(&lock);
	}
	return found ? arena_strdup(arena, entry.path) : NULL;
}
