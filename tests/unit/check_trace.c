/*
 * check_trace.c - the array that an address was computed from: where code shows it,
 * where not, and where the search would take for ever.
 */
#include "config.h"

#include <stdlib.h>

#include "../tap/tap.h"
#include "base/buf.h"
#include "ptx/ptx.h"
#include "simt/simt.h"

#define FAR 131072 /* bytes from x to y: two holes */

static const char head[] =
	".version 7.5\n.target sm_75\n.address_size 64\n"
	".visible .entry k(.param .u64 x, .param .u64 y, .param .u64 table, .param .u64 index)\n{\n"
	".reg .pred %p; .reg .b32 %r<4>; .reg .b64 %rd<300>;\n"
	"ld.param.u64 %rd0, [x];\nld.param.u64 %rd1, [y];\nld.param.u64 %rd2, [table];\nld.param.u64 %rd3, [index];\n";

/* Runs a kernel of one thread whose index leads from x into y; the first finding's kind, or "". */
static const char *run(const char *body, char *message, size_t size)
{
	static char kind[64];
	struct simt_mem *m = simt_mem_new(1 << 24, NULL);
	struct { uint64_t x, y, table, index; } params = { .index = FAR };
	static const uint8_t zeros[1024];
	struct buf text = BUF_INIT;
	struct ptx_module *module;
	struct simt_program *program = NULL;
	struct simt_result result;
	struct error err = { 0 };
	struct simt_launch launch = { .kernel = "k", .grid = { 1, 1, 1 }, .block = { 1, 1, 1 }, .params = &params,
				      .params_len = sizeof(params), .checks = SIMT_CHECK_ALL };

	kind[0] = message[0] = '\0';
	simt_alloc(m, 1024, "x", 4, 0, &params.x, NULL);
	simt_alloc(m, 1024, "y", 4, 0, &params.y, NULL);
	simt_alloc(m, 1024, "table", 8, 0, &params.table, NULL);
	simt_write(m, params.x, zeros, sizeof(zeros), NULL);
	simt_write(m, params.y, zeros, sizeof(zeros), NULL);
	simt_write(m, params.table, &params.x, 8, NULL);
	buf_puts(&text, head);
	buf_puts(&text, body);
	buf_puts(&text, "ret;\n}\n");
	module = ptx_parse(buf_text(&text), text.len, "k.ptx", &err);
	if (module)
		program = simt_program_new(module, m, &err);
	if (!program || params.y - params.x != FAR || simt_launch(program, &launch, &result, &err) < 0) {
		snprintf(kind, sizeof(kind), "%.60s", err.text[0] ? err.text : "the arrays are not where they should be");
	} else {
		if (result.nfindings) {
			snprintf(kind, sizeof(kind), "%s", finding_name(&result.findings[0]));
			snprintf(message, size, "%s", result.findings[0].message);
		}
		simt_result_release(&result);
	}
	simt_program_free(program);
	ptx_free(module);
	simt_mem_free(m);
	buf_release(&text);
	return kind;
}

/* rd4 doubles itself in 100 sums: 2^100 ways back to the index. */
static void many_ways(void)
{
	struct buf body = BUF_INIT;
	char message[512];

	buf_puts(&body, "mov.u64 %rd4, %rd3;\nsub.s64 %rd4, %rd4, %rd3;\nadd.s64 %rd5, %rd4, %rd4;\n");
	for (int k = 6; k < 106; k++)
		buf_printf(&body, "add.s64 %%rd%d, %%rd%d, %%rd%d;\n", k, k - 1, k - 1);
	buf_puts(&body, "add.s64 %rd200, %rd105, %rd1;\nld.global.u32 %r1, [%rd200];\n");
	is_text(run(buf_text(&body), message, sizeof(message)), "", "a walk with too many paths ends, and reports nothing");
	buf_release(&body);
}

int main(void)
{
	char message[512];

	is_text(run("add.s64 %rd4, %rd0, %rd3;\nld.global.u32 %r1, [%rd4];\n", message, sizeof(message)), "out-of-bounds",
		"an index that leads into another array is reported");
	is_text(message, "thread (0,0,0) of block (0,0,0) reads x[32768]; x has 256 elements",
		"with the array that was meant");
	is_text(run("shr.u64 %rd4, %rd3, 2;\nmad.lo.s64 %rd5, %rd4, 4, %rd0;\ncvta.to.global.u64 %rd6, %rd5;\n"
		    "ld.global.u32 %r1, [%rd6];\n", message, sizeof(message)), "out-of-bounds",
		"also through products and conversions");
	is_text(run("add.s64 %rd4, %rd1, 0;\nld.global.u32 %r1, [%rd4];\n", message, sizeof(message)), "",
		"an access to its own array is not");
	is_text(run("setp.ne.s64 %p, %rd3, 0;\nselp.b64 %rd4, %rd1, %rd0, %p;\nld.global.u32 %r1, [%rd4];\n",
		    message, sizeof(message)), "", "one pointer or another may be meant");
	is_text(run("mov.u64 %rd4, %rd0;\nsetp.ne.s64 %p, %rd3, 0;\n@%p mov.u64 %rd4, %rd1;\nld.global.u32 %r1, [%rd4];\n",
		    message, sizeof(message)), "", "also by a guarded move");
	is_text(run("ld.global.u64 %rd4, [%rd2];\nadd.s64 %rd5, %rd4, %rd3;\nld.global.u32 %r1, [%rd5];\n",
		    message, sizeof(message)), "", "of a pointer from memory nothing is known");
	is_text(run("sub.s64 %rd4, %rd1, %rd0;\nadd.s64 %rd5, %rd0, %rd4;\nld.global.u32 %r1, [%rd5];\n",
		    message, sizeof(message)), "", "nor of sums and differences of pointers");
	many_ways();
	return tap_done();
}
