/* course.c - finds the packs, and folds them into one course: see course.h. */
#include "config.h"

#include "catalog/course.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/path.h"

#define PACKS_MOST 64
#define FROM_MOST 4096

/* The course, and the value of $WARPBOOK_DATA that it was read for. */
static struct { struct arena arena; struct pack *packs; size_t n; bool known; char from[FROM_MOST]; } course;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static course_namer *source;
static course_finder *finder;

void course_source(course_namer *ask, course_finder *find)
{
	source = ask;
	finder = find;
}

void course_forget(void)
{
	arena_release(&course.arena);
	memset(&course, 0, sizeof course);
}

/* ---- what a pack has, and does to others ------------------------------------------------------------ */

/* Has the pack the definition of this lesson or exercise? */
static bool has(const struct pack *p, const char *id)
{
	char path[PATH_MAX];

	return snprintf(path, sizeof path, strchr(id, '/') ? "%s/exercises/%s.lua" : "%s/lessons/%s/lesson.lua", p->folder,
			id) < PATH_MAX &&
	       path_exists(path);
}

/* Is the exercise or its lesson in the list? */
static bool lists(const struct pack_list *list, const char *id)
{
	for (int i = 0; i < list->n; i++) {
		const size_t n = strlen(list->items[i]);

		if (!strncmp(list->items[i], id, n) && (!id[n] || (id[n] == '/' && !strchr(list->items[i], '/'))))
			return true;
	}
	return false;
}

/* Does the pack let a pack before it keep this lesson or exercise? */
static bool keeps(const struct pack *p, const char *id)
{
	return (!p->keeps_part || lists(&p->keeps, id)) && !lists(&p->leaves_out, id);
}

bool pack_may_replace(const struct pack *p, const char *id)
{
	return lists(&p->replaces, id) || !keeps(p, id);
}

/* ---- checking a manifest against the packs before it ----------------------------------------------------- */

/* Moves *at behind the number there, and a dot after it; 0: there is none. */
static long number_take(const char **at)
{
	long n = 0;

	for (; isdigit((unsigned char)**at); (*at)++)
		n = n < (LONG_MAX - 9) / 10 ? 10 * n + (**at - '0') : LONG_MAX;
	*at += **at == '.';
	return n;
}

/* Compares versions number by number: < 0, 0 or > 0. What follows the numbers does not count. */
static int version_compare(const char *a, const char *b)
{
	while (isdigit((unsigned char)*a) || isdigit((unsigned char)*b)) {
		const long x = number_take(&a), y = number_take(&b);

		if (x != y)
			return x < y ? -1 : 1;
	}
	return 0;
}

static int needs_check(const struct pack *packs, size_t at, struct error *err)
{
	const struct pack *p = &packs[at], *found;

	for (int i = 0; i < p->needs.n; i++) {
		const char *need = p->needs.items[i];
		const size_t n = strcspn(need, " ");

		found = NULL;
		for (size_t k = 0; k < at; k++)
			if (strlen(packs[k].name) == n && !memcmp(packs[k].name, need, n))
				found = &packs[k];
		if (!found) {
			error_set(err, PARTY_AUTHOR, "the pack '%s' needs the pack '%.*s', which is not before it in the course",
				  p->name, (int)n, need);
			error_remedy(err, n == strlen(PACK_OURS) && !memcmp(need, PACK_OURS, n)
				     ? "write a colon before the folder, which stands for warpbook's own course: "
				       "WARPBOOK_DATA=:FOLDER"
				     : "add that one first: `warpbook pack add`, or before it in WARPBOOK_DATA");
			return error_at(err, p->path, p->needs.lines[i]);
		}
		if (need[n] && version_compare(found->version, need + n + 1) < 0) {
			error_set(err, PARTY_AUTHOR, "the pack '%s' needs '%s', and here is version %s", p->name, need,
				  *found->version ? found->version : "unknown");
			error_remedy(err, "upgrade '%s'", found->name);
			return error_at(err, p->path, p->needs.lines[i]);
		}
	}
	return 0;
}

static bool any_has(const struct pack *packs, size_t n, const char *id)
{
	char path[PATH_MAX];
	bool found = false;

	for (size_t i = 0; i < n && !found; i++)
		found = has(&packs[i], id) || (!strchr(id, '/') && snprintf(path, sizeof path, "%s/exercises/%s", packs[i].folder,
									    id) < PATH_MAX &&
					       path_is_dir(path));
	return found;
}

