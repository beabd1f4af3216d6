/* text_form.c - checks that a file is a text; otherwise recognises common other files by their first bytes, with a remedy. */
#include "config.h"

#include "source/learner_source.h"

#include <string.h>

#define ROW(mark, is, remedy) { mark, sizeof mark - 1, is, remedy }

static const struct form { const char *mark; size_t len; const char *is, *remedy; } forms[] = {
	ROW("\xFF\xFE\0\0", "UTF-32 text", "save it as UTF-8"),
	ROW("\0\0\xFE\xFF", "UTF-32 text", "save it as UTF-8"),
	ROW("\xFF\xFE", "UTF-16 text", "save it as UTF-8"),
	ROW("\xFE\xFF", "UTF-16 text", "save it as UTF-8"),
	ROW("\x7F" "ELF", "a compiled program", "hand in the .cu file that it was made from"),
	ROW("MZ", "a compiled program", "hand in the .cu file that it was made from"),
	ROW("PK\x03\x04", "a zip archive", "unpack it, and hand in the .cu file"),
	ROW("\x1F\x8B", "a compressed file", "unpack it, and hand in the .cu file"),
	ROW("%PDF-", "a PDF document", "hand in the .cu file itself"),
	ROW("SQLite format 3", "a database", "hand in the .cu file"),
};

static int line_of(const char *bytes, const char *at)
{
	int line = 1;

	for (; bytes < at; bytes++)
		line += *bytes == '\n';
	return line;
}

/* Every other byte of English text in UTF-16 is a NUL. */
static bool is_utf16(const char *bytes, size_t len)
{
	size_t nuls[2] = { 0, 0 }, n = len < 512 ? len : 512;

	for (size_t i = 0; i < n; i++)
		nuls[i % 2] += bytes[i] == '\0';
	return n >= 4 && (nuls[0] > n / 3 || nuls[1] > n / 3) && (nuls[0] == 0 || nuls[1] == 0);
}

bool source_is_text(const char *bytes, size_t len, const char **is, const char **remedy, int *line)
{
	const char *nul = len ? memchr(bytes, '\0', len) : NULL;

	*line = 0;
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		const struct form *f = &forms[i];

		/* "MZ" can begin a text, but every program contains a NUL. */
		if (len >= f->len && !memcmp(bytes, f->mark, f->len) && (nul || (f->mark[0] & 0x80) || f->len > 2)) {
			*is = f->is;
			*remedy = f->remedy;
			return false;
		}
	}
	if (!nul)
		return true;
	if (is_utf16(bytes, len)) {
		*is = "UTF-16 text";
		*remedy = "save it as UTF-8";
	} else {
		*is = "not a text: it contains a NUL byte";
		*remedy = "hand in the .cu file as your editor saves it";
		*line = line_of(bytes, nul);
	}
	return false;
}
