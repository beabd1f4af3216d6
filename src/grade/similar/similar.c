/* similar.c - see similar.h. */
#include "config.h"

#include "grade/similar/similar.h"

#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/language.h"
#include "base/path.h"
#include "base/thread.h"
#include "bench/build.h"
#include "catalog/catalog.h"
#include "child/proc.h"
#include "grade/flow.h"
#include "grade/in/csv.h"
#include "toolchain/python/numba.h"
#include "toolchain/toolchain.h"

#define MOST_THREADS   64
#define LEAST_LEFT     30   /* fingerprints: with fewer there is no answer */
#define CLASS_LEAST    8    /* clusters: from this number on, fingerprints shared by many do not count */
#define MANY(n)        ((n) / 5 > 4 ? (n) / 5 : 4) /* of n clusters: a fingerprint in more than this many is common */
#define THRESHOLD_LEAST 0.5
#define MARGIN         0.1  /* above the similarity of independent answers */
#define ONE_SOURCE     0.7  /* two files that share so much in the words or the code are one source */
#define UNKNOWN        0.7  /* the threshold of an exercise without a row in the table */
#define SAME_CODE      0.9  /* from here on the code alone decides; below, sources of one origin share some words, too: */
#define SOME_WORDS     0.3
#define SAME_WORDS     0.9  /* a copy, also of a textbook's answer: independent ones have 0.66 at most (tests/similar) */
/* a pair that is by so much more alike than both are like a textbook's answer is not explained by it */
#define NEARLY         0.2

const char *const similar_way_names[SIMILAR_WAYS] = { N_("words"), N_("code") };

/* ---- files -------------------------------------------------------------------------------------- */

int similar_enter(struct similar *s, const struct assignment *a, const struct class_list *c, const char *from, struct error *err)
{
	if (!s->exercises) {
		s->exercises = arena_array(&s->arena, 2 * a->nexercises + 1, sizeof *s->exercises);
		if (!s->exercises)
			return error_nomem(err);
		for (; s->n < 2 * a->nexercises; s->n++)
			s->exercises[s->n] = (struct similar_exercise){ .x = &a->exercises[s->n / 2], .python = s->n % 2 };
	}
	for (size_t i = 0; i < c->n; i++)
		for (size_t k = 0; k < a->nexercises; k++) {
			const struct hand *hand = &c->students[i].hands[k];
			bool python = hand->n && grade_is_python(hand->files[hand->n - 1].path);
			struct similar_exercise *x = &s->exercises[2 * k + python];
			struct similar_file *f = hand->n ? arena_push(&s->arena, &x->files, &x->n, &x->cap, sizeof *f) : NULL;

			if (f)
				*f = (struct similar_file){ .whose = c->students[i].id, .path = hand->files[hand->n - 1].path,
							    .from = from, .headers = hand->files[hand->n - 1].depth > 0 };
		}
	return s->arena.failed ? error_nomem(err) : 0;
}

/* ---- prints --------------------------------------------------------------------------------------- */

struct work {
	const struct similar_options *o;
	struct compiler compiler, numba;
	struct { struct similar_file *file; const struct similar_exercise *x; } *todo;
	size_t n, next;
	struct arena *arena;       /* of all fingerprints: with the lock */
	pthread_mutex_t lock;
};

static void keep(struct work *w, const struct prints *from, struct prints *to)
{
	pthread_mutex_lock(&w->lock);
	to->list = arena_array(w->arena, from->n + 1, sizeof *to->list);
	if (to->list && from->n)
		memcpy(to->list, from->list, from->n * sizeof *to->list);
	to->n = to->list ? from->n : 0;
	pthread_mutex_unlock(&w->lock);
}

static int compile_file(const struct work *w, const struct similar_file *f, const struct similar_exercise *x,
			const struct buf *text, struct compilation *c, struct error *err)
{
	char path[PATH_MAX];
	const char *folder = NULL;

	if (f->headers) {
		snprintf(path, sizeof path, "%.*s", (int)(path_base(f->path) - f->path), f->path);
		folder = path;
	}
	return x->python ? numba_compile(&w->numba, x->kernel, x->x->python, buf_text(text), text->len, folder, c, err)
			 : compile(&w->compiler, x->x->file, buf_text(text), text->len, folder, c, err);
}