static int list_check(const struct pack *packs, size_t n, const struct pack *p, const struct pack_list *list, const char *field,
		      struct error *err)
{
	for (int i = 0; i < list->n; i++) {
		if (any_has(packs, n, list->items[i]))
			continue;
		error_set(err, PARTY_AUTHOR, "%s: there is no lesson or exercise '%s'%s", field, list->items[i],
			  list == &p->order ? "" : " in the packs before this one");
		error_remedy(err, p == packs ? "if warpbook's own course has it: write needs = { "
					       "\"" PACK_OURS "\" }, and a colon before the "
			     "folder, WARPBOOK_DATA=:FOLDER" : "`warpbook list` shows their names");
		return error_at(err, p->path, list->lines[i]);
	}
	return 0;
}

static int manifest_check(const struct pack *packs, size_t at, struct error *err)
{
	const struct pack *p = &packs[at];

	for (size_t k = 0; k < at; k++)
		if (p->path && !strcmp(packs[k].name, p->name)) {
			error_set(err, PARTY_AUTHOR, "two packs have the name '%s': this one and %.200s", p->name,
				  packs[k].folder);
			error_remedy(err, "leave one of them out");
			return error_at(err, p->path, 0);
		}
	return needs_check(packs, at, err) || list_check(packs, at, p, &p->keeps, "keeps", err) ||
	       list_check(packs, at, p, &p->leaves_out, "leaves_out", err) ||
	       list_check(packs, at, p, &p->replaces, "replaces", err) || list_check(packs, at + 1, p, &p->order, "order",
										     err) ? -1 : 0;
}

/* ---- reading the course --------------------------------------------------------------------------------------- */

/* The folder of warpbook's own course; false: it is nowhere. */
static bool our_folder(char *out, struct error *err)
{
	if (path_own("lessons", out, PATH_MAX, err))
		return false;
	*strrchr(out, '/') = '\0';
	return true;
}

static int use_add(const char *word, bool alone, struct buf *value, struct error *err)
{
	char folder[PATH_MAX];

	if (finder ? finder(word, folder, sizeof folder, err) : snprintf(folder, sizeof folder, "%s", word) < 0)
		return -1;
	if (!*folder && !our_folder(folder, err))
		return -1;
	if (!alone && strchr(folder, ':')) {
		error_set(err, PARTY_LEARNER, "the folder '%s' has a colon in its name", folder);
		return error_remedy(err, "give it another name: colons stand between the packs of a course");
	}
	buf_printf(value, "%s%s", value->len ? ":" : "", folder);
	return 0;
}

int course_use(const char *const *words, size_t n, struct error *err)
{
	static const char name[] = "WARPBOOK_DATA";
	static char *before;
	static bool used;
	struct buf value = BUF_INIT;
	int status = 0;

	if (!used && getenv(name))
		before = strdup(getenv(name));
	for (size_t i = 0; !status && i < n; i++)
		status = use_add(words[i], n == 1, &value, err);
	if (!status && n)
		status = value.failed || setenv(name, buf_text(&value), 1) ? error_nomem(err) : 0;
	else if (!status && used)
		status = before ? setenv(name, before, 1) : unsetenv(name);
	used = used || (n && !status);
	buf_release(&value);
	return status;
}

static bool is_ours(const char *folder)
{
	char ours[PATH_MAX], a[PATH_MAX], b[PATH_MAX];

	return our_folder(ours, NULL) && realpath(ours, a) && realpath(folder, b) && !strcmp(a, b);
}

static int one_open(struct pack *p, const char *given, struct error *err)
{
	char ours[PATH_MAX], probe[PATH_MAX + 16];
	const char *folder = *given ? given : ours;
	bool holds = false;

	if (!*given && !our_folder(ours, err))
		return -1;
	for (const char *const *part = (const char *const[]){ "lessons", "exercises", PACK_MANIFEST, NULL }; *part &&
	     !holds; part++)
		holds = snprintf(probe, sizeof probe, "%s/%s", folder, *part) < (int)sizeof probe && path_exists(probe);
	if (!holds) {
		error_set(err, PARTY_MACHINE, "the course's folder '%s' has no 'lessons'", folder);
		return error_remedy(err, "%s", getenv("WARPBOOK_DATA") ? "unset WARPBOOK_DATA, or point it at the folder that "
									 "holds `lessons`"
				    : "`warpbook pack list` says which packs are used");
	}
	if (pack_open(p, folder, &course.arena, err))
		return -1;
	if (!p->path && (!*given || is_ours(folder))) {
		p->ours = true;
		p->name = PACK_OURS;
		p->version = PACKAGE_VERSION;
		p->language = "en";
	}
	return 0;
}

