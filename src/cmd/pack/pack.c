/* pack.c - `warpbook pack`: courses of others, and of one's own. */
#include "config.h"

#include "cmd/pack/pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "catalog/catalog.h"
#include "lesson/lesson.h"

int pack_count(const struct pack *p, size_t *lessons, size_t *exercises, struct error *err)
{
	struct arena a = { 0 };
	struct catalog c = { 0 };
	const char **ids;
	size_t n;
	int status = lesson_list(&a, &ids, &n, err) || catalog_open(&c, err) ? -1 : 0;

	*lessons = *exercises = 0;
	for (size_t i = 0; i < n && !status; i++)
		*lessons += course_owner(ids[i]) == p;
	for (size_t i = 0; i < c.nids && !status; i++)
		*exercises += course_owner(c.ids[i]) == p;
	catalog_release(&c);
	arena_release(&a);
	return status;
}

void pack_without_variable(void)
{
	if (getenv("WARPBOOK_DATA") && *getenv("WARPBOOK_DATA"))
		fprintf(stderr, _("warpbook: WARPBOOK_DATA is set: where it is, its folders are the course, and not the "
				"workspace's packs\n"));
	unsetenv("WARPBOOK_DATA");
}

static const struct command *const subs[] = { &command_pack_add, &command_pack_list, &command_pack_remove,
					      &command_pack_build, NULL };

const struct command command_pack = {
	.name = "pack", .arguments = "COMMAND", .summary = N_("add courses of others, or hand on your own"),
	.help = N_("A pack is a folder with lessons and exercises, and a manifest, course.lua: doc/packs.md describes it.\n"
		"A pack can add to warpbook's own course, reorder it, or leave parts of it out. The workspace\n"
		"remembers its packs.\n\n"),
	.subs = subs,
};
