/* fuzz_lesson.c - any text as a lesson: reads it, and renders each step answered and not, wide and narrow, and as HTML. */
#include "config.h"

#include <stdint.h>

#include "lesson/lesson.h"
#include "fuzz/driver.h"

const char fuzz_corpus[] = "fixtures/lessons/*/*.lua"; /* below tests; see driver.c */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct step_answer answered = { .chosen = 0, .has_number = true, .number = 1, .filled = "i < n" };
	struct arena a = { .limit = 16 << 20 };
	struct lesson *l;
	struct line *lines;
	struct buf page = BUF_INIT;
	struct error err;
	size_t n;

	if (lesson_parse(&l, "01_a", (const char *)data, size, &err))
		return 0;
	for (size_t i = 0; i < l->nsteps; i++) {
		lesson_render(&l->steps[i], NULL, 78, false, &a, &lines, &n, &err);
		lesson_render(&l->steps[i], &answered, 20 + (int)(size % 40), true, &a, &lines, &n, &err);
		if (l->steps[i].kind != STEP_EXERCISE) /* which is a file's */
			lesson_html(&l->steps[i], i + 1, NULL, &page, &err);
	}
	buf_release(&page);
	lesson_close(l);
	arena_release(&a);
	return 0;
}
