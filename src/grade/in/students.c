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

/* ---- by which word -------------------------------------------------------------------------------------- */

static struct known_word *slot_of(const struct known *k, const char *word)
{
	uint32_t at = 2166136261u;

	for (const char *p = word; *p; p++)
		at = (at ^ (unsigned char)*p) * 16777619u;
	for (;; at++) {
		struct known_word *w = &k->slots[at & (k->cap - 1)];

		if (!w->first || !strcmp(w->word, word))
			return w;
	}
}

/* Twice as many slots. False: no memory. */
static bool known_grow(struct known *k, struct arena *arena)
{
	struct known more = { .n = k->n, .cap = k->cap ? 2 * k->cap : 64 };

	more.slots = arena_array(arena, more.cap, sizeof *more.slots);
	for (size_t i = 0; more.slots && i < k->cap; i++)
		if (k->slots[i].first)
			*slot_of(&more, k->slots[i].word) = k->slots[i];
	if (more.slots)
		*k = more;
	return more.slots != NULL;
}

static void known_add(struct class_list *c, enum known_kind kind, const char *word, const struct student *p)
{
	struct known *k = &c->known[kind];
	const size_t first = (size_t)(p - c->students) + 1;
	struct known_word *w;

	if (!*word || (2 * k->n >= k->cap && !known_grow(k, &c->arena)))
		return;
	w = slot_of(k, word);
	if (w->first) {
		w->several |= w->first != first;
		return;
	}
	*w = (struct known_word){ .word = word, .first = first };
	k->n++;
}

static struct student *known_find(const struct class_list *c, enum known_kind kind, const char *word, bool *several)
{
	const struct known_word *w = c->known[kind].cap && *word ? slot_of(&c->known[kind], word) : NULL;

	*several = w && w->several;
	return w && w->first ? &c->students[w->first - 1] : NULL;
}

void class_group(struct class_list *c, struct student *p, const char *name)
{
	p->group = class_clean(c, name);
	known_add(c, KNOWN_GROUP, name_plain(p->group, false, &c->arena), p);
}

void class_moved(struct class_list *c)
{
	memset(c->known, 0, sizeof c->known);
	for (size_t i = 0; i < c->n; i++) {
		const struct student *p = &c->students[i];

		known_add(c, KNOWN_ID, p->id, p);
		known_add(c, KNOWN_NAME, p->name, p);
		for (size_t k = 0; k < p->naliases; k++)
			known_add(c, KNOWN_ALIAS, p->aliases[k], p);
		if (p->group)
			known_add(c, KNOWN_GROUP, name_plain(p->group, false, &c->arena), p);
	}
}

/* ---- the students --------------------------------------------------------------------------------------- */

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
		known_add(c, KNOWN_ALIAS, forms[i], p);
	}
}

struct student *class_add(struct class_list *c, const char *id, const char *name)
{
	struct student *p = arena_push(&c->arena, &c->students, &c->n, &c->cap, sizeof *p);

	if (!p)
		return NULL;
	*p = (struct student){ .id = class_clean(c, id), .name = class_clean(c, name), .note = "",
			     .hands = arena_array(&c->arena, c->nexercises, sizeof *p->hands) };
	known_add(c, KNOWN_ID, p->id, p);
	known_add(c, KNOWN_NAME, p->name, p);
	return p->hands ? p : NULL;
}

struct student *class_by_alias(const struct class_list *c, const char *word, struct arena *arena, bool *several)
{
	struct student *p = known_find(c, KNOWN_ALIAS, name_plain(word, false, arena), several);

	if (!p)
		p = known_find(c, KNOWN_ALIAS, name_plain(word, true, arena), several);
	return *several ? NULL : p;
}

struct student *class_by_id(const struct class_list *c, const char *id)
{
	bool several;

	return known_find(c, KNOWN_ID, id, &several);
}

struct student *class_find(const struct class_list *c, const char *word, struct arena *scratch)
{
	struct student *p = class_by_id(c, word = name_composed(word, scratch));
	bool several;

	if (!p)
		p = known_find(c, KNOWN_NAME, word, &several);
	return p ? p : class_by_alias(c, word, scratch, &several);
}

struct student *class_of_group(const struct class_list *c, const char *word, struct arena *arena)
{
	struct student *p;
	bool several;

	p = known_find(c, KNOWN_GROUP, name_plain(word, false, arena), &several);
	return p && p->group ? p : NULL;
}
