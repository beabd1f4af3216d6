/* view_solution.c - the reference solution, as its file has it. */
#include "config.h"

#include <string.h>

#include "tui/view.h"

#define TAB    4
#define INDENT 2 /* of code in a step */

static void standing(const struct model *m, struct buf *out)
{
	buf_puts(out, m->assignment.passed ? "you have passed this one" : "you have not passed this one yet");
}

/* A tab is counted as the step shows it. */
static int line_cols(const char *line, size_t len)
{
	int cols = 0;

	for (size_t i = 0; i < len; i++)
		cols += line[i] == '\t' ? TAB - cols % TAB : ((unsigned char)line[i] & 0xC0) != 0x80;
	return cols;
}

bool solution_fits(const struct model *m, int cols)
{
	for (const char *line = m->solution ? m->solution : ""; *line;) {
		size_t len = strcspn(line, "\n");

		if (INDENT + line_cols(line, len) > cols)
			return false;
		line += len + (line[len] == '\n');
	}
	return true;
}

static void content(const struct model *m, struct page *p)
{
	const struct step code = { .kind = STEP_CODE, .text = m->solution, .language = model_language(m) };

	page_step(p, &code, NULL);
}

const struct view view_solution = { standing, content, LAYOUT_SOURCE, NULL, NULL };
