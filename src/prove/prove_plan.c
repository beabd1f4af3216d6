/* prove_plan.c - lists what to prove of an exercise: see prove.h. */
#include "config.h"

#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/source.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "catalog/course.h"
#include "child/proc.h"
#include "prove/prove.h"
#include "source/mutate.h"
#include "toolchain/program/program.h"
#include "toolchain/python/numba.h"

#define LEAST_WRONG 4
#define LEAST_RIGHT 2
#define GENERATOR_SECONDS 120
#define LEAST_WRONG_PYTHON 2 /* programs in other languages already prove the cases */

static void complain(struct proof_plan *p, const char *id, const char *file, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
static void complain(struct proof_plan *p, const char *id, const char *file, const char *fmt, ...)
{
	struct complaint *c = arena_push(&p->arena, &p->complaints, &p->ncomplaints, &p->cap_complaints, sizeof *c);
	char raw[1700], text[sizeof raw];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(raw, sizeof raw, fmt, ap);
	va_end(ap);
	text_copy_line(text, sizeof text, raw);
	if (!c)
		return;
	c->exercise = arena_strdup(&p->arena, id);
	c->file = file ? arena_strdup(&p->arena, file) : NULL;
	c->text = arena_strdup(&p->arena, text);
}

static struct claim *claim_add(struct proof_plan *p, const char *id, const char *name, const char *path,
			       enum claim_kind kind)
{
	struct claim *c = arena_push(&p->arena, &p->claims, &p->nclaims, &p->cap_claims, sizeof *c);

	if (!c)
		return NULL;
	c->exercise = arena_strdup(&p->arena, id);
	c->name = arena_strdup(&p->arena, name);
	c->path = arena_strdup(&p->arena, path);
	c->kind = kind;
	c->python = exercise_is_python(path);
	return c;
}

/* ---- a file of tests/mutants ------------------------------------------------------ */

static bool line_holds(const char *line, size_t len, const char *mark)
{
	size_t n = strlen(mark);

	for (size_t i = 0; i + n <= len; i++)
		if (!memcmp(line + i, mark, n))
			return true;
	return false;
}

/* The words behind `// Expect:`, and the line that carries the mark; in Python `# Expect:`. */
struct announcement { char verdict[64], finding[64]; int expects, marks, line; };

static void announcement_read(const struct source *s, bool python, struct announcement *a)
{
	const char *const expect = python ? "# Expect:" : "// Expect:", *const here = python ? "# <-- here" : "// <-- here";
	const size_t expect_len = strlen(expect);
	const char *line;
	size_t len;

	memset(a, 0, sizeof *a);
	for (int n = 1; (line = source_line(s, n, &len)); n++) {
		if (len > expect_len && !memcmp(line, expect, expect_len)) {
			char words[160];

			snprintf(words, sizeof words, "%.*s", (int)(len - expect_len), line + expect_len);
			if (a->expects++ == 0)
				sscanf(words, "%63s %63s", a->verdict, a->finding);
		}
		if (line_holds(line, len, here) && a->marks++ == 0)
			a->line = n;
	}
}

static bool limit_find(const struct exercise *e, const char *metric)
{
	for (size_t i = 0; i < e->perf.nlimits; i++)
		if (!strcmp(e->perf.limits[i].metric->name, metric))
			return true;
	return e->perf.blocks.metric && !strcmp(e->perf.blocks.metric->name, metric);
}

/* Finds a rule of the host exercise by name, among those that a right but slow program breaks. */
static bool speed_rule_find(const struct exercise *e, const char *name)
{
	for (size_t i = 0; i < e->nrules; i++)
		if (rule_asks_for_speed(e->rules[i].kind) && (!name || !strcmp(rule_name(e->rules[i].kind), name)))
			return true;
	return false;
}

static void claim_from(struct proof_plan *p, const struct exercise *e, const char *name, const char *path,
		       const struct announcement *a)
{
	const char *id = e->id;
	int verdict = verdict_from_name(a->verdict);
	bool slow = verdict == VERDICT_TOO_SLOW || (verdict == VERDICT_RULE_BROKEN && speed_rule_find(e, a->finding));
	struct claim *c;

	if (a->expects != 1)
		complain(p, id, path, a->expects ? "it has several lines `// Expect:`; leave one"
						 : "it has no line `// Expect: VERDICT [FINDING]`");
	else if (verdict < 0)
		complain(p, id, path, "'%s' is not a verdict; wrong-answer, memory-error, data-race, passed ... are", a->verdict);
	else if (a->marks > 1)
		complain(p, id, path, "the mark `// <-- here` stands on several lines; a finding has one");
	else if (!strncmp(name, "slow_", 5) != slow)
		complain(p, id, path, "files named slow_ are too-slow, or break the rule `time` or `overlap`, and no others do; "
			 "but it expects '%s%s%s'", a->verdict, *a->finding ? " " : "", a->finding);
	else if (verdict == VERDICT_TOO_SLOW && !limit_find(e, a->finding))
		complain(p, id, path, "it expects too-slow, but '%s' is no metric that the exercise has a limit for", a->finding);
	else if (!strncmp(name, "ok_", 3) != (verdict == VERDICT_PASSED))
		complain(p, id, path, "files named ok_ pass and all others do not, but it expects '%s'", a->verdict);
	else if (verdict == VERDICT_PASSED)
		claim_add(p, id, name, path, CLAIM_RIGHT);
	else if ((c = claim_add(p, id, name, path, CLAIM_WRONG))) {
		c->verdict = (enum verdict)verdict;
		c->finding = *a->finding ? arena_strdup(&p->arena, a->finding)
					 : verdict == VERDICT_COMPILE_ERROR && a->line ? "error" : NULL;
		c->line = a->line;
	}
}

static void mutant_read(struct proof_plan *p, const struct exercise *e, const char *folder, const char *file)
{
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	struct announcement a;
	char path[PATH_MAX], name[256];

	if (!path_join(path, sizeof path, folder, file))
		return;
	snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - 3), file);
	if (file_read(path, SOURCE_MAX_BYTES, &text, &err)) {
		complain(p, e->id, path, "%s", err.text);
	} else {
		announcement_read(&(struct source){ buf_text(&text), text.len }, e->python, &a);
		claim_from(p, e, name, path, &a);
	}
	buf_release(&text);
}

