/*
 * pack.c - reads a pack's manifest, and says what is wrong in it: see course.h.
 *
 *	return {
 *		name = "algebra", version = "1.2", licence = "CC BY 4.0", language = "en", title = "Linear algebra",
 *		needs = { "warpbook 0.3" },
 *		keeps = { "00_welcome", "01_kernels" },       -- of the packs before it
 *		leaves_out = { "01_kernels/scale" },
 *		replaces = { "01_kernels/add" },
 *		order = { "00_welcome", "30_dot", "01_kernels" },
 *	}
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "catalog/course.h"
#include "script/script.h"

#define LIST_MOST 1000
#define TEXT_MOST 200

bool pack_name_is_plain(const char *name)
{
	const size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-");

	return n && !name[n] && n <= PACK_NAME_MOST && *name >= 'a' && *name <= 'z';
}

/* "1", "0.3.0": whole numbers with dots between them. */
static bool is_version(const char *text)
{
	for (;;) {
		const size_t n = strspn(text, "0123456789");

		if (!n || n > 6)
			return false;
		if (!text[n])
			return true;
		if (text[n] != '.')
			return false;
		text += n + 1;
	}
}

static int name_read(struct script *s, struct pack *p, struct arena *a, struct error *err)
{
	if (script_string(s, a, "name", true, &p->name, err))
		return -1;
	if (!pack_name_is_plain(p->name)) {
		script_error(s, err, "name", "'%.60s' is not a name for a pack", p->name);
		return error_remedy(err, "write up to %d small letters, digits, _ and -, with a letter first", PACK_NAME_MOST);
	}
	if (strcmp(p->name, PACK_OURS) == 0) {
		script_error(s, err, "name", "'" PACK_OURS "' is the course that comes with the program");
		return error_remedy(err, "give the pack a name of its own");
	}
	return 0;
}

static int version_read(struct script *s, struct pack *p, struct arena *a, struct error *err)
{
	if (script_string(s, a, "version", true, &p->version, err))
		return -1;
	if (is_version(p->version))
		return 0;
	script_error(s, err, "version", "'%.40s' is not a version", p->version);
	return error_remedy(err, "write numbers with dots between them: \"1.0\"");
}

/* A short text of one line, which lists show. */
static int text_read(struct script *s, struct arena *a, const char *field, bool required, const char **out, struct error *err)
{
	if (script_string(s, a, field, required, out, err))
		return -1;
	if (strlen(*out) <= TEXT_MOST && !strpbrk(*out, "\n\t"))
		return 0;
	script_error(s, err, field, "should be one line of at most %d bytes", TEXT_MOST);
	return -1;
}

/* "de", "pt-BR" */
static int language_read(struct script *s, struct pack *p, struct arena *a, struct error *err)
{
	size_t n;

	p->language = "en";
	if (script_string(s, a, "language", false, &p->language, err))
		return -1;
	n = strspn(p->language, "abcdefghijklmnopqrstuvwxyz");
	if (n >= 2 && n <= 3 && (!p->language[n] || (p->language[n] == '-' && strlen(p->language) <= 12 && p->language[n + 1])))
		return 0;
	script_error(s, err, "language", "'%.20s' is not the tag of a language", p->language);
	return error_remedy(err, "write \"en\", \"de\" or \"pt-BR\"");
}

static bool is_word(const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", text[i]))
			return false;
	return n > 0;
}

/* "01_kernels", "01_kernels/add" */
static bool is_id(const char *text)
{
	const size_t n = strcspn(text, "/");

	return *text >= '0' && *text <= '9' && strlen(text) <= 150 && is_word(text, n) &&
	       (!text[n] || is_word(text + n + 1, strlen(text + n + 1)));
}

/* "algebra", "algebra 1.2" */
static bool is_need(const char *text)
{
	const size_t n = strcspn(text, " ");
	char name[PACK_NAME_MOST + 2];

	snprintf(name, sizeof name, "%.*s", n < sizeof name ? (int)n : PACK_NAME_MOST + 1, text);
	return pack_name_is_plain(name) && (!text[n] || is_version(text + n + 1));
}

