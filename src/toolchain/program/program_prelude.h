/*
 * program_prelude.h - cuda_runtime.h, which clang includes before each .cu, as a precompiled header: parsing it and what
 * it includes is most of a build's work, and each side has to do it.
 *
 * It is kept in the cache, as programs are, under the hash of clang's command, and is valid while each header in it keeps its
 * content. A learner's text is no part of it.
 */
#ifndef WARPBOOK_TOOLCHAIN_PROGRAM_PROGRAM_PRELUDE_H
#define WARPBOOK_TOOLCHAIN_PROGRAM_PROGRAM_PRELUDE_H

#include "toolchain/program/program_command.h"

struct sandbox;

/* Finds it for that side of the job, or makes it; the path belongs to the arena. NULL: there is none, and the build does without. */
const char *program_prelude(const struct program_job *job, const struct program_place *place, const char *const *envp, bool host,
			    struct arena *arena);

/* What a command of the build may access: *s, or NULL for everything. */
const struct sandbox *program_sandbox(const struct program_job *job, const struct program_place *place, struct sandbox *s);

#endif