static int is_source(const struct dirent *d)
{
	return d->d_name[0] != '.' && text_ends(d->d_name, ".cu");
}

static int is_python(const struct dirent *d)
{
	return d->d_name[0] != '.' && exercise_is_python(d->d_name);
}

static void mutants_read(struct proof_plan *p, const struct exercise *e)
{
	char inside[300], folder[PATH_MAX];
	struct dirent **names;
	size_t right = 0, slow = 0, wrong = 0;
	int n;

	snprintf(inside, sizeof inside, "tests/mutants/%.200s", e->id);
	if (course_path(inside, folder, sizeof folder, NULL) ||
	    (n = scandir(folder, &names, e->python ? is_python : is_source, alphasort)) < 0) {
		complain(p, e->id, NULL, "there is no folder tests/mutants/%s: put programs with the mistakes there that "
			 "learners make, each with the verdict it must get", e->id);
		return;
	}
	for (int i = 0; i < n; i++) {
		*(!strncmp(names[i]->d_name, "ok_", 3) ? &right : !strncmp(names[i]->d_name, "slow_", 5) ? &slow : &wrong) += 1;
		mutant_read(p, e, folder, names[i]->d_name);
		free(names[i]);
	}
	free(names);
	if (e->python) {
		if (wrong < LEAST_WRONG_PYTHON)
			complain(p, e->id, NULL, "it offers Python, and has %zu known-wrong program%s in Python; write at least "
				 "%d, as wrong_*.py, into tests/mutants/%s", wrong, wrong == 1 ? "" : "s",
				 LEAST_WRONG_PYTHON, e->id);
		return;
	}
	if (wrong < LEAST_WRONG)
		complain(p, e->id, NULL, "it has %zu known-wrong program%s; write at least %d into tests/mutants/%s", wrong,
			 wrong == 1 ? "" : "s", LEAST_WRONG, e->id);
	if ((e->perf.nlimits || speed_rule_find(e, NULL)) && !slow)
		complain(p, e->id, NULL, "it asks for speed: write a right program that is too slow, as slow_*.cu, into "
			 "tests/mutants/%s", e->id);
	if (e->difficulty >= 2 && right < LEAST_RIGHT)
		complain(p, e->id, NULL, "it has %zu correct program%s beside the solution; from difficulty 2 on write at least "
			 "%d, as ok_*.cu, into tests/mutants/%s", right, right == 1 ? "" : "s", LEAST_RIGHT, e->id);
}

