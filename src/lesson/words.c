/* words.c - counts the words in a lesson: all that its pages show before the learner answers a question. */
#include "config.h"

#include "lesson/lesson.h"

#include <string.h>

/* Counts the words of code, too: a line of code takes as long to read as a line of text. */
static size_t words_of(const char *text)
{
	size_t n = 0;

	while (text && *(text += strspn(text, " \t\n"))) {
		n++;
		text += strcspn(text, " \t\n");
	}
	return n;
}

static size_t words_of_step(const struct step *s)
{
	size_t n = words_of(s->title) + words_of(s->text) + words_of(s->caption);

	for (size_t i = 0; i < s->nchoices; i++)
		n += words_of(s->choices[i].text);
	for (size_t i = 0; i < s->norder; i++)
		n += words_of(s->order[i]);
	for (size_t i = 0; i < s->npoints; i++)
		n += words_of(s->points[i]);
	for (size_t i = 0; i < s->table.rows * s->table.cols; i++)
		n += words_of(s->table.cells[i]);
	return n;
}

size_t lesson_words(const struct lesson *l)
{
	size_t n = words_of(l->title) + words_of(l->summary);

	for (size_t i = 0; i < l->nsteps; i++)
		n += words_of_step(&l->steps[i]);
	return n;
}

int lesson_reading_minutes(const struct lesson *l)
{
	return (int)((lesson_words(l) + LESSON_WORDS_A_MINUTE - 1) / LESSON_WORDS_A_MINUTE);
}
