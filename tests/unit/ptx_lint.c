/* ptx_lint.c - all errors of a text, one after the other; and what is legal and yet suspicious. */
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
		"wgmma.fence.sync.aligned;\n"                      /* line 8 */
		"add.s32 %r1, %r2, 1;\n"
		"add.s32 %r1 %r2, 1;\n"                            /* line 10 */
		"bra.wrong L; add.s32 %r1, %f1, 1;\n"              /* line 11 */
		"L: ret;\n}\n";
	struct buf got = BUF_INIT;
	size_t n = ptx_check(text, strlen(text), "a.ptx", add_error, &got);

	ok(n == 4, "four errors");
	is_text(buf_text(&got),
	       "8 wgmma.fence.sync.aligned is not supported by the vm\n"
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

	ok(n == 2 && !strstr(buf_text(&got), "label"), "braces of an instruction that is refused do not end the body");
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

int main(void)
{
	test_check();
	test_braces_in_bad_instruction();
	test_check_many();
	lint("mov.u32 %r1, 0; add.s32 %r2, %r1, 1; ret;", "", "nothing suspicious");
	lint("add.s32 %r1, %r1, 1;\n@%p1 bra L;\nL: ret;", "8 '%p1' is read here and nowhere written\n",
	     "a guard is read; a loop's own register is written");
	lint("bra L;\nmov.u32 %r1, 0;\nmov.u32 %r1, 0;\nL: ret;", "8 this can not be reached\n", "told once for a run of blocks");
	lint("mov.u32 %r1, 0;\nL: bra L;", "", "a ret that the text does not have is no unreachable one");
	lint("setp.eq.s32 %p1, 0, 0;\n@%p1 bar.sync 0;\nbar.sync 0; ret;",
	     "8 a barrier under a guard: threads for which '%p1' is false never come to it\n", "a guarded barrier");
	lint(".shared .b32 used[4]; .shared .b32 idle[4];\nst.shared.u32 [used], 0; ret;",
	     "7 nothing uses 'idle', 16 bytes of shared memory\n", "shared memory for nobody");
	return tap_done();
}
