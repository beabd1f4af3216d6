/* collect.c - the list of a class and its submissions: see collect.h. */
#include "config.h"

#include "grade/in/collect.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "grade/in/names.h"
#include "grade/in/students.h"

#define DEPTH_MOST   8
#define ENTRIES_MOST 20000 /* per student */
#define METADATA_MOST (64u << 20)
#define ARCHIVES_MOST 16  /* per student */
#define ARCHIVE_DEPTH 2   /* a student's archive, and archives in it */
#define UNPACKED_MOST ((size_t)4 << 30)

/* The id that an alias of the assignment gives to one of the words; NULL: none does. */
static const char *alias_of(const struct assignment *a, const char *const words[3], struct arena *arena)
{
	for (size_t i = 0; i < a->naliases; i++)
		for (int k = 0; a->aliases[i].student && k < 3; k++)
			if (!strcmp(name_plain(a->aliases[i].from, false, arena), name_plain(words[k], false, arena)))
				return a->aliases[i].student;
	return NULL;
}

/* The owner, from the roster; a student who is not on it becomes one with a note. entry: the name in the download. */
static struct student *owner(struct class_list *c, const struct assignment *a, const char *entry, const char *id,
			     const char *name)
{
	const char *words[] = { id, name, entry }, *alias = alias_of(a, words, &c->arena),
		*plain_id = class_clean(c, alias ? alias : id);
	struct student *p = class_by_id(c, plain_id);
	bool several = false;

	for (int i = 0; c->has_roster && !p && i < (alias ? 1 : 2); i++) {
		bool now;

		p = class_by_alias(c, alias ? alias : words[i], &c->arena, &now);
		several |= now;
	}
	for (int i = 0; c->has_roster && !p && i < (alias ? 1 : 2); i++)
		p = class_of_group(c, alias ? alias : words[i], &c->arena);
	if (p)
		return p;
	p = class_add(c, alias ? alias : id, name);
	if (p && c->has_roster)
		class_note(c, &p->note, several ? NOTE_SEVERAL_FIT : NOTE_OFF_ROSTER);
	if (p && !c->has_roster) {
		class_alias(c, p, id);
		class_alias(c, p, name);
	}
	return p;
}

int class_platforms(struct class_list *c, const char *layout, struct error *err)
{
	if (!c->platforms_read && platforms_open(&c->platforms, layout && strchr(layout, '/') ? layout : NULL, err))
		return -1;
	c->platforms_read = true;
	return 0;
}

/* ---- what -------------------------------------------------------------------------------------------- */

static const char *kind_of(mode_t mode)
{
	return S_ISDIR(mode) ? "a folder" : S_ISLNK(mode) ? "a symbolic link" : S_ISFIFO(mode) ? "a named pipe"
	       : S_ISSOCK(mode) ? "a socket" : "a device";
}

/* The exercise for which a file of this name is an answer, in CUDA C++ or Python; -1: none. */
static int answers(const struct assignment *a, const char *name, int *number)
{
	*number = 0;
	for (size_t i = 0; i < a->naliases; i++)
		if (a->aliases[i].exercise >= 0 && strchr(a->aliases[i].from, '.') &&
		    (*number = name_file_number(name, a->aliases[i].from)) >= 0)
			return a->aliases[i].exercise;
	for (size_t i = 0; i < a->nexercises; i++)
		if ((*number = name_file_number(name, a->exercises[i].file)) >= 0 ||
		    (*number = name_file_number(name, a->exercises[i].python)) >= 0)
			return (int)i;
	return -1;
}

/* Could a student have meant it as an answer? Not a header, read-me file or settings file. */
static bool may_be_meant(const char *name)
{
	static const char *const ends[] = { ".cu", ".py", ".cpp", ".cc", ".cxx", ".c", ".ipynb", ".txt", ".pdf", ".doc", ".docx",
					    ".odt", ".rtf",
		".rar", ".png", ".jpg", ".jpeg", NULL };
	static const char *const not[] = { "CMakeLists.txt", "requirements.txt", "README.txt", "setup.py", "conftest.py",
					   "__init__.py", NULL };
	const char *dot = strrchr(name, '.');

	for (int i = 0; not[i]; i++)
		if (!strcasecmp(name, not[i]))
			return false;
	for (int i = 0; dot && ends[i]; i++)
		if (!strcasecmp(dot, ends[i]))
			return true;
	return false;
}

