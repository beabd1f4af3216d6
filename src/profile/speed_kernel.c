/*
 * speed_kernel.c - sentences about kernels.
 *
 * Two sorts: waste of a line (waste.h), and the shape of a launch: each asks the model for the time of the same work in another
 * shape. The savings are those of this program's grids; what counts as waste is judged on a grid that fills the GPU.
 */
#include "config.h"

#include "profile/speed.h"

#include <ctype.h>
#include <string.h>

#include "profile/waste.h"

#define KERNEL_LEAST 0.05 /* a kernel with a smaller part of all kernels' time gets no sentence */
#define SHAPE_LEAST  1.25 /* the least speedup by another shape */
#define BEST_THREADS 256  /* of a block that is made larger */

static double most(double a, double b)
{
	return a > b ? a : b;
}

static uint64_t scaled(uint64_t count, double by)
{
	return (uint64_t)((double)count * by + 0.5);
}

/* ---- lines -------------------------------------------------------------------------------------- */

/* Is the text at `at` a literal of type double: 0.5, 1e-3, 2., but not 0.5f? */
static bool is_double(const char *line, const char *at)
{
	bool point = false, exponent = false;

	if (at > line && (isalnum((unsigned char)at[-1]) || at[-1] == '_' || at[-1] == '.'))
		return false;
	if (!isdigit((unsigned char)*at) && !(*at == '.' && isdigit((unsigned char)at[1])))
		return false;
	if (*at == '0' && (at[1] == 'x' || at[1] == 'X'))
		return false;
	for (;; at++) {
		if (*at == '.' && !point && !exponent)
			point = true;
		else if ((*at == 'e' || *at == 'E') && !exponent &&
			 isdigit((unsigned char)at[at[1] == '-' || at[1] == '+' ? 2 : 1]))
			exponent = true, at++;
		else if (!isdigit((unsigned char)*at) && *at != '\'')
			break;
	}
	return (point || exponent) && !isalpha((unsigned char)*at) && *at != '_';
}

/* The double literal of the line, as long as it is; NULL: none. */
static const char *double_literal(const char *line, size_t *len)
{
	for (const char *at = line; at && *at && !(at[0] == '/' && at[1] == '/'); at++)
		if (is_double(line, at)) {
			*len = strspn(at, "0123456789.eE");
			while (at[*len] == '-' || at[*len] == '+') {
				if (at[*len - 1] != 'e' && at[*len - 1] != 'E')
					break;
				*len += 1 + strspn(at + *len + 1, "0123456789");
			}
			return at;
		}
	return NULL;
}

static size_t word_length(const char *at)
{
	size_t n = 0;

	while (isalnum((unsigned char)at[n]) || at[n] == '_')
		n++;
	return n;
}

/* Is the word a macro whose value begins with a literal of type double? M_PI and its like are. */
static bool is_double_macro(const char *source, const char *word, size_t len)
{
	const char *at = source;

	if (len > 2 && !strncmp(word, "M_", 2) && isupper((unsigned char)word[2]))
		return true;
	while (at && (at = strstr(at, "#define"))) {
		at += strlen("#define");
		at += strspn(at, " \t");
		if (word_length(at) == len && !strncmp(at, word, len)) {
			at += len + strspn(at + len, " \t(-");
			return is_double(at, at);
		}
	}
	return false;
}

/* Functions that compute in double if an argument is a double or, as pow's, a whole number. */
static bool is_double_function(const char *word, size_t len)
{
	static const char *const names[] = {
		"pow", "sqrt", "exp", "exp2", "log", "log2", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "atan2",
		"sinh", "cosh", "tanh", "fabs", "fmod", "hypot", "cbrt", "erf", "floor", "ceil", "round",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i]) == len && !strncmp(names[i], word, len))
			return true;
	return false;
}

enum doubles_by { BY_NOTHING, BY_LITERAL, BY_MACRO, BY_FUNCTION };

/* What of the line makes it compute in double precision, as far as the text shows it. */
static enum doubles_by doubles_by(const char *line, const char *source, const char **what, size_t *len)
{
	enum doubles_by by = (*what = double_literal(line, len)) ? BY_LITERAL : BY_NOTHING;

