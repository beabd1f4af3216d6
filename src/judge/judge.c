/*
 * judge.c - the verdict on one case, worst fault first.
 *
 * It judges the reference before the learner: if the reference did not end, or left an output unwritten, the exercise
 * is broken and the learner is not at fault. Then it follows the order of cause and effect: a checker's finding, then
 * a changed input, then a wrong output, and last a broken rule (rules.c).
 */
#include "config.h"

#include "judge/judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "words/kinds.h"

#define WORDS_WITHOUT_CHANCE 4096

static int set_judgement(struct case_judgement *j, enum verdict verdict, const char *message)
{
	j->verdict = verdict;
	j->message = message;
	return message ? 0 : -1;
}

enum verdict judge_verdict_of(finding_kind kind)
{
	static const enum verdict verdicts[FINDING_KINDS] = {
#define FINDING(id, name, level, verdict, headline, fires) VERDICT_##verdict,
#include "words/findings.def"
#undef FINDING
	};

	return verdicts[kind];
}

static uint64_t array_bytes(const struct exercise *e, const struct exercise_case *c, size_t param)
{
	return c->args[param].count * value_type_bytes(e->params[param].type);
}

/* True if every buffer is present with its length. */
static bool buffers_whole(const struct exercise *e, const struct exercise_case *c, const struct case_result *r)
{
	if (r->nbuffers != e->nparams)
		return false;
	for (size_t i = 0; i < e->nparams; i++)
		if (e->params[i].role != PARAM_SCALAR && r->buffers[i].len != array_bytes(e, c, i))
			return false;
	return true;
}

/* ---- the reference ------------------------------------------------------------------ */

/*
 * How many matches with the poison may be chance. The poison of integers consists of random numbers, and so may a right result:
 * of n words one matches in a run of 2^32 / n. So in a large array a single match proves nothing; a second one does.
 */
static unsigned matches_by_chance(enum value_type type, uint64_t count)
{
	bool integer = type != VALUE_FLOAT && type != VALUE_DOUBLE;

	return integer && value_type_bytes(type) == 4 && count > WORDS_WITHOUT_CHANCE ? 1 : 0;
}

/* True if the reference left an element unwritten. Does not check narrow integers, which may equal the poison by chance. */
static bool left_unwritten(const struct exercise *e, const struct exercise_case *c,
			   const struct case_result *reference, size_t param, uint64_t *index)
{
	enum value_type type = e->params[param].type;
	unsigned size = value_type_bytes(type), matches = 0;
	const uint8_t *after = reference->buffers[param].bytes, *before = c->args[param].bytes;

	if (e->params[param].role != PARAM_OUT || size < 4)
		return false;
	for (*index = 0; *index < c->args[param].count; ++*index)
		if (!memcmp(after + *index * size, before + *index * size, size) &&
		    matches++ == matches_by_chance(type, c->args[param].count))
			return true;
	return false;
}

/* Leaves the verdict at PASSED if the reference is reliable. */
static int judge_reference(const struct exercise *e, const struct exercise_case *c,
			   const struct case_result *reference, struct arena *arena, struct case_judgement *j)
{
	const char *why = reference->nfindings ? reference->findings[0].message : reference->error.text;
	uint64_t index;

	switch (reference->end) {
	case CASE_DONE:
		break;
	case CASE_BAD_LAUNCH:
		return set_judgement(j, VERDICT_EXERCISE_BROKEN,
				     arena_printf(arena, "the launch is rejected: %s", reference->error.text));
	case CASE_DEVICE_FAILED:
		j->advice = reference->error.remedy[0] ? arena_strdup(arena, reference->error.remedy) : NULL;
		return set_judgement(j, reference->error.party == PARTY_MACHINE ? VERDICT_MACHINE_FAILED : VERDICT_OUR_BUG,
				     arena_strdup(arena, reference->error.text));
	default:
		return set_judgement(j, VERDICT_EXERCISE_BROKEN,
				     arena_printf(arena, "the reference solution does not finish: %s", why));
	}
	for (size_t i = 0; i < reference->nfindings; i++)
		if (reference->findings[i].level == FINDING_ERROR)
			return set_judgement(j, VERDICT_EXERCISE_BROKEN,
					     arena_printf(arena, "the reference solution has a fault: %s",
							  reference->findings[i].message));
	if (!buffers_whole(e, c, reference))
		return set_judgement(j, VERDICT_OUR_BUG, "the reference run returned different arrays from those it was given");
	for (size_t i = 0; i < e->nparams; i++)
		if (left_unwritten(e, c, reference, i, &index))
			return set_judgement(j, VERDICT_EXERCISE_BROKEN,
					     arena_printf(arena, "the reference solution does not write %s[%" PRIu64 "]",
							  e->params[i].name, index));
	return set_judgement(j, VERDICT_PASSED, "");
}

