/*
 * build.c - `warpbook pack build`: one archive of a folder's lessons and exercises, to hand on.
 *
 * Learners' packs have sealed solutions (catalog/sealed.c) and no known-wrong programs; with --whole, a pack for graders and
 * other authors has all of it. The pack must be readable in a course with the packs that it needs; `author check` proves more.
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "catalog/catalog.h"
#include "cmd/author/author.h"
#include "cmd/pack/pack.h"
#include "grade/in/archive_write.h"
#include "lesson/lesson.h"

static bool whole;
static const char *out_path;

struct building {
	struct arena a;
	const struct pack *pack;
	const char *path;              /* of the archive */
	struct pack_files files;
	struct archive_file *packed; size_t n;
	size_t lessons, exercises, sealed;
};

/* Opens everything that the pack has. */
static int contents_read(struct building *b, struct error *err)
{
	struct catalog c;
	const char **ids;
	size_t n;
	int status = catalog_open(&c, err);

	if (status || lesson_list(&b->a, &ids, &n, err))
		return -1;
	for (size_t i = 0; i < n && !status; i++) {
		struct lesson *l;

		if (course_owner(ids[i]) != b->pack)
			continue;
		b->lessons++;
		status = lesson_open(&l, ids[i], err);
		if (!status)
			lesson_close(l);
	}
	for (size_t i = 0; i < c.nids && !status; i++) {
		struct exercise *e;

		if (course_owner(c.ids[i]) != b->pack)
			continue;
		b->exercises++;
		status = exercise_open(&e, c.ids[i], err);
		if (!status)
			exercise_close(e);
	}
	catalog_release(&c);
	return status;
}

static int pack_read(struct building *b, const char *folder, struct error *err)
{
	const struct pack *packs;
	size_t n;

	if (author_folder(folder, err) || course_packs(&packs, &n, err))
		return -1;
	b->pack = &packs[n - 1];
	if (!b->pack->path) {
		error_set(err, PARTY_AUTHOR, "'%s' has no " PACK_MANIFEST, folder);
		return error_remedy(err, "write one: return { name = \"...\", version = \"1.0\", licence = \"CC BY 4.0\" }; "
					 "doc/packs.md says more");
	}
	return contents_read(b, err);
}

/* Reads a file as it goes into the archive. */
static int file_pack(struct building *b, const struct pack_file *f, struct error *err)
{
	struct archive_file *to = &b->packed[b->n];
	const bool seals = !whole && !strncmp(f->name, "solutions/", 10);
	struct buf text = BUF_INIT;
	char path[PATH_MAX];
	int status;

	if (!whole && !strncmp(f->name, "tests/", 6))
		return 0;
	if (!path_join(path, sizeof path, b->pack->folder, f->name))
		return error_set(err, PARTY_MACHINE, "the name '%.100s...' is too long", f->name);
	*to = (struct archive_file){ arena_printf(&b->a, "%s-%s/%s%s", b->pack->name, b->pack->version, f->name,
						  seals ? PACK_SEALED : ""), BUF_INIT };
	b->n++;
	status = file_read(path, SOURCE_MAX_BYTES, seals ? &text : &to->bytes, err);
	if (!status && seals)
		pack_seal(&text, &to->bytes);
	b->sealed += seals;
	buf_release(&text);
	return status ? status : !to->name || to->bytes.failed ? error_nomem(err) : 0;
}

static int build(struct building *b, const char *folder, struct error *err)
{
	int status = pack_read(b, folder, err);

	if (status || pack_files_list(b->pack->folder, &b->a, &b->files, err))
		return -1;
	b->path = out_path ? out_path
			   : arena_printf(&b->a, "%s-%s%s.tar.zst", b->pack->name, b->pack->version, whole ? "-whole" : "");
	b->packed = arena_array(&b->a, b->files.n + 1, sizeof *b->packed);
	if (!b->path || !b->packed)
		return error_nomem(err);
	for (size_t i = 0; i < b->files.n && !status; i++)
		status = file_pack(b, &b->files.files[i], err);
	if (!status)
		status = archive_write(b->path, b->packed, b->n, err);
	for (size_t i = 0; i < b->n; i++)
		buf_release(&b->packed[i].bytes);
	return status;
}

static int report(const struct building *b)
{
	if (output.json)
		return print_json(json_pack("{s:o, s:o, s:o, s:b, s:I, s:I, s:I, s:I}", "name", json_text(b->pack->name),
					    "version", json_text(b->pack->version), "file", json_text(b->path), "whole", whole,
					    "lessons", (json_int_t)b->lessons, "exercises", (json_int_t)b->exercises,
					    "files", (json_int_t)b->n, "sealed", (json_int_t)b->sealed));
	printf(_("wrote %s: %s %s, %zu lesson%s, %zu exercise%s, %zu files"), b->path, b->pack->name, b->pack->version,
			b->lessons,
	       b->lessons == 1 ? "" : "s", b->exercises, b->exercises == 1 ? "" : "s", b->n);
	if (whole)
		printf(_(" with solutions and tests: for graders, not for learners\n"));
	else
		printf(_(", %zu of them sealed solutions\n"), b->sealed);
	return EXIT_DONE;
}

static int run(int nargs, char **args)
{
	struct building b = { 0 };
	struct error err = { 0 };
	int status = build(&b, nargs ? args[0] : ".", &err) ? report_error(&err) : report(&b);

	arena_release(&b.a);
	return status;
}

static const struct option_row options[] = {
	{ "whole", OPTION_FLAG, NULL, N_("with readable solutions and the known-wrong programs: for graders and authors"),
	  &whole, 0 },
	{ "out", OPTION_TEXT, "FILE", N_("the archive's name (default: NAME-VERSION.tar.zst)"), &out_path, 'o' },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_pack_build = {
	.name = "pack build", .arguments = "[FOLDER]", .summary = N_("make one archive of your lessons and exercises"),
	.help = N_("Solutions are sealed, unless you say --whole: nobody reads them in passing. A check needs them on\n"
		"the learner's machine, so they are no secret there.\n"),
	.options = options, .max_args = 1, .run = run,
};
