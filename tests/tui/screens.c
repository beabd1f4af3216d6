/*
 * screens.c - every tests/tui/screens/NAME.screen is a script and the window that it must produce:
 *
 *	size 80x24            columns x rows; then optionally "ascii", "styles" and "class" (the table of a class)
 *	language de           English otherwise
 *	what a thing that the program promises
 *	keys enter space      any number of such lines, see play.h
 *	---
 *	the window
 *
 * UPDATE=1 in the environment writes the window again: look at it before you commit it.
 */
#include "config.h"

#include <glob.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "tap/tap.h"
#include "tui/play.h"

struct script {
	int rows, cols;
	bool ascii, styles, class;
	char what[200], keys[2000], language[8];
};

static bool read_line(struct script *s, const char *line)
{
	size_t used = strlen(s->keys);

	if (sscanf(line, "size %dx%d", &s->cols, &s->rows) == 2) {
		s->ascii = strstr(line, "ascii") != NULL;
		s->styles = strstr(line, "styles") != NULL;
		s->class = strstr(line, "class") != NULL;
		return s->rows > 0 && s->cols > 0;
	}
	if (sscanf(line, "language %7s", s->language) == 1)
		return true;
	if (!strncmp(line, "what ", 5))
		return snprintf(s->what, sizeof s->what, "%s", line + 5) < (int)sizeof s->what;
	return !strncmp(line, "keys ", 5) &&
	       snprintf(s->keys + used, sizeof s->keys - used, "%s ", line + 5) < (int)(sizeof s->keys - used);
}

/* The header's bytes, or 0 if it is not well formed. */
static size_t read_header(struct script *s, const char *text)
{
	const char *at = text;

	memset(s, 0, sizeof *s);
	while (*at && strncmp(at, "---\n", 4)) {
		char line[1000];
		size_t len = strcspn(at, "\n");

		if (snprintf(line, sizeof line, "%.*s", (int)len, at) >= (int)sizeof line || !read_line(s, line))
			return 0;
		at += len + (at[len] == '\n');
	}
	return *at && s->rows && s->what[0] ? (size_t)(at - text) + 4 : 0;
}

static void show_difference(const char *got, const char *want)
{
	for (int row = 0; *got || *want; row++) {
		size_t g = strcspn(got, "\n"), w = strcspn(want, "\n");

		if (g != w || memcmp(got, want, g))
			printf("# row %d got:  %.*s\n# row %d want: %.*s\n", row, (int)g, got, row, (int)w, want);
		got += g + (got[g] == '\n');
		want += w + (want[w] == '\n');
	}
}

static void test_screen(const char *path)
{
	struct buf saved = BUF_INIT, window = BUF_INIT;
	struct script s;
	struct error err;
	struct play p;
	size_t header;

	if (file_read(path, 1 << 20, &saved, &err) || !(header = read_header(&s, buf_text(&saved)))) {
		ok(false, "%s can be read as a script", path_base(path));
		buf_release(&saved);
		return;
	}
	setenv("LANGUAGE", s.language[0] ? s.language : "en", 1);
	if (language_begin(NULL, &err))
		printf("# %s\n", err.text);
	if (s.class)
		play_open_class(&p, s.rows, s.cols, s.ascii);
	else
		play_open(&p, s.rows, s.cols, s.ascii);
	if (!play_script(&p, s.keys))
		ok(false, "%s: every word of its script means something", path_base(path));
	screen_dump(&p.screen, s.styles, &window);
	if (getenv("UPDATE")) {
		saved.len = header;
		buf_puts(&saved, buf_text(&window));
		if (file_write(path, saved.data, saved.len, &err))
			printf("# %s\n", err.text);
	}
	if (!ok(!strcmp(buf_text(&saved) + header, buf_text(&window)), "%s (%s)", s.what, path_base(path)))
		show_difference(buf_text(&window), buf_text(&saved) + header);
	play_close(&p);
	language_end();
	buf_release(&window);
	buf_release(&saved);
}

int main(void)
{
	const char *tests = getenv("TESTS_DIR");
	char pattern[PATH_MAX];
	glob_t found;

	if (!setlocale(LC_ALL, "C.UTF-8")) {
		skip_test("the locale C.UTF-8 is missing", "windows are as saved");
		return tap_done();
	}
	/* tests/fixtures/po/ja.po: a few words with wide characters */
	snprintf(pattern, sizeof pattern, "%s/fixtures", tests ? tests : "tests");
	setenv("WARPBOOK_LIBDIR", pattern, 1);
	snprintf(pattern, sizeof pattern, "%s/tui/screens/*.screen", tests ? tests : "tests");
	if (glob(pattern, 0, NULL, &found) == 0) {
		for (size_t i = 0; i < found.gl_pathc; i++)
			test_screen(found.gl_pathv[i]);
		globfree(&found);
	}
	ok(tap_count > 0, "there are saved screens");
	return tap_done();
}
