/*
 * program_cache.h - programs built before: $XDG_CACHE_HOME/warpbook/programs/KEY, beside it KEY.files, what
 * went into it, and KEY.said, what is told about it at each run.
 *
 * The key is the command: words, folder, compiler, and what of the environment a compiler heeds. What is found there
 * counts while each file that was read has its size, its time and, unless it is the system's, its content; the program itself too. A build is not kept where one of them
 * changed while it ran. The cache only ever saves time.
 */
#ifndef WARPBOOK_TOOLCHAIN_PROGRAM_CACHE_H
#define WARPBOOK_TOOLCHAIN_PROGRAM_CACHE_H

#include <limits.h>

#include "base/hash.h"
#include "toolchain/program.h"

struct program_entry {
	char path[PATH_MAX];    /* of the program */
	char building[PATH_MAX]; /* where a build for the cache puts it: pass as the job's output */
	double start;           /* before anything was read */
};

/* Fills *e. `words`: as the command line had them. 0, or -1 where no folder can be had (the machine's fault). */
int program_cache_place(struct program_entry *e, const struct compiler *c, const char *const *words, size_t n, bool for_gpu,
			struct error *err);
/* Whether the program is there and new enough; `said` gets what to tell. */
bool program_cache_find(struct program_entry *e, struct buf *said);
/* Moves what was built to its place. Without its files it will be built anew the next time. -1: it is nowhere. */
int program_cache_keep(const struct program_entry *e, const struct program *p, const char *said, struct error *err);

#endif