/* The GPU-only case, which may be untestable on this machine. */
static void gpu_case_build(struct proof_plan *p, struct exercise *e)
{
	struct exercise_case *cases;
	struct arena arena = { 0 };
	struct error err = { 0 };
	size_t n;

	if (e->perf.has_gpu_case && exercise_cases(e, 1, true, &arena, &cases, &n, &err))
		complain(p, e->id, err.file, "line %d: the case for GPUs: %s", err.line, err.text);
	arena_release(&arena);
}

/* ---- an exercise --------------------------------------------------------------------- */

static void broken_complain(struct proof_plan *p, const char *id, const struct error *broken)
{
	if (broken->line)
		complain(p, id, broken->file, "line %d: %s%s%s", broken->line, broken->text, *broken->remedy ? "; " : "",
			 broken->remedy);
	else
		complain(p, id, *broken->file ? broken->file : NULL, "%s%s%s", broken->text, *broken->remedy ? "; " : "",
			 broken->remedy);
}

/* The fast solution is its own reference, with its own launch. */
static void fast_plan(struct proof_plan *p, const char *id)
{
	struct error broken = { 0 };
	struct exercise *e;

	if (exercise_open_for(&e, id, "answer.fast.cu", &broken)) {
		broken_complain(p, id, &broken);
		return;
	}
	claim_add(p, id, "fast solution", e->solution_path, CLAIM_RIGHT);
	gpu_case_build(p, e);
	exercise_close(e);
}

static void cuda_plan(struct proof_plan *p, struct exercise *e)
{
	struct claim *c;

	claim_add(p, e->id, "stub", e->stub_path, CLAIM_STUB);
	c = claim_add(p, e->id, "solution", e->solution_path, CLAIM_RIGHT);
	if (c)
		c->margin = e->perf.margin;
	if (e->has_fast)
		fast_plan(p, e->id);
	if (!e->has_oracle && !e->has_accept)
		complain(p, e->id, e->definition_path, "it has no oracle: nothing independent proves the solution");
	gpu_case_build(p, e);
	mutants_read(p, e);
}

/* The programs in Python: they need Numba, and no other compiler. */
static void python_plan(struct proof_plan *p, const char *id)
{
	struct error broken = { 0 };
	struct exercise *e;
	struct claim *c;

	if (exercise_open_for(&e, id, "answer.py", &broken)) {
		broken_complain(p, id, &broken);
		return;
	}
	claim_add(p, id, "stub (Python)", e->stub_path, CLAIM_STUB);
	c = claim_add(p, id, "solution (Python)", e->solution_path, CLAIM_RIGHT);
	if (c)
		c->margin = e->perf.margin;
	mutants_read(p, e);
	exercise_close(e);
}

/* Claims from this one on are about an exercise that needs nvcc. */
static void nvcc_claims(struct proof_plan *p, const struct exercise *e, size_t first)
{
	for (size_t i = first; e->nvcc && i < p->nclaims; i++)
		p->claims[i].nvcc = !p->claims[i].python;
}

int plan_exercise(struct proof_plan *p, const char *id, struct error *err)
{
	struct error broken = { 0 };
	const size_t first = p->nclaims;
	struct exercise *e;

	p->nexercises++;
	if (exercise_open(&e, id, &broken)) {
		broken_complain(p, id, &broken);
	} else {
		if (!p->python_alone)
			cuda_plan(p, e);
		if (e->has_python && !p->without_python)
			python_plan(p, id);
		p->left_out |= e->has_python && p->without_python;
		nvcc_claims(p, e, first);
		exercise_close(e);
	}
	return p->arena.failed ? error_nomem(err) : 0;
}

/* ---- generated programs ------------------------------------------------------------------ */

/* Finds an excuse by the change's name, or with its line in the solution: "guard_looser:45". */
static const char *excuse_for(const struct exercise *e, const char *mutation, int line)
{
	char with_line[96];

	snprintf(with_line, sizeof with_line, "%s:%d", mutation, line);
	for (size_t i = 0; i < e->nexcused; i++)
		if (!strcmp(e->excused[i].mutation, mutation) || !strcmp(e->excused[i].mutation, with_line))
			return e->excused[i].why;
	return NULL;
}