	for (const char *at = line; at && *at && by != BY_LITERAL && !(at[0] == '/' && at[1] == '/'); at++) {
		const size_t n = isalpha((unsigned char)*at) || *at == '_' ? word_length(at) : 0;

		if (n && is_double_macro(source, at, n)) {
			*what = at;
			*len = n;
			return BY_MACRO;
		}
		if (n && by == BY_NOTHING && at[n] == '(' && is_double_function(at, n)) {
			by = BY_FUNCTION;
			*what = at;
			*len = n;
		}
		at += n ? n - 1 : 0;
	}
	return by;
}

/* By a whole number that the compiler knows it is none; and a root costs instructions of the same kind. */
static bool has_division(const char *text)
{
	bool has = false;

	for (const char *at = text; at && *at; at++) {
		if (at[0] == '/' && (at[1] == '/' || at[1] == '*'))
			break;
		if (*at == '/' || *at == '%') {
			const char *by = at + 1 + strspn(at + 1, "= ");

			has |= !isdigit((unsigned char)*by) || by[strspn(by, "0123456789")] == '.';
		}
	}
	return has && !strstr(text, "sqrt");
}

struct found { struct waste waste; double saved, of; };

/* An H200 has many units for doubles. Is it another GPU on which they cost time? */
static bool doubles_cost_elsewhere(struct waste_setting *setting, size_t row, const struct simt_counts *line, struct waste *w)
{
	struct cost_gpu other = cost_h200;
	bool cost;

	other.double_rate /= 32; /* as the GPUs that are made for graphics */
	setting->launch.gpu = &other;
	cost = waste_look(setting, row, line, w) && !strcmp(w->kind, "doubles");
	setting->launch.gpu = NULL;
	w->saved_ns = 0;
	return cost;
}

/* The waste of that kind, in all shapes: true, and the figures of the shape with the most time. */
static bool line_look(const struct speed_kernel *k, const struct speed_line *line, size_t row, struct found *f)
{
	size_t len;
	const char *what;
	const bool by = doubles_by(line->place.text, k->source, &what, &len) != BY_NOTHING;

	*f = (struct found){ .of = 0 };
	for (size_t i = 0; i < k->nshapes; i++) {
		const struct speed_shape *shape = &k->shapes[i];
		struct waste_setting setting = { .doubles = k->doubles || !by, .divides = has_division(line->place.text) };
		struct simt_counts counts, own;
		struct waste w;

		setting.launch = speed_mean(shape, &counts);
		for (size_t n = 0; n < shape->nlines; n++) {
			if (shape->lines[n].place.line != line->place.line ||
			    strcmp(shape->lines[n].place.file, line->place.file))
				continue;
			own = speed_counts_mean(&shape->lines[n].counts, shape->launches);
			if (!waste_look(&setting, row, &own, &w) && !doubles_cost_elsewhere(&setting, row, &own, &w))
				continue;
			f->saved += w.saved_ns * (double)shape->launches;
			if (shape->ns > f->of) {
				f->of = shape->ns;
				f->waste = w;
			}
		}
	}
	return f->of > 0;
}

/* Blocks of several rows: what threadIdx.x is could be what threadIdx.y is. */
static bool has_rows(const struct speed_kernel *k)
{
	for (size_t i = 0; i < k->nshapes; i++)
		if (k->shapes[i].block.y < 2)
			return false;
	return k->nshapes;
}

#define RATE "many GPUs compute doubles at 1/32 or 1/64 of the rate of floats"

/* Why the line has doubles, in the place of the figures; returns the remedy. */
static const char *doubles_put(struct speed *s, const struct speed_kernel *k, const struct speed_line *line, double now,
			       struct buf *clause)
{
	size_t len;
	const char *what;
	const enum doubles_by by = doubles_by(line->place.text, k->source, &what, &len);

	buf_clear(clause);
	buf_printf(clause, "%.3g operations in double precision, since ", now);
	if (by == BY_FUNCTION) {
		buf_printf(clause, "this %.*s computes in double", (int)len, what);
		return arena_printf(s->arena, "call %.*sf, if float is enough: " RATE, (int)len, what);
	}
	buf_printf(clause, "%.*s is a %s", (int)len, what, s->python ? "float64" : "double");
	if (s->python)
		return arena_printf(s->arena, "make it a float32 before the kernel: np.float32(%.*s)", (int)len, what);
	return arena_printf(s->arena, by == BY_MACRO ? "write (float)%.*s: " RATE : "write %.*sf: " RATE, (int)len, what);
}

