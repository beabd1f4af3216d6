/*
 * program_cache.h - the cache of built programs: $XDG_CACHE_HOME/warpbook/programs/KEY, beside it KEY.files, the
 * list of its input files, and KEY.said, the messages to repeat at each run.
 *
 * The key hashes the command: words, folder, compiler, the environment variables that a compiler reads, and the sources of what
 * builds programs (recipe.h). It does not hash the rest of warpbook: after a change of the vm or the runtime, which programs load
 * when they start, the same programs do. An entry is valid while the program and each of its input files keep their content;
 * for the system's files, their size and time. A build is not cached if one of them changed while it ran. The cache only ever
 * saves time.
 */
#ifndef WARPBOOK_TOOLCHAIN_PROGRAM_PROGRAM_CACHE_H
#define WARPBOOK_TOOLCHAIN_PROGRAM_PROGRAM_CACHE_H

#include <limits.h>

#include "base/hash.h"
#include "toolchain/program/program.h"

struct program_entry {
	char path[PATH_MAX];    /* of the program */
	char building[PATH_MAX]; /* where a build for the cache writes it: pass this as the job's output */
	double start;           /* time before any file was read */
	bool is_header;
};

/* Fills *e. `words`: the command line's. 0, or -1 if no cache folder can be created (the machine's fault). */
int program_cache_place(struct program_entry *e, const struct compiler *c, const char *const *words, size_t n, bool for_gpu,
			struct error *err);
/*
 * The same for a precompiled header, in the folder `headers`: whatever the current folder is, since the command's names are
 * absolute. Its files are compared by size and ctime, which users cannot set: to hash them took longer than many a compilation
 * with it.
 */
int program_cache_place_header(struct program_entry *e, const struct compiler *c, const char *const *words, size_t n,
			       struct error *err);
/* True if the program is cached and up to date; `said` gets the messages to repeat. */
bool program_cache_find(struct program_entry *e, struct buf *said);
/* Moves the built program to its place. Without a list of its files the next run builds it again. -1: the program is lost. */
int program_cache_keep(const struct program_entry *e, const struct program *p, const char *said, struct error *err);

#endif