static void add_other(struct class_list *c, struct student *p, const char *name)
{
	if (!may_be_meant(name))
		return;
	if (p->nothers < OTHERS_SHOWN)
		p->others[p->nothers] = class_clean(c, name);
	p->nothers++;
}

struct walk {
	struct class_list *c;
	const struct assignment *a;
	struct student *p;
	bool late_mark;            /* the platform marked it as late */
	size_t entries, archives;
	const char *archive;       /* the archive from which the folder was unpacked: its path as people see it; NULL */
	int nested;                /* how many archives it is in */
	int number;                /* that archive's number, if it was handed in again: work-1.zip, work (1).zip */
	size_t root;               /* length of the path of the folder with the archive */
	struct error *err; bool failed;
};

static int walk_folder(struct walk *w, const char *dir, int depth);

/* The path that people see for a path below a folder of unpacked files: the names in it are the archive's or student's. */
static const char *shown_path(struct class_list *c, const char *archive, size_t root, const char *path)
{
	return class_clean(c, archive ? arena_printf(&c->arena, "%s%s", archive, path + root) : path);
}

static const char *shown_in(const struct walk *w, const char *path)
{
	return w->archive ? shown_path(w->c, w->archive, w->root, path) : shown_path(w->c, w->c->bulk, w->c->bulk_root, path);
}

/* Why an unpacked file is not a real file; NULL: it is one. */
static const char *odd_reason(const struct class_list *c, const char *path)
{
	for (size_t i = 0; i < c->nodds; i++)
		if (!strcmp(c->odds[i].path, path))
			return c->odds[i].why;
	return NULL;
}

static void note_unpacked(struct class_list *c, const struct unpacked *u, const char *name, const char **note)
{
	if (u->problem)
		class_note(c, note, arena_printf(&c->arena, "'%s' %s", class_clean(c, name), class_clean(c, u->problem)));
	if (u->left_out)
		class_note(c, note, u->left_out > 1
			 ? arena_printf(&c->arena, "'%s' holds %zu names that no file may have, such as '%s': left out",
					class_clean(c, name), u->left_out,
					class_clean(c, u->first_left_out ? u->first_left_out : ""))
			 : arena_printf(&c->arena, "'%s' holds a name that no file may have, '%s': left out",
					class_clean(c, name), class_clean(c, u->first_left_out ? u->first_left_out : "")));
	if (u->twice)
		class_note(c, note, arena_printf(&c->arena, "'%s' holds a name twice: the last one counts",
						 class_clean(c, name)));
}

/* Unpacks into a new folder, with the path `to`. -1: the machine cannot go on. */
static int unpack_one(struct class_list *c, const char *path, const char *name, enum unpack_what what, char *to, size_t size,
		      struct unpacked *u, struct error *err)
{
	if (!c->unpacked[0] && path_temp_dir(c->unpacked, sizeof c->unpacked, "warpbook-unpacked", err))
		return -1;
	snprintf(to, size, "%s/%zu", c->unpacked, c->narchives++);
	if (c->unpacked_bytes > UNPACKED_MOST)
		*u = (struct unpacked){ .machine = true, .problem = "cannot be opened: all archives together unpack to more than "
								    "4 GiB" };
	else if (unpack(path, name, to, what, &c->arena, u, err))
		return -1;
	c->unpacked_bytes += u->bytes;
	for (size_t i = 0; i < u->n; i++) {
		struct unpack_odd *odd = arena_push(&c->arena, &c->odds, &c->nodds, &c->odd_cap, sizeof *odd);

		if (odd)
			*odd = u->odd[i];
	}
	return 0;
}

static size_t handed_in(const struct student *p, const struct assignment *a)
{
	size_t n = 0;

	for (size_t i = 0; i < a->nexercises; i++)
		n += p->hands[i].n + (p->hands[i].odd != NULL);
	return n;
}

/* "work-1.zip", "work (1).zip": 1; else 0. */
static int archive_number(const char *name)
{
	size_t stem = strlen(name), first;

	unpack_is_archive(name, &stem);
	stem -= stem && name[stem - 1] == ')';
	for (first = stem; first && isdigit((unsigned char)name[first - 1]);)
		first--;
	return first && first < stem && stem - first < 6 && strchr("-(", name[first - 1]) ? atoi(name + first) : 0;
}

/* Whoever copied the submissions keeps this one from this user: no student does. errno says why. */
static void note_unread(struct walk *w, const char *name)
{
	w->p->unopened = arena_printf(&w->c->arena, "'%s' cannot be read: %s", class_clean(w->c, name), strerror(errno));
	if (w->p->unopened)
		class_note(w->c, &w->p->note, w->p->unopened);
}