/* A `%` that lets some lanes of a warp work, as in a reduction by neighbours. */
static bool parts_lanes(const struct speed_line *line)
{
	return line->place.text && strchr(line->place.text, '%') && line->counts.divergent_branches * 4 > line->counts.branches;
}

static void line_say(struct speed *s, const struct speed_kernel *k, const struct speed_line *line)
{
	bool doubles = false;

	for (size_t row = 0; row < WASTE_ROWS; row++) {
		struct buf clause = BUF_INIT;
		struct found f;
		const char *next;

		/* The division of doubles goes with them. */
		if (!line_look(k, line, row, &f) || (doubles && !strcmp(f.waste.kind, "divisions")))
			continue;
		f.waste.apart = waste_apart(f.waste.kind, &line->counts);
		waste_put(&f.waste, &clause);
		next = f.waste.apart && has_rows(k) ? "let threadIdx.x be the column, so that neighbouring threads read "
						      "neighbouring elements" : f.waste.next;
		if (!strcmp(f.waste.kind, "doubles")) {
			doubles = true;
			next = doubles_put(s, k, line, f.waste.now, &clause);
		} else if (!strcmp(f.waste.kind, "divisions") && parts_lanes(line)) {
			buf_puts(&clause, "; and its branch leaves some lanes of each warp at work");
			next = "let the first threads of the block work, so that whole warps rest: `if (tid < s)` with half of s "
			       "in each turn needs no division";
		} else if (!strcmp(f.waste.kind, "atomics") && line->place.text && strstr(line->place.text, "atomicCAS")) {
			/* a stack or a queue has nothing to combine */
			next = "if the loop adds up or takes a maximum, combine in shared memory or with shuffles first; else "
			       "let one thread act for its warp, since each attempt that fails costs another one";
		}
		speed_say(s, f.waste.kind, &line->place, k->name, most(f.saved, 0), next, "%s", buf_text(&clause));
		buf_release(&clause);
	}
}

/* ---- the shape of a launch ------------------------------------------------------------------------ */

/* What depends on the number of warps, for `by` as many with the same work. */
static void warps_scale(struct simt_counts *c, double by)
{
	c->warp_instructions = scaled(c->warp_instructions, by);
	c->more_instructions = scaled(c->more_instructions, by);
	c->step_waits = scaled(c->step_waits, by);
	c->near_waits = scaled(c->near_waits, by);
	c->load_waits = scaled(c->load_waits, by);
	c->branches = scaled(c->branches, by);
	c->global_requests = scaled(c->global_requests, by);
	c->global_load_requests = scaled(c->global_load_requests, by);
	c->global_store_requests = scaled(c->global_store_requests, by);
	c->shared_requests = scaled(c->shared_requests, by);
	c->shared_wavefronts = scaled(c->shared_wavefronts, by);
}

/* Neighbours in a warp share sectors, as far as their bytes allow. */
static void sectors_scale(struct simt_counts *c, double by)
{
	uint64_t loads = (uint64_t)most((double)c->global_load_bytes / 32, (double)scaled(c->global_load_sectors, by));
	uint64_t stores = (uint64_t)most((double)c->global_store_bytes / 32, (double)scaled(c->global_store_sectors, by));

	c->global_load_sectors = loads < c->global_load_sectors ? loads : c->global_load_sectors;
	c->global_store_sectors = stores < c->global_store_sectors ? stores : c->global_store_sectors;
	c->global_sectors = c->global_load_sectors + c->global_store_sectors;
	c->again_sectors_32 = c->again_sectors_256 = c->again_sectors_2048 = c->again_sectors_16384 = 0;
	c->again_loads_32 = c->again_loads_256 = c->again_loads_2048 = c->again_loads_16384 = 0;
}

static double warps_of(const struct cost_launch *l)
{
	return (double)((l->threads + 31) / 32);
}

/* The part of its warps' lanes that the block has threads for. */
static double lanes_of(const struct cost_launch *l)
{
	return (double)l->threads / (32 * warps_of(l));
}