/* A file that does not compile, or that our front end rejects, is compared only by its words. */
static void print_code(struct work *w, struct similar_file *f, const struct similar_exercise *x, const struct buf *text)
{
	struct compilation c = { 0 };
	struct ptx_module *m = NULL;
	struct arena scratch = { 0 };
	struct error err = { 0 };
	struct prints prints;

	if (compile_file(w, f, x, text, &c, &err) == 0 && c.ok)
		m = ptx_parse(c.ptx, c.ptx_len, x->x->file, &err);
	if (m && flow_prints(m, &scratch, &prints) == 0) {
		keep(w, &prints, &f->prints[BY_CODE]);
		f->compiled = true;
	}
	ptx_free(m);
	compilation_release(&c);
	arena_release(&scratch);
}

static void print_file(struct work *w, struct similar_file *f, const struct similar_exercise *x)
{
	struct arena scratch = { 0 };
	struct buf text = BUF_INIT;
	struct normal row;
	struct prints prints;

	if (file_read(f->path, SOURCE_MAX_BYTES, &text, NULL) == 0 &&
	    (x->python ? normal_read_python : normal_read)(buf_text(&text), text.len, &scratch, &row) == 0 &&
	    normal_prints(&row, &scratch, &prints) == 0) {
		f->cut = row.cut;
		f->row = row.n;
		for (size_t i = 0; i < row.n; i++)
			f->row = print_mix(f->row, row.words[i].code);
		keep(w, &prints, &f->prints[BY_WORDS]);
		if (!w->o->words_only && row.n && !row.cut && (!x->python || x->kernel))
			print_code(w, f, x, &text);
	}
	buf_release(&text);
	arena_release(&scratch);
}

static void *print_some(void *ctx)
{
	struct work *w = ctx;

	for (;;) {
		size_t i;

		pthread_mutex_lock(&w->lock);
		i = w->next < w->n && !proc_interrupted() ? w->next++ : w->n;
		pthread_mutex_unlock(&w->lock);
		if (i == w->n)
			return NULL;
		print_file(w, w->todo[i].file, w->todo[i].x);
	}
}

static void print_all(struct work *w)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	unsigned wanted = w->o->threads ? w->o->threads : processors > 0 ? (unsigned)processors : 1, started = 0;
	pthread_t threads[MOST_THREADS];

	while (started < wanted && started < MOST_THREADS && started < w->n &&
	       !thread_start(&threads[started], 0, print_some, w))
		started++;
	if (!started)
		print_some(w);
	for (unsigned k = 0; k < started; k++)
		pthread_join(threads[k], NULL);
}

/* ---- removing common fingerprints -------------------------------------------------------------------- */

static void take_away(struct prints *p, const struct prints *known)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++)
		if (!prints_have(known, p->list[i].hash))
			p->list[n++] = p->list[i];
	p->n = n;
}

static void take_away_all(struct similar_exercise *x, int way, const struct prints *known)
{
	for (size_t i = 0; i < x->n; i++)
		take_away(&x->files[i].prints[way], known);
	for (size_t i = 0; i < x->ntexts; i++)
		take_away(&x->textbook[i].prints[way], known);
}

/* ---- clusters: files that are one source ------------------------------------------------------------------ */

static double dice(const struct prints *a, const struct prints *b)
{
	return a->n + b->n ? 2.0 * (double)prints_shared(a, b) / (double)(a->n + b->n) : 0;
}

static double share(const struct prints *a, const struct prints *b)
{
	return a->n < LEAST_LEFT || b->n < LEAST_LEFT ? -1 : dice(a, b);
}

static size_t root_of(size_t *parents, size_t i)
{
	while (parents[i] != i)
		i = parents[i] = parents[parents[i]];
	return i;
}

/* Are they so alike, before anything common is removed, that one was made from the other? */
static bool is_one_source(const struct similar_exercise *x, const struct similar_file *a, const struct similar_file *b)
{
	if (a->row == b->row)
		return true;
	for (int way = 0; way < SIMILAR_WAYS; way++)
		if (share(&a->prints[way], &b->prints[way]) >= (x->threshold[way] > ONE_SOURCE ? x->threshold[way] : ONE_SOURCE))
			return true;
	return false;
}