static void take_archive(struct walk *w, const char *path, const char *name, int depth)
{
	struct walk inside = *w;
	size_t before = handed_in(w->p, w->a);
	struct unpacked u;
	char to[PATH_MAX];

	if (access(path, R_OK)) {
		note_unread(w, name);
		return;
	}
	if (w->nested == ARCHIVE_DEPTH || ++w->archives > ARCHIVES_MOST) {
		class_note(w->c, &w->p->note, w->nested == ARCHIVE_DEPTH
			 ? arena_printf(&w->c->arena, "'%s' is an archive in an archive in an archive, which is not opened",
					class_clean(w->c, name))
			 : "more archives than are opened");
		w->p->broken = true;
		return;
	}
	if (w->failed || unpack_one(w->c, path, name, UNPACK_STUDENT, to, sizeof to, &u, w->err)) {
		w->failed = true;
		return;
	}
	note_unpacked(w->c, &u, name, &w->p->note);
	if (u.machine)
		w->p->unopened = arena_printf(&w->c->arena, "'%s' %s", class_clean(w->c, name), class_clean(w->c, u.problem));
	w->p->broken |= u.problem || u.left_out;
	inside.archives = w->archives;
	inside.archive = shown_in(w, path);
	inside.nested++;
	inside.root = strlen(to);
	inside.number = w->number ? w->number : archive_number(name);
	if (path_is_dir(to))
		walk_folder(&inside, to, depth + 1);
	w->entries = inside.entries;
	w->archives = inside.archives;
	w->failed |= inside.failed;
	if (!u.problem && !u.left_out && handed_in(w->p, w->a) == before)
		class_note(w->c, &w->p->note, arena_printf(&w->c->arena, "'%s' holds no file that is asked for",
							   class_clean(w->c, name)));
}

/* Takes a student's file, if it answers an exercise. name: the file's name, which may be a part of the path's last component. */
static void take_file(struct walk *w, const char *path, const char *name, mode_t mode, int depth)
{
	int number, i = answers(w->a, name, &number);
	const char *odd = odd_reason(w->c, path);
	struct hand *hand;
	struct handed_file *file;

	if (i < 0) {
		if (S_ISREG(mode) && unpack_is_archive(name, NULL) && odd) {
			class_note(w->c, &w->p->note, arena_printf(&w->c->arena, "'%s' %s", class_clean(w->c, name), odd));
			w->p->broken = true;
		} else if (S_ISREG(mode) && unpack_is_archive(name, NULL)) {
			take_archive(w, path, name, depth);
		} else if (S_ISREG(mode)) {
			add_other(w->c, w->p, name);
		}
		return;
	}
	hand = &w->p->hands[i];
	if (!S_ISREG(mode) || odd) {
		hand->odd = odd ? arena_printf(&w->c->arena, "'%s' %s", class_clean(w->c, name), odd)
				: arena_printf(&w->c->arena, "'%s' is %s, not a file", class_clean(w->c, name), kind_of(mode));
		return;
	}
	if (access(path, R_OK)) { /* see note_unread */
		hand->odd = arena_printf(&w->c->arena, "'%s' cannot be read: %s", class_clean(w->c, name), strerror(errno));
		hand->unread = true;
		return;
	}
	if (grade_is_python(path) ? !w->a->exercises[i].takes_python : w->a->exercises[i].only_python) {
		hand->odd = arena_printf(&w->c->arena, "'%s' is in %s, which this %s does not take", class_clean(w->c, name),
					 grade_is_python(path) ? "Python" : "CUDA C++",
					 w->a->exercises[i].only_python ? "assignment" : "exercise");
		return;
	}
	file = arena_push(&w->c->arena, &hand->files, &hand->n, &hand->cap, sizeof *file);
	if (file)
		*file = (struct handed_file){ .path = arena_strdup(&w->c->arena, path), .shown = shown_in(w, path),
					      .number = number ? number : w->number, .depth = depth,
					      .renamed = name_plain_len(name) < strlen(name) || *name == ' ',
					      .late_mark = w->late_mark };
}