static bool small_blocks_say(struct speed *s, const struct speed_kernel *k, const struct speed_shape *shape,
			     const struct cost_launch *l)
{
	struct simt_counts counts = *l->counts;
	struct cost_launch then = *l;
	double now = (double)cost_kernel(l).ns, saved;

	if (lanes_of(l) > 0.75 || l->blocks < 2)
		return false;
	warps_scale(&counts, lanes_of(l));
	sectors_scale(&counts, lanes_of(l));
	then.counts = &counts;
	then.threads = BEST_THREADS;
	then.blocks = (l->blocks * l->threads + BEST_THREADS - 1) / BEST_THREADS;
	saved = now - (double)cost_kernel(&then).ns;
	if (now < SHAPE_LEAST * (now - saved))
		return false;
	speed_say(s, "small-blocks", &shape->launch, k->name, saved * (double)shape->launches,
		  s->python ? "launch blocks of 128 or 256 threads, and as many fewer blocks: i = cuda.grid(1)" :
			      "launch blocks of 128 or 256 threads, and as many fewer blocks: i = blockIdx.x * blockDim.x + "
			      "threadIdx.x",
		  "each block has %llu thread%s: %.3g of the 32 lanes of a warp work", (unsigned long long)l->threads,
		  l->threads == 1 ? "" : "s", 32 * lanes_of(l));
	return true;
}

/* Instructions of warps that use memory or compute with floats. */
static uint64_t work_of(const struct simt_counts *c)
{
	return c->global_requests + c->shared_requests + c->flops / 32 + c->global_atomic_requests + c->tensor_cycles;
}

#define LONG_WARP 1000 /* instructions: its work can be divided */

static bool few_blocks_say(struct speed *s, const struct speed_kernel *k, const struct speed_shape *shape,
			   const struct cost_launch *l)
{
	const uint64_t sms = (uint64_t)cost_h200.sms;
	struct cost_launch then = *l;
	double now = (double)cost_kernel(l).ns, saved;
	uint64_t times = sms / (l->blocks ? l->blocks : 1);

	/* A kernel that only waits, for a time or for what others write, has no work to divide. */
	if (l->blocks * 4 > sms || l->longest_warp < LONG_WARP || shape->waits ||
	    work_of(l->counts) * 16 < l->counts->warp_instructions)
		return false;
	then.blocks = l->blocks * times;
	then.longest_warp = l->longest_warp / times;
	if (l->threads < 32) { /* one thread does the work of a warp */
		then.threads = BEST_THREADS;
		then.longest_warp /= 8;
	}
	saved = now - (double)cost_kernel(&then).ns;
	if (now < SHAPE_LEAST * (now - saved))
		return false;
	speed_say(s, "few-blocks", &shape->launch, k->name, saved * (double)shape->launches,
		  "divide the work among more blocks: at least 132, better several times as many, each thread with fewer turns "
		  "of its loop",
		  "%llu block%s of %llu thread%s: %llu of %llu multiprocessors work%s, and a warp executes up to %llu "
		  "instructions", (unsigned long long)l->blocks, l->blocks == 1 ? "" : "s", (unsigned long long)l->threads,
		  l->threads == 1 ? "" : "s", (unsigned long long)l->blocks, (unsigned long long)sms, l->blocks == 1 ? "s" : "",
		  (unsigned long long)l->longest_warp);
	return true;
}

#define ROWS_LEAST 16 /* launches that could be one */

/* The host needs this long for a launch, and the device for its beginning. */
static double launch_ns(double kernel_ns)
{
	return most((double)cost_call("cudaLaunchKernel", 0), kernel_ns + (double)cost_lead(TIMELINE_KERNEL));
}

static bool launches_say(struct speed *s, const struct speed_kernel *k, const struct speed_shape *shape,
			 const struct cost_launch *l)
{
	struct cost_launch then = *l;
	double now = launch_ns((double)cost_kernel(l).ns) * (double)shape->launches, saved;

	if (shape->launches < ROWS_LEAST || shape->separate * 2 < shape->launches || l->blocks >= (uint64_t)cost_h200.sms)
		return false;
	then.counts = &shape->counts;
	then.blocks = l->blocks * shape->launches;
	saved = now - launch_ns((double)cost_kernel(&then).ns);
	if (now < SHAPE_LEAST * (now - saved))
		return false;
	speed_say(s, "launches", &shape->launch, k->name, saved,
		  "make it one launch, with blocks for all parts: take the part from blockIdx, unless a launch needs the result "
		  "of the one before",
		  "%llu launches of %llu block%s of %llu threads, each with work of its own: %llu of %.0f "
		  "multiprocessors work%s at a time", (unsigned long long)shape->launches, (unsigned long long)l->blocks,
		  l->blocks == 1 ? "" : "s", (unsigned long long)l->threads, (unsigned long long)l->blocks, cost_h200.sms,
		  l->blocks == 1 ? "s" : "");
	return true;
}