/* ---- the learner's run --------------------------------------------------------------- */

static bool is_error(const struct exercise *e, const struct finding *f)
{
	for (size_t i = 0; i < e->nstrict; i++)
		if (e->strict[i] == f->kind)
			return true;
	return f->level == FINDING_ERROR;
}

/* The first error; but an error from reading data too early is a consequence of a race, so the race comes first. */
static const struct finding *cause_of(const struct exercise *e, const struct case_result *r)
{
	const struct finding *first = NULL;

	for (size_t i = 0; i < r->nfindings; i++) {
		const struct finding *f = &r->findings[i];

		if (!is_error(e, f))
			continue;
		if (!first)
			first = f;
		if (first->kind != KIND_UNINITIALISED_READ)
			break;
		if (f->kind == KIND_STREAM_RACE)
			return f;
	}
	return first;
}

static int judge_end(const struct exercise *e, const struct case_result *r, struct arena *arena, struct case_judgement *j)
{
	const struct finding *cause = cause_of(e, r);

	if (cause) {
		j->advice = cause->advice;
		return set_judgement(j, judge_verdict_of(cause->kind), r->ended_again
				     ? arena_printf(arena, "when it runs once more, %s", cause->message) : cause->message);
	}
	switch (r->end) {
	case CASE_DONE:
	case CASE_NOT_RUN:
		return set_judgement(j, VERDICT_PASSED, "");
	case CASE_HANG:
		return set_judgement(j, VERDICT_HANG, r->ended_again ? "the kernel does not end when it runs once "
								       "more" : "the kernel does not end");
	case CASE_CUT_SHORT:
		return set_judgement(j, VERDICT_HOST_CRASH, "the program ends before the function returns");
	case CASE_BAD_LAUNCH:
		j->advice = r->error.remedy[0] ? arena_strdup(arena, r->error.remedy) : NULL;
		return set_judgement(j, VERDICT_BAD_LAUNCH, arena_strdup(arena, r->error.text));
	case CASE_FAULT:
		return set_judgement(j, VERDICT_MEMORY_ERROR, arena_strdup(arena, r->error.text));
	case CASE_DEVICE_FAILED:
		break;
	}
	j->advice = r->error.remedy[0] ? arena_strdup(arena, r->error.remedy) : NULL;
	return set_judgement(j, r->error.party == PARTY_MACHINE ? VERDICT_MACHINE_FAILED : VERDICT_OUR_BUG,
			     arena_strdup(arena, r->error.text));
}

static int judge_fences(const struct exercise *e, const char *const *labels, const struct case_result *r,
			struct arena *arena, struct case_judgement *j)
{
	for (size_t i = 0; i < e->nparams; i++)
		if (r->buffers[i].fence_broken) {
			j->advice = e->kind == EXERCISE_HOST
				? "how many bytes, or elements, does one copy or call write there?"
				: "check it on the virtual machine (--device vm): it names the thread and the line";
			return set_judgement(j, VERDICT_MEMORY_ERROR,
					     arena_printf(arena, "the program writes before the beginning or past the "
							  "end of `%s`", labels[i]));
		}
	return 0;
}

static int judge_inputs(const struct exercise *e, const struct exercise_case *c, const char *const *labels,
			const struct case_result *r, struct arena *arena, struct case_judgement *j)
{
	static const struct tolerance exact = { 0 };

	for (size_t i = 0; i < e->nparams; i++) {
		const struct case_arg *arg = &c->args[i];
		struct mismatch m;

		if (e->params[i].role != PARAM_IN || !memcmp(r->buffers[i].bytes, arg->bytes, array_bytes(e, c, i)))
			continue;
		if (judge_compare(e->params[i].type, r->buffers[i].bytes, arg->bytes, arg, labels[i], &exact, arena, &m))
			return -1;
		return set_judgement(j, VERDICT_INPUT_CHANGED,
				     m.any ? arena_printf(arena, "%s was %s and is %s after the launch: `%s` is an input "
							  "and must not change", m.where, m.expected, m.got, labels[i])
					   : arena_printf(arena, "the run overwrote the input `%s`", labels[i]));
	}
	return 0;
}

static const char *describe_mismatch(const struct mismatch *m, enum param_role role, uint64_t count,
				     struct arena *arena)
{
	const char *is = m->first_unwritten && role == PARAM_OUT ? "is never written"
			 : arena_printf(arena, "%s %s", m->first_unwritten ? "still is" : "is", m->got);

