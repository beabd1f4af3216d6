/* notes.c - notes belong to the learner: each of our headings occurs once, and only while there is text below it. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "desk/notes.h"
#include "tap/tap.h"

static struct workspace w;

/* Opens the notes at a heading, adds the text at the end, and closes them. The line that the editor was sent to. */
static int write_down(const char *heading, const char *text)
{
	struct error err = { 0 };
	struct buf now = BUF_INIT;
	struct note n;
	int line = -1;

	if (note_begin(&n, &w, "01_kernels", "Kernels", heading, &err) == 0) {
		line = n.line;
		file_read(n.path, NOTES_MAX_BYTES, &now, &err);
		buf_puts(&now, text);
		file_write(n.path, buf_text(&now), now.len, &err);
	}
	buf_release(&now);
	if (note_end(&n, &err) || err.text[0])
		printf("# %s\n", err.text);
	return line;
}

static bool holds(const char *text)
{
	struct buf b = BUF_INIT;
	char path[PATH_MAX];
	bool same;

	notes_path(&w, "01_kernels", path, sizeof path);
	same = file_read(path, NOTES_MAX_BYTES, &b, NULL) == 0 && !strcmp(buf_text(&b), text);
	if (!same)
		printf("# has: %s\n", buf_text(&b));
	buf_release(&b);
	return same;
}

int main(void)
{
	struct error err = { 0 };
	struct note n;

	if (path_temp_dir(w.root, sizeof w.root, "warpbook-notes", &err))
		return 1;
	ok(!notes_exist(&w, "01_kernels"), "at first there are no notes");
	ok(write_down("Step 2: Banks", "") == 5 && !notes_exist(&w, "01_kernels"),
	   "an editor in which nothing is written leaves none");
	ok(write_down("Step 2: Banks", "32 of them\n") == 5 && notes_exist(&w, "01_kernels") &&
	   holds("# Kernels\n\n## Step 2: Banks\n\n32 of them\n"),
	   "what is written stands below a heading");
	ok(write_down("Step 20: More", "") == 9 && holds("# Kernels\n\n## Step 2: Banks\n\n32 of them\n"),
	   "nothing below a new heading takes it back");
	ok(write_down("Step 2: Banks", "no end") == 4 && holds("# Kernels\n\n## Step 2: Banks\n\n32 of them\nno end"),
	   "a heading that is there is there once");
	ok(write_down("add", "x\n") == 10 && holds("# Kernels\n\n## Step 2: Banks\n\n32 of them\nno end\n\n## add\n\nx\n"),
	   "an unfinished line is ended first");
	ok(note_begin(&n, &w, "no/folder", "T", "H", &err) == -1 && note_end(&n, &err) == 0,
	   "a file that cannot be made is an error");
	path_remove_tree(w.root, NULL);
	return tap_done();
}