static bool tail_say(struct speed *s, const struct speed_kernel *k, const struct speed_shape *shape, const struct cost_launch *l)
{
	const uint64_t sms = (uint64_t)cost_h200.sms, rounds = l->blocks / sms, rest = l->blocks % sms;
	struct cost_launch then = *l;
	double now = (double)cost_kernel(l).ns, saved;

	if (!rounds || !rest || rest * 2 > sms || rounds > 3)
		return false;
	then.blocks = rounds * sms;
	saved = now - (double)cost_kernel(&then).ns;
	if (now < SHAPE_LEAST * (now - saved))
		return false;
	speed_say(s, "tail", &shape->launch, k->name, saved * (double)shape->launches,
		  "launch a multiple of 132 blocks with a loop over the rest, or many more and smaller blocks",
		  "%llu blocks on %llu multiprocessors: %llu of them work on %llu blocks, and the others wait for these "
		  "after %llu", (unsigned long long)l->blocks, (unsigned long long)sms, (unsigned long long)rest,
		  (unsigned long long)rounds + 1, (unsigned long long)rounds);
	return true;
}

/* ---- divergence ------------------------------------------------------------------------------------- */

#define DIVERGENCE_LEAST 1.15 /* the least speedup */
#define PART_OF_LANES    0.5  /* lines with fewer lanes at work count */

/* The instructions of warps that would remain if the lines on which few lanes work were executed by full warps, of all. */
static double full_warps(const struct speed_shape *shape, const struct cost_launch *l)
{
	const double all = (double)shape->counts.warp_instructions;
	double rest = all;

	for (size_t i = 0; i < shape->nlines; i++) {
		const struct simt_counts *c = &shape->lines[i].counts;
		double part = (double)c->active_thread_instructions / (32 * lanes_of(l) * most((double)c->warp_instructions, 1));

		rest -= part < PART_OF_LANES ? (double)c->warp_instructions * (1 - part) : 0;
	}
	return all > 0 ? rest / all : 1;
}

static void divergence_say(struct speed *s, const struct speed_kernel *k, const struct speed_shape *shape,
			   const struct cost_launch *l)
{
	const struct speed_line *line = NULL;
	struct simt_counts counts = *l->counts;
	struct cost_launch then = *l;
	double lanes = counts.warp_instructions ? (double)counts.active_thread_instructions /
		       (double)counts.warp_instructions : 32;
	double now = (double)cost_kernel(l).ns, by = lanes / (32 * lanes_of(l)), saved;

	if (shape->nlines)
		by = full_warps(shape, l);
	for (size_t i = 0; i < shape->nlines; i++)
		if (!line || shape->lines[i].counts.divergent_branches > line->counts.divergent_branches)
			line = &shape->lines[i];
	if ((double)counts.divergent_branches * 2 < (double)l->blocks * warps_of(l))
		return;
	warps_scale(&counts, by);
	counts.near_waits = l->counts->near_waits;
	counts.global_requests = l->counts->global_requests;
	then.counts = &counts;
	then.longest_warp = scaled(l->longest_warp, by);
	saved = now - (double)cost_kernel(&then).ns;
	if (now < DIVERGENCE_LEAST * (now - saved))
		return;
	speed_say(s, "divergence", line && line->counts.divergent_branches ? &line->place : &shape->launch, k->name,
		  saved * (double)shape->launches,
		  "let whole warps take the same way: decide by the warp or by sorted data, or give the work of few lanes to all",
		  "this branch sends lanes of a warp different ways, one after the other: on average %.3g of 32 lanes work in "
		  "this kernel", lanes);
}

/* ---- all --------------------------------------------------------------------------------------------- */

