/* watch.c - detects a save once, however the editor writes the file. */
#include "config.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "desk/watch.h"
#include "tap/tap.h"

static char dir[PATH_MAX - 64], file[PATH_MAX], other[PATH_MAX];

static void put(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	if (f) {
		fputs(text, f);
		fclose(f);
	}
}

static void test_saves(void)
{
	struct error err = { 0 };
	struct watch *w;

	put(file, "one");
	ok(watch_open(&w, file, &err) == 0, "a file can be watched");
	ok(!watch_changed(w), "the file's first content is not a save");
	put(file, "two!");
	ok(watch_wait(w, 5000) == 1, "writing into the file is a save");
	ok(watch_wait(w, 50) == 0, "and is reported once");
	put(other, "three");
	ok(watch_wait(w, 50) == 0, "a neighbour's save is not ours");
	rename(other, file);
	ok(watch_wait(w, 5000) == 1, "renaming another file over it is a save");
	unlink(file);
	ok(watch_wait(w, 50) == 0, "a file that is away is no save");
	put(file, "back");
	ok(watch_wait(w, 5000) == 1, "a file that reappears is one");
	watch_close(w);
}

/* truncate() changes the file but ends no write: the same picture as a folder without events. */
static void test_without_events(void)
{
	struct error err = { 0 };
	struct watch *w;

	put(file, "long text");
	if (watch_open(&w, file, &err)) {
		ok(false, "a file can be watched again");
		return;
	}
	if (truncate(file, 3))
		ok(false, "the file can be cut");
	ok(!watch_changed(w), "a change that no event ends is not believed at once");
	ok(watch_wait(w, 5000) == 1, "it counts once the file has stopped changing");
	watch_close(w);
}

static void test_rejections(void)
{
	struct error err = { 0 };
	char endless[PATH_MAX + 10];
	struct watch *w;

	memset(endless, 'x', sizeof endless - 1);
	endless[sizeof endless - 1] = '\0';
	ok(watch_open(&w, endless, &err) == -1 && !w, "a name that is too long is rejected");
	ok(watch_open(&w, "", &err) == -1, "an empty name is rejected");
	ok(watch_open(&w, "/nonexistent/folder/file.cu", &err) == 0 && watch_fd(w) == -1,
	   "a folder that cannot be watched leaves the stamp");
	ok(!watch_changed(w), "and a file that is not there has not changed");
	watch_close(w);
	watch_close(NULL);
}

int main(void)
{
	struct error err;

	if (path_temp_dir(dir, sizeof dir, "watch", &err))
		return 99;
	path_join(file, sizeof file, dir, "add.cu");
	path_join(other, sizeof other, dir, "add.cu.new");
	test_saves();
	test_without_events();
	test_rejections();
	path_remove_tree(dir, &err);
	return tap_done();
}
