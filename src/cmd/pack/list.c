/* list.c - `warpbook pack list`: the packs of the course, and those that are installed besides. */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "cmd/pack/pack.h"
#include "desk/packs.h"

struct row { struct pack pack; bool used; size_t lessons, exercises; const char *broken; };
struct rows { struct arena a; struct row *list; size_t n, cap; };

/* "" if the manifest is sound, else what is wrong with it. */
static const char *said(struct arena *a, const struct error *e)
{
	return e->line ? arena_printf(a, "%s:%d: %s", e->file, e->line, e->text) : arena_strdup(a, e->text);
}

/* word: as the list of the workspace has it, or a folder. */
static int row_add(struct rows *l, const char *word, bool used, struct error *err)
{
	struct row *r = arena_push(&l->a, &l->list, &l->n, &l->cap, sizeof *r);
	char folder[PATH_MAX];
	struct error broken = { 0 };

	if (!r)
		return error_nomem(err);
	memset(r, 0, sizeof *r);
	r->used = used;
	if (packs_folder(word, folder, sizeof folder, &broken)) {
		r->pack = (struct pack){ .folder = "", .name = arena_strdup(&l->a, word), .version = "", .title = "",
					 .licence = "", .language = "" };
		r->broken = said(&l->a, &broken);
	} else if (pack_open(&r->pack, folder, &l->a, &broken)) {
		r->pack.name = arena_strdup(&l->a, word);
		r->broken = said(&l->a, &broken);
	}
	return l->a.failed ? error_nomem(err) : 0;
}

/* The packs of a course that can be read. */
static int course_rows(struct rows *l, const struct pack *packs, size_t n, struct error *err)
{
	for (size_t i = 0; i < n; i++) {
		struct row *r = arena_push(&l->a, &l->list, &l->n, &l->cap, sizeof *r);
		struct error broken = { 0 };

		if (!r)
			return error_nomem(err);
		*r = (struct row){ .pack = packs[i], .used = true };
		if (pack_count(&packs[i], &r->lessons, &r->exercises, &broken) && i + 1 == n)
			r->broken = said(&l->a, &broken);
	}
	return 0;
}

static bool is_listed(const struct rows *l, const char *name)
{
	for (size_t i = 0; i < l->n; i++)
		if (!strcmp(l->list[i].pack.name, name))
			return true;
	return false;
}

static int rows_read(struct rows *l, struct error *err)
{
	const struct pack *packs;
	const char **words;
	struct error broken = { 0 };
	size_t n;

	if (course_packs(&packs, &n, &broken) == 0) {
		if (course_rows(l, packs, n, err))
			return -1;
	} else {
		if (packs_words(&l->a, &words, &n, err))
			return -1;
		for (size_t i = 0; i < n; i++)
			if (row_add(l, words[i], true, err))
				return -1;
		for (size_t i = 0; i < l->n; i++)
			if (l->list[i].broken)
				broken.text[0] = '\0'; /* this pack is the reason */
		if (broken.text[0] && l->n)
			l->list[l->n - 1].broken = said(&l->a, &broken);
	}
	if (packs_installed(&l->a, &words, &n, err))
		return -1;
	for (size_t i = 0; i < n; i++)
		if (!is_listed(l, words[i]) && row_add(l, words[i], false, err))
			return -1;
	return 0;
}

static int print_rows_json(const struct rows *l)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < l->n; i++) {
		const struct row *r = &l->list[i];
		const struct pack *p = &r->pack;

		json_array_append_new(rows, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:I, s:I, s:o}", "name",
						      json_text(p->name),
						      "version", json_text(p->version), "title", json_text(p->title), "licence",
						      json_text(p->licence),
						      "language", json_text(p->language), "folder", json_text(p->folder),
						      "used", r->used,
						      "lessons", (json_int_t)r->lessons, "exercises", (json_int_t)r->exercises,
						      "broken", json_text(r->broken)));
	}
	return print_json(json_pack("{s:o}", "packs", rows));
}

static void print_row(const struct row *r)
{
	const struct pack *p = &r->pack;

	printf("  %-6s  %-16s %-8s ", r->used ? _("used") : _("here"), p->name, p->version);
	if (r->used && !r->broken)
		printf(_("%zu lesson%s, %zu exercise%s"), r->lessons, r->lessons == 1 ? "" : "s", r->exercises,
		       r->exercises == 1 ? "" : "s");
	printf("%s%s%s%s\n", *p->title ? "  " : "", p->title, *p->licence ? ", " : "", p->licence);
	if (r->broken)
		printf(_("          broken: %s\n"), r->broken);
	if (*p->folder)
		printf("          %s\n", p->folder);
}

static int run(int nargs, char **args)
{
	struct rows l = { 0 };
	struct error err = { 0 };
	int status;

	(void)nargs;
	(void)args;
	if (rows_read(&l, &err))
		status = report_error(&err);
	else if (output.json)
		status = print_rows_json(&l);
	else
		status = EXIT_DONE;
	for (size_t i = 0; i < l.n && !output.json && !status; i++)
		print_row(&l.list[i]);
	arena_release(&l.a);
	return status;
}

const struct command command_pack_list = {
	.name = "pack list", .arguments = "", .summary = N_("list the packs"),
	.help = N_("`used`: part of the course here, in this order. `here`: installed, and not used by this workspace.\n"),
	.run = run,
};