static void excuses_check(struct proof_plan *p, const struct exercise *e)
{
	for (size_t i = 0; i < e->nexcused; i++) {
		int known = 0;

		for (int m = 0; m < MUTATION_COUNT; m++)
			known |= strlen(mutation_name((enum mutation)m)) == strcspn(e->excused[i].mutation, ":") &&
				 !strncmp(mutation_name((enum mutation)m), e->excused[i].mutation,
					  strcspn(e->excused[i].mutation, ":"));
		if (!known)
			complain(p, e->id, e->definition_path, "it excuses '%s', which is not a generated change",
				 e->excused[i].mutation);
	}
}

static int mutant_claim(struct proof_plan *p, const struct exercise *e, size_t number, const struct mutant *m, struct error *err)
{
	char name[128], path[PATH_MAX];
	const char *why;
	struct claim *c;

	snprintf(name, sizeof name, "%s in line %d (%zu)", mutation_name(m->mutation), m->line, number);
	snprintf(path, sizeof path, "%s/%s_%zu.cu", p->scratch, e->name, number);
	if (file_write_scratch(path, m->text, strlen(m->text), err))
		return -1;
	c = claim_add(p, e->id, name, path, CLAIM_GENERATED);
	if (!c)
		return error_nomem(err);
	c->line = m->line;
	why = excuse_for(e, mutation_name(m->mutation), m->line);
	c->excuse = why ? arena_strdup(&p->arena, why) : NULL;
	return 0;
}

/* ---- the sizes of an exercise -------------------------------------------------------------- */

static bool is_size(const struct exercise_param *p)
{
	return p->role == PARAM_SCALAR && !p->result && p->type != VALUE_FLOAT && p->type != VALUE_DOUBLE;
}

/* A scalar's value; its bits are those of its own type. */
static int64_t size_of_case(const struct exercise_param *p, const struct case_arg *a)
{
	return p->type == VALUE_INT ? (int32_t)(uint32_t)a->bits : (int64_t)a->bits;
}

static double real_of_case(const struct exercise_param *p, const struct case_arg *a)
{
	uint32_t low = (uint32_t)a->bits;
	double real;
	float single;

	memcpy(&real, &a->bits, sizeof real);
	memcpy(&single, &low, sizeof single);
	return p->type == VALUE_FLOAT ? (double)single : real;
}

static bool same_sizes(const struct exercise *e, const struct exercise_case *c, const struct exercise_case *d)
{
	for (size_t i = 0; i < e->nparams; i++)
		if (is_size(&e->params[i]) && c->args[i].bits != d->args[i].bits)
			return false;
	return true;
}

/* Are two sizes in every case the rows and columns of the array, or the columns and rows? */
static bool are_sides(const struct exercise *e, const struct exercise_case *cases, size_t n, size_t array, size_t p, size_t q)
{
	for (size_t i = 0; i < n; i++) {
		const uint64_t *shape = cases[i].args[array].shape;
		uint64_t a = (uint64_t)size_of_case(&e->params[p], &cases[i].args[p]);
		uint64_t b = (uint64_t)size_of_case(&e->params[q], &cases[i].args[q]);

		if (!shape[1] || shape[2] || !((shape[0] == a && shape[1] == b) || (shape[0] == b && shape[1] == a)))
			return false;
	}
	return true;
}

static int pairs_find(const struct exercise *e, const struct exercise_case *cases, size_t n, struct arena *arena,
		      struct mutant_sizes *s)
{
	size_t cap = 0;

	for (size_t a = 0; a < s->nparams; a++)
		for (size_t b = a + 1; b < s->nparams; b++)
			for (size_t i = 0; i < e->nparams; i++) {
				struct size_pair *pair;

				if (e->params[i].role == PARAM_SCALAR || !are_sides(e, cases, n, i, s->params[a], s->params[b]))
					continue;
				pair = arena_push(arena, &s->pairs, &s->npairs, &cap, sizeof *pair);
				if (!pair)
					return -1;
				*pair = (struct size_pair){ a, b };
				break;
			}
	return 0;
}

