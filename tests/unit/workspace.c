/* workspace.c - init, upgrade and reset always keep a learner's edits. */
#include "config.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "desk/workspace.h"
#include "tap/tap.h"

static char data[PATH_MAX], root[PATH_MAX + 16]; /* our own data folder, and the workspace */

static const char *in(const char *dir, const char *name)
{
	static char paths[4][PATH_MAX + 100];
	static int next;
	char *path = paths[next++ % 4];

	return path_join(path, sizeof paths[0], dir, name);
}

static void put(const char *path, const char *text)
{
	char folder[PATH_MAX + 100];
	struct error err;

	snprintf(folder, sizeof folder, "%.*s", (int)(path_base(path) - path - 1), path);
	path_make_dirs(folder, &err);
	file_write(path, text, strlen(text), &err);
}

static bool holds(const char *path, const char *text)
{
	struct buf b = BUF_INIT;
	bool same = file_read(path, 1 << 20, &b, NULL) == 0 && !strcmp(buf_text(&b), text);

	buf_release(&b);
	return same;
}

/* Initialises, and returns what happened to one file; -1 if it failed or was not mentioned. */
static int fate(const char *path, struct error *err)
{
	struct workspace w;
	struct arena arena = { 0 };
	struct init_change *changes;
	size_t n;
	int found = -1;

	memset(err, 0, sizeof *err);
	if (workspace_init(&w, root, NULL, &arena, &changes, &n, err) == 0)
		for (size_t i = 0; i < n; i++)
			if (!strcmp(changes[i].path, path))
				found = (int)changes[i].action;
	arena_release(&arena);
	return found;
}

#define ADD "exercises/01_a/add.cu"
#define SUB "exercises/01_a/sub.cu"

static void test_init(void)
{
	struct error err;

	ok(fate(ADD, &err) == INIT_CREATED && holds(in(root, ADD), "add 1\n"), "a first init hands out the stubs");
	ok(path_exists(in(root, "README.txt")) && path_is_dir(in(root, ".warpbook")), "and a README, and its own folder");
	ok(fate(ADD, &err) == INIT_UNCHANGED && fate("README.txt", &err) == INIT_UNCHANGED, "a second init changes nothing");

	put(in(root, ADD), "mine\n");
	ok(fate(ADD, &err) == INIT_UNCHANGED && holds(in(root, ADD), "mine\n"), "an edited file stays");
	ok(!path_exists(in(root, ADD ".new")), "and no new file is put beside it while the stub is the same");

	put(in(data, ADD), "add 2\n");
	put(in(data, SUB), "sub 2\n");
	ok(fate(ADD, &err) == INIT_KEPT && holds(in(root, ADD), "mine\n"), "an upgrade keeps an edited file");
	ok(holds(in(root, ADD ".new"), "add 2\n"), "and puts the new stub beside it");
	ok(holds(in(root, SUB), "sub 2\n"), "an upgrade replaces a file that was never edited");
	ok(fate(ADD, &err) == INIT_UNCHANGED, "an upgrade is reported once");

	put(in(root, ADD ".new"), "notes of mine\n");
	put(in(data, ADD), "add 3\n");
	ok(fate(ADD, &err) == INIT_KEPT && holds(in(root, ADD ".new.~1~"), "notes of mine\n") &&
	   holds(in(root, ADD ".new"), "add 3\n"),
	   "an edited .new file is kept too");

	unlink(in(root, SUB));
	ok(fate(SUB, &err) == INIT_RESTORED && holds(in(root, SUB), "sub 2\n"), "a deleted file comes back");
	put(in(data, SUB), "sub 3\n");
	ok(fate(SUB, &err) == INIT_UPDATED, "a replaced file is reported as updated");

	put(in(root, ".warpbook/stubs"), "not\na list of hashes \xff\n");
	put(in(data, SUB), "sub 4\n");
	ok(fate(SUB, &err) == INIT_KEPT && holds(in(root, SUB), "sub 3\n"), "with its memory torn, init overwrites nothing");
	unlink(in(root, ".warpbook/stubs"));
	put(in(data, SUB), "sub 5\n");
	ok(fate(SUB, &err) == INIT_KEPT && holds(in(root, SUB), "sub 3\n"), "with its memory gone, init overwrites nothing");
	put(in(root, "README.txt"), "my own\n");
	ok(fate("README.txt", &err) == INIT_UNCHANGED && holds(in(root, "README.txt"), "my own\n"), "an edited README stays");
}

