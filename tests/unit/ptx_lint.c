/* ptx_lint.c - all errors of a text, one after the other; and code that is legal but suspicious. */
#include "config.h"

#include <string.h>

#include "ptx/ptx.h"
#include "../tap/tap.h"

#define HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"

static void add_error(void *ctx, const struct error *e)
{
	buf_printf(ctx, "%d %s\n", e->line, e->text);
}

static void test_check(void)
{
	static const char text[] = HEAD
		".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<4>;\n.reg .f32 %f<4>;\n"
		"tcgen05.wait::ld.sync.aligned;\n"                      /* line 8 */
		"add.s32 %r1, %r2, 1;\n"
		"add.s32 %r1 %r2, 1;\n"                            /* line 10 */
		"bra.wrong L; add.s32 %r1, %f1, 1;\n"              /* line 11 */
		"L: ret;\n}\n";
	struct buf got = BUF_INIT;
	size_t n = ptx_check(text, strlen(text), "a.ptx", add_error, &got);

	ok(n == 4, "four errors");
	is_text(buf_text(&got),
	       "8 tcgen05.wait::ld.sync.aligned is not supported by the vm\n"
	       "10 expected ';' before '%r2'\n"
	       "11 bra.wrong is not supported by the vm\n"
	       "11 add.s32: operand 2 must be .s32, but '%f1' is .f32\n",
	       "each by its line, those of the verifier last");
	buf_clear(&got);
	ok(ptx_check(HEAD ".reg", strlen(HEAD) + 4, "a.ptx", add_error, &got) == 1, "what ends a parse ends it");
	buf_clear(&got);
	ok(ptx_check(HEAD, strlen(HEAD), "a.ptx", add_error, &got) == 0, "a good text has none");
	buf_release(&got);
}

/* The vector's closing brace was taken for the body's, and the label behind it not seen. */
static void test_braces_in_bad_instruction(void)
{
	static const char text[] = HEAD ".visible .entry k()\n{\n.reg .f32 %f<5>; .reg .pred %p<2>;\n@%p1 bra L;\n"
		"tex.1d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%f1}];\nL: add.f32 {%f1, %f9}, 1;\nret;\n}\n";
	struct buf got = BUF_INIT;
	size_t n = ptx_check(text, strlen(text), "a.ptx", add_error, &got);

	ok(n == 2 && !strstr(buf_text(&got), "label"), "braces of a rejected instruction do not end the body");
	buf_release(&got);
}

static void test_check_many(void)
{
	struct buf text = BUF_INIT, got = BUF_INIT;

	buf_puts(&text, HEAD ".visible .entry k()\n{\n");
	for (int i = 0; i < 1000; i++)
		buf_puts(&text, "nothing.known;\n");
	ok(ptx_check(text.data, text.len, "a.ptx", add_error, &got) == 50, "fifty are enough");
	buf_release(&text);
	buf_release(&got);
}

static void add_warning(void *ctx, const struct ptx_warning *w)
{
	buf_printf(ctx, "%d %s\n", w->line, w->text);
}

static void lint(const char *body, const char *want, const char *what)
{
	struct buf text = BUF_INIT, got = BUF_INIT;
	struct error err = { 0 };
	struct ptx_module *m;

	buf_printf(&text, HEAD ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %%r<4>; .reg .pred %%p<3>;\n%s\n}\n", body);
	m = ptx_parse(text.data, text.len, "a.ptx", &err);
	if (ok(m != NULL, "%s: it parses", what)) {
		ptx_lint(m, add_warning, &got, &err);
		is_text(buf_text(&got), want, what);
	} else {
		printf("# %d: %s\n", err.line, err.text);
	}
	ptx_free(m);
	buf_release(&text);
	buf_release(&got);
}

