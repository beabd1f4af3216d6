/* students.c - the students of a class, and by which words they are known: see students.h. */
#include "config.h"

#include "grade/in/students.h"

#include <string.h>

#include "base/source.h"
#include "grade/in/names.h"

/* macOS does not write names in composed form. */
const char *class_clean(struct class_list *c, const char *text)
{
	struct buf b = BUF_INIT;
	const char *composed;
	char *kept;

	text_sanitise_name(text, &b);
	kept = arena_strdup(&c->arena, buf_text(&b));
	buf_release(&b);
	composed = kept ? name_composed(kept, &c->arena) : NULL;
	return composed ? composed : "";
}

void class_note(struct class_list *c, const char **note, const char *text)
{
	const char *both;

	if (*note && strstr(*note, text))
		return;
	both = *note && **note ? arena_printf(&c->arena, "%s; %s", *note, text) : arena_strdup(&c->arena, text);
	*note = both ? both : "";
}

static bool has_alias(const struct student *p, const char *plain)
{
	for (size_t i = 0; i < p->naliases; i++)
		if (!strcmp(p->aliases[i], plain))
			return true;
	return false;
}

void class_alias(struct class_list *c, struct student *p, const char *text)
{
	const char *forms[] = { name_plain(text, false, &c->arena), name_plain(text, true, &c->arena) };

	for (int i = 0; i < 2; i++) {
		const char **place;

		if (!forms[i][0] || has_alias(p, forms[i]))
			continue;
		place = arena_push(&c->arena, &p->aliases, &p->naliases, &p->alias_cap, sizeof *place);
		if (place)
			*place = forms[i];
	}
}

struct student *class_add(struct class_list *c, const char *id, const char *name)
{
	struct student *p = arena_push(&c->arena, &c->students, &c->n, &c->cap, sizeof *p);

	if (!p)
		return NULL;
	*p = (struct student){ .id = class_clean(c, id), .name = class_clean(c, name), .note = "",
			     .hands = arena_array(&c->arena, c->nexercises, sizeof *p->hands) };
	return p->hands ? p : NULL;
}

struct student *class_by_alias(const struct class_list *c, const char *word, struct arena *arena, bool *several)
{
	const char *forms[] = { name_plain(word, false, arena), name_plain(word, true, arena) };

	*several = false;
	for (int k = 0; k < 2; k++) {
		struct student *found = NULL;

		for (size_t i = 0; forms[k][0] && i < c->n; i++) {
			if (!has_alias(&c->students[i], forms[k]))
				continue;
			*several |= found != NULL;
			found = &c->students[i];
		}
		if (found)
			return *several ? NULL : found;
	}
	return NULL;
}

struct student *class_by_id(const struct class_list *c, const char *id)
{
	for (size_t i = 0; i < c->n; i++)
		if (!strcmp(c->students[i].id, id))
			return &c->students[i];
	return NULL;
}

struct student *class_find(const struct class_list *c, const char *word, struct arena *scratch)
{
	struct student *p = class_by_id(c, word = name_composed(word, scratch));
	bool several;

	for (size_t i = 0; !p && i < c->n; i++)
		if (!strcmp(c->students[i].name, word))
			p = &c->students[i];
	return p ? p : class_by_alias(c, word, scratch, &several);
}

struct student *class_of_group(const struct class_list *c, const char *word, struct arena *arena)
{
	const char *plain = name_plain(word, false, arena);

	for (size_t i = 0; *plain && i < c->n; i++)
		if (c->students[i].group && !strcmp(name_plain(c->students[i].group, false, arena), plain))
			return &c->students[i];
	return NULL;
}
