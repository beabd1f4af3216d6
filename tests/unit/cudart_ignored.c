/*
 * cudart_ignored.c - whether the code behind a call looks at its result: as gcc and clang write it, with -O0 and -O2.
 */
#include "config.h"

#include "cudart/check/ignored.h"
#include "cudart/check/report.h"
#include "tap/tap.h"

/* Functions that the module calls and this test does not. */
void report_call(finding_kind kind, const struct call *call, const struct call *other, const char *advice, const char *fmt, ...)
{
	(void)kind, (void)call, (void)other, (void)advice, (void)fmt;
}

const char *cudaGetErrorString(cudaError_t error)
{
	(void)error;
	return "";
}

const char *cudaGetErrorName(cudaError_t error)
{
	(void)error;
	return "";
}

struct thread *thread_state(void)
{
	static struct thread state;

	return &state;
}

void report_dropped(const struct call *call)
{
	(void)call;
}

const char *report_full(const struct call *call)
{
	(void)call;
	return NULL;
}

bool report_explains(const struct call *call)
{
	(void)call;
	return false;
}

void report_last_to(size_t place)
{
	(void)place;
}

const struct finding *report_all(size_t *n)
{
	*n = 0;
	return NULL;
}

#ifdef __x86_64__
static const struct { const char *code; size_t len; enum result_use want; const char *what; } rows[] = {
#define ROW(code, want, what) { code, sizeof(code) - 1, RESULT_##want, what },
	ROW("\x48\x8b\x45\xe8\x48\x89\xc7", DROPPED, "mov -24(%rbp),%rax: the next statement loads a pointer")
	ROW("\x48\x8d\x85\x60\xff\xff\xff", DROPPED, "lea -160(%rbp),%rax")
	ROW("\xb9\x01\x00\x00\x00\xba\x00\x10\x00\x00\x48\x89\xde\xe8\x00\x00\x00\x00", DROPPED,
	    "arguments of the next call, and the call")
	ROW("\xc7\x45\xfc\x00\x00\x00\x00\xeb\x02\x90\x90\x8b\x45\xfc", DROPPED, "a counter set, a jump, and a load")
	ROW("\x41\xb8\x01\x00\x00\x00\x4c\x8b\x45\x10\x31\xc0\xc3", DROPPED, "return 0")
	ROW("\x89\x45\xfc\x83\x7d\xfc\x00", USED, "mov %eax,-4(%rbp): kept")
	ROW("\x85\xc0\x75\x10", USED, "test %eax,%eax")
	ROW("\x83\xf8\x00\x74\x10", USED, "cmp $0,%eax")
	ROW("\x83\x7d\xfc\x01\x89\xc3", USED, "kept in %ebx after another comparison")
	ROW("\x89\xc7\xe8\x00\x00\x00\x00", USED, "passed to a function")
	ROW("\x48\x63\xd0", USED, "movslq %eax,%rdx")
	ROW("\x50\xc3", USED, "push %rax")
	ROW("\x8b\x04\x85\x00\x00\x00\x00", USED, "an index of a table")
	ROW("\xc9\xc3", PASSED_ON, "leave, ret")
	ROW("\x48\x83\xc4\x18\x5b\x5d\xc3", PASSED_ON, "add $24,%rsp, pops, ret")
	ROW("\xf3\x0f\x10\x45\xdc\x66\x0f\xef\xc9\xf3\x0f\x5a\xc8\x66\x48\x0f\x7e\xc8\x66\x48\x0f\x6e\xc0", DROPPED,
	    "movss, pxor, cvtss2sd, movq to %rax: a float for printf()")
	ROW("\xf3\x0f\x10\x45\xdc\xf3\x0f\x5e\x05\x00\x00\x00\x00\xb0\x01\xe8\x00\x00\x00\x00", DROPPED,
	    "divss, mov $1,%al, call")
	ROW("\x66\x0f\x6e\xc0\xe8\x00\x00\x00\x00", USED, "movd %eax,%xmm0")
	ROW("\xf4\xf4", USED, "an instruction that nobody expects there")
};

int main(void)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof *rows; i++) {
		unsigned char code[64];

		memset(code, 0xf4, sizeof(code));
		memcpy(code, rows[i].code, rows[i].len);
		ok(result_use(code) == rows[i].want, "%s", rows[i].what);
	}
	return tap_done();
}
#else
int main(void)
{
	skip_test("not x86-64", "how the code after a call uses its result");
	return tap_done();
}
#endif