static int folders_name(const char ***folders, size_t *n, struct error *err)
{
	char folder[PATH_MAX];
	size_t cap = 0;

	*n = 0;
	*folders = NULL;
	if (source && !(getenv("WARPBOOK_DATA") && *getenv("WARPBOOK_DATA")))
		return source(&course.arena, folders, n, err);
	while (path_data_folder(*n, folder, sizeof folder)) {
		if (!arena_push(&course.arena, folders, n, &cap, sizeof **folders) ||
		    !((*folders)[*n - 1] = arena_strdup(&course.arena, folder)))
			return error_nomem(err);
	}
	return 0;
}

static int course_read(struct error *err)
{
	const char **folders;
	size_t n;

	if (folders_name(&folders, &n, err))
		return -1;
	if (n > PACKS_MOST)
		return error_set(err, PARTY_LEARNER, "the course has %zu packs; %d are the most", n, PACKS_MOST);
	course.packs = arena_array(&course.arena, n + 1, sizeof *course.packs);
	if (!course.packs)
		return error_nomem(err);
	for (; course.n < n; course.n++)
		if (one_open(&course.packs[course.n], folders[course.n], err) || manifest_check(course.packs, course.n, err))
			return -1;
	return 0;
}

int course_packs(const struct pack **packs, size_t *n, struct error *err)
{
	const char *from = getenv("WARPBOOK_DATA") ? getenv("WARPBOOK_DATA") : "";
	int status = 0;

	pthread_mutex_lock(&lock);
	if (!course.known || strncmp(course.from, from, sizeof course.from - 1) != 0) {
		course_forget();
		status = course_read(err);
		if (status)
			course_forget();
		course.known = status == 0;
		snprintf(course.from, sizeof course.from, "%s", from);
	}
	*packs = course.packs;
	*n = course.n;
	pthread_mutex_unlock(&lock);
	return status;
}

/* ---- finding files --------------------------------------------------------------------------------------------- */

/* The pack's place in the course that has the lesson or exercise; -1: none has. */
static int owner(const struct pack *packs, size_t n, const char *id)
{
	while (n > 0)
		if (has(&packs[--n], id))
			return (int)n;
	return -1;
}

const struct pack *course_owner(const char *id)
{
	const struct pack *packs;
	size_t n;
	int at = course_packs(&packs, &n, NULL) ? -1 : owner(packs, n, id);

	return at < 0 ? NULL : &packs[at];
}

bool course_leaves_out(const char *id)
{
	const struct pack *packs;
	size_t n, last = 0; /* the last pack that leaves it out: most courses have none, and then no file is looked for */
	int at;

	if (course_packs(&packs, &n, NULL))
		return false;
	for (size_t i = 1; i < n; i++)
		if (!keeps(&packs[i], id))
			last = i;
	at = last ? owner(packs, n, id) : -1;
	return at >= 0 && (size_t)at < last;
}

const struct pack *course_rival(const struct pack *p, const char *id)
{
	const struct pack *packs;
	size_t n;
	int at;

	if (course_packs(&packs, &n, NULL) || (at = owner(packs, (size_t)(p - packs), id)) < 0)
		return NULL;
	for (const struct pack *between = &packs[at + 1]; between < p; between++)
		if (!keeps(between, id))
			return NULL;
	return &packs[at];
}

/* The lesson or exercise that the file belongs to; false: to none. */
static bool id_of(const char *name, char out[NAME_MAX])
{
	static const char *const folders[] = { "lessons/", "exercises/", "solutions/", "tests/mutants/" };

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		const size_t n = strlen(folders[i]);
		size_t topic, end;

		if (strncmp(name, folders[i], n) != 0 || !isdigit((unsigned char)name[n]))
			continue;
		topic = end = n + strcspn(name + n, "/");
		if (i > 0) { /* not a lesson: the exercise's name follows */
			if (!name[topic])
				return false;
			end += 1 + strcspn(name + topic + 1, "/.");
		}
		return snprintf(out, NAME_MAX, "%.*s", (int)(end - n), name + n) < NAME_MAX;
	}
	return false;
}