/* The cluster of each file, as the number of one file in it; *n: how many clusters there are. NULL: no memory. */
static size_t *find_clusters(const struct similar_exercise *x, struct arena *arena, size_t *n)
{
	size_t *parents = arena_array(arena, x->n + 1, sizeof *parents);

	*n = 0;
	for (size_t i = 0; parents && i < x->n; i++)
		parents[i] = i;
	for (size_t i = 0; parents && i < x->n && !proc_interrupted(); i++)
		for (size_t k = i + 1; k < x->n; k++)
			if (root_of(parents, i) != root_of(parents, k) && is_one_source(x, &x->files[i], &x->files[k]))
				parents[root_of(parents, k)] = root_of(parents, i);
	for (size_t i = 0; parents && i < x->n; i++) {
		parents[i] = root_of(parents, i);
		*n += parents[i] == i;
	}
	return parents;
}

struct owned { uint64_t hash; size_t cluster; };

static int compare_owned(const void *a, const void *b)
{
	const struct owned *p = a, *q = b;

	return p->hash != q->hash ? p->hash < q->hash ? -1 : 1 : p->cluster < q->cluster ? -1 : p->cluster > q->cluster;
}

/* The fingerprints that many clusters share. A cluster counts once, so that many copies of one source do not become common. */
static int find_common(const struct similar_exercise *x, enum similar_way way, const size_t *clusters, size_t n,
		       struct arena *arena, struct prints *out)
{
	size_t all = 0, at = 0;
	struct owned *owned;

	for (size_t i = 0; i < x->n; i++)
		all += x->files[i].prints[way].n;
	owned = arena_array(arena, all + 1, sizeof *owned);
	out->list = arena_array(arena, all + 1, sizeof *out->list);
	if (!owned || !out->list)
		return -1;
	for (size_t i = 0; i < x->n; i++)
		for (size_t k = 0; k < x->files[i].prints[way].n; k++)
			owned[at++] = (struct owned){ x->files[i].prints[way].list[k].hash, clusters[i] };
	qsort(owned, all, sizeof *owned, compare_owned);
	for (size_t i = 0, end; i < all; i = end) {
		size_t having = 0;

		for (end = i; end < all && owned[end].hash == owned[i].hash; end++)
			having += end == i || owned[end].cluster != owned[end - 1].cluster;
		if (having > MANY(n))
			out->list[out->n++] = (struct print){ owned[i].hash, 0 };
	}
	return 0;
}

static int leave_out(struct similar_exercise *x, const struct similar_file *given, struct error *err)
{
	struct arena scratch = { 0 };
	const size_t *clusters;
	size_t n;

	for (int way = 0; way < SIMILAR_WAYS; way++)
		for (int k = 0; k < 2; k++)
			take_away_all(x, way, &given[k].prints[way]);
	clusters = find_clusters(x, &scratch, &n);
	for (int way = 0; clusters && way < SIMILAR_WAYS; way++) {
		struct prints common = { 0 };

		if (n >= CLASS_LEAST && find_common(x, way, clusters, n, &scratch, &common) == 0)
			take_away_all(x, way, &common);
	}
	arena_release(&scratch);
	return clusters ? 0 : error_nomem(err);
}

/*
 * The code decides if both have some: if two sources differ much, and their code does too, no one copied. Nor did they if only
 * the code is alike: compilers make the same of most ways to write a loop. The words alone decide for host exercises, whose code
 * is mostly not in kernels, and for files that do not compile.
 */
static bool is_alike(const struct similar_exercise *x, const struct similar_pair *p)
{
	const double of_words = p->share[BY_WORDS];
	bool words = of_words >= x->threshold[BY_WORDS], code = p->share[BY_CODE] >= x->threshold[BY_CODE];

	if (x->host || !p->a->compiled || !p->b->compiled)
		return words || code;
	code = code && (of_words < 0 || of_words >= SOME_WORDS || p->share[BY_CODE] >= SAME_CODE);
	return code || (words && p->share[BY_CODE] >= x->threshold[BY_CODE] / 3);
}