/* Fragments that an instruction of matrices writes were taken for ones that it reads. */
static void test_matrix_destinations(void)
{
	static const char text[] = ".version 7.8\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
		".reg .b32 %r<4>; .reg .b64 %rd<2>;\nld.param.u64 %rd1, [p];\n"
		"ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r1, %r2}, [%rd1];\n"
		"wmma.load.c.sync.aligned.row.m16n16k16.f16 {%r1, %r2, %r3, %r0}, [%rd1];\nret;\n}\n";
	struct error err = { 0 };
	struct ptx_module *m = ptx_parse(text, strlen(text), "a.ptx", &err);
	struct buf got = BUF_INIT;

	ok(m != NULL, "a module with fragments: %s", m ? "" : err.text);
	if (m)
		ptx_lint(m, add_warning, &got, &err);
	is_text(buf_text(&got), "", "the destinations of matrix loads are written, not read");
	buf_release(&got);
	ptx_free(m);
}

static int alive(const char *body)
{
	struct buf text = BUF_INIT;
	struct error err;
	struct ptx_module *m;
	int n = -1;

	buf_printf(&text, HEAD ".visible .entry k(.param .u64 p, .param .u32 q)\n{\n.reg .b32 %%r<9>; .reg .f64 %%d<5>;\n"
		   ".reg .b64 %%rd<5>; .reg .pred %%p<3>;\n%s}\n", body);
	m = ptx_parse(buf_text(&text), text.len, "a.ptx", &err);
	if (m)
		n = ptx_registers_alive(ptx_find_function(m, "k"), &err);
	ptx_free(m);
	buf_release(&text);
	return n;
}

static void test_registers_alive(void)
{
	ok(alive("ret;\n") == 0, "an empty kernel keeps nothing");
	ok(alive("ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; st.global.u32 [%rd1], %r1; ret;\n") == 1,
	   "parameters are in constant memory");
	ok(alive("mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; add.u32 %r3, %r1, %r2; ld.param.u64 %rd1, [p];\n"
		 "st.global.u32 [%rd1], %r3; ret;\n") == 2, "two values until their sum is there");
	ok(alive("ld.param.u64 %rd1, [p]; ld.global.f64 %d1, [%rd1]; ld.global.f64 %d2, [%rd1+8]; add.f64 %d3, %d1, %d2;\n"
		 "st.global.f64 [%rd1], %d3; ret;\n") == 4, "a double is two registers");
	ok(alive("mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y;\nL: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r1; @%p1 bra L;\n"
		 "ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], %r2; ret;\n") == 2,
		 "a register that a loop needs again lives through it");
	ok(alive("mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; setp.lt.u32 %p1, %r1, 5; @%p1 mov.u32 %r1, %r2;\n"
		 "ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], %r1; ret;\n") == 2, "a write under a guard ends no life");
}

int main(void)
{
	test_check();
	test_braces_in_bad_instruction();
	test_check_many();
	lint("mov.u32 %r1, 0; add.s32 %r2, %r1, 1; ret;", "", "nothing suspicious");
	lint("add.s32 %r1, %r1, 1;\n@%p1 bra L;\nL: ret;", "8 '%p1' is read here but never written\n",
	     "a guard is read; a loop's own register is written");
	lint("bra L;\nmov.u32 %r1, 0;\nmov.u32 %r1, 0;\nL: ret;", "8 this cannot be reached\n",
	     "reported once for a run of blocks");
	lint("mov.u32 %r1, 0;\nL: bra L;", "", "a ret that the text does not have is no unreachable one");
	lint("setp.eq.s32 %p1, 0, 0;\n@%p1 bar.sync 0;\nbar.sync 0; ret;",
	     "8 a barrier under a guard: threads for which '%p1' is false never reach it\n", "a guarded barrier");
	lint(".shared .b32 used[4]; .shared .b32 idle[4];\nst.shared.u32 [used], 0; ret;",
	     "7 nothing uses 'idle', 16 bytes of shared memory\n", "unused shared memory");
	test_matrix_destinations();
	test_registers_alive();
	return tap_done();
}
