/* editor.c - runs the learner's editor as a shell would, and reports its end. */
#include "config.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/path.h"
#include "tap/tap.h"
#include "tui/editor.h"

static int edit(const char *visual, const char *editor, const char *path, struct error *err)
{
	setenv("VISUAL", visual, 1);
	setenv("EDITOR", editor, 1);
	err->text[0] = err->remedy[0] = '\0';
	return editor_run(path, 0, err);
}

static bool holds(const char *path, const char *text)
{
	struct buf b = BUF_INIT;
	struct error err;
	bool same = file_read(path, 1000, &b, &err) == 0 && !strcmp(buf_text(&b), text);

	buf_release(&b);
	return same;
}

static void test_running(const char *path)
{
	struct error err;

	ok(edit("", "printf one >", path, &err) == 0 && holds(path, "one"), "an editor may be a command with arguments");
	ok(edit("printf two >", "false", path, &err) == 0 && holds(path, "two"), "VISUAL comes before EDITOR");
	ok(edit("", "exit 3; :", path, &err) == -1 && strstr(err.text, "status 3"), "a failing editor's status is reported");
	ok(edit("", "/nonexistent/editor", path, &err) == -1 && err.remedy[0], "a missing one comes with a remedy");
	ok(edit("", "kill -9 $$; :", path, &err) == -1 && strstr(err.text, "signal 9"), "a killed one with its signal");
}

/* Ctrl-C inside the editor is for the editor only; afterwards ours works as before. */
static void test_signals(const char *path)
{
	struct sigaction after;
	struct error err;

	signal(SIGINT, SIG_DFL);
	ok(edit("", "kill -INT $PPID; :", path, &err) == 0, "an interrupt while the editor runs does not end us");
	sigaction(SIGINT, NULL, &after);
	ok(after.sa_handler == SIG_DFL, "and is handled as before once it has ended");
}

/* Each kind of editor gets the line in its own syntax; an unknown one gets none. */
static void test_line(const char *dir, const char *path)
{
	static const struct { const char *name, *words; } editors[] = {
		{ "vi", "[+12][FILE]" }, { "nvim", "[+12][FILE]" }, { "nano", "[+12][FILE]" }, { "emacs", "[+12][FILE]" },
		{ "micro", "[+12][FILE]" }, { "hx", "[FILE:12]" }, { "helix", "[FILE:12]" }, { "code", "[--goto][FILE:12]" },
		{ "someone", "[FILE]" },
	};
	char command[PATH_MAX + 100], program[PATH_MAX + 50], said[PATH_MAX + 50];
	struct error err;

	snprintf(said, sizeof said, "%s/said", dir);
	setenv("SAID", said, 1);
	setenv("THE_FILE", path, 1);
	setenv("VISUAL", "", 1);
	for (size_t i = 0; i < sizeof editors / sizeof *editors; i++) {
		static const char script[] = "#!/bin/sh\nfor w; do printf '[%s]' \"$w\"; done | sed \"s|$THE_FILE|FILE|\" "
					     ">\"$SAID\"\n";

		snprintf(program, sizeof program, "%s/%s", dir, editors[i].name);
		snprintf(command, sizeof command, "%s%s", program, i % 2 ? " " : "");
		if (file_write(program, script, sizeof script - 1, &err) || chmod(program, 0700))
			printf("# %s\n", err.text);
		setenv("EDITOR", command, 1);
		ok(editor_run(path, 12, &err) == 0 && holds(said, editors[i].words), "%s opens at the line: %s", editors[i].name,
		   editors[i].words);
	}
	setenv("EDITOR", "vi", 1);
	ok(!editor_note(), "an editor that is set needs no word");
	unsetenv("EDITOR");
	ok(editor_note() && strstr(editor_note(), "leaves"), "without one, the question says how to leave it");
}

static void test_long_command(const char *path)
{
	char endless[2000];
	struct error err;

	memset(endless, 'x', sizeof endless - 1);
	endless[sizeof endless - 1] = '\0';
	ok(edit("", endless, path, &err) == -1, "a command longer than any is rejected");
}

int main(void)
{
	char dir[PATH_MAX - 64], path[PATH_MAX];
	struct error err;

	if (path_temp_dir(dir, sizeof dir, "editor", &err))
		return 99;
	path_join(path, sizeof path, dir, "a file; with $HOME in its name.cu");
	test_running(path);
	test_signals(path);
	test_line(dir, path);
	test_long_command(path);
	path_remove_tree(dir, &err);
	return tap_done();
}