/*
 * Are both about as like a textbook's answer as they are like each other? By their code, if it can be compared: compilers make
 * the same of most ways to write a short kernel.
 */
static bool is_textbook(const struct similar_exercise *x, const struct similar_pair *p)
{
	const enum similar_way way = x->host || p->share[BY_CODE] < 0 ? BY_WORDS : BY_CODE;
	const double least = p->share[way] - NEARLY;

	if (p->share[BY_WORDS] >= SAME_WORDS)
		return false;
	for (size_t i = 0; i < x->ntexts; i++) {
		const struct prints *text = &x->textbook[i].prints[way];
		double a = dice(&p->a->prints[way], text), b = dice(&p->b->prints[way], text); /* a short text says enough */

		if (a >= least && b >= least && a >= x->threshold[way] / 3 && b >= x->threshold[way] / 3)
			return true;
	}
	return false;
}

/* Is there enough to decide? */
static bool is_reported(const struct similar_exercise *x, const struct similar_pair *p)
{
	bool words = p->share[BY_WORDS] >= 0 && x->threshold[BY_WORDS] <= 1,
		code = p->share[BY_CODE] >= 0 && x->threshold[BY_CODE] <= 1;

	return code || (words && (x->host || !p->a->compiled || !p->b->compiled));
}

/* ---- pairs ----------------------------------------------------------------------------------------------- */

static int compare_pairs(const void *a, const void *b)
{
	const struct similar_pair *p = a, *q = b;
	double x = p->share[BY_WORDS] + p->share[BY_CODE], y = q->share[BY_WORDS] + q->share[BY_CODE];

	if (p->alike != q->alike)
		return p->alike ? -1 : 1;
	return x != y ? x > y ? -1 : 1 : strcmp(p->a->whose, q->a->whose) ? strcmp(p->a->whose, q->a->whose) :
	       strcmp(p->b->whose, q->b->whose);
}

static int compare_files(struct similar *s, struct similar_exercise *x, const struct similar_options *o, struct error *err)
{
	x->too_short = true;
	for (size_t i = 0; i < x->n && !proc_interrupted(); i++)
		for (size_t k = i + 1; k < x->n; k++) {
			struct similar_pair p = { .a = &x->files[i], .b = &x->files[k] }, *place;

			if (p.a->from) /* earlier classes come last: they are not compared with each other */
				break;
			for (int way = 0; way < SIMILAR_WAYS; way++)
				p.share[way] = share(&p.a->prints[way], &p.b->prints[way]);
			p.alike = is_alike(x, &p);
			if (p.alike && is_textbook(x, &p)) {
				p.alike = false;
				x->ntextbook++;
			}
			x->too_short &= !is_reported(x, &p);
			x->compared++;
			p.same_row = p.a->row == p.b->row;
			x->nalike += p.alike;
			if (!p.alike && !o->all)
				continue;
			place = arena_push(&s->arena, &x->pairs, &x->npairs, &x->pair_cap, sizeof *place);
			if (!place)
				return error_nomem(err);
			*place = p;
		}
	if (x->npairs)
		qsort(x->pairs, x->npairs, sizeof *x->pairs, compare_pairs);
	return 0;
}

/* ---- rings ------------------------------------------------------------------------------------------------ */

static int compare_rings(const void *a, const void *b)
{
	const struct similar_ring *p = a, *q = b;

	return p->n != q->n ? p->n > q->n ? -1 : 1 : strcmp(p->files[0]->whose, q->files[0]->whose);
}

/* A ring has three files or more, and half of its pairs or more are alike: it is no chain of chance. */
static int ring_add(struct similar *s, struct similar_exercise *x, size_t *parents, size_t root, struct error *err)
{
	struct similar_ring ring = { .files = arena_array(&s->arena, x->n, sizeof *ring.files) }, *place;

	for (size_t i = 0; ring.files && i < x->n; i++)
		if (root_of(parents, i) == root)
			ring.files[ring.n++] = &x->files[i];
	for (size_t i = 0; i < x->npairs; i++)
		ring.alike += x->pairs[i].alike && root_of(parents, (size_t)(x->pairs[i].a - x->files)) == root;
	if (ring.n < 3 || ring.alike * 4 < ring.n * (ring.n - 1))
		return ring.files ? 0 : error_nomem(err);
	place = arena_push(&s->arena, &x->rings, &x->nrings, &x->ring_cap, sizeof *place);
	if (!place)
		return error_nomem(err);
	*place = ring;
	return 0;
}