static void test_obstacles(void)
{
	struct error err;
	char path[PATH_MAX + 100];
	struct workspace w;
	struct arena arena = { 0 };
	struct init_change *changes;
	size_t n;

	unlink(in(root, SUB));
	mkdir(in(root, SUB), 0700);
	ok(fate(SUB, &err) == -1 && strstr(err.text, "a folder, not a file"), "a folder in a file's place is reported");
	rmdir(in(root, SUB));
	if (symlink("sub.cu", in(root, SUB)) == 0)
		ok(fate(SUB, &err) == -1 && strstr(err.text, "symbolic link"), "a link to itself is reported");
	unlink(in(root, SUB));
	mkfifo(in(root, SUB), 0600);
	ok(fate(SUB, &err) == -1 && strstr(err.text, "named pipe"), "a pipe in a file's place is reported");
	unlink(in(root, SUB));
	ok(fate(SUB, &err) == INIT_RESTORED, "and with it gone, all is well again");

	snprintf(path, sizeof path, "%s", in(data, "a file"));
	put(path, "x");
	ok(workspace_init(&w, path, NULL, &arena, &changes, &n, &err) == -1 && strstr(err.text, "is not a folder"),
	   "a file is no place for a workspace");
	ok(workspace_init(&w, data, NULL, &arena, &changes, &n, &err) == -1 && strstr(err.text, "its own exercises"),
	   "the folder of the originals is no place for a workspace");
	if (geteuid() == 0) {
		skip_test("root writes everywhere", "a read-only folder is reported");
	} else {
		snprintf(path, sizeof path, "%s", in(data, "closed"));
		mkdir(path, 0500);
		ok(workspace_init(&w, path, NULL, &arena, &changes, &n, &err) == -1 && err.party == PARTY_MACHINE &&
		   strstr(err.text, "Permission denied"), "a read-only folder is reported");
	}
	arena_release(&arena);
}

static void test_reset(void)
{
	struct workspace w;
	struct error err;
	char backup[500], path[500];

	setenv("WARPBOOK_WORKSPACE", root, 1);
	if (!ok(workspace_find(&w, &err) == 0, "the workspace is found where the environment says"))
		return;
	workspace_exercise_path(&w, "01_a/add", path, sizeof path);
	put(path, "try 1\n");
	ok(workspace_reset(&w, "01_a/add", backup, sizeof backup, &err) == 0 && holds(path, "add 3\n"),
	   "reset puts the stub back");
	ok(holds(backup, "try 1\n") && strstr(backup, "add.cu.~1~"), "and keeps the learner's file");
	put(path, "try 2\n");
	workspace_reset(&w, "01_a/add", backup, sizeof backup, &err);
	ok(holds(backup, "try 2\n") && strstr(backup, "add.cu.~2~"), "each backup gets its own number");
	ok(workspace_reset(&w, "01_a/add", backup, sizeof backup, &err) == 0 && !*backup, "an untouched file needs no backup");
	unlink(path);
	ok(workspace_reset(&w, "01_a/add", backup, sizeof backup, &err) == 0 && !*backup && holds(path, "add 3\n"),
	   "a missing file is put back");
	unlink(path);
	mkdir(path, 0700);
	ok(workspace_reset(&w, "01_a/add", backup, sizeof backup, &err) == -1 && strstr(err.text, "is a folder"),
	   "a folder in its place is reported");
	rmdir(path);
	ok(workspace_reset(&w, "01_a/none", backup, sizeof backup, &err) == -1, "an unknown exercise cannot be reset");
}