static int item_check(struct script *s, const char *field, const char *item, int i, struct error *err)
{
	const bool need = !strcmp(field, "needs");

	if (need ? is_need(item) : is_id(item))
		return 0;
	script_error_item(s, err, i, "'%.60s' is not the name of %s", item, need ? "a pack" : "a lesson or exercise");
	return need ? error_remedy(err, "write \"warpbook\", or with the oldest version that does: \"warpbook 0.3\"")
		    : error_remedy(err, "write a lesson as \"01_kernels\", and an exercise as \"01_kernels/add\"");
}

static int list_read(struct script *s, struct arena *a, const char *field, struct pack_list *list, struct error *err)
{
	int found = script_enter(s, field, false, err);

	if (found != 1)
		return found;
	if (script_only(s, (const char *const[]){ SCRIPT_ITEMS, NULL }, err))
		return -1;
	list->n = script_length(s);
	if (list->n > LIST_MOST)
		return script_error(s, err, NULL, "has %d elements; %d are the most", list->n, LIST_MOST);
	list->items = arena_array(a, (size_t)list->n + 1, sizeof *list->items);
	list->lines = arena_array(a, (size_t)list->n + 1, sizeof *list->lines);
	if (!list->items || !list->lines)
		return error_nomem(err);
	script_item_lines(s, list->lines, list->n);
	for (int i = 0; i < list->n; i++) {
		if (script_item_string(s, a, i + 1, &list->items[i], err) != 1 ||
		    item_check(s, field, list->items[i], i + 1, err))
			return -1;
		for (int k = 0; k < i; k++)
			if (!strcmp(list->items[i], list->items[k]))
				return script_error_item(s, err, i + 1, "'%s' appears here twice", list->items[i]);
	}
	script_leave(s);
	return 1;
}

struct manifest { struct pack *p; struct arena *a; };

static int manifest_read(struct script *s, void *ctx, struct error *err)
{
	static const char *const fields[] = { "name", "version", "title", "licence", "language", "needs", "keeps", "leaves_out",
					      "replaces",
		"order", NULL };
	struct manifest *m = ctx;
	struct pack *p = m->p;
	int keeps;

	if (script_only(s, fields, err) || name_read(s, p, m->a, err) || version_read(s, p, m->a, err) ||
	    text_read(s, m->a, "title", false, &p->title, err) || text_read(s, m->a, "licence", true, &p->licence, err) ||
	    language_read(s, p, m->a, err) || list_read(s, m->a, "needs", &p->needs, err) < 0)
		return -1;
	keeps = list_read(s, m->a, "keeps", &p->keeps, err);
	p->keeps_part = keeps == 1;
	return keeps < 0 || list_read(s, m->a, "leaves_out", &p->leaves_out, err) < 0 ||
	       list_read(s, m->a, "replaces", &p->replaces, err) < 0 || list_read(s, m->a, "order", &p->order, err) < 0 ? -1 : 0;
}

int pack_open(struct pack *p, const char *folder, struct arena *a, struct error *err)
{
	const char *base = path_base(folder);
	struct manifest m = { p, a };
	char path[PATH_MAX];
	struct script *s;
	int status;

	*p = (struct pack){ .folder = arena_strdup(a, folder), .version = "", .title = "", .licence = "", .language = "" };
	p->name = arena_strdup(a, base);
	if (a->failed)
		return error_nomem(err);
	if (!path_join(path, sizeof path, folder, PACK_MANIFEST) || !path_exists(path))
		return 0;
	p->path = arena_strdup(a, path);
	s = p->path ? script_open(path, NULL, err) : NULL;
	if (!s)
		return p->path ? -1 : error_nomem(err);
	status = script_protect(s, manifest_read, &m, err);
	script_close(s);
	return status ? status : a->failed ? error_nomem(err) : 0;
}
