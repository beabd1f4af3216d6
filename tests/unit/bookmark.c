/* bookmark.c - a bookmark is read as it was written, and any other text gives no place. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "desk/bookmark.h"
#include "tap/tap.h"

static struct workspace w;

static struct bookmark back(const struct bookmark *b)
{
	struct error err = { 0 };
	struct bookmark read;

	if (bookmark_write(&w, b, &err))
		printf("# %s\n", err.text);
	bookmark_read(&w, &read);
	return read;
}

static bool is_none(const char *text)
{
	char path[500];
	struct error err;
	struct bookmark b;

	snprintf(path, sizeof path, "%s/.warpbook/place", w.root);
	file_write(path, text, strlen(text), &err);
	bookmark_read(&w, &b);
	return !b.lesson[0] && !b.exercise[0];
}

int main(void)
{
	struct error err = { 0 };
	struct bookmark b;
	char folder[500];

	if (path_temp_dir(w.root, sizeof w.root, "warpbook-bookmark", &err))
		return 1;
	snprintf(folder, sizeof folder, "%s/.warpbook", w.root);
	path_make_dirs(folder, &err);
	bookmark_read(&w, &b);
	ok(!b.lesson[0] && !b.exercise[0], "at first there is none");
	b = back(&(struct bookmark){ .lesson = "05_shared_memory", .step = 12, .exercise = "05_shared_memory/smooth" });
	ok(!strcmp(b.lesson, "05_shared_memory") && b.step == 12 && !strcmp(b.exercise, "05_shared_memory/smooth"),
	   "lesson, step and exercise come back");
	b = back(&(struct bookmark){ .exercise = "01_kernels/add" });
	ok(!b.lesson[0] && !strcmp(b.exercise, "01_kernels/add"), "an exercise alone");
	b = back(&(struct bookmark){ .lesson = "01_kernels", .step = 1 });
	ok(!strcmp(b.lesson, "01_kernels") && !b.exercise[0], "a lesson alone");
	b = back(&(struct bookmark){ .step = 0 });
	ok(!b.lesson[0] && !b.exercise[0], "and none again");
	ok(is_none("") && is_none("lesson") && is_none("lesson x\n") && is_none("\xff\xfe") && is_none("no exercise here"),
	   "anything else is none");
	path_remove_tree(w.root, NULL);
	ok(bookmark_write(&w, &(struct bookmark){ .lesson = "x", .step = 1 }, &err) == -1,
	   "a file that cannot be written is an error");
	return tap_done();
}