static int find_rings(struct similar *s, struct similar_exercise *x, struct error *err)
{
	size_t *parents = arena_array(&s->arena, x->n + 1, sizeof *parents);

	if (!parents)
		return error_nomem(err);
	for (size_t i = 0; i < x->n; i++)
		parents[i] = i;
	for (size_t i = 0; i < x->npairs; i++)
		if (x->pairs[i].alike)
			parents[root_of(parents, (size_t)(x->pairs[i].b - x->files))] =
				root_of(parents, (size_t)(x->pairs[i].a - x->files));
	for (size_t i = 0; i < x->n; i++)
		if (parents[i] == i && ring_add(s, x, parents, i, err))
			return -1;
	if (x->nrings)
		qsort(x->rings, x->nrings, sizeof *x->rings, compare_rings);
	return 0;
}

/* ---- how alike independent answers are -------------------------------------------------------------------- */

/*
 * exercise,words,code in percent; an empty cell: independent answers leave too little to compare. In Python: 01_kernels/add.py.
 */
static bool is_row_of(const char *name, const struct similar_exercise *x)
{
	size_t n = strlen(x->x->id);

	return !strncmp(name, x->x->id, n) && !strcmp(name + n, x->python ? ".py" : "");
}

static int read_thresholds(struct similar *s, struct error *err)
{
	struct csv t = { 0 };
	char path[PATH_MAX];
	struct error none = { 0 };
	bool have = path_data("grader/alike.csv", path, sizeof path, &none) == 0 && path_exists(path);

	if (have && csv_read(path, &s->arena, &t, err))
		return -1;
	for (size_t i = 0; i < s->n; i++) {
		struct similar_exercise *x = &s->exercises[i];

		for (int way = 0; way < SIMILAR_WAYS; way++) {
			x->independent[way] = -1;
			x->threshold[way] = UNKNOWN;
			for (size_t k = 1; k < t.n; k++) {
				const char *cell = csv_cell(&t.rows[k], csv_column(&t, similar_way_names[way]));

				if (!is_row_of(csv_cell(&t.rows[k], 0), x) || !*cell)
					continue;
				x->independent[way] = strtod(cell, NULL) / 100;
				x->threshold[way] = x->independent[way] + MARGIN > THRESHOLD_LEAST ? x->independent[way] +
						    MARGIN : THRESHOLD_LEAST;
			}
		}
	}
	return 0;
}

/* ---- comparing a class ---------------------------------------------------------------------------------------- */

static int is_textbook_file(const struct dirent *entry)
{
	return !strncmp(entry->d_name, "slow_", strlen("slow_")) || !strncmp(entry->d_name, "ok_simple", strlen("ok_simple"));
}

/* For C++ only: in Python the words tell independent answers apart (recall_python.sh: no false alarm in 443 pairs). */
static int list_textbook(struct similar *s, struct similar_exercise *x, struct error *err)
{
	char top[PATH_MAX], folder[PATH_MAX], path[PATH_MAX];
	struct dirent **list;
	int n = x->python || path_data("tests/mutants", top, sizeof top, &(struct error){ 0 }) ||
		!path_join(folder, sizeof folder, top, x->x->id)
			? -1 : scandir(folder, &list, is_textbook_file, alphasort);

	for (int i = 0; i < n; i++) {
		struct similar_file *f = !grade_is_python(list[i]->d_name) &&
					 path_join(path, sizeof path, folder, list[i]->d_name)
						 ? arena_push(&s->arena, &x->textbook, &x->ntexts, &x->texts_cap,
							      sizeof *f) : NULL;

		if (f)
			*f = (struct similar_file){ .path = arena_strdup(&s->arena, path) };
		free(list[i]);
	}
	if (n >= 0)
		free(list);
	return s->arena.failed ? error_nomem(err) : 0;
}

