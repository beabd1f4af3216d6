/*
 * record.c - the fields of a job and of a result, each described once for both
 * directions (see wire.h).
 *
 *	record = tag, length, fields      tag: J job; L load error, S step of a case, C case, E end
 *
 * A result is a sequence of records: all complete records that a worker wrote before it died count; a torn last one
 * does not.
 */
#include "config.h"

#include "worker/record.h"

#include <string.h>

#include "words/kinds.h"
#include "worker/wire.h"

enum { TAG_JOB = 'J', TAG_LOAD_ERROR = 'L', TAG_STEP = 'S', TAG_CASE = 'C', TAG_END = 'E' };

#define HEADER_BYTES 9 /* tag and length */

static void wire_dim(struct wire *w, struct dim3u *d)
{
	wire_u32(w, &d->x);
	wire_u32(w, &d->y);
	wire_u32(w, &d->z);
}

static void wire_error(struct wire *w, struct error *e)
{
	wire_enum(w, &e->party, PARTY_US + 1);
	wire_int(w, &e->line);
	wire_array_text(w, e->file, sizeof e->file);
	wire_array_text(w, e->text, sizeof e->text);
	wire_array_text(w, e->remedy, sizeof e->remedy);
}

static void wire_place(struct wire *w, struct source_place *p)
{
	wire_text(w, &p->file);
	wire_int(w, &p->line);
	wire_int(w, &p->column);
	wire_array(w, &p->frames, &p->nframes, sizeof *p->frames, 5);
	for (size_t i = 0; i < p->nframes; i++) {
		struct source_frame f = p->frames[i]; /* the sender's may be constant */

		wire_text(w, &f.function);
		wire_int(w, &f.line);
		if (!f.function)
			w->bad = true;
		if (!w->out)
			((struct source_frame *)p->frames)[i] = f;
	}
}

static void wire_finding(struct wire *w, struct finding *f)
{
	wire_enum(w, &f->kind, FINDING_KINDS);
	wire_text(w, &f->rule);
	wire_enum(w, &f->level, FINDING_ERROR + 1);
	wire_text(w, &f->message);
	wire_text(w, &f->advice);
	wire_place(w, &f->place);
	wire_place(w, &f->other);
	wire_dim(w, &f->block);
	wire_dim(w, &f->thread);
	wire_u64(w, &f->threads);
	wire_int(w, &f->case_index);
	/* All later code relies on these. */
	if (!f->message)
		w->bad = true;
}

static void wire_findings(struct wire *w, struct finding **list, size_t *n)
{
	wire_array(w, list, n, sizeof **list, 74);
	for (size_t i = 0; i < *n; i++) {
		struct finding f = (*list)[i]; /* the sender's may be constant */

		wire_finding(w, &f);
		if (!w->out)
			(*list)[i] = f;
	}
}

/* ---- job and case ------------------------------------------------------------------ */

static void wire_arg(struct wire *w, struct job_arg *a)
{
	wire_enum(w, &a->kind, JOB_BUFFER + 1);
	wire_text(w, &a->label);
	wire_u32(w, &a->elem);
	wire_u64(w, &a->bits);
	wire_enum(w, &a->role, JOB_INOUT + 1);
	wire_bytes_in_place(w, &a->bytes, &a->len);
	wire_u8(w, &a->dimensions);
	for (int i = 0; i < 3; i++)
		wire_u64(w, &a->shape[i]);
	wire_bool(w, &a->returned);
}