/* Reads which sizes the exercise has, and those that its cases name. A value that two seeds share counts as named. */
static int sizes_read(struct exercise *e, struct arena *arena, struct mutant_sizes *s, struct error *err)
{
	struct exercise_case *cases, *others;
	size_t n, m;

	if (exercise_cases(e, 1, false, arena, &cases, &n, err) || exercise_cases(e, 2, false, arena, &others, &m, err))
		return -1;
	s->params = arena_array(arena, e->nparams + 1, sizeof *s->params);
	s->fixed = arena_array(arena, n * (e->nparams + 1), sizeof *s->fixed);
	if (!s->params || !s->fixed)
		return error_nomem(err);
	for (size_t i = 0; i < e->nparams; i++)
		if (is_size(&e->params[i]))
			s->params[s->nparams++] = i;
	for (size_t i = 0; i < n; i++) {
		if (!same_sizes(e, &cases[i], &others[i]))
			continue;
		for (size_t k = 0; k < s->nparams; k++)
			s->fixed[s->nfixed * s->nparams + k] = size_of_case(&e->params[s->params[k]],
									    &cases[i].args[s->params[k]]);
		s->nfixed++;
	}
	return pairs_find(e, cases, n, arena, s) ? error_nomem(err) : 0;
}

/* The numbers among the parameters, with the values of the first case. */
static int scalars_read(struct exercise *e, struct arena *arena, struct mutant_source *source, struct error *err)
{
	struct mutant_scalar *scalars = arena_array(arena, e->nparams + 1, sizeof *scalars);
	struct exercise_case *cases;
	size_t n;

	if (exercise_cases(e, 1, false, arena, &cases, &n, err))
		return -1;
	for (size_t i = 0; scalars && i < e->nparams; i++) {
		const struct exercise_param *p = &e->params[i];
		char text[64];

		scalars[i] = (struct mutant_scalar){ .is_long = value_type_bytes(p->type) == 8 && p->type != VALUE_DOUBLE };
		if (p->role != PARAM_SCALAR || p->result)
			continue;
		if (is_size(p))
			snprintf(text, sizeof text, "%" PRId64, size_of_case(p, &cases[0].args[i]));
		else
			snprintf(text, sizeof text, "%.17g", real_of_case(p, &cases[0].args[i]));
		if (!(scalars[i].first = arena_strdup(arena, text)))
			return error_nomem(err);
	}
	source->scalars = scalars;
	source->nscalars = e->nparams;
	return scalars ? 0 : error_nomem(err);
}

static int mutants_claim(struct proof_plan *p, struct exercise *e, struct error *err)
{
	struct mutant_source source = { .entry = e->kernel, .host = e->kind == EXERCISE_HOST, .many_devices = e->own_count,
					.returns = e->returns && strcmp(e->returns, "void") != 0 };
	struct arena arena = { 0 };
	struct buf text = BUF_INIT;
	struct mutant *list = NULL;
	int status = file_read(e->solution_path, SOURCE_MAX_BYTES, &text, err);
	size_t n = 0;

	source.text = buf_text(&text);
	source.len = text.len;
	for (size_t i = 0; i < e->nparams && i < 64; i++)
		source.outputs |= (uint64_t)(e->params[i].role == PARAM_OUT && !e->params[i].result) << i;
	if (status == 0)
		status = sizes_read(e, &arena, &source.sizes, err) || scalars_read(e, &arena, &source, err) ? -1 : 0;
	if (status == 0 && mutants_make(&source, &arena, &list, &n))
		status = error_nomem(err);
	for (size_t i = 0; status == 0 && i < n; i++)
		status = mutant_claim(p, e, i + 1, &list[i], err);
	buf_release(&text);
	arena_release(&arena);
	return status;
}

/* ---- the same of a solution in Python: src/python/warpbook_mutate.py ------------------------ */

static void numbers_put(struct buf *out, const int64_t *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_printf(out, "%s%lld", i ? "," : "", (long long)list[i]);
}

/* The script's input, as JSON. Names are identifiers. */
static void python_job_put(const struct exercise *e, const struct mutant_sizes *s, struct buf *out)
{
	bool any = false;

	buf_printf(out, "{\"entry\":\"%s\",\"host\":%s,\"ufunc\":%s,\"outputs\":[", e->kernel,
		   e->kind == EXERCISE_HOST ? "true" : "false", e->ufunc ? "true" : "false");
	for (size_t i = 0; i < e->nparams; i++)
		if (e->params[i].role == PARAM_OUT && !e->params[i].result) {
			buf_printf(out, "%s%zu", any ? "," : "", i);
			any = true;
		}
	buf_puts(out, "],\"sizes\":[");
	for (size_t i = 0; i < s->nparams; i++)
		buf_printf(out, "%s%zu", i ? "," : "", s->params[i]);
	buf_puts(out, "],\"fixed\":[");
	for (size_t i = 0; i < s->nfixed; i++) {
		buf_puts(out, i ? ",[" : "[");
		numbers_put(out, s->fixed + i * s->nparams, s->nparams);
		buf_putc(out, ']');
	}
	buf_puts(out, "],\"pairs\":[");
	for (size_t i = 0; i < s->npairs; i++)
		buf_printf(out, "%s[%zu,%zu]", i ? "," : "", s->pairs[i].a, s->pairs[i].b);
	buf_puts(out, "]}");
}

