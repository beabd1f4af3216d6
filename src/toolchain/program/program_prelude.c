/* program_prelude.c - see program_prelude.h. */
#include "config.h"

#include "toolchain/program/program_prelude.h"

#include <pthread.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/path.h"
#include "child/proc.h"
#include "child/sandbox.h"
#include "toolchain/cache.h"
#include "toolchain/files_read.h"
#include "toolchain/program/program_cache.h"

#define PRELUDE_BYTES ((size_t)64 << 20)

/* One thread makes it, the others wait: cache_turn does the same for processes. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct word_list command_for(const struct program_job *job, const struct program_place *place, bool host, const char *output,
				    const char *deps, struct arena *arena)
{
	static const struct program_source source = { "warpbook_prelude.h", SOURCE_CUDA };
	const struct program_unit u = { .source = &source, .input = arena_printf(arena, "%s/%s", place->headers, source.name),
					.object = output, .ptx = output, .deps = deps, .device_deps = deps, .is_prelude = true };

	if (!u.input)
		return (struct word_list){ NULL, 0, 0 };
	return (host ? program_command_host : program_command_device)(job, place, &u, arena);
}

static bool is_there(struct program_entry *entry)
{
	struct buf said = BUF_INIT;
	bool found = program_cache_find(entry, &said);

	buf_release(&said);
	return found;
}

static bool make(const struct program_job *job, const struct program_place *place, const char *const *envp, bool host,
		 const struct program_entry *entry, struct arena *arena)
{
	const char *deps = arena_printf(arena, "%s/prelude.d", place->folder), *output = arena_printf(arena, "%s/prelude.pch", place->folder);
	struct word_list command = { NULL, 0, 0 };
	struct program made = { .files = { NULL, 0, 0 } };
	struct sandbox sandbox;
	struct proc_job run = { .envp = envp, .limits = { .wall_seconds = 600, .cpu_seconds = 60, .stdout_bytes = 1 << 16, .stderr_bytes = 1 << 16 } };
	struct proc_result result;
	struct error ignored = { 0 };
	struct buf bytes = BUF_INIT;
	bool done = false;

	if (deps && output)
		command = command_for(job, place, host, output, deps, arena);
	run.argv = command.list;
	run.sandbox = program_sandbox(job, place, &sandbox);
	if (command.list && proc_run(&run, &result, &ignored) == 0) {
		done = result.end == PROC_EXITED && result.code == 0 && files_read_list(deps, arena, &made.files) == 0 &&
		       file_read(output, PRELUDE_BYTES, &bytes, &ignored) == 0 &&
		       file_write(entry->building, buf_text(&bytes), bytes.len, &ignored) == 0 &&
		       program_cache_keep(entry, &made, "", &ignored) == 0;
		proc_result_release(&result);
	}
	buf_release(&bytes);
	if (!done)
		unlink(entry->building);
	return done;
}

const char *program_prelude(const struct program_job *job, const struct program_place *place, const char *const *envp, bool host,
			    struct arena *arena)
{
	struct word_list words = command_for(job, place, host, "prelude", "prelude.d", arena);
	struct program_entry entry;
	bool found;

	if (!words.list || job->dry_run || job->fuse || program_cache_place_header(&entry, job->compiler, words.list, words.n, NULL))
		return NULL;
	found = is_there(&entry);
	if (!found) {
		int turn;

		pthread_mutex_lock(&lock);
		turn = cache_turn("prelude", NULL, NULL);
		found = is_there(&entry) || (make(job, place, envp, host, &entry, arena) && is_there(&entry));
		if (turn >= 0)
			close(turn);
		pthread_mutex_unlock(&lock);
	}
	return found ? arena_strdup(arena, entry.path) : NULL;
}
