/*
 * program_list.c - the list of the files that a build read, as a rule for make: for -MD, -MF, -MT and -MP.
 *
 *	main.o: main.cu \
 *	  /usr/include/stdio.h
 */
#include "config.h"

#include "toolchain/program/program.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/path.h"

/* As make and Ninja read names: escapes blanks and #, doubles $. */
static void put_name(struct buf *out, const char *name)
{
	for (; *name; name++) {
		if (*name == ' ' || *name == '#')
			buf_putc(out, '\\');
		else if (*name == '$')
			buf_putc(out, '$');
		buf_putc(out, *name);
	}
}

/* dir/x.o -> dir/x.d; for a source without -o: x.d, in the folder of products. */
static const char *list_place(const struct program_job *job, struct arena *arena)
{
	const struct program_words *words = job->words;
	const char *name = job->output ? job->output : path_base(words->sources[0].name), *dot = strrchr(path_base(name), '.');

	if (words->list_place)
		return words->list_place;
	return arena_printf(arena, "%s%s%.*s.d", words->folder && !job->output ? words->folder : "",
			    words->folder && !job->output ? "/" : "", (int)(dot ? dot - name : (ptrdiff_t)strlen(name)), name);
}

static void put_targets(struct buf *out, const struct program_job *job)
{
	const struct program_words *words = job->words;
	const char *base = path_base(words->sources[0].name), *dot = strrchr(base, '.');

	for (size_t i = 0; i < words->list_targets.n; i++)
		buf_printf(out, "%s%s", i ? " " : "", words->list_targets.list[i]);
	if (words->list_targets.n)
		return;
	if (job->output) {
		put_name(out, job->output);
	} else {
		buf_append(out, base, dot ? (size_t)(dot - base) : strlen(base));
		buf_puts(out, ".o");
	}
}

struct names { const char *const *list; size_t n; };

static bool listed_before(const struct names *files, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (!strcmp(files->list[k], files->list[i]))
			return true;
	return false;
}

/* The list of own files has absolute paths; turns one into the path that a command line would have. */
static const char *relative_path(const char *path, const char *here)
{
	const char *rest = *here ? path_within(path, here) : NULL;

	return rest && *rest ? rest + 1 : path;
}

int program_list_write(const struct program_job *job, const struct program *p, struct error *err)
{
	const struct program_words *words = job->words;
	const struct names all = words->lists_own_files ? (struct names){ p->said.files, p->said.nfiles }
						       : (struct names){ p->files.list, p->files.n };
	struct arena arena = { 0 };
	struct buf text = BUF_INIT;
	char here[PATH_MAX];
	const char *place;
	int status = 0;

	if (!words->lists_files || !words->nsources)
		return 0;
	if (!getcwd(here, sizeof here))
		here[0] = '\0';
	put_targets(&text, job);
	buf_putc(&text, ':');
	for (size_t i = 0; i < all.n; i++) {
		if (listed_before(&all, i))
			continue;
		buf_puts(&text, i ? " \\\n  " : " ");
		put_name(&text, relative_path(all.list[i], here));
	}
	buf_putc(&text, '\n');
	for (size_t i = 0; i < all.n && words->lists_phony; i++) {
		if (listed_before(&all, i) || !strcmp(relative_path(all.list[i], here), words->sources[0].name))
			continue;
		put_name(&text, relative_path(all.list[i], here));
		buf_puts(&text, ":\n");
	}
	place = list_place(job, &arena);
	status = text.failed || !place ? error_nomem(err) : file_write(place, buf_text(&text), text.len, err);
	buf_release(&text);
	arena_release(&arena);
	return status;
}
