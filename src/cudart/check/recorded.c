/* recorded.c - see recorded.h. */
#include "config.h"

#include "cudart/check/recorded.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "cudart/check/call_place.h"
#include "cudart/check/extents.h"
#include "cudart/check/kernel_names.h"
#include "cudart/runtime.h"

#define MEMORY_MOST ((uint64_t)512 << 20)

static uint64_t begun, ended; /* launches so far */

/* What the program did before that launch: for each byte the call or kernel that wrote it last. */
static struct extents written;          /* holds the number of a writer */
static struct writer { struct call call; const char *kernel; } *writers; /* kernel NULL: the call itself wrote it */
static size_t nwriters;

static uint32_t writer_next(void *ctx, uint32_t state, unsigned how, uint64_t addr, uint64_t bytes)
{
	(void)ctx, (void)state, (void)how, (void)addr, (void)bytes;
	return (uint32_t)nwriters;
}

static void writer_note(struct op *op)
{
	struct writer *writer = op->skipped ? NULL : array_push(&writers, &nwriters, sizeof *writer);

	if (!writer)
		return;
	*writer = (struct writer){ op->call, op->kind == &op_kernel ? ((struct kernel_op *)op)->function->name : NULL };
	for (size_t i = 0; i < op->nranges; i++) {
		const struct async_range range = { op->ranges[i].addr, op->ranges[i].bytes, 0 };

		if (op->ranges[i].write)
			extents_change(&written, &range, 1, writer_next, NULL);
	}
}

void recorded_start(void)
{
	if (runtime.settings.record_launch)
		queue_watch(NULL, writer_note);
}

/* "cudaMemcpy", "kernel fill". */
static json_t *writer_json(const struct writer *writer)
{
	struct source_place place;
	struct buf text = BUF_INIT;
	json_t *j = json_object();

	if (writer->kernel) {
		buf_puts(&text, "kernel ");
		kernel_name_put(writer->kernel, false, &text);
	} else {
		buf_puts(&text, writer->call.name);
	}
	json_object_set_new(j, "by", json_string(buf_text(&text)));
	if (call_place(&writer->call.site, &place))
		json_object_set_new(j, "line", json_integer(place.line));
	buf_release(&text);
	return j;
}

static json_t *written_json(void)
{
	json_t *all = json_array();

	for (size_t i = 0; i < written.n && i < 10000; i++) {
		json_t *j = writer_json(&writers[written.at[i].state - 1]);

		json_object_set_new(j, "from", json_integer((json_int_t)written.at[i].start));
		json_object_set_new(j, "to", json_integer((json_int_t)written.at[i].end));
		json_array_append_new(all, j);
	}
	return all;
}

static json_t *dim_json(struct dim3u v)
{
	return json_pack("[I, I, I]", (json_int_t)v.x, (json_int_t)v.y, (json_int_t)v.z);
}

static json_t *launch_json(const struct kernel_op *k, uint64_t number)
{
	struct source_place place = { 0 };
	json_t *j = json_pack("{s: I, s: s, s: o, s: o}", "launch", (json_int_t)number, "kernel", k->function->name, "grid",
			      dim_json(k->grid),
			      "block", dim_json(k->block));

	if (k->asked)
		place = *k->asked;
	else
		call_place(&k->op.call.site, &place);
	if (j && place.file) {
		json_object_set_new(j, "file", json_string(place.file));
		json_object_set_new(j, "line", json_integer(place.line));
	}
	return j;
}

static void line_append(json_t *j)
{
	FILE *out = j ? fopen(runtime.settings.record, "ae") : NULL;

	if (out) {
		json_dumpf(j, out, JSON_COMPACT);
		fputc('\n', out);
		fclose(out);
	}
	json_decref(j);
}

bool recorded_wants_ranges(const struct kernel_op *k)
{
	(void)k;
	return runtime.settings.record_launch;
}

void recorded_after(const struct kernel_op *k, const struct simt_result *r)
{
	json_t *j;
	size_t errors = 0;

	if (!runtime.settings.record || runtime.settings.record_launch)
		return;
	for (size_t i = 0; i < r->nfindings; i++)
		errors += r->findings[i].level == FINDING_ERROR;
	j = launch_json(k, ++ended);
	if (j)
		json_object_set_new(j, "errors", json_integer((json_int_t)errors));
	line_append(j);
}

/* Why the launch cannot be repeated in another process; NULL: it can. */
static const char *obstacle(const struct kernel_op *k, const char *ptx)
{
	const struct ptx_module *m = image_module(k->function->image);

	if (!ptx)
		return "its device code is linked from several files (-rdc)";
	for (size_t i = 0; i < m->nvars; i++)
		if (m->vars[i]->is_managed)
			return "its file has __managed__ variables";
	return simt_save_bytes(runtime.mem) > MEMORY_MOST ? "the program's memory is more than 512 MiB" : NULL;
}

static void all_write(const struct kernel_op *k, const struct simt_launch *launch, struct simt_program *program)
{
	char *unpacked = NULL;
	size_t len = 0;
	struct error err = { 0 };
	const char *ptx = image_text(k->function->image, &len, &unpacked, &err), *why = obstacle(k, ptx);
	struct buf memory = BUF_INIT;
	json_t *j = launch_json(k, begun);
	FILE *out = j ? fopen(runtime.settings.record, "we") : NULL;

	if (!why && simt_save(runtime.mem, &memory, &err))
		why = err.text;
	if (why)
		json_object_set_new(j, "obstacle", json_string(why));
	json_object_set_new(j, "written", written_json());
	json_object_set_new(j, "shared", json_integer((json_int_t)launch->dynamic_shared));
	json_object_set_new(j, "variables", json_integer((json_int_t)simt_program_variables(program)));
	json_object_set_new(j, "cooperative", json_boolean(k->cooperative));
	json_object_set_new(j, "fuse", json_boolean(runtime.settings.fuse));
	json_object_set_new(j, "order", json_integer((json_int_t)launch->order_seed));
	json_object_set_new(j, "sizes", json_pack("[I, I, I]", (json_int_t)(why ? 0 : len), (json_int_t)(why ? 0 : k->params_len),
						  (json_int_t)(why ? 0 : memory.len)));
	if (out) {
		json_dumpf(j, out, JSON_COMPACT);
		fputc('\n', out);
		if (!why) {
			fwrite(ptx, 1, len, out);
			fwrite(k->params, 1, k->params_len, out);
			fwrite(buf_text(&memory), 1, memory.len, out);
		}
		if (fclose(out))
			unlink(runtime.settings.record);
	}
	/* The launch is recorded: end the program here. */
	fflush(NULL);
	_exit(0);
}

void recorded_before(const struct kernel_op *k, const struct simt_launch *launch, struct simt_program *program)
{
	if (runtime.settings.record && ++begun == runtime.settings.record_launch)
		all_write(k, launch, program);
}