static int walk_folder(struct walk *w, const char *dir, int depth)
{
	struct dirent **list;
	int n;

	if (depth > DEPTH_MOST) {
		class_note(w->c, &w->p->note, "folders too deep to be searched");
		return 0;
	}
	n = scandir(dir, &list, NULL, alphasort);
	if (n < 0) {
		if (errno == ENOMEM)
			return -1;
		note_unread(w, path_base(dir));
		return 0;
	}
	for (int i = 0; i < n; i++) {
		const char *name = list[i]->d_name;
		char path[PATH_MAX];
		struct stat st;

		if (*name != '.' && strcmp(name, "__MACOSX") && ++w->entries <= ENTRIES_MOST) {
			if (!path_join(path, sizeof path, dir, name)) {
				class_note(w->c, &w->p->note, "a path that is too long");
			} else if (lstat(path, &st) == 0) {
				take_file(w, path, name, st.st_mode, depth);
				if (S_ISDIR(st.st_mode))
					walk_folder(w, path, depth + 1);
			}
		}
		free(list[i]);
	}
	free(list);
	if (w->entries > ENTRIES_MOST)
		class_note(w->c, &w->p->note, "too many files to be searched");
	return 0;
}

int class_compare_files(const void *a, const void *b)
{
	const struct handed_file *f = a, *g = b;

	if (f->renamed != g->renamed)
		return g->renamed - f->renamed;
	if (f->number != g->number)
		return f->number - g->number;
	/* the least nested comes last: it counts */
	return f->depth != g->depth ? g->depth - f->depth : strcmp(f->shown, g->shown);
}

/* ---- metadata ------------------------------------------------------------------------------------------ */

/* One line of the metadata: the value after `key`, without quotes; NULL: it is another line. */
static const char *value_after(char *line, const char *key)
{
	char *p = key ? strstr(line, key) : NULL;
	size_t n;

	if (!p)
		return NULL;
	p += strlen(key);
	p += strspn(p, " ");
	n = strcspn(p, "\r\n");
	while (n && p[n - 1] == ' ')
		n--;
	p[n] = '\0';
	if (n >= 2 && (*p == '\'' || *p == '"') && p[n - 1] == *p) {
		p[n - 1] = '\0';
		p++;
	}
	return p;
}

struct handing { const char *entry, *id, *name; int64_t ms; };
struct metadata { struct class_list *c; struct handing *list; size_t n, cap, first; const char *entry; /* of the next lines */ };

static void read_time(struct metadata *m, const char *value)
{
	int64_t ms = 0;

	for (size_t i = m->first; grade_time(value, &ms) == 0 && i < m->n; i++)
		m->list[i].ms = ms;
}

/* Each person of an entry is a row; a group has several. */
static void read_line(struct metadata *m, char *line)
{
	const struct platform *p = m->c->platform;
	const char *value;

	if (!strncmp(line, p->metadata.entry, strlen(p->metadata.entry))) {
		m->entry = arena_strndup(&m->c->arena, line, strcspn(line, ":"));
		m->first = m->n;
	} else if (m->entry && (value = value_after(line, p->metadata.name))) {
		struct handing *h = arena_push(&m->c->arena, &m->list, &m->n, &m->cap, sizeof *h);

		if (h)
			*h = (struct handing){ m->entry, class_clean(m->c, value), class_clean(m->c, value), 0 };
	} else if (m->entry && (value = value_after(line, p->metadata.time))) {
		read_time(m, value);
	} else if (m->n > m->first) {
		struct handing *h = &m->list[m->n - 1];

		for (size_t i = 0; i < p->metadata.nid; i++)
			if ((value = value_after(line, p->metadata.id[i])) && *value && !strcmp(h->id, h->name))
				h->id = class_clean(m->c, value);
	}
}

