/* platform.c - reads the definitions of platforms, and names that they give: see platform.h. */
#include "config.h"

#include "grade/in/platform.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/path.h"
#include "base/text.h"
#include "script/script.h"

#define MONTHS       12
#define LIST_MOST    (20 * MONTHS)
#define PATTERN_MOST 127
#define NAME_MOST    255

static const char *const fields[] = { "title", "entries", "certain", "clones", "metadata", "upload", "persons", "numbers",
				      "submitted", "months", "nobody", "autograder", "results", "line", NULL };
static const char *const metadata_fields[] = { "file", "entry", "name", "id", "time", NULL };
static const char *const autograder_fields[] = { SCRIPT_ITEMS, "text", "runs", NULL };

static const struct platform without_definition[] = {
	{ .name = "folders", .title = "folders" }, { .name = "files", .title = "files" },
};

/* ---- patterns ------------------------------------------------------------------------------------ */

enum hole_kind { HOLE_ID, HOLE_LOGIN, HOLE_NAME, HOLE_NUMBER, HOLE_WORD, HOLE_TEXT, HOLE_FILE, HOLES };
static const char *const hole_names[HOLES] = { "id", "login", "name", "number", "word", "text", "file" };

struct span { const char *at; size_t n; };

/* A match takes the shortest text for each hole. `failed` has a bit for each place in pattern and name: none is tried twice. */
struct match {
	const char *pattern, *name;
	bool folder, late;
	struct span holes[HOLES];
	unsigned char failed[(PATTERN_MOST + 1) * (NAME_MOST + 1) / 8];
};

static int hole_at(const char *p, size_t *len)
{
	*len = strcspn(p, "}") + 1;
	for (int k = 0; k < HOLES; k++)
		if (strlen(hole_names[k]) + 2 == *len && !strncmp(p + 1, hole_names[k], *len - 2))
			return k;
	return -1;
}

static bool hole_takes(int kind, char c)
{
	return kind == HOLE_ID || kind == HOLE_NUMBER ? isdigit((unsigned char)c)
	       : kind == HOLE_LOGIN || kind == HOLE_WORD ? c != '_' : true;
}

static bool match_from(struct match *m, const char *p, const char *s);

static bool match_hole(struct match *m, const char *p, const char *s)
{
	size_t len, n = 0;
	int kind = hole_at(p, &len);

	if (kind == HOLE_FILE) { /* it is the last; the name of a folder ends before it */
		m->holes[kind] = (struct span){ s, strlen(s) };
		return m->folder ? !*s : *s != '\0';
	}
	while (s[n] && hole_takes(kind, s[n]))
		if (match_from(m, p + len, s + ++n)) {
			m->holes[kind] = (struct span){ s, n };
			return true;
		}
	return false;
}

static bool match_from(struct match *m, const char *p, const char *s)
{
	size_t at = (size_t)(p - m->pattern) * (NAME_MOST + 1) + (size_t)(s - m->name), len;
	bool found;

	if (m->failed[at / 8] >> at % 8 & 1)
		return false;
	if (*p == '[') {
		len = strcspn(p, "]") - 1;
		m->late = !strncmp(s, p + 1, len) && match_from(m, p + len + 2, s + len);
		found = m->late || match_from(m, p + len + 2, s);
	} else if (*p == '{') {
		found = match_hole(m, p, s);
	} else {
		found = *p == *s && (!*p || match_from(m, p + 1, s + 1));
	}
	if (!found)
		m->failed[at / 8] |= (unsigned char)(1u << at % 8);
	return found;
}

static const char *span_text(struct arena *arena, struct span s)
{
	return arena_strndup(arena, s.at, s.n);
}

static void name_from(const struct match *m, struct platform_name *out, struct arena *arena)
{
	const struct span *h = m->holes;
	struct span who = h[HOLE_NAME].at ? h[HOLE_NAME] : h[HOLE_LOGIN].at ? h[HOLE_LOGIN] : h[HOLE_ID];

	*out = (struct platform_name){
		.id = span_text(arena, h[HOLE_ID].at ? h[HOLE_ID] : who), .name = span_text(arena, who), .fits = true,
		.late = m->late, .file = m->folder ? NULL : span_text(arena, h[HOLE_FILE]),
		.before_file = h[HOLE_FILE].at ? (size_t)(h[HOLE_FILE].at - m->name) : strlen(m->name),
	};
}

