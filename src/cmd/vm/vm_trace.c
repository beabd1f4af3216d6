/*
 * vm_trace.c - see vm_trace.h.
 *
 *	block (0,0,0) warp 0, values of thread (0,0,0)
 *	    4 ffffffff mad.lo.s32 %r1, %r3, %r4, %r5;     %r1 = 0
 *	    5 ffffffff setp.ge.s32 %p1, %r1, %r2;         %p1 = false
 *
 * The line number is the source's, or the PTX's own if there is no source; the mask has a bit for
 * each active lane.
 */
#include "config.h"

#include "cmd/vm/vm_trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"

#define LANES 32

int vm_dim_read(const char *text, size_t len, uint32_t rest, struct dim3u *out)
{
	uint32_t *const parts[] = { &out->x, &out->y, &out->z };
	const char *end = text + len;

	*out = (struct dim3u){ rest, rest, rest };
	for (int i = 0; i < 3; i++) {
		uint64_t v = 0;
		const char *p = text;

		for (; p < end && *p >= '0' && *p <= '9' && v <= UINT32_MAX; p++)
			v = 10 * v + (uint64_t)(*p - '0');
		if (p == text || v > UINT32_MAX)
			return -1;
		*parts[i] = (uint32_t)v;
		if (p == end)
			return 0;
		if (*p != ',')
			return -1;
		text = p + 1;
	}
	return -1;
}

static void print_header(struct vm_trace *t, const struct simt_step *s)
{
	uint32_t n = t->thread;

	printf("%sblock (%u,%u,%u) warp %u, values of ", t->began ? "\n" : "", s->block.x, s->block.y, s->block.z, s->warp);
	if (t->has_thread)
		printf("thread (%u,%u,%u)\n", n % t->dim.x, n / t->dim.x % t->dim.y, n / t->dim.x / t->dim.y);
	else
		puts("its first active thread");
}

static json_t *step_json(const struct simt_step *s, int line, unsigned lane, const char *text, const char *values)
{
	return json_pack("{s:[I,I,I], s:I, s:I, s:o, s:i, s:o, s:i, s:o}", "block", (json_int_t)s->block.x,
			 (json_int_t)s->block.y, (json_int_t)s->block.z, "warp", (json_int_t)s->warp,
			 "mask", (json_int_t)s->mask, "line", line ? json_integer(line) : json_null(),
			 "ptx_line", s->instr->line, "ptx", json_text(text), "lane", (int)lane,
			 "values", *values ? json_text(values) : json_null());
}

static void report(struct vm_trace *t, const struct simt_step *s, unsigned lane)
{
	struct ptx_place place = ptx_instr_place(t->file->module, s->instr);
	struct buf text = BUF_INIT, values = BUF_INIT;
	char line[16] = "";

	simt_step_print(t->file->module, s, lane, &text, &values);
	if (t->steps) {
		json_array_append_new(t->steps, step_json(s, place.line, lane, buf_text(&text), buf_text(&values)));
	} else {
		if (!t->began || memcmp(&s->block, &t->last_block, sizeof s->block) || s->warp != t->last_warp)
			print_header(t, s);
		if (place.line)
			snprintf(line, sizeof line, "%d", place.line);
		printf(values.len ? "%5s %08" PRIx32 " %-36s %s\n" : "%5s %08" PRIx32 " %s%s\n", line, s->mask,
		       buf_text(&text), buf_text(&values));
	}
	t->began = true;
	t->last_block = s->block;
	t->last_warp = s->warp;
	buf_release(&text);
	buf_release(&values);
}

static bool step(void *ctx, const struct simt_step *s)
{
	struct vm_trace *t = ctx;
	unsigned lane = (unsigned)__builtin_ctz(s->mask);

	if (t->has_block && memcmp(&s->block, &t->block, sizeof s->block))
		return true;
	if (t->has_thread) {
		lane = t->thread % LANES;
		if (s->warp != t->thread / LANES || !(s->mask >> lane & 1))
			return true;
	}
	if (!t->left) {
		t->cut = true;
		return false;
	}
	t->left--;
	report(t, s, lane);
	return true;
}

int vm_trace_init(struct vm_trace *t, const char *filter, uint64_t lines, const struct vm_file *f,
		  struct dim3u block_dim, struct error *err)
{
	size_t len = strcspn(filter, "/");
	const char *thread = filter[len] ? filter + len + 1 : NULL;
	struct dim3u at = { 0, 0, 0 };

	*t = (struct vm_trace){ .hook = { step, t }, .file = f, .dim = block_dim, .left = lines };
	t->has_block = len > 0;
	t->has_thread = thread != NULL;
	if ((len && vm_dim_read(filter, len, 0, &t->block)) || (thread && vm_dim_read(thread, strlen(thread), 0, &at))) {
		error_set(err, PARTY_LEARNER, "--trace=%.60s: a filter is BLOCK, BLOCK/THREAD or /THREAD", filter);
		return error_remedy(err, "such as --trace=0/0 or --trace=2,1/0,7");
	}
	if (at.x >= block_dim.x || at.y >= block_dim.y || at.z >= block_dim.z)
		return error_set(err, PARTY_LEARNER, "--trace=%.60s: a block has no such thread", filter);
	t->thread = at.x + block_dim.x * (at.y + block_dim.y * at.z);
	return 0;
}