/* The stub and the reference solution, as files: given[0] and given[1] of each exercise; and its kernel, for Numba. */
static int open_given_of(struct similar *s, struct similar_exercise *x, struct similar_file *given, struct error *err)
{
	struct exercise *e;

	if (exercise_open_for(&e, x->x->id, x->python ? x->x->python : x->x->file, err))
		return -1;
	x->host = e->kind == EXERCISE_HOST;
	given[0].path = e->stub_path ? arena_strdup(&s->arena, e->stub_path) : "";
	given[1].path = e->solution_path ? arena_strdup(&s->arena, e->solution_path) : "";
	if (x->python && !x->host && !s->no_numba && (x->kernel = arena_array(&s->arena, 1, sizeof *x->kernel)) &&
	    build_numba_kernel(e, &s->arena, x->kernel) == 0) {
		x->kernel->name = arena_strdup(&s->arena, x->kernel->name);
		x->kernel->kind = x->kernel->kind ? arena_strdup(&s->arena, x->kernel->kind) : NULL;
	}
	exercise_close(e);
	return list_textbook(s, x, err);
}

static int open_given(struct similar *s, struct similar_file *given, struct error *err)
{
	for (size_t i = 0; i < s->n; i++) {
		s->exercises[i].given = &given[2 * i];
		if (s->exercises[i].n >= 2 && open_given_of(s, &s->exercises[i], &given[2 * i], err))
			return -1;
	}
	return s->arena.failed ? error_nomem(err) : 0;
}

/* Finds the compilers that are needed. Numba may be missing: then answers in Python are compared only by words. */
static int find_compilers(struct similar *s, struct work *w, struct error *err)
{
	bool needed[2] = { false, false };
	struct error why = { 0 };

	for (size_t i = 0; i < s->n; i++)
		needed[s->exercises[i].python] |= s->exercises[i].n >= 2;
	if (w->o->words_only)
		return 0;
	if (needed[0] && compiler_find(&w->compiler, w->o->compiler, err))
		return -1;
	if (needed[1] && numba_find(&w->numba, &why))
		s->no_numba = arena_strdup(&s->arena, why.text);
	return s->arena.failed ? error_nomem(err) : 0;
}

static int list_work(struct similar *s, struct similar_file *given, struct work *w, struct error *err)
{
	size_t all = 2 * s->n;

	for (size_t i = 0; i < s->n; i++)
		all += s->exercises[i].n + s->exercises[i].ntexts;
	w->todo = arena_array(&s->arena, all + 1, sizeof *w->todo);
	if (!w->todo)
		return error_nomem(err);
	for (size_t i = 0; i < s->n; i++) {
		struct similar_exercise *x = &s->exercises[i];

		for (size_t k = 0; x->n > 1 && k < x->n + 2; k++) {
			w->todo[w->n].file = k < 2 ? &given[2 * i + k] : &x->files[k - 2];
			w->todo[w->n++].x = x;
		}
		for (size_t k = 0; x->n > 1 && k < x->ntexts; k++) {
			w->todo[w->n].file = &x->textbook[k];
			w->todo[w->n++].x = x;
		}
	}
	return 0;
}

int similar_run(struct similar *s, const struct similar_options *o, struct error *err)
{
	struct work w = { .o = o, .arena = &s->arena };
	struct similar_file *given = arena_array(&s->arena, 2 * s->n + 1, sizeof *given);

	if (!given)
		return error_nomem(err);
	if (find_compilers(s, &w, err) || read_thresholds(s, err) || open_given(s, given, err) || list_work(s, given, &w, err))
		return -1;
	pthread_mutex_init(&w.lock, NULL);
	print_all(&w);
	pthread_mutex_destroy(&w.lock);
	for (size_t i = 0; i < s->n; i++) {
		struct similar_exercise *x = &s->exercises[i];

		for (size_t k = 0; k < x->n; k++)
			x->uncompiled += !x->files[k].compiled;
		if (s->arena.failed)
			return error_nomem(err);
		if (x->n > 1 && (leave_out(x, &given[2 * i], err) || compare_files(s, x, o, err) || find_rings(s, x, err)))
			return -1;
	}
	return proc_interrupted() ? error_set(err, PARTY_MACHINE, "interrupted") : 0;
}

void similar_release(struct similar *s)
{
	arena_release(&s->arena);
	memset(s, 0, sizeof *s);
}
