/*
 * new.c - `warpbook author new LESSON/EX [FOLDER]`: creates a small exercise that
 * already passes `author check`; the author changes it step by step.
 *
 * exercises/template contains its files, in a folder for each kind of exercise; NAME in them stands for the exercise.
 * Three files of each kind are the exercise; the others are known-wrong programs for tests/mutants.
 */
#include "config.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "cmd/author/author.h"

#define TEMPLATE_MAX (64u << 10)

static const char *kind = "kernel";

struct part { const char *from, *folder, *name, *suffix; };

/* The files of every kind of exercise; `from` is in the kind's folder of the template. */
static const struct part parts[] = {
	{ "exercise.lua", "exercises", "", ".lua" },
	{ "stub.cu", "exercises", "", ".cu" },
	{ "solution.cu", "solutions", "", ".cu" },
};

struct skeleton {
	const char *folder;
	char lesson[64], name[64];
	char template[PATH_MAX];   /* has the lesson's file, and a folder for each kind of exercise */
	char of_kind[PATH_MAX];
};

static int name_check(struct skeleton *s, const char *word, struct error *err)
{
	const char *slash = strchr(word, '/');
	size_t n = slash ? (size_t)(slash - word) : 0;
	const char *letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

	if (!slash || n < 4 || n >= sizeof s->lesson || !isdigit((unsigned char)word[0]) || !isdigit((unsigned char)word[1]) ||
	    word[2] != '_' || strspn(word, letters) != n || !slash[1] || isdigit((unsigned char)slash[1]) ||
	    strspn(slash + 1, letters) != strlen(slash + 1) || strlen(slash + 1) >= sizeof s->name) {
		error_set(err, PARTY_LEARNER, "'%.100s' is not a lesson and an exercise", word);
		return error_remedy(err, "write something like 20_mine/twice: two digits, a topic, a slash, the function's name");
	}
	snprintf(s->lesson, sizeof s->lesson, "%.*s", (int)n, word);
	snprintf(s->name, sizeof s->name, "%s", slash + 1);
	return 0;
}

static void fill_in(const char *text, const char *name, struct buf *out)
{
	const char *hole;

	while ((hole = strstr(text, "NAME"))) {
		buf_append(out, text, (size_t)(hole - text));
		buf_puts(out, name);
		text = hole + 4;
	}
	buf_puts(out, text);
}

/* Creates the file from its template in `folder`, and the folders on its path. */
static int part_write(const struct skeleton *s, const char *folder, const char *from, const char *to, struct error *err)
{
	struct buf text = BUF_INIT, made = BUF_INIT;
	char path[PATH_MAX], dir[PATH_MAX];
	int status;

	if (!path_join(path, sizeof path, folder, from))
		return error_set(err, PARTY_MACHINE, "the name of the template is too long");
	snprintf(dir, sizeof dir, "%.*s", (int)(strrchr(to, '/') - to), to);
	status = file_read(path, TEMPLATE_MAX, &text, err) || path_make_dirs(dir, err) ? -1 : 0;
	if (status == 0) {
		fill_in(buf_text(&text), s->name, &made);
		status = made.failed ? error_nomem(err) : file_write(to, made.data, made.len, err);
	}
	if (status == 0)
		printf(_("made %s\n"), to);
	buf_release(&text);
	buf_release(&made);
	return status;
}

static int part_make(const struct skeleton *s, const struct part *p, struct error *err)
{
	char to[PATH_MAX];

	if (snprintf(to, sizeof to, "%s/%s/%s/%s%s%s", s->folder, p->folder, s->lesson, s->name, p->name, p->suffix) >=
	    (int)sizeof to)
		return error_set(err, PARTY_LEARNER, "the folder's name is too long");
	if (path_exists(to)) {
		error_set(err, PARTY_LEARNER, "'%s' already exists", to);
		return error_remedy(err, "choose another name; nothing was overwritten");
	}
	return part_write(s, s->of_kind, p->from, to, err);
}

static bool is_mutant(const char *file)
{
	return !strncmp(file, "wrong_", 6) || !strncmp(file, "slow_", 5);
}

static int mutants_write(const struct skeleton *s, struct error *err)
{
	struct dirent **names;
	int n = scandir(s->of_kind, &names, NULL, alphasort), status = 0;

	if (n < 0)
		return error_errno(err, "cannot read the folder '%s'", s->of_kind);
	for (int i = 0; i < n; i++) {
		char name[sizeof names[i]->d_name + 1];

		snprintf(name, sizeof name, "/%s", names[i]->d_name);
		if (status == 0 && is_mutant(names[i]->d_name))
			status = part_make(s, &(struct part){ names[i]->d_name, "tests/mutants", name, "" }, err);
		free(names[i]);
	}
	free(names);
	return status;
}