bool platform_match(const struct platform *p, const struct platform_entry *entry, struct platform_name *out, struct arena *arena)
{
	for (size_t i = 0; i < p->nentries && strlen(entry->name) <= NAME_MOST; i++) {
		struct match m = { .pattern = p->entries[i], .name = entry->name, .folder = entry->folder };

		if ((!entry->folder && !strstr(m.pattern, "{file}")) || !match_from(&m, m.pattern, m.name))
			continue;
		name_from(&m, out, arena);
		return out->id && out->name;
	}
	return false;
}

/* What is wrong with a pattern; NULL: nothing. */
static const char *pattern_fault(const char *p)
{
	bool known = false, after_hole = false;
	unsigned seen = 0;

	if (strlen(p) > PATTERN_MOST)
		return "is too long";
	for (size_t len; *p; p += len) {
		int kind = -1;

		len = 1;
		if (*p == '{' && (!strchr(p, '}') || (kind = hole_at(p, &len)) < 0))
			return "has braces without id, login, name, number, word, text or file in them";
		if (*p == '[' && !strchr(p, ']'))
			return "has a [ without a ]";
		if (*p == '[')
			len = strcspn(p, "]") + 1;
		if (kind >= 0 && after_hole)
			return "has two of its parts without a sign between them";
		if (kind >= 0 && seen >> kind & 1 && kind != HOLE_NUMBER && kind != HOLE_WORD && kind != HOLE_TEXT)
			return "has a part twice";
		if (kind == HOLE_FILE && p[len])
			return "has something after {file}";
		after_hole = kind >= 0;
		known |= kind >= 0 && kind <= HOLE_NAME;
		seen |= kind >= 0 ? 1u << kind : 0;
	}
	return known ? NULL : "does not say who the student is: {id}, {login} or {name}";
}

/* ---- the definition ------------------------------------------------------------------------------- */

static int read_texts(struct script *s, const char *field, struct arena *arena, const char ***list, size_t *n, struct error *err)
{
	int entered = script_enter(s, field, false, err), count;

	if (entered < 1)
		return entered;
	count = script_length(s);
	if (count > LIST_MOST)
		return script_error(s, err, NULL, "has %d texts; at most %d are possible", count, LIST_MOST);
	*list = arena_array(arena, (size_t)count + 1, sizeof **list);
	if (!*list)
		return error_nomem(err);
	for (int i = 1; i <= count; i++) {
		const char *text = "";

		if (script_item_string(s, arena, i, &text, err) < 0)
			return -1;
		if (!*text)
			return script_error_item(s, err, i, "is empty");
		(*list)[(*n)++] = text;
	}
	script_leave(s);
	return 0;
}

static int read_entries(struct script *s, struct platform *p, struct arena *arena, struct error *err)
{
	if (read_texts(s, "entries", arena, &p->entries, &p->nentries, err))
		return -1;
	for (size_t i = 0; i < p->nentries; i++) {
		const char *fault = pattern_fault(p->entries[i]);

		if (fault) {
			script_error(s, err, "entries", "'%s' %s", p->entries[i], fault);
			return error_remedy(err, "write a name such as \"{name}_{id}_{file}\"; grader/platforms/moodle.lua "
						 "explains the parts");
		}
	}
	return 0;
}

static int read_metadata(struct script *s, struct platform *p, struct arena *arena, struct error *err)
{
	int entered = script_enter(s, "metadata", false, err);

	if (entered < 1)
		return entered;
	if (script_only(s, metadata_fields, err) || script_string(s, arena, "file", true, &p->metadata.file, err) ||
	    script_string(s, arena, "entry", true, &p->metadata.entry, err) ||
	    script_string(s, arena, "name", true, &p->metadata.name, err) ||
	    script_string(s, arena, "time", false, &p->metadata.time, err) ||
	    read_texts(s, "id", arena, &p->metadata.id, &p->metadata.nid, err))
		return -1;
	if (!*p->metadata.file || strchr(p->metadata.file, '/'))
		return script_error(s, err, "file", "'%s' is not the name of a file", p->metadata.file);
	if (!*p->metadata.entry || !*p->metadata.name)
		return script_error(s, err, *p->metadata.entry ? "name" : "entry", "is empty");
	script_leave(s);
	return 0;
}