static void shape_say(struct speed *s, const struct speed_kernel *k, const struct speed_shape *shape)
{
	struct simt_counts counts;
	const struct cost_launch l = speed_mean(shape, &counts);

	if (launches_say(s, k, shape, &l) || small_blocks_say(s, k, shape, &l))
		return;
	if (!few_blocks_say(s, k, shape, &l))
		tail_say(s, k, shape, &l);
	divergence_say(s, k, shape, &l);
}

/* The whole kernel in place of its lines, which a plain run does not count. */
static struct speed_line whole(const struct speed_shape *shape)
{
	return (struct speed_line){ .place = { .file = "", .text = NULL, .line = 0 }, .counts = shape->counts };
}

static void lines_say(struct speed *s, const struct speed_kernel *k)
{
	if (k->nlines) {
		for (size_t i = 0; i < k->nlines; i++)
			line_say(s, k, &k->lines[i]);
		return;
	}
	for (size_t i = 0; i < k->nshapes; i++) {
		struct speed_line all = whole(&k->shapes[i]);
		struct speed_shape one = k->shapes[i];
		const struct speed_kernel alone = { .name = k->name, .shapes = &one, .nshapes = 1, .doubles = true };

		one.lines = &all;
		one.nlines = 1;
		line_say(s, &alone, &all);
	}
}

#define LIMIT_LEAST 0.8 /* of the memory's rate */

/* Of the kernel with the most time: nothing to gain. */
static void limit_say(struct speed *s, const struct speed_kernel *k)
{
	const struct speed_shape *shape = &k->shapes[0];
	struct simt_counts counts;
	struct cost_launch l;
	struct cost_kernel cost;
	double rate;

	for (size_t i = 1; i < k->nshapes; i++)
		shape = k->shapes[i].ns > shape->ns ? &k->shapes[i] : shape;
	l = speed_mean(shape, &counts);
	cost = cost_kernel(&l);
	rate = cost.terms[COST_DRAM] / most((double)cost.ns, 1);
	if (cost.limit == COST_DRAM && rate >= LIMIT_LEAST)
		speed_say(s, "at-limit", &shape->launch, k->name, 0, "less time needs fewer bytes: smaller types, or one kernel "
								     "for what two do now",
			  "there is nothing to gain in this kernel: it moves its bytes at %.0f %% of the memory's rate",
			  100 * rate);
}

/* Of the kernel with the most time, if nothing else is said of it: less work than the launch. */
static void small_grid_say(struct speed *s, const struct speed_kernel *k)
{
	const struct speed_shape *shape = &k->shapes[0];
	const uint64_t blocks = dim3u_volume(shape->grid);

	if (k->nshapes > 1 || blocks * 4 > (uint64_t)cost_h200.sms || shape->waits ||
	    shape->ns > (double)shape->launches * (double)(cost_call("cudaLaunchKernel", 0) + cost_lead(TIMELINE_KERNEL)))
		return;
	speed_say(s, "small-grid", &shape->launch, k->name, 0,
		  "a kernel pays with more data in one launch: here the launch takes as long as the work",
		  "%llu block%s of %llu thread%s: %llu of %.0f multiprocessors work%s, and not for long",
		  (unsigned long long)blocks, blocks == 1 ? "" : "s", (unsigned long long)dim3u_volume(shape->block),
		  dim3u_volume(shape->block) == 1 ? "" : "s", (unsigned long long)blocks, cost_h200.sms, blocks == 1 ? "s" : "");
}

void speed_say_kernels(struct speed *s)
{
	const struct speed_kernel *longest = NULL;

	for (size_t i = 0; i < s->nkernels; i++) {
		const struct speed_kernel *k = &s->kernels[i];
		size_t before = s->nadvice;

		if (k->ns < KERNEL_LEAST * s->kernels_ns)
			continue;
		lines_say(s, k);
		for (size_t n = 0; n < k->nshapes; n++)
			if (k->shapes[n].ns >= KERNEL_LEAST * s->kernels_ns)
				shape_say(s, k, &k->shapes[n]);
		if (s->nadvice == before && (!longest || k->ns > longest->ns))
			longest = k;
	}
	if (longest && longest->nshapes && longest->ns >= 0.5 * s->kernels_ns) {
		limit_say(s, longest);
		small_grid_say(s, longest);
	}
}