static int read_metadata(struct metadata *m, const char *dir, struct error *err)
{
	struct buf text = BUF_INIT;
	char path[PATH_MAX], *rest = NULL;

	if (!path_join(path, sizeof path, dir, m->c->platform->metadata.file) ||
	    file_read_itself(path, METADATA_MOST, &text, err)) {
		buf_release(&text);
		return -1;
	}
	buf_putc(&text, '\n');
	for (char *line = text.failed ? NULL : strtok_r(text.data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		read_line(m, line);
	buf_release(&text);
	return m->c->arena.failed ? error_nomem(err) : 0;
}

/* ---- the folder ------------------------------------------------------------------------------------------ */

struct collection {
	struct class_list *c;
	const struct assignment *a;
	const char *dir, *prefix;
	struct metadata metadata;
	struct platform_entry *entries; mode_t *modes; size_t n;
	struct error *err; bool failed;
};

static int list_folder(struct collection *k, struct error *err)
{
	struct arena *arena = &k->c->arena;
	struct dirent **list;
	int n = scandir(k->dir, &list, NULL, alphasort);

	if (n < 0) {
		error_errno(err, "cannot read the folder '%s'", k->dir);
		err->party = PARTY_LEARNER;
		return error_word(err);
	}
	k->entries = arena_array(arena, (size_t)n + 1, sizeof *k->entries);
	k->modes = arena_array(arena, (size_t)n + 1, sizeof *k->modes);
	for (int i = 0; i < n; i++) {
		const char *name = list[i]->d_name;
		char path[PATH_MAX], inside[PATH_MAX];
		struct stat st;

		if (k->entries && k->modes && *name != '.' && strcmp(name, "__MACOSX") &&
		    path_join(path, sizeof path, k->dir, name) && lstat(path, &st) == 0) {
			k->modes[k->n] = st.st_mode;
			k->entries[k->n++] = (struct platform_entry){
				arena_strdup(arena, name), S_ISDIR(st.st_mode),
				S_ISDIR(st.st_mode) && path_join(inside, sizeof inside, path, ".git") && path_exists(inside),
				S_ISREG(st.st_mode) && unpack_is_archive(name, NULL) };
		}
		free(list[i]);
	}
	free(list);
	return arena->failed ? error_nomem(err) : 0;
}

static void add_stray(struct class_list *c, const char *name)
{
	const char **place = arena_push(&c->arena, &c->strays, &c->nstrays, &c->stray_cap, sizeof *place);

	if (place)
		*place = class_clean(c, name);
}

/* The file name that answers the only exercise, for a file named after its student. */
static const char *answer_name(const struct assignment *a, const char *name)
{
	return grade_is_python(name) ? a->exercises[0].python : a->exercises[0].file;
}

static void take_for(struct collection *k, struct student *p, size_t i, const struct platform_name *said)
{
	struct walk w = { .c = k->c, .a = k->a, .p = p, .late_mark = said->late, .err = k->err };
	const struct platform_entry *e = &k->entries[i];
	char path[PATH_MAX];

	if (!p || !path_join(path, sizeof path, k->dir, e->name))
		return;
	if (p->from && strcmp(p->from, said->id))
		class_note(k->c, &p->note, "several submissions");
	p->from = said->id;
	p->entry = e->name;
	p->entry_is_folder = e->folder;
	p->entry_before = said->fits ? said->before_file : 0;
	p->seen = true;
	if (e->folder && !said->file)
		walk_folder(&w, path, 1);
	else
		take_file(&w, path, said->file && !*said->file ? answer_name(k->a, e->name) : said->file ? said->file : e->name,
			  k->modes[i], 0);
	k->failed |= w.failed;
}

static void take_by_metadata(struct collection *k, size_t i)
{
	bool known = false;

	for (size_t m = 0; m < k->metadata.n; m++) {
		const struct handing *s = &k->metadata.list[m];
		const struct platform_name said = { .id = s->id, .name = s->name };
		struct student *p;

		if (strcmp(s->entry, k->entries[i].name))
			continue;
		known = true;
		p = owner(k->c, k->a, k->entries[i].name, s->id, s->name);
		take_for(k, p, i, &said);
		if (p)
			p->handed_in_ms = s->ms > p->handed_in_ms ? s->ms : p->handed_in_ms;
	}
	if (!known && strcmp(k->entries[i].name, k->c->platform->metadata.file))
		add_stray(k->c, k->entries[i].name);
}

/* Does a single file's name identify its student and its exercise? If not, it is a stray. */
static bool identifies_work(const struct collection *k, const struct platform_entry *e, const struct platform_name *said)
{
	int number;

	if (!said->id || !*said->id)
		return false;
	return e->folder || e->archive || said->fits ||
	       (said->file && (!*said->file || answers(k->a, said->file, &number) >= 0));
}

static void take_all(struct collection *k)
{
	for (size_t i = 0; i < k->n && !k->failed; i++) {
		const struct platform_entry *e = &k->entries[i];
		struct platform_name said;

		if (k->c->platform->metadata.file) {
			take_by_metadata(k, i);
			continue;
		}
		said = name_split(k->c->platform, e, k->prefix, k->a->nexercises == 1, &k->c->arena);
		if (identifies_work(k, e, &said))
			take_for(k, owner(k->c, k->a, e->name, said.id, said.name), i, &said);
		else
			add_stray(k->c, e->name);
	}
	for (size_t i = 0; i < k->c->n; i++)
		for (size_t x = 0; x < k->c->nexercises; x++)
			if (k->c->students[i].hands[x].n > 1)
				qsort(k->c->students[i].hands[x].files, k->c->students[i].hands[x].n, sizeof(struct handed_file),
				      class_compare_files);
}

/* Is it a name that a platform gives to one student's folder? */
static bool is_someones(struct class_list *c, const char *name)
{
	const struct platform_entry entry = { .name = name, .folder = true };
	struct platform_name said;
	bool is = false;

	for (size_t i = 0; i < c->platforms.n; i++)
		is |= platform_match(&c->platforms.list[i], &entry, &said, &c->arena);
	return is;
}

/* A download with everything in one folder: its path replaces `to`. */
static void enter_only_folder(struct class_list *c, const struct assignment *a, char *to, size_t size)
{
	struct dirent **list;
	int n = scandir(to, &list, NULL, alphasort), seen = 0;
	char only[PATH_MAX] = "", path[PATH_MAX];
	bool enter = true;

	for (int i = 0; i < n; i++) {
		if (*list[i]->d_name != '.' && ++seen == 1 && !path_join(only, sizeof only, to, list[i]->d_name))
			seen = 2;
		free(list[i]);
	}
	if (n >= 0)
		free(list);
	if (seen != 1 || !path_is_dir(only) || is_someones(c, path_base(only)))
		return;
	n = scandir(only, &list, NULL, alphasort); /* whose folder is it? A student's, if it contains an answer. */
	for (int i = 0; i < n; i++) {
		int number;

		enter = enter && !(answers(a, list[i]->d_name, &number) >= 0 &&
				   path_join(path, sizeof path, only, list[i]->d_name) && !path_is_dir(path));
		free(list[i]);
	}
	if (n >= 0)
		free(list);
	if (enter)
		snprintf(to, size, "%s", only);
}

/* The whole class in one archive: *dir becomes the folder into which it is unpacked. */
static int open_download(struct class_list *c, const char **dir, const struct assignment *a, struct error *err)
{
	struct unpacked u;
	char to[PATH_MAX];

	c->bulk = arena_strdup(&c->arena, *dir);
	if (!c->bulk || unpack_one(c, *dir, path_base(*dir), UNPACK_CLASS, to, sizeof to, &u, err))
		return c->bulk ? -1 : error_nomem(err);
	if (u.problem) { /* no grades from half a class */
		error_set(err, u.machine ? PARTY_MACHINE : PARTY_LEARNER, "'%s' %s", *dir, u.problem);
		error_remedy(err, u.machine ? "unpack it yourself, and name the folder"
				      : "download it again, or unpack it yourself, and name the folder");
		return error_word(err);
	}
	c->bulk_root = strlen(to);
	if (u.left_out || u.twice) {
		const char **place = arena_push(&c->arena, &c->warnings, &c->nwarnings, &c->warning_cap, sizeof *place);

		if (place) {
			*place = "";
			note_unpacked(c, &u, path_base(*dir), place);
		}
	}
	if (path_make_dirs(to, err))
		return -1;
	enter_only_folder(c, a, to, sizeof to);
	*dir = arena_strdup(&c->arena, to);
	return *dir ? 0 : error_nomem(err);
}

int class_collect(struct class_list *c, const char *dir, const char *layout, const struct assignment *a, struct error *err)
{
	struct collection k = { .c = c, .a = a, .metadata = { .c = c }, .err = err };
	bool archive = path_exists(dir) && !path_is_dir(dir) && unpack_is_archive(dir, NULL);

	c->nexercises = a->nexercises;
	if (class_platforms(c, layout, err))
		return -1;
	if (layout && !(c->platform = platforms_find(&c->platforms, layout, err)))
		return -1;
	if (archive && open_download(c, &dir, a, err))
		return -1;
	k.dir = dir;
	if (list_folder(&k, err))
		return -1;
	if (!c->platform)
		c->platform = platforms_guess(&c->platforms, k.entries, k.n);
	k.prefix = name_prefix(k.entries, k.n, &c->arena);
	if (c->platform->metadata.file && read_metadata(&k.metadata, dir, err))
		return -1;
	take_all(&k);
	if (k.failed)
		return -1;
	return c->arena.failed ? error_nomem(err) : 0;
}

void class_release(struct class_list *c)
{
	if (c->unpacked[0])
		path_remove_tree(c->unpacked, NULL);
	platforms_release(&c->platforms);
	arena_release(&c->arena);
	memset(c, 0, sizeof *c);
}