static int read_autograder(struct script *s, struct platform *p, struct arena *arena, struct error *err)
{
	int entered = script_enter(s, "autograder", false, err), count;

	if (entered < 1)
		return entered;
	count = script_length(s);
	if (count > LIST_MOST)
		return script_error(s, err, NULL, "has %d files; at most %d are possible", count, LIST_MOST);
	p->autograder = arena_array(arena, (size_t)count + 1, sizeof *p->autograder);
	if (!p->autograder)
		return error_nomem(err);
	for (int i = 1; i <= count; i++) {
		struct platform_file *f = &p->autograder[p->nautograder++];

		*f = (struct platform_file){ .name = "" };
		if (script_enter_index(s, i, err) != 1 || script_only(s, autograder_fields, err) ||
		    script_item_string(s, arena, 1, &f->name, err) < 0 || script_string(s, arena, "text", true, &f->text, err) ||
		    script_boolean(s, "runs", false, &f->runs, err))
			return -1;
		if (!*f->name || strchr(f->name, '/') || !strcmp(f->name, "assignment.lua"))
			return script_error(s, err, NULL, "'%s' is no name for a file of the archive", f->name);
		script_leave(s);
	}
	script_leave(s);
	return 0;
}

static int check_whole(struct script *s, const struct platform *p, struct error *err)
{
	if (p->upload && (!*p->upload || strchr(p->upload, '/')))
		return script_error(s, err, "upload", "'%s' is not the name of a file", p->upload);
	if ((p->upload || p->certain) && !p->nentries)
		return script_error(s, err, p->upload ? "upload" : "certain", "needs `entries`");
	if (p->nmonths % MONTHS)
		return script_error(s, err, "months", "should have 12 names for each language, has %zu", p->nmonths);
	return 0;
}

struct reading { struct platform *p; struct arena *arena; };

static int read_all(struct script *s, void *ctx, struct error *err)
{
	const struct reading *r = ctx;
	struct platform *p = r->p;

	p->results = script_call_json(s, "results", NULL, NULL, err) == 1;
	p->line = script_call_json(s, "line", NULL, NULL, err) == 1;
	return script_only(s, fields, err) || script_string(s, r->arena, "title", true, &p->title, err) ||
	       read_entries(s, p, r->arena, err) || script_boolean(s, "certain", false, &p->certain, err) ||
	       script_boolean(s, "clones", false, &p->clones, err) || read_metadata(s, p, r->arena, err) ||
	       script_string(s, r->arena, "upload", false, &p->upload, err) ||
	       read_texts(s, "persons", r->arena, &p->persons, &p->npersons, err) ||
	       read_texts(s, "numbers", r->arena, &p->numbers, &p->nnumbers, err) ||
	       read_texts(s, "submitted", r->arena, &p->submitted, &p->nsubmitted, err) ||
	       read_texts(s, "months", r->arena, &p->months, &p->nmonths, err) ||
	       script_string(s, r->arena, "nobody", false, &p->nobody, err) || read_autograder(s, p, r->arena, err) ||
	       check_whole(s, p, err) ? -1 : 0;
}

static int add_definition(struct platforms *all, const char *path, struct error *err)
{
	const char *base = path_base(path);
	struct platform *p = arena_push(&all->arena, &all->list, &all->n, &all->cap, sizeof *p);
	struct reading r = { p, &all->arena };
	struct script *s = p ? script_open(path, NULL, err) : NULL;
	int status;

	if (!s)
		return p ? -1 : error_nomem(err);
	*p = (struct platform){ .path = arena_strdup(&all->arena, path),
				.name = arena_strndup(&all->arena, base, strlen(base) - (strstr(base, ".lua") ? 4 : 0)) };
	status = script_protect(s, read_all, &r, err);
	script_close(s);
	return !status && all->arena.failed ? error_nomem(err) : status;
}

static int is_definition(const struct dirent *entry)
{
	size_t n = strlen(entry->d_name);

	return entry->d_name[0] != '.' && n > 4 && !strcmp(entry->d_name + n - 4, ".lua");
}

