/*
 * host_python.c - a host exercise solved in Python: there is nothing to build. The program is the interpreter, with our script
 * that calls the learner's function (src/python/warpbook_host.py); it runs a copy of the file as it was read.
 */
#include "config.h"

#include <limits.h>
#include <stdlib.h>

#include "base/path.h"
#include "bench/build.h"
#include "toolchain/program/program.h"

/* The copy is in a folder that build_free removes. */
static const char *copy_make(struct build *b, struct arena *arena, struct error *err)
{
	char folder[PATH_MAX], copy[PATH_MAX];

	if (path_temp_dir(folder, sizeof folder, "warpbook-host", err))
		return NULL;
	if (!(b->folder = arena_strdup(arena, folder))) {
		path_remove_tree(folder, NULL);
		error_nomem(err);
		return NULL;
	}
	if (!path_join(copy, sizeof copy, folder, "answer.py")) {
		error_set(err, PARTY_MACHINE, "the name of the temporary folder is too long");
		return NULL;
	}
	return file_write_scratch(copy, buf_text(&b->source), b->source.len, err) ? NULL : arena_strdup(arena, copy);
}

int host_python(struct build *b, const struct exercise *e, const struct compiler *compiler, const char *folder,
		const char *parameters, struct arena *arena, struct error *err)
{
	char shim[PATH_MAX], theirs[PATH_MAX];
	struct job_python *python = arena_alloc(arena, sizeof *python);
	const char *copy = python ? copy_make(b, arena, err) : (error_nomem(err), NULL);

	if (!copy || program_python(shim, sizeof shim, err))
		return -1;
	if (!realpath(folder, theirs))
		return error_errno(err, "cannot find the folder of '%s'", b->path);
	*python = (struct job_python){
		.shim = arena_strdup(arena, shim), .copy = copy, .folder = arena_strdup(arena, theirs), .parameters = parameters,
		.home = arena_strdup(arena, compiler->toolkit), .folders = arena_strdup(arena, compiler->folders),
	};
	b->python = python;
	b->program = arena_strdup(arena, compiler->path);
	b->kernel = e->kernel;
	return arena->failed ? error_nomem(err) : 0;
}