static void wire_job_case(struct wire *w, struct job_case *c)
{
	wire_text(w, &c->name);
	wire_dim(w, &c->grid);
	wire_dim(w, &c->block);
	wire_u32(w, &c->dynamic_shared);
	wire_u32(w, &c->resident);
	wire_u64(w, &c->budget);
	wire_u32(w, &c->timed_runs);
	wire_bool(w, &c->measured);
	wire_array(w, &c->args, &c->nargs, sizeof *c->args, 24);
	for (size_t i = 0; i < c->nargs; i++)
		wire_arg(w, &c->args[i]);
	wire_bool(w, &c->once);
	wire_bool(w, &c->probed);
	wire_u32(w, &c->pitch);
	wire_u32(w, &c->devices);
	wire_u32(w, &c->multiprocessors);
	wire_double(w, &c->link);
	wire_u64(w, &c->failing_call);
	wire_bool(w, &c->idled);
	wire_bool(w, &c->idle_functions);
	wire_u64(w, &c->idle_launches);
}

static void wire_job(struct wire *w, struct job *j)
{
	uint64_t image_len = j->image_len;

	wire_text(w, &j->device);
	wire_bool(w, &j->on_gpu);
	wire_bytes(w, &j->image, &image_len);
	j->image_len = image_len;
	wire_text(w, &j->kernel);
	wire_text(w, &j->program);
	wire_text(w, &j->source);
	wire_u64(w, &j->device_bytes);
	wire_bool(w, &j->check);
	wire_u64(w, &j->order_seed);
	wire_enum(w, &j->native, JOB_NATIVES);
	wire_u32(w, &j->threads);
	wire_double(w, &j->seconds);
	wire_array(w, &j->cases, &j->ncases, sizeof *j->cases, 80);
	for (size_t i = 0; i < j->ncases; i++)
		wire_job_case(w, &j->cases[i]);
}

static void wire_output(struct wire *w, struct case_result *c)
{
	const uint8_t *bytes = (const uint8_t *)c->output;
	uint64_t len = c->output_len;

	wire_bytes(w, &bytes, &len);
	c->output = (const char *)bytes;
	c->output_len = len;
	wire_bool(w, &c->output_truncated);
}

static void wire_line(struct wire *w, struct case_line *l, size_t ncounters)
{
	uint64_t *values = NULL;
	size_t n = ncounters;

	wire_text(w, &l->file);
	wire_int(w, &l->line);
	if (w->out)
		values = (uint64_t *)l->values;
	wire_array(w, &values, &n, sizeof *values, sizeof *values);
	for (size_t i = 0; i < n; i++)
		wire_u64(w, &values[i]);
	l->values = values;
	if (!l->file || n != ncounters)
		w->bad = true;
}

static void wire_buffers(struct wire *w, struct case_buffer **list, size_t *n)
{
	wire_array(w, list, n, sizeof **list, 9);
	for (size_t i = 0; i < *n; i++) {
		wire_bytes(w, &(*list)[i].bytes, &(*list)[i].len);
		wire_bool(w, &(*list)[i].fence_broken);
	}
}

static void wire_case_result(struct wire *w, struct case_result *c)
{
	wire_enum(w, &c->end, CASE_CUT_SHORT + 1);
	wire_error(w, &c->error);
	wire_buffers(w, &c->buffers, &c->nbuffers);
	wire_buffers(w, &c->again, &c->nagain);
	wire_bool(w, &c->ended_again);
	wire_findings(w, &c->findings, &c->nfindings);
	wire_array(w, &c->counters, &c->ncounters, sizeof *c->counters, 9);
	for (size_t i = 0; i < c->ncounters; i++) {
		wire_text(w, &c->counters[i].name);
		wire_u64(w, &c->counters[i].value);
		if (!c->counters[i].name)
			w->bad = true;
	}
	wire_array(w, &c->lines, &c->nlines, sizeof *c->lines, 13);
	for (size_t i = 0; i < c->nlines; i++)
		wire_line(w, &c->lines[i], c->ncounters);
	wire_double(w, &c->seconds);
	wire_u32(w, &c->timed_runs);
	wire_u32(w, &c->static_shared);
	wire_u64(w, &c->longest_warp);
	wire_output(w, c);
	wire_array(w, &c->trace, &c->ntrace, sizeof *c->trace, 8);
	for (size_t i = 0; i < c->ntrace; i++)
		wire_u64(w, &c->trace[i]);
}