int course_path(const char *name, char *out, size_t size, struct error *err)
{
	const struct pack *packs;
	char id[NAME_MAX];
	size_t n;
	int at = 0;

	if (course_packs(&packs, &n, err))
		return -1;
	if (n > 1 && id_of(name, id)) {
		at = owner(packs, n, id);
	} else {
		for (at = (int)n - 1; at > 0; at--)
			if (path_join(out, size, packs[at].folder, name) && path_exists(out))
				break;
	}
	return path_join(out, size, packs[at < 0 ? 0 : at].folder, name) ? 0 :
	       error_set(err, PARTY_MACHINE, "the name '%.100s...' is too long", name);
}

/* ---- lists -------------------------------------------------------------------------------------------------- */

static bool names(const struct pack_list *list, const char *id)
{
	for (int i = 0; i < list->n; i++)
		if (!strcmp(list->items[i], id))
			return true;
	return false;
}

/* The ids that the list names come together, in the list's order, to the place of the first of them. */
static void order_apply(const struct pack_list *order, const char **ids, size_t n)
{
	size_t at = 0;

	while (at < n && !names(order, ids[at]))
		at++;
	for (int k = 0; k < order->n; k++)
		for (size_t i = at; i < n; i++)
			if (!strcmp(ids[i], order->items[k])) {
				const char *id = ids[i];

				memmove(ids + at + 1, ids + at, (i - at) * sizeof *ids);
				ids[at++] = id;
				break;
			}
}

void course_arrange(const char **ids, size_t n)
{
	const struct pack *packs;
	size_t npacks;

	if (course_packs(&packs, &npacks, NULL) == 0)
		for (size_t i = 0; i < npacks; i++)
			order_apply(&packs[i].order, ids, n);
}

static int is_topic(const struct dirent *entry)
{
	return isdigit((unsigned char)entry->d_name[0]);
}

static int clash(const struct pack *p, const struct pack *rival, const char *id, struct error *err)
{
	char path[PATH_MAX];

	error_set(err, PARTY_AUTHOR, "the pack '%s' has a lesson '%s', too", rival->name, id);
	error_remedy(err, "give one of them another name, or write replaces = { \"%s\" } in the second "
			  "pack's " PACK_MANIFEST, id);
	snprintf(path, sizeof path, "%s/lessons/%s/lesson.lua", p->folder, id);
	return error_at(err, path, 0);
}

/* Adds a pack's topics to the list. */
static int topics_add(const struct pack *p, const char *folder, struct arena *a, const char ***topics, size_t *n, size_t *cap,
		      struct error *err)
{
	const bool lessons = !strcmp(folder, "lessons");
	char top[PATH_MAX];
	struct dirent **entries = NULL;
	int found = path_join(top, sizeof top, p->folder, folder) && path_is_dir(top) ? scandir(top, &entries, is_topic, NULL) :
		    0, status = 0;

	if (found < 0)
		return error_errno(err, "cannot read the folder '%s'", top);
	for (int i = 0; i < found; i++) {
		const char *id = arena_strdup(a, entries[i]->d_name);
		const struct pack *rival = id && lessons && has(p, id) ? course_rival(p, id) : NULL;
		bool there = !id || (lessons && course_leaves_out(id));

		for (size_t k = 0; k < *n && !there; k++)
			there = !strcmp((*topics)[k], id);
		if (!status && rival && !pack_may_replace(p, id))
			status = clash(p, rival, id, err);
		if (!there && arena_push(a, topics, n, cap, sizeof **topics))
			(*topics)[*n - 1] = id;
		free(entries[i]);
	}
	free(entries);
	return status ? status : a->failed ? error_nomem(err) : 0;
}

int course_topics(const char *folder, struct arena *a, const char ***topics, size_t *n, struct error *err)
{
	const struct pack *packs;
	size_t npacks, cap = 0;

	*topics = NULL;
	*n = 0;
	if (course_packs(&packs, &npacks, err))
		return -1;
	for (size_t i = 0; i < npacks; i++)
		if (topics_add(&packs[i], folder, a, topics, n, &cap, err))
			return -1;
	if (!*n)
		*topics = arena_array(a, 1, sizeof **topics);
	else
		qsort(*topics, *n, sizeof **topics, order_texts);
	course_arrange(*topics, *n);
	return 0;
}
