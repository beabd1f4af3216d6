/* trouble.c - why a compiler failed: one table for kernels and programs. */
#include "config.h"

#include <signal.h>
#include <string.h>

#include "../tap/tap.h"
#include "toolchain/trouble.h"

static const struct trouble_limits limits = { "60 seconds", "4 GiB", "64 MiB", 60, (uint64_t)4 << 30, "--compiler NAME" };

static enum trouble find(struct proc_result result, const char *raw, const char *error)
{
	struct diagnostic d = { .level = DIAGNOSTIC_ERROR, .text = error };
	struct compilation said = { .diagnostics = &d, .ndiagnostics = error != NULL };

	return trouble_find(&result, raw, &said, &limits);
}

int main(void)
{
	const struct proc_result failed = { .end = PROC_EXITED, .code = 1 };

	struct compilation none = { .ok = false };
	struct error err = { .text = "" };

	ok(trouble_of_machine(&(struct proc_result){ .end = PROC_DEADLINE }, "", &none, &limits, &err) == -1 &&
	   err.party == PARTY_MACHINE,
	   "the clock on the wall is the machine's");
	ok(trouble_of_machine(&(struct proc_result){ .end = PROC_IDLE }, "", &none, &limits, &err) == 0 &&
	   find((struct proc_result){ .end = PROC_IDLE }, "", NULL) == TROUBLE_IDLE,
	   "a compiler that sleeps waits for something in the source");
	ok(trouble_of_machine(&(struct proc_result){ .end = PROC_FLOOD }, "", &none, &limits, &err) == 0 &&
	   find((struct proc_result){ .end = PROC_FLOOD }, "k.cu:4: error: x", "x") == TROUBLE_FLOOD,
	   "a flood of its messages comes from the source");
	ok(find((struct proc_result){ .end = PROC_SIGNALLED, .code = SIGXCPU }, "", NULL) == TROUBLE_TIME,
	   "the processor's time is the source's");
	ok(find(failed, "sh: 1: CPU time limit exceeded", NULL) == TROUBLE_TIME,
	   "also that of a driver's child, which its shell tells");
	ok(find((struct proc_result){ .end = PROC_SIGNALLED, .code = SIGXFSZ }, "", NULL) == TROUBLE_SIZE,
	   "a file too large is known by its signal");
	ok(find((struct proc_result){ .end = PROC_SIGNALLED, .code = SIGSEGV }, "", NULL) == TROUBLE_CRASH,
	   "any other signal is a crash");
	ok(find(failed, "LLVM ERROR: out of memory", NULL) == TROUBLE_MEMORY, "memory is known by the compiler's words");
	ok(find(failed, "cc1plus: fatal error: error writing: No space left on device", NULL) == TROUBLE_DISK,
	   "so is a full disk");
	ok(find(failed, "k.cu:4: error: expected ';'\n  puts(\"out of memory\")\n  perror(\"No space left on device\")",
		"expected ';'") ==
	   TROUBLE_CODE, "words in a source line that is printed blame nothing");
	ok(find(failed, "k.cu:4: fatal error: virtual memory exhausted: Cannot allocate memory",
		"virtual memory exhausted: Cannot allocate memory") ==
	   TROUBLE_MEMORY, "words of the error itself do");
	{
		struct diagnostic list[] = { { .level = DIAGNOSTIC_ERROR, .line = 1, .text = "static assertion failed: a" },
					     { .level = DIAGNOSTIC_ERROR, .text = "No space left on device" } };
		const struct compilation said = { .diagnostics = list, .ndiagnostics = 2 };

		ok(trouble_find(&failed, "", &said, &limits) == TROUBLE_CODE,
		   "a line that a message about the source brought along blames no machine");
	}
	ok(find(failed, "ld: cannot open output file /x/a.out", NULL) == TROUBLE_OUTPUT, "an output that cannot be written");
	ok(find(failed, "error: unable to create target: 'no such'", NULL) == TROUBLE_TARGET && !trouble_has_text(TROUBLE_TARGET),
	   "a compiler without the target");
	ok(find(failed, "who knows", NULL) == TROUBLE_UNKNOWN && !trouble_has_text(TROUBLE_UNKNOWN),
	   "what fits no row is not known");
	{
		struct compilation out = { .ok = false };
		const struct message_reader r = { .label = "k.cu", .name = "k.cu", .source = "" };

		err = (struct error){ 0 };
		ok(trouble_report(TROUBLE_SIZE, &limits, "/", &r, 7, &out, &err) == 0 && out.ndiagnostics == 1 &&
		   out.diagnostics[0].line == 7 &&
		   !strcmp(out.diagnostics[0].text, "the compiler's output for this file is larger than 64 MiB"),
		   "the learner's share is an error of the source, with the limit and the line");
		ok(trouble_report(TROUBLE_DISK, &limits, "/no such", &r, 0, &out, &err) == TROUBLE_ACCUSES &&
		   err.party == PARTY_MACHINE && err.remedy[0],
		   "the machine's is an error with a remedy");
		ok(trouble_complain("nvcc", "\n", "/no such", "run it", &err) == TROUBLE_ACCUSES && err.party == PARTY_MACHINE &&
		   !strcmp(err.text, "'nvcc' does not work: it printed nothing"),
		   "a compiler that fails in silence is the machine's");
		is_text(trouble_of_assembler("ptxas /tmp/x.ptx, line 49; error   : Not a name of any known instruction: 'square'\n"
					     "ptxas fatal   : Ptx assembly aborted due to errors\n", &out.arena),
			"Not a name of any known instruction: 'square'", "the assembler's objection, without its own file");
		is_text(trouble_of_assembler("ptxas info    : 0 bytes gmem\nwho knows\n", &out.arena), "",
			"its remarks are none");
		compilation_release(&out);
	}
	return tap_done();
}
