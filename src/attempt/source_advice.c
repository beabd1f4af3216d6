/*
 * source_advice.c - advice from the source of a program that is known to be wrong: constructs that are legal, and that a right
 * program may use, but that are usually a mistake. This advice has priority over the pattern of wrong elements, since it names a
 * line. And the contrary: what is not said in a hunt.
 */
#include "config.h"

#include "attempt/trial.h"

#include <string.h>

#include "base/source.h"
#include "source/learner_source.h"
#include "words/kinds.h"

static bool line_has(const struct attempt *a, int line, const char *word)
{
	size_t len;
	const char *text = line > 0 ? source_line(&(struct source){ a->source, a->source_len }, line, &len) : NULL;

	return text && memmem(text, len, word, strlen(word));
}

/*
 * The consequences of a tile that each thread has for itself, besides a wrong answer: a thread reads elements that the
 * others should have written. And nvcc compiles an atomic operation on a thread's own variable to a trap.
 */
static struct finding *own_array_find(struct attempt *a, const char *name)
{
	for (size_t i = 0; i < a->nfindings; i++) {
		struct finding *f = &a->findings[i];

		if (f->kind == KIND_TRAP || (f->kind == KIND_UNINITIALISED_READ && line_has(a, f->place.line, name)))
			return f;
	}
	return NULL;
}

/* A plain read, then atomic swaps: such a spin loop is often printed. */
static struct finding *plain_spin_find(struct attempt *a)
{
	for (size_t i = 0; i < a->nfindings; i++) {
		struct finding *f = &a->findings[i];

		if (f->kind == KIND_DATA_RACE_GLOBAL &&
		    line_has(a, f->place.line, "atomicCAS") != line_has(a, f->other.line, "atomicCAS"))
			return f;
	}
	return NULL;
}

/* Finds names that PTX does not have. */
static void explain(struct attempt *a, struct finding *f)
{
	struct source_race race = { f->place.line, f->other.line };
	const char *advice = f->advice;

	if (f->kind == KIND_UNINITIALISED_READ)
		f->message = source_unset_message(a->source, a->source_len, f->place.line, f->message, &a->arena);
	if (f->kind == KIND_OUT_OF_BOUNDS)
		f->message = source_local_message(a->source, a->source_len, f->place.line, f->message, &a->arena);
	if ((f->kind != KIND_DATA_RACE_SHARED && f->kind != KIND_RACE_WITHIN_WARP) || !race.other_line)
		return;
	source_carved_explain(a->source, a->source_len, &race, &a->arena, &f->message, &f->advice);
	if (a->advice == advice)
		a->advice = f->advice;
}

void trial_advise(struct attempt *a)
{
	struct finding *look, *own;
	const char *name, *text;
	int line;

	if (a->verdict == VERDICT_PASSED || verdict_party(a->verdict) != PARTY_LEARNER || !a->source ||
	    exercise_is_python(a->path))
		return;
	for (size_t i = 0; i < a->nfindings; i++)
		explain(a, &a->findings[i]);
	look = plain_spin_find(a);
	if (source_empty_if(a->source, a->source_len, &line)) {
		a->advice = arena_printf(&a->arena, "the `;` after the condition in line %d ends the `if`: the code after it "
						    "always runs", line);
		if (a->nfindings)
			a->findings[0].advice = a->advice;
	} else if (source_own_array(a->source, a->source_len, &a->arena, &name, &line) &&
		   ((own = own_array_find(a, name)) || a->verdict == VERDICT_WRONG_ANSWER)) {
		text = arena_printf(&a->arena, "`%s` in line %d belongs to each thread alone: no thread sees what the others "
				    "wrote to theirs. One for the whole block is declared with `__shared__`", name, line);
		*(own ? &own->advice : &a->advice) = text;
	} else if (look) {
		look->advice = "a plain load looks at what others swap. NVIDIA's programming guide prints the loop this way, "
			       "and it works on today's GPUs; but nothing promises what such a load returns. Look with an "
			       "atomic, `old = atomicCAS(place, 0, 0)`, or through a `volatile` pointer";
		if (look == a->findings)
			a->advice = look->advice;
	}
}

/*
 * In a hunt the learner finds the remedy. A diagnostic of the compiler keeps
 * its hint: such an error is not what the hunt is about.
 */
void trial_withhold(struct attempt *a)
{
	if (a->verdict == VERDICT_PASSED || a->verdict == VERDICT_COMPILE_ERROR || verdict_party(a->verdict) != PARTY_LEARNER)
		return;
	for (size_t i = 0; i < a->nfindings; i++)
		a->findings[i].advice = NULL;
	a->advice = "this is a hunt: find out why. `warpbook hint` shows the first hint, and after it a check also says what to "
		    "change";
	if (a->nfindings && attempt_repeated_below(a))
		a->findings[0].advice = a->advice;
}