/* ---- records -------------------------------------------------------------------- */

/* Writes the tag and a placeholder for the length; returns where the fields begin. */
static size_t record_begin(struct buf *out, uint8_t tag)
{
	uint8_t header[HEADER_BYTES] = { tag };

	buf_append(out, header, sizeof header);
	return out->len;
}

static void record_end(struct buf *out, size_t begin)
{
	if (out->failed)
		return;
	for (size_t i = 0; i < 8; i++)
		out->data[begin - 8 + i] = (char)(uint8_t)((uint64_t)(out->len - begin) >> (8 * i));
}

/* Takes the next complete record off `from` and sets `fields` to its fields. False at the end or at a torn record. */
static bool record_next(struct wire *from, uint8_t *tag, struct wire *fields)
{
	uint64_t len;

	if (from->left < HEADER_BYTES)
		return false;
	wire_u8(from, tag);
	wire_u64(from, &len);
	if (len > from->left)
		return false;
	*fields = (struct wire){ .bytes = from->bytes, .left = len, .arena = from->arena };
	from->bytes += len;
	from->left -= len;
	return true;
}

/* ---- a kernel's parameters ----------------------------------------------------------- */

/* Places a value at the next multiple of its own size. */
static bool param_put(uint8_t *params, size_t most, size_t *len, uint64_t value, size_t size)
{
	if (size == 0 || *len + 2 * size > most)
		return false;
	*len = (*len + size - 1) / size * size;
	for (size_t k = 0; k < size; k++)
		params[(*len)++] = (uint8_t)(value >> (8 * k));
	return true;
}

/* The descriptor shown in record.h. */
static bool numba_array_put(const struct job_arg *a, uint64_t address, uint8_t *params, size_t most, size_t *len)
{
	uint64_t words[NUMBA_ARRAY_WORDS(3)] = { 0, 0, a->len / a->elem, a->elem, address }, stride = a->elem;
	const size_t d = a->dimensions;
	bool whole = true;

	for (size_t i = d; i-- > 0; stride *= a->shape[i]) {
		words[5 + i] = a->shape[i];
		words[5 + d + i] = stride;
	}
	for (size_t i = 0; i < NUMBA_ARRAY_WORDS(d); i++)
		whole = whole && param_put(params, most, len, words[i], sizeof words[i]);
	return whole;
}

bool job_arg_pack(const struct job_arg *a, uint64_t address, uint8_t *params, size_t most, size_t *len)
{
	if (a->kind == JOB_SCALAR)
		return param_put(params, most, len, a->bits, a->elem);
	if (a->dimensions && a->elem)
		return numba_array_put(a, address, params, most, len);
	return param_put(params, most, len, address, sizeof address);
}

/* ---- job ------------------------------------------------------------------------- */

int job_encode(const struct job *job, struct buf *out)
{
	struct wire w = { .out = out };
	struct job copy = *job;
	size_t begin = record_begin(out, TAG_JOB);

	wire_job(&w, &copy);
	record_end(out, begin);
	return out->failed ? -1 : 0;
}

static bool job_is_complete(const struct job *job)
{
	bool whole = job->device && job->kernel && (job->image || job->program);

	for (size_t i = 0; i < job->ncases; i++)
		for (size_t k = 0; k < job->cases[i].nargs; k++) {
			const struct job_arg *a = &job->cases[i].args[k];

			whole = whole && a->label && (a->kind == JOB_BUFFER || a->elem <= 8) && a->dimensions <= 3 &&
				(!a->returned || (a->kind == JOB_BUFFER && a->len <= 8));
		}
	return whole;
}