/* "guard_looser 12 /tmp/.../add_3.py" */
static int python_claim(struct proof_plan *p, const struct exercise *e, size_t number, char *line, struct error *err)
{
	char *at = strchr(line, ' '), *path = at ? strchr(at + 1, ' ') : NULL, name[128];
	struct claim *c;
	const char *why;

	if (!path)
		return error_set(err, PARTY_US, "the generator of programs in Python says '%.100s'", line);
	*at = *path = '\0';
	snprintf(name, sizeof name, "%s in line %s of the Python (%zu)", line, at + 1, number);
	if (!(c = claim_add(p, e->id, name, path + 1, CLAIM_GENERATED)))
		return error_nomem(err);
	c->line = atoi(at + 1);
	why = excuse_for(e, line, c->line);
	c->excuse = why ? arena_strdup(&p->arena, why) : NULL;
	return 0;
}

static int python_mutants_make(struct proof_plan *p, const struct exercise *e, const struct compiler *python, const char *job,
			       struct error *err)
{
	char script[PATH_MAX];
	const char *argv[] = { python->path, "-B", script, e->solution_path, p->scratch, e->name, job, NULL };
	const struct proc_job run = { .argv = argv, .limits = { .wall_seconds = GENERATOR_SECONDS } };
	struct proc_result said;
	size_t n = 0;
	int status = 0;

	if (program_python(script, sizeof script - 32, err))
		return -1;
	strcat(script, "/warpbook_mutate.py");
	if (proc_run(&run, &said, err))
		return -1;
	if (said.end != PROC_EXITED || said.code)
		status = error_set(err, PARTY_US, "the generator of programs in Python fails: %.300s", buf_text(&said.err));
	for (char *line = said.out.data, *end; status == 0 && line && (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		status = python_claim(p, e, ++n, line, err);
	}
	proc_result_release(&said);
	return status;
}

static int python_mutants(struct proof_plan *p, const char *id, struct error *err)
{
	struct error broken = { 0 };
	struct compiler python;
	struct mutant_sizes sizes = { 0 };
	struct arena arena = { 0 };
	struct buf job = BUF_INIT;
	struct exercise *e;
	int status;

	if (exercise_open_for(&e, id, "answer.py", &broken)) {
		broken_complain(p, id, &broken);
		return 0;
	}
	excuses_check(p, e);
	status = numba_find(&python, err) || sizes_read(e, &arena, &sizes, err) ? -1 : 0;
	if (status == 0) {
		python_job_put(e, &sizes, &job);
		status = job.failed ? error_nomem(err) : python_mutants_make(p, e, &python, buf_text(&job), err);
	}
	buf_release(&job);
	arena_release(&arena);
	exercise_close(e);
	return status;
}

int plan_generate(struct proof_plan *p, const char *id, struct error *err)
{
	struct error broken = { 0 };
	const size_t first = p->nclaims;
	struct exercise *e;
	int status = 0;
	bool python;

	if (!*p->scratch && path_temp_dir(p->scratch, sizeof p->scratch, "warpbook-generated", err)) {
		*p->scratch = '\0';
		return -1;
	}
	p->nexercises++;
	if (exercise_open(&e, id, &broken)) {
		complain(p, id, *broken.file ? broken.file : NULL, "%s", broken.text);
		return 0;
	}
	python = e->has_python && !p->without_python;
	p->left_out |= e->has_python && p->without_python;
	if (!p->python_alone) {
		excuses_check(p, e);
		status = mutants_claim(p, e, err);
	}
	nvcc_claims(p, e, first);
	exercise_close(e);
	return status == 0 && python ? python_mutants(p, id, err) : status;
}

void plan_release(struct proof_plan *p)
{
	struct error ignored;

	if (*p->scratch)
		path_remove_tree(p->scratch, &ignored);
	arena_release(&p->arena);
	memset(p, 0, sizeof *p);
}
