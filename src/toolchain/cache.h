/*
 * cache.h - what a compiler made, or said of itself, by the hash of everything that went into it.
 *
 * The cache only ever saves time. An entry that is missing, torn, altered or of another key is a
 * miss; a folder that is full or read-only stores nothing, silently. Folders are 0700, entries 0600.
 */
#ifndef WARPBOOK_TOOLCHAIN_CACHE_H
#define WARPBOOK_TOOLCHAIN_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/arena.h"
#include "base/error.h"

struct artifact {
	const char *output; /* PTX, or a compiler's answer to --version */
	size_t len;
	const char *raw;    /* what the compiler said on the way: warnings */
};

/* Reads the entry into the arena; false on a miss. The key is a file name: a hash in hexadecimal digits. */
bool cache_load(const char *key, struct arena *arena, struct artifact *out);
void cache_store(const char *key, const struct artifact *artifact);

/*
 * Waits for its turn among all who use this cache: for work that one at a time should do. A descriptor to close when it is done; -1
 * where the cache cannot be had, or the wait was interrupted (proc_interrupted): then there are no turns.
 */
int cache_turn(void);

/* The folder of that name in the cache: made if missing, and the user's alone. -1: it cannot be had. */
int cache_folder(const char *name, char *out, size_t size, struct error *err);
/* Puts head and body in place of the file by a rename: nobody sees half, and a link there is replaced, not followed. */
int cache_write(const char *path, const void *head, size_t head_len, const void *body, size_t len);

/* Removes what was used longest ago from a folder that has outgrown max bytes, until it has a quarter less. */
void cache_trim(const char *folder, off_t max);

/*
 * Whether a source's result follows from its own bytes: false when it may read
 * another file (#include "x.h", or anything that cannot be told from it) or the clock.
 */
bool cache_applies(const char *source, size_t len);

#endif
