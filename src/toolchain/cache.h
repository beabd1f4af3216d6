/*
 * cache.h - compilers' results, and their answers to --version, by the hash of all inputs.
 *
 * The cache only saves time. An entry that is missing, incomplete, altered or has another key is a
 * miss; if the folder is full or read-only, the cache stores nothing, silently. Folders are 0700, entries 0600.
 */
#ifndef WARPBOOK_TOOLCHAIN_CACHE_H
#define WARPBOOK_TOOLCHAIN_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

#include "base/arena.h"
#include "base/error.h"

struct artifact {
	const char *output; /* PTX, or a compiler's answer to --version */
	size_t len;
	const char *raw;    /* the compiler's messages: warnings */
};

/* Reads the entry into the arena; false on a miss. The key is a file name: a hash in hexadecimal digits. */
bool cache_load(const char *key, struct arena *arena, struct artifact *out);
void cache_store(const char *key, const struct artifact *artifact);

/*
 * Waits for its turn among all processes that use this cache: for work of that name that only one should do at a time. Calls
 * `waits` (may be NULL) once, if another process has the turn. Returns a descriptor to close when the work is done; -1
 * if the cache is not available or the wait was interrupted (proc_interrupted): then there are no turns.
 */
int cache_turn(const char *name, void (*waits)(void *ctx), void *ctx);

/* The folder of that name in the cache, private to the user; created if missing. -1: the cache is not available. */
int cache_folder(const char *name, char *out, size_t size, struct error *err);
/* Replaces the file by head and body through a rename: no reader sees half a file; it replaces a link, and does not follow it. */
int cache_write(const char *path, const void *head, size_t head_len, const void *body, size_t len);
/*
 * Adds a file with these times. A file that has the name already stays: a compiler of another process may be reading it, in
 * the sandbox, which identifies the file itself, not its name. 0: added. 1: it existed. -1: error.
 */
int cache_add(const char *path, const void *body, size_t len, const struct timespec times[2]);

/* If the folder holds more than `max` bytes, removes the least recently used entries, down to three quarters of it. */
void cache_trim(const char *folder, off_t max);

/*
 * True if a source's result depends only on its own bytes: false if it may read
 * another file (#include "x.h", or anything that could be one) or the clock.
 */
bool cache_applies(const char *source, size_t len);

#endif
