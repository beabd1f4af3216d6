/* notes.c - see notes.h. */
#include "config.h"

#include "desk/notes.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"

int notes_path(const struct workspace *w, const char *lesson, char *out, size_t size)
{
	int n = snprintf(out, size, "%s/notes/%s.md", w->root, lesson);

	return n > 0 && (size_t)n < size ? 0 : -1;
}

bool notes_exist(const struct workspace *w, const char *lesson)
{
	char path[PATH_MAX];

	return w->root[0] && notes_path(w, lesson, path, sizeof path) == 0 && path_exists(path);
}

/* The line after that heading, counted from 1; 0: the text has no such line. */
static int line_below(const char *text, const char *heading)
{
	size_t len = strlen(heading);
	int line = 1;

	for (; *text; line++) {
		size_t n = strcspn(text, "\n");

		if (n == len + 3 && !strncmp(text, "## ", 3) && !strncmp(text + 3, heading, len))
			return line + 1;
		text += n + (text[n] == '\n');
	}
	return 0;
}

static int lines_of(const char *text)
{
	int lines = 0;

	for (; *text; text++)
		lines += *text == '\n';
	return lines;
}

static int folder_make(const struct workspace *w, struct error *err)
{
	char folder[PATH_MAX];

	if (!path_join(folder, sizeof folder, w->root, "notes"))
		return error_set(err, PARTY_MACHINE, "the workspace's name is too long");
	return path_make_dirs(folder, err);
}

int note_begin(struct note *n, const struct workspace *w, const char *lesson, const char *title, const char *heading,
	       struct error *err)
{
	memset(n, 0, sizeof *n);
	if (notes_path(w, lesson, n->path, sizeof n->path))
		return error_set(err, PARTY_MACHINE, "the workspace's name is too long");
	n->there = path_exists(n->path);
	if (folder_make(w, err) || (n->there && file_read(n->path, NOTES_MAX_BYTES, &n->before, err)))
		return -1;
	n->line = line_below(buf_text(&n->before), heading);
	buf_puts(&n->given, buf_text(&n->before));
	if (!n->there)
		buf_printf(&n->given, "# %s\n", title);
	if (n->line)
		return 0;
	if (n->given.len && n->given.data[n->given.len - 1] != '\n')
		buf_putc(&n->given, '\n');
	buf_printf(&n->given, "\n## %s\n\n", heading);
	n->line = lines_of(buf_text(&n->given)) + 1;
	return n->given.failed ? error_nomem(err) : file_write(n->path, buf_text(&n->given), n->given.len, err);
}

int note_end(struct note *n, struct error *err)
{
	struct buf now = BUF_INIT;
	int status = 0;
	bool same = n->given.len && file_read(n->path, NOTES_MAX_BYTES, &now, NULL) == 0 && now.len == n->given.len &&
		    !memcmp(buf_text(&now), buf_text(&n->given), now.len);

	if (same && !n->there)
		status = unlink(n->path) ? error_errno(err, "cannot remove '%s'", n->path) : 0;
	else if (same && n->before.len != now.len)
		status = file_write(n->path, buf_text(&n->before), n->before.len, err);
	buf_release(&now);
	buf_release(&n->before);
	buf_release(&n->given);
	return status;
}
