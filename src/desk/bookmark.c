/* bookmark.c - see bookmark.h. */
#include "config.h"

#include "desk/bookmark.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/path.h"

static int place_path(const struct workspace *w, char path[PATH_MAX])
{
	int n = snprintf(path, PATH_MAX, "%s/.warpbook/place", w->root);

	return w->root[0] && n > 0 && n < PATH_MAX ? 0 : -1;
}

void bookmark_read(const struct workspace *w, struct bookmark *b)
{
	struct buf text = BUF_INIT;
	char path[PATH_MAX];
	const char *line;

	memset(b, 0, sizeof *b);
	if (place_path(w, path) == 0 && file_read(path, 4096, &text, NULL) == 0) {
		if (sscanf(buf_text(&text), "lesson %127s %d", b->lesson, &b->step) != 2)
			memset(b, 0, sizeof *b);
		line = strstr(buf_text(&text), "exercise ");
		if (line && (line == buf_text(&text) || line[-1] == '\n') && sscanf(line, "exercise %127s", b->exercise) != 1)
			b->exercise[0] = '\0';
	}
	buf_release(&text);
}

int bookmark_write(const struct workspace *w, const struct bookmark *b, struct error *err)
{
	struct buf text = BUF_INIT;
	char path[PATH_MAX];
	int status;

	if (place_path(w, path))
		return error_set(err, PARTY_MACHINE, "the workspace's name is too long");
	if (!b->lesson[0] && !b->exercise[0])
		return unlink(path) && errno != ENOENT ? error_errno(err, "cannot remove '%s'", path) : 0;
	if (b->lesson[0])
		buf_printf(&text, "lesson %s %d\n", b->lesson, b->step);
	if (b->exercise[0])
		buf_printf(&text, "exercise %s\n", b->exercise);
	status = text.failed ? error_nomem(err) : file_write(path, buf_text(&text), text.len, err);
	buf_release(&text);
	return status;
}