int platforms_open(struct platforms *p, const char *also, struct error *err)
{
	char dir[PATH_MAX] = "", path[PATH_MAX];
	struct dirent **list = NULL;
	int n, status = 0;

	memset(p, 0, sizeof *p);
	if (also) /* it may take the name of another */
		status = add_definition(p, also, err);
	if (!status && path_data("grader/platforms", dir, sizeof dir, NULL) &&
	    path_own("grader/platforms", dir, sizeof dir, NULL))
		*dir = '\0'; /* without them, folders and files are left */
	n = !status && *dir ? scandir(dir, &list, is_definition, alphasort) : 0;
	for (int i = 0; i < n; i++) {
		if (!status && path_join(path, sizeof path, dir, list[i]->d_name))
			status = add_definition(p, path, err);
		free(list[i]);
	}
	free(list);
	return status;
}

void platforms_release(struct platforms *p)
{
	arena_release(&p->arena);
	memset(p, 0, sizeof *p);
}

const struct platform *platforms_find(const struct platforms *p, const char *word, struct error *err)
{
	for (size_t i = 0; i < p->n; i++)
		if (!strcmp(p->list[i].name, word) || !strcmp(p->list[i].path, word))
			return &p->list[i];
	for (size_t i = 0; i < 2; i++)
		if (!strcmp(without_definition[i].name, word))
			return &without_definition[i];
	error_set(err, PARTY_LEARNER, "'%s' is not a layout of submissions", word);
	error_remedy(err, "use folders, files, a name from grader/platforms such as moodle or canvas, or the path of a "
		     "definition like those there; without --layout, warpbook recognises which");
	error_word(err);
	return NULL;
}

/* ---- recognising a download -------------------------------------------------------------------------- */

static bool has_metadata(const struct platform *p, const struct platform_entry *entries, size_t n)
{
	for (size_t i = 0; p->metadata.file && i < n; i++)
		if (!strcmp(entries[i].name, p->metadata.file))
			return true;
	return false;
}

/* How many of the entries fit the platform; 0: it is another. */
static size_t count_fitting(const struct platform *p, const struct platform_entry *entries, size_t n)
{
	size_t fitting = 0, clones = 0, folders = 0, others = 0;
	struct arena scratch = { 0 };
	struct platform_name said;

	for (size_t i = 0; i < n; i++) {
		bool fits = platform_match(p, &entries[i], &said, &scratch);

		fitting += fits;
		clones += entries[i].clone;
		folders += entries[i].folder || entries[i].archive;
		others += !fits && (entries[i].folder || entries[i].archive);
	}
	arena_release(&scratch);
	if (p->clones)
		return clones && clones == folders ? clones : 0;
	return p->certain || fitting > others ? fitting : 0;
}

const struct platform *platforms_guess(const struct platforms *p, const struct platform_entry *entries, size_t n)
{
	const struct platform *best = NULL;
	size_t most = 0, files = 0;

	for (size_t i = 0; i < p->n; i++) {
		size_t fitting = count_fitting(&p->list[i], entries, n);

		if (has_metadata(&p->list[i], entries, n))
			return &p->list[i];
		if (fitting > most) {
			best = &p->list[i];
			most = fitting;
		}
	}
	for (size_t i = 0; i < n; i++)
		files += !entries[i].folder && !entries[i].archive;
	return best ? best : &without_definition[files > n - files];
}

/* ---- tables ---------------------------------------------------------------------------------------------- */

const char *platforms_number(const struct platforms *p, const char *cell)
{
	for (size_t i = 0; i < p->n; i++)
		for (size_t k = 0; k < p->list[i].nnumbers; k++) {
			const char *before = p->list[i].numbers[k], *number = cell + strlen(before);

			if (!strncasecmp(cell, before, strlen(before)))
				return number + strspn(number, " ");
		}
	return cell;
}

static bool has_word(const char *head, const char *word)
{
	size_t n = strlen(word);

	for (const char *at = head; *at; at++)
		if (!strncasecmp(at, word, n) && (at == head || !isalpha((unsigned char)at[-1])) &&
		    !isalpha((unsigned char)at[n]))
			return true;
	return false;
}