static int parts_write(const struct skeleton *s, struct error *err)
{
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (part_make(s, &parts[i], err))
			return -1;
	return mutants_write(s, err);
}

/* Creates the lesson too, if it is new. In an existing lesson the author chooses the place for the exercise. */
static int lesson_write(const struct skeleton *s, struct error *err)
{
	char to[PATH_MAX], ours[PATH_MAX], name[sizeof s->lesson + 32];

	snprintf(to, sizeof to, "%s/lessons/%s/lesson.lua", s->folder, s->lesson);
	snprintf(name, sizeof name, "lessons/%s/lesson.lua", s->lesson);
	if (path_exists(to))
		printf(_("add { exercise = \"%s\" } to %s\n"), s->name, to);
	else if (path_own(name, ours, sizeof ours, NULL) == 0)
		printf(_("it joins the lesson %s of warpbook's course; a lesson that replaces that one would be %s\n"),
		       s->lesson, to);
	else
		return part_write(s, s->template, "lesson.lua", to, err);
	return 0;
}

/* order.lua is a list in one pair of braces: inserts the name before the closing brace. */
static int order_write(const struct skeleton *s, struct error *err)
{
	struct buf text = BUF_INIT, made = BUF_INIT;
	char path[PATH_MAX];
	const char *old, *brace;
	int status;

	snprintf(path, sizeof path, "%s/exercises/%s/order.lua", s->folder, s->lesson);
	if (path_exists(path) && file_read(path, TEMPLATE_MAX, &text, err)) {
		buf_release(&text);
		return -1;
	}
	old = text.len ? text.data : "return {}\n";
	brace = strrchr(old, '}');
	if (!brace) {
		buf_release(&text);
		printf(_("add \"%s\" to %s\n"), s->name, path);
		return 0;
	}
	while (brace > old && isspace((unsigned char)brace[-1]))
		brace--;
	buf_append(&made, old, (size_t)(brace - old));
	buf_printf(&made, "%s \"%s\"", brace[-1] == '{' || brace[-1] == ',' ? "" : ",", s->name);
	buf_puts(&made, *brace == '}' ? " " : "");
	buf_puts(&made, brace);
	status = made.failed ? error_nomem(err) : file_write(path, made.data, made.len, err);
	if (status == 0)
		printf("%s %s\n", text.len ? _("added to") : _("made"), path);
	buf_release(&text);
	buf_release(&made);
	return status;
}

static int template_find(struct skeleton *s, struct error *err)
{
	if (!path_join(s->of_kind, sizeof s->of_kind, s->template, kind))
		return error_set(err, PARTY_MACHINE, "the name of the template is too long");
	return 0;
}

static const struct option_row options[] = {
	{ "kind", OPTION_TEXT, "KIND", N_("kernel (default): the learner writes a kernel; host: they write a\nhost function, "
				"with memory, copies and launches"),
	  &kind, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

static int run(int nargs, char **args)
{
	struct skeleton s = { .folder = nargs > 1 ? args[1] : "." };
	struct error err = { 0 };

	if (strcmp(kind, "kernel") && strcmp(kind, "host")) {
		fprintf(stderr, _("warpbook: --kind takes kernel or host, not '%s'\n"), kind);
		return EXIT_USAGE;
	}
	if (name_check(&s, args[0], &err) || path_own("exercises/template", s.template, sizeof s.template, &err) ||
	    template_find(&s, &err) || parts_write(&s, &err) || lesson_write(&s, &err) || order_write(&s, &err))
		return report_error(&err);
	printf(_("\nIt is right as it stands: `warpbook author check %s` proves it. Now change it.\n"), s.folder);
	return EXIT_DONE;
}

const struct command command_author_new = {
	.name = "author new", .arguments = "LESSON/EX [FOLDER]", .summary = N_("begin an exercise that already passes `author "
									    "check`"),
	.help = N_("Makes a small exercise with its stub, solution and known-wrong programs below FOLDER (default:\n"
		"the current one), and its lesson if there is none. Nothing is overwritten.\n"),
	.options = options, .min_args = 1, .max_args = 2, .run = run,
};
