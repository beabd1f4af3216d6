/* ruling.h - a rule of an exercise that is applied to one case of a host program: for rules.c and who_works.c. */
#ifndef WARPBOOK_JUDGE_RULING_H
#define WARPBOOK_JUDGE_RULING_H

#include "judge/judge.h"

struct ruling {
	const struct exercise *e;
	const struct exercise_case *c;
	const struct exercise_rule *rule;
	const struct rule_bounds *bounds;
	const struct case_result *learner, *from; /* from: of the reference solution */
	const struct observed *o, *reference; /* theirs; reference may be NULL */
	struct arena *arena;
	struct finding **broken;
	size_t *n, cap;
};

/* A broken rule, at that place (may be NULL). The arena owns the message; NULL if memory ran out, which the arena records. */
void ruling_report(struct ruling *r, const struct source_place *place, const char *message);
/* Is there a least amount, and this one is below it? */
bool ruling_too_few(const struct ruling *r, double amount);
/* The threads of a launch. */
uint64_t ruling_threads_of(const struct observed_op *op);
/* "cublas*": a name that begins so. */
bool ruling_name_matches(const char *pattern, const char *name);

void rule_device_work(struct ruling *r);
void rule_workers(struct ruling *r);
void rule_working_blocks(struct ruling *r);
void rule_from_device(struct ruling *r);
void rule_needs_kernels(struct ruling *r);
void rule_needs_host_functions(struct ruling *r);
/* Those of every exercise, where the exercise's definition does not have them otherwise. */
void rules_by_default(struct ruling *r);

#endif