bool platforms_names_person(const struct platforms *p, const char *head)
{
	for (size_t i = 0; i < p->n; i++)
		for (size_t k = 0; k < p->list[i].npersons; k++)
			if (has_word(head, p->list[i].persons[k]))
				return true;
	return false;
}

bool platforms_names_time(const struct platforms *p, const char *head)
{
	for (size_t i = 0; i < p->n; i++)
		for (size_t k = 0; k < p->list[i].nsubmitted; k++)
			if (!strcasecmp(head + strspn(head, " "), p->list[i].submitted[k]))
				return true;
	return false;
}

/* 1 to 12; 0: the word is no month. */
static int month_of(const struct platforms *p, struct span word)
{
	for (size_t i = 0; i < p->n; i++)
		for (size_t k = 0; k < p->list[i].nmonths; k++)
			if (strlen(p->list[i].months[k]) == word.n && !strncasecmp(word.at, p->list[i].months[k], word.n))
				return (int)(k % MONTHS) + 1;
	return 0;
}

/* The bytes of a blank that does not break a line, as dates have them before AM and PM; 0: there is none. */
static size_t hard_blank(const char *at)
{
	return !strncmp(at, "\xC2\xA0", 2) ? 2 : !strncmp(at, "\xE2\x80\xAF", 3) ? 3 : 0;
}

/* In the order of the language; other words, such as the weekday, say nothing. A single letter may be half of "p. m.". */
bool platforms_time(const struct platforms *p, const char *cell, char out[PLATFORM_TIME_SIZE])
{
	int year = 0, month = 0, day = 0, hour = -1, minute = 0, noon = -1;

	while (*cell) {
		const char *end = cell;
		int number, of_hour, used = 0;

		while (isdigit((unsigned char)*end))
			end++;
		if (end > cell && end - cell <= 4) {
			if (sscanf(cell, "%2d:%2d%n", &number, &of_hour, &used) == 2 && used) {
				if (hour >= 0)
					return false;
				hour = number;
				minute = of_hour;
				end = cell + used;
			} else if (*(end - cell > 2 ? &year : &day)) {
				return false;
			} else {
				*(end - cell > 2 ? &year : &day) = atoi(cell);
			}
		} else if (end == cell && text_is_letter(*cell)) {
			while (text_is_letter(*end) && !isdigit((unsigned char)*end) && !hard_blank(end))
				end++;
			if (end == cell) {
				cell += hard_blank(cell);
				continue;
			}
			if (end - cell == 1)
				return false;
			number = month_of(p, (struct span){ cell, (size_t)(end - cell) });
			if (number && month)
				return false;
			month = number ? number : month;
			if (hour >= 0 && end - cell == 2 && !strncasecmp(cell + 1, "m", 1) && strchr("aApP", *cell))
				noon = tolower((unsigned char)*cell) == 'p';
			else if (!number && (hour < 0 ? isupper((unsigned char)cell[1]) :
						    end - cell != 3 || strncasecmp(cell, "Uhr", 3) != 0))
				return false; /* perhaps a zone */
		} else if (end > cell || !strchr(" ,.", *cell++)) {
			return false;
		} else {
			continue;
		}
		cell = end;
	}
	if (!year || !month || !day || hour < 0 || (noon >= 0 && (hour < 1 || hour > 12)))
		return false;
	if (noon >= 0)
		hour = hour % 12 + 12 * noon;
	snprintf(out, PLATFORM_TIME_SIZE, "%04d-%02d-%02d %02d:%02d", year, month, day, hour, minute);
	return true;
}

bool platforms_is_nobody(const struct platforms *p, const char *cell)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->list[i].nobody && *p->list[i].nobody && !strcasecmp(cell + strspn(cell, " "), p->list[i].nobody))
			return true;
	return false;
}

/* ---- functions -------------------------------------------------------------------------------------------- */

struct saying { const char *field; const json_t *student; json_t **answer; };

static int say(struct script *s, void *ctx, struct error *err)
{
	const struct saying *w = ctx;

	return script_call_json(s, w->field, w->student, w->answer, err);
}

int platform_say(const struct platform *p, const char *field, const json_t *student, json_t **answer, struct error *err)
{
	struct saying w = { field, student, answer };
	struct script *s = script_open(p->path, NULL, err);
	int status = s ? script_protect(s, say, &w, err) : -1;

	script_close(s);
	return status;
}