int job_decode(const void *bytes, size_t len, struct arena *arena, struct job *job, struct error *err)
{
	struct wire w = { .bytes = bytes, .left = len, .arena = arena }, fields;
	uint8_t tag;

	memset(job, 0, sizeof *job);
	if (!record_next(&w, &tag, &fields) || tag != TAG_JOB)
		return error_set(err, PARTY_US, "the worker was given no job");
	wire_job(&fields, job);
	if (arena->failed)
		return error_nomem(err);
	if (fields.bad || fields.left || !job_is_complete(job))
		return error_set(err, PARTY_US, "the worker was given a garbled job");
	return 0;
}

/* ---- result ---------------------------------------------------------------------- */

void result_put_load_error(struct buf *out, const struct error *e)
{
	struct wire w = { .out = out };
	struct error copy = *e;
	size_t begin = record_begin(out, TAG_LOAD_ERROR);

	wire_error(&w, &copy);
	record_end(out, begin);
}

void result_put_case(struct buf *out, const struct case_result *c)
{
	struct wire w = { .out = out };
	struct case_result copy = *c;
	size_t begin = record_begin(out, TAG_CASE);

	wire_case_result(&w, &copy);
	record_end(out, begin);
}

static void wire_step(struct wire *w, size_t *index, enum job_step *step)
{
	wire_size(w, index);
	wire_enum(w, step, JOB_STEPS);
}

void result_put_step(struct buf *out, size_t index, enum job_step step)
{
	struct wire w = { .out = out };
	size_t begin = record_begin(out, TAG_STEP);

	wire_step(&w, &index, &step);
	record_end(out, begin);
}

void result_put_end(struct buf *out)
{
	record_end(out, record_begin(out, TAG_END));
}

bool result_next_step(const void *bytes, size_t len, size_t *at, size_t *index, enum job_step *step)
{
	struct wire w = { .bytes = (const uint8_t *)bytes + *at, .left = len - *at }, fields;
	uint8_t tag;

	*step = JOB_STEP_RUN;
	while (record_next(&w, &tag, &fields)) {
		*at = len - w.left;
		if (tag != TAG_STEP)
			continue;
		wire_step(&fields, index, step);
		if (!fields.bad)
			return true;
	}
	return false;
}

int result_decode(const void *bytes, size_t len, struct arena *arena, struct result *result, struct error *err)
{
	struct wire w = { .bytes = bytes, .left = len, .arena = arena }, fields;
	enum job_step step = JOB_STEP_RUN;
	size_t cap = 0, index;
	uint8_t tag;

	memset(result, 0, sizeof *result);
	while (!result->complete && record_next(&w, &tag, &fields)) {
		struct case_result *c;

		switch (tag) {
		case TAG_LOAD_ERROR:
			result->load_failed = true;
			wire_error(&fields, &result->error);
			break;
		case TAG_CASE:
			c = arena_push(arena, &result->cases, &result->ncases, &cap, sizeof *c);
			if (!c)
				return error_nomem(err);
			memset(c, 0, sizeof *c);
			wire_case_result(&fields, c);
			break;
		case TAG_STEP:
			wire_step(&fields, &index, &step);
			break;
		case TAG_END:
			result->complete = true;
			break;
		default:
			fields.bad = true;
		}
		if (arena->failed)
			return error_nomem(err);
		if (fields.bad || fields.left)
			return error_set(err, PARTY_US, "the worker wrote a result that cannot be read");
	}
	if (w.left && result->complete)
		return error_set(err, PARTY_US, "the worker wrote more after the end of its result");
	return 0;
}

bool case_succeeded(const struct case_result *c)
{
	for (size_t i = 0; i < c->nfindings; i++)
		if (c->findings[i].level == FINDING_ERROR)
			return false;
	return c->end == CASE_DONE;
}

uint64_t case_counter(const struct case_result *r, const char *name)
{
	for (size_t i = 0; i < r->ncounters; i++)
		if (!strcmp(r->counters[i].name, name))
			return r->counters[i].value;
	return 0;
}
