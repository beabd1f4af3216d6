/* fuzz_exercise.c - any text as an exercise's definition: reads it, builds its cases, runs its oracle. */
#include "config.h"

#include "catalog/catalog.h"
#include "fuzz/driver.h"

const char fuzz_corpus[] = "fixtures/exercises/*/*.lua"; /* below tests; see driver.c */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Room for the oracle's outputs; the arena's limit may leave none. */
static uint8_t **make_outs(const struct exercise *e, const struct exercise_case *c, struct arena *a)
{
	uint8_t **outs = arena_array(a, e->nparams, sizeof *outs);

	for (size_t i = 0; outs && i < e->nparams; i++)
		if (e->params[i].role != PARAM_SCALAR)
			outs[i] = arena_array(a, c->args[i].count, value_type_bytes(e->params[i].type));
	return a->failed ? NULL : outs;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = { .limit = 8 << 20 };
	struct exercise *e;
	struct exercise_case *cases;
	struct error err;
	size_t n;

	if (exercise_parse(&e, "01_a/ex", (const char *)data, size, &err))
		return 0;
	if (exercise_cases(e, 1, false, &a, &cases, &n, &err) == 0)
		for (size_t i = 0; i < n && e->has_oracle; i++) {
			uint8_t **outs = cases[i].small ? make_outs(e, &cases[i], &a) : NULL;

			if (outs)
				exercise_oracle(e, &cases[i], outs, &err);
		}
	exercise_close(e);
	arena_release(&a);
	return 0;
}
