/*
 * ptx_files.c - every tests/ptx/NAME.ptx against the expectation in its first line:
 * `// expect: ok` or `// expect: error LINE text`. A text that parses must also print as
 * text that parses to the same module, and prints the same again.
 */
#include "config.h"

#include <glob.h>
#include <stdlib.h>

#include "base/path.h"
#include "ptx_same.h"
#include "../tap/tap.h"

static void file_ok(const char *name, const struct ptx_module *m)
{
	struct buf once = BUF_INIT, twice = BUF_INIT;
	struct error err = { 0 };
	struct ptx_module *again;

	ptx_print(m, &once);
	again = ptx_parse(buf_text(&once), once.len, "printed", &err);
	if (ok(again != NULL, "%s: what is printed parses", name)) {
		ptx_print(again, &twice);
		ok(module_same(m, again), "%s: and is the same module", name);
		ok(text_same(buf_text(&once), buf_text(&twice)), "%s: which prints the same", name);
	} else {
		printf("# line %d: %s\n", err.line, err.text);
	}
	ptx_free(again);
	buf_release(&once);
	buf_release(&twice);
}

/* The wanted error as one text, or NULL for `ok`; false: no expectation. */
static bool expectation(const char *text, char *want, size_t size)
{
	static const char key[] = "// expect: ";
	size_t len = strcspn(text, "\n");

	if (strncmp(text, key, sizeof key - 1) || len - sizeof key + 2 > size)
		return false;
	snprintf(want, size, "%.*s", (int)(len - sizeof key + 1), text + sizeof key - 1);
	return true;
}

static void file_test(const char *path)
{
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	struct ptx_module *m;
	const char *name = path_base(path);
	char want[1200], got[1200] = "ok";

	if (file_read(path, 1 << 20, &text, &err) || !expectation(buf_text(&text), want, sizeof want)) {
		ok(false, "%s says what it expects", name);
		buf_release(&text);
		return;
	}
	m = ptx_parse(text.data, text.len, name, &err);
	if (!m)
		snprintf(got, sizeof got, "error %d %s", err.line, err.text);
	if (tap_is(got, want, __FILE__, __LINE__, name) && m)
		file_ok(name, m);
	ptx_free(m);
	buf_release(&text);
}

int main(void)
{
	const char *dir = getenv("TESTS_DIR");
	char pattern[4096];
	glob_t files;

	snprintf(pattern, sizeof pattern, "%s/ptx/*.ptx", dir ? dir : WARPBOOK_SOURCE_DIR "/tests");
	if (glob(pattern, 0, NULL, &files) == 0) {
		for (size_t i = 0; i < files.gl_pathc; i++)
			file_test(files.gl_pathv[i]);
		globfree(&files);
	}
	ok(tap_count > 50, "the folder of PTX files was found");
	return tap_done();
}