static void test_languages(void)
{
	struct workspace w;
	struct error err;
	char path[PATH_MAX];

	put(in(data, "exercises/01_a/add.py"), "add in Python\n");
	if (workspace_find(&w, &err))
		return;
	ok(workspace_switch(&w, "01_a/add", &err) == 0, "an exercise changes its language");
	workspace_exercise_path(&w, "01_a/add", path, sizeof path);
	ok(strstr(path, "add.py") && holds(path, "add in Python\n"), "its stub in Python is there");
	workspace_exercise_path(&w, "01_a/sub", path, sizeof path);
	ok(strstr(path, "sub.cu") != NULL, "others keep theirs");
	workspace_exercise_path(&w, "01_a/add", path, sizeof path);
	put(path, "my own\n");
	ok(workspace_switch(&w, "01_a/add", &err) == 0 && workspace_exercise_path(&w, "01_a/add", path, sizeof path) == 0 &&
	   strstr(path, "add.cu"),
	   "it changes back");
	ok(workspace_switch(&w, "01_a/add", &err) == 0 && workspace_exercise_path(&w, "01_a/add", path, sizeof path) == 0 &&
	   holds(path, "my own\n"),
	   "and the learner's work stays in both");
	ok(workspace_find(&w, &err) == 0 && workspace_exercise_path(&w, "01_a/add", path, sizeof path) == 0 &&
	   strstr(path, "add.py"),
	   "another run of the program knows");
	ok(workspace_switch(&w, "01_a/sub", &err) == -1 && strstr(err.text, "no version in Python"),
	   "without a twin there is nothing to change to");
	unlink(in(data, "exercises/01_a/add.py"));
	workspace_exercise_path(&w, "01_a/add", path, sizeof path);
	ok(strstr(path, "add.cu") != NULL, "and none when the twin is gone");
}

static void test_find(void)
{
	struct workspace w;
	struct error err;
	char home[PATH_MAX + 100], deep[PATH_MAX + 100];

	setenv("WARPBOOK_WORKSPACE", data, 1);
	ok(workspace_find(&w, &err) == -1 && err.party == PARTY_LEARNER && strstr(err.text, data),
	   "a wrong WARPBOOK_WORKSPACE is reported");
	unsetenv("WARPBOOK_WORKSPACE");
	snprintf(home, sizeof home, "%s/home", data);
	setenv("HOME", home, 1);
	snprintf(deep, sizeof deep, "%s/exercises/01_a", root);
	ok(chdir(deep) == 0 && workspace_find(&w, &err) == 0 && !strcmp(w.root, root),
	   "a workspace is found from a folder inside it");
	is_text(w.database + strlen(root), "/.warpbook/warpbook.db", "the database is in the workspace");
	ok(chdir("/") == 0 && workspace_find(&w, &err) == -1 && strstr(err.remedy, "warpbook init"),
	   "without a workspace the error says how to make one");
	path_make_dirs(in(home, "warpbook-exercises/.warpbook"), &err);
	ok(workspace_find(&w, &err) == 0 && strstr(w.root, "/home/warpbook-exercises"),
	   "the one in the home folder is found last");
}

int main(void)
{
	struct error err;
	char real[300];

	if (path_temp_dir(real, sizeof real, "workspace", &err) || !realpath(real, data))
		return 1;
	setenv("WARPBOOK_DATA", data, 1);
	snprintf(root, sizeof root, "%s/my work", data);
	put(in(data, "lessons/x"), "");
	put(in(data, "exercises/01_a/order.lua"), "return { 'add', 'sub' }");
	put(in(data, "exercises/01_a/add.lua"), "");
	put(in(data, "exercises/01_a/sub.lua"), "");
	put(in(data, ADD), "add 1\n");
	put(in(data, SUB), "sub 1\n");
	test_init();
	test_obstacles();
	test_reset();
	setenv("WARPBOOK_WORKSPACE", root, 1);
	test_languages();
	test_find();
	if (chdir("/") == 0)
		path_remove_tree(data, &err);
	return tap_done();
}