	if (!is)
		return NULL;
	if (count == 1)
		return arena_printf(arena, "%s %s; it should be %s", m->where, is, m->expected);
	return arena_printf(arena, "%s %s; it should be %s (%" PRIu64 " of %" PRIu64 " elements %s wrong)", m->where, is,
			    m->expected, m->count, count, m->count == 1 ? "is" : "are");
}

/* A host function that gave up returns an error: its return value comes after the arrays. */
static const char *returned_error(const struct evidence *e, const struct case_result *reference)
{
	size_t last = e->exercise->nparams - 1;
	const uint8_t *got = e->learner->buffers[last].bytes, *expected = reference->buffers[last].bytes;
	enum value_type type = e->exercise->params[last].type;

	if (!e->exercise->params[last].result || type == VALUE_FLOAT || type == VALUE_DOUBLE || !got || !expected ||
	    judge_value(type, got, 0) == judge_value(type, expected, 0))
		return NULL;
	return arena_printf(e->arena, "nothing arrives in `%s`, and the function returns %.0f instead of %.0f: which call makes "
				      "it stop?",
			    e->labels[e->param], judge_value(type, got, 0), judge_value(type, expected, 0));
}

/*
 * The advice from the pattern of wrong elements. The patterns are those of kernels: for a host function they use the
 * shape of its last launch, if it is known.
 */
static struct advice advise(const struct evidence *e, const struct case_result *reference)
{
	const struct mismatch *m = e->mismatch;
	const struct observed *o = e->learner->observed;
	struct exercise_case c = *e->c;
	struct evidence launched = *e;
	const char *text;

	if (e->exercise->kind == EXERCISE_KERNEL)
		return judge_advise(e);
	if (e->exercise->params[e->param].result)
		return (struct advice){ NULL };
	if (m->unwritten == m->count && m->count == e->count && (text = returned_error(e, reference)))
		return (struct advice){ text, e->count };
	if (m->unwritten == m->count && m->count == e->count)
		return (struct advice){ arena_printf(e->arena, "nothing arrives in `%s`: is the result copied back to the host, "
						     "and only after the kernel has written it?", e->labels[e->param]),
						     e->count };
	launched.c = &c;
	for (size_t i = 0; o && i < o->nops; i++)
		if (o->ops[i].kind == OBSERVED_KERNEL) {
			c.grid = o->ops[i].grid;
			c.block = o->ops[i].block;
		}
	return c.block.x && c.block.y && c.block.z ? judge_advise(&launched) : (struct advice){ NULL };
}

/* For outputs with more than one right value: the exercise's definition judges them. */
static int judge_accepted(const struct exercise *e, const struct exercise_case *c, const struct case_result *learner,
			  struct arena *arena, struct case_judgement *j)
{
	const uint8_t **outs = arena_array(arena, e->nparams + 1, sizeof *outs);
	const char *why;
	struct error err = { 0 };

	if (!outs)
		return -1;
	for (size_t i = 0; i < e->nparams; i++)
		outs[i] = learner->buffers[i].bytes;
	if (exercise_accept(e, c, outs, arena, &why, &err))
		return set_judgement(j, VERDICT_EXERCISE_BROKEN, arena_printf(arena, "its 'accept' fails: %s", err.text));
	return why ? set_judgement(j, VERDICT_WRONG_ANSWER, why) : 0;
}

static int judge_outputs(const struct exercise *e, const struct exercise_case *c, const char *const *labels,
			 const struct case_result *learner, const struct case_result *reference,
			 struct arena *arena, struct case_judgement *j)
{
	if (e->has_accept)
		return judge_accepted(e, c, learner, arena, j);
	for (size_t i = 0; i < e->nparams; i++) {
		const struct exercise_param *p = &e->params[i];
		const uint8_t *got = learner->buffers[i].bytes, *expected = reference->buffers[i].bytes;

		if (p->role != PARAM_OUT && p->role != PARAM_INOUT)
			continue;
		if (judge_compare(p->type, got, expected, &c->args[i], labels[i], &e->tolerance, arena, &j->mismatch))
			return -1;
		j->elements = c->args[i].count;
		if (j->mismatch.any) {
			const struct evidence evidence = {
				.exercise = e, .c = c, .learner = learner, .labels = labels, .param = i, .type = p->type,
				.got = got, .expected = expected, .before = c->args[i].bytes,
				.count = c->args[i].count, .mismatch = &j->mismatch, .arena = arena,
			};
			const struct advice advice = advise(&evidence, reference);

			j->advice = advice.text;
			j->advice_weight = advice.weight;
			return set_judgement(j, VERDICT_WRONG_ANSWER,
					     describe_mismatch(&j->mismatch, p->role, c->args[i].count, arena));
		}
	}
	return 0;
}

