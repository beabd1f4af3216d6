/* editor.c - the learner's editor is run as a shell would, and its end is told. */
#include "config.h"

#include <limits.h>
#include <signal.h>
#include <stdlib.h>

#include "base/path.h"
#include "tap/tap.h"
#include "tui/editor.h"

static int edit(const char *visual, const char *editor, const char *path, struct error *err)
{
	setenv("VISUAL", visual, 1);
	setenv("EDITOR", editor, 1);
	err->text[0] = err->remedy[0] = '\0';
	return editor_run(path, err);
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
	ok(edit("", "exit 3; :", path, &err) == -1 && strstr(err.text, "status 3"), "a failing editor's status is told");
	ok(edit("", "/nonexistent/editor", path, &err) == -1 && err.remedy[0], "a missing one comes with a remedy");
	ok(edit("", "kill -9 $$; :", path, &err) == -1 && strstr(err.text, "signal 9"), "a killed one with its signal");
}

/* In the editor Ctrl-C is its own affair, and ours is as before afterwards. */
static void test_signals(const char *path)
{
	struct sigaction after;
	struct error err;

	signal(SIGINT, SIG_DFL);
	ok(edit("", "kill -INT $PPID; :", path, &err) == 0, "an interrupt while the editor runs does not end us");
	sigaction(SIGINT, NULL, &after);
	ok(after.sa_handler == SIG_DFL, "and is handled as before once it has ended");
}

static void test_long_command(const char *path)
{
	char endless[2000];
	struct error err;

	memset(endless, 'x', sizeof endless - 1);
	endless[sizeof endless - 1] = '\0';
	ok(edit("", endless, path, &err) == -1, "a command longer than any is refused");
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
	test_long_command(path);
	path_remove_tree(dir, &err);
	return tap_done();
}