static bool outputs_whole(const struct exercise *e, const struct exercise_case *c, const struct case_buffer *list, size_t n)
{
	if (n != e->nparams)
		return false;
	for (size_t i = 0; i < n; i++)
		if (e->params[i].role != PARAM_SCALAR && list[i].len != array_bytes(e, c, i))
			return false;
	return true;
}

/* Judges the outputs of the repeated run in the same way: they differ from the first run's, which a tolerance may allow. */
static int judge_again(const struct exercise *e, const struct exercise_case *c, const char *const *labels,
		       const struct case_result *learner, const struct case_result *reference, struct arena *arena,
		       struct case_judgement *j)
{
	struct case_result again = *learner;

	if (!learner->nagain)
		return 0;
	if (!outputs_whole(e, c, learner->again, learner->nagain))
		return set_judgement(j, VERDICT_OUR_BUG, "the repeated run returned different arrays from those it was given");
	again.buffers = learner->again;
	if (judge_fences(e, labels, &again, arena, j) ||
	    (j->verdict == VERDICT_PASSED && judge_inputs(e, c, labels, &again, arena, j)) ||
	    (j->verdict == VERDICT_PASSED && judge_outputs(e, c, labels, &again, reference, arena, j)))
		return -1;
	if (j->verdict == VERDICT_PASSED)
		return 0;
	j->advice = "the first run was right: does it leave a value in a static or `__device__` variable that changes the "
		    "next run?";
	return set_judgement(j, j->verdict, arena_printf(arena, "when it runs once more, %s", j->message));
}

static int judge_way(const struct exercise *e, const struct exercise_case *c, const struct case_result *learner,
		     const struct case_result *reference, struct arena *arena, struct case_judgement *j)
{
	if (judge_rules(e, c, learner, reference, arena, &j->broken, &j->nbroken))
		return -1;
	if (!j->nbroken)
		return 0;
	j->advice = j->broken[0].advice;
	return set_judgement(j, VERDICT_RULE_BROKEN, arena_printf(arena, "with %s, %s", c->name, j->broken[0].message));
}

/* With a finding, the verdict is settled. Is the output right all the same? Graders ask. */
static int judge_output_alone(const struct exercise *e, const struct exercise_case *c, const char *const *labels,
			      const struct case_result *learner, const struct case_result *reference, struct arena *arena,
			      struct case_judgement *j)
{
	struct case_judgement alone = { .verdict = VERDICT_PASSED };

	if (learner->end != CASE_DONE || learner->ended_again || !cause_of(e, learner) ||
	    verdict_party(j->verdict) != PARTY_LEARNER || !buffers_whole(e, c, learner))
		return 0;
	if (judge_fences(e, labels, learner, arena, &alone) ||
	    (alone.verdict == VERDICT_PASSED && judge_inputs(e, c, labels, learner, arena, &alone)) ||
	    (alone.verdict == VERDICT_PASSED && judge_outputs(e, c, labels, learner, reference, arena, &alone)))
		return -1;
	j->output_right = alone.verdict == VERDICT_PASSED;
	return 0;
}

int judge_case(const struct exercise *e, const struct exercise_case *c, const char *const *labels,
	       const struct case_result *learner, const struct case_result *reference,
	       struct arena *arena, struct case_judgement *j, struct error *err)
{
	memset(j, 0, sizeof *j);
	if (judge_reference(e, c, reference, arena, j))
		return error_nomem(err);
	if (j->verdict != VERDICT_PASSED)
		return 0;
	if (judge_end(e, learner, arena, j))
		return error_nomem(err);
	if (j->verdict != VERDICT_PASSED)
		return judge_output_alone(e, c, labels, learner, reference, arena, j) ? error_nomem(err) : 0;
	if (learner->end != CASE_DONE)
		return 0;
	if (!buffers_whole(e, c, learner))
		return set_judgement(j, VERDICT_OUR_BUG, "the run returned different arrays from those it was given");
	if (judge_fences(e, labels, learner, arena, j) ||
	    (j->verdict == VERDICT_PASSED && judge_inputs(e, c, labels, learner, arena, j)) ||
	    (j->verdict == VERDICT_PASSED && judge_outputs(e, c, labels, learner, reference, arena, j)) ||
	    (j->verdict == VERDICT_PASSED && judge_again(e, c, labels, learner, reference, arena, j)) ||
	    (j->verdict == VERDICT_PASSED && judge_way(e, c, learner, reference, arena, j)))
		return error_nomem(err);
	return 0;
}
