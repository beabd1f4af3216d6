/*
 * box.c - a job through a real worker process, and every bad end of a worker.
 *
 * This program is its own worker: box_run starts /proc/self/exe with the word
 * `worker`. The job's kernel name chooses what the worker then does.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child/sandbox.h"
#include "child/spaces.h"
#include "tap/tap.h"
#include "words/kinds.h"
#include "worker/box.h"
#include "worker/try_sandbox.h"
#include "worker/worker.h"

static const char add_one[] =
	".version 7.0\n.target sm_70\n.address_size 64\n"
	".visible .entry add_one(.param .u64 p, .param .u32 n)\n{\n"
	"\t.reg .pred %p<2>;\n\t.reg .b32 %r<8>;\n\t.reg .b64 %rd<5>;\n"
	"\tld.param.u64 %rd1, [p];\n\tld.param.u32 %r1, [n];\n"
	"\tmov.u32 %r2, %tid.x;\n\tmov.u32 %r3, %ctaid.x;\n\tmov.u32 %r4, %ntid.x;\n"
	"\tmad.lo.s32 %r5, %r3, %r4, %r2;\n\tsetp.ge.s32 %p1, %r5, %r1;\n\t@%p1 bra $done;\n"
	"\tcvta.to.global.u64 %rd2, %rd1;\n\tmul.wide.s32 %rd3, %r5, 4;\n\tadd.s64 %rd4, %rd2, %rd3;\n"
	"\tld.global.u32 %r6, [%rd4];\n\tadd.s32 %r7, %r6, 1;\n\tst.global.u32 [%rd4], %r7;\n"
	"$done:\n\tret;\n}\n"
	".visible .entry spin()\n{\n$again:\n\tbra $again;\n}\n";

/* ---- the worker's side ---------------------------------------------------------------- */

static char job_text[1 << 16];

/* Reports the result on stderr. */
static int write_a_file(void)
{
	char name[] = "/tmp/warpbook-box-XXXXXX";
	int fd = mkstemp(name), wrote;

	signal(SIGXFSZ, SIG_IGN);
	wrote = fd >= 0 && write(fd, "xx", 2) == 2;
	unlink(name);
	dprintf(2, "%s", wrote ? "wrote" : "could not write");
	return 0;
}

/* The name of an attack makes it misbehave; anything else is an honest worker. */
static int misbehave(const char *how)
{
	while (strstr(how, "hang!"))
		continue;
	while (strstr(how, "sleep!"))
		pause();
	if (strstr(how, "stop!"))
		raise(SIGSTOP);
	while (strstr(how, "stops!"))
		raise(SIGSTOP);
	if (strstr(how, "end!"))
		raise(SIGTERM);
	if (strstr(how, "crash!"))
		raise(SIGSEGV);
	if (strstr(how, "leave!"))
		return 0;
	if (strstr(how, "murmur!")) {
		fputs("line one\nlast \033[1mwords\n", stderr);
		return 3;
	}
	if (strstr(how, "memory!")) {
		for (size_t n = 0; n < 64; n++) {
			char *p = malloc(256 << 20);

			if (!p)
				abort();
			memset(p, 1, 256 << 20);
		}
	}
	while (strstr(how, "flood!"))
		if (write(1, job_text, sizeof job_text) < 0)
			return 0;
	if (strstr(how, "grandchild!")) {
		if (fork() == 0)
			for (;;)
				pause();
		return 0;
	}
	if (strstr(how, "file!"))
		return write_a_file();
	if (strstr(how, "look!"))
		dprintf(2, "environment %s, descriptor 3 %s", environ[0] ? environ[0] : "empty",
			write(3, "x", 1) < 0 ? "closed" : "open");
	return 0;
}

/* Looks at the job without taking it away from the real worker. */
static bool find_order(char *order, size_t size)
{
	int copy[2];
	ssize_t n;

	if (pipe(copy) || tee(0, copy[1], sizeof job_text, 0) < 0)
		return false;
	n = read(copy[0], job_text, 80); /* the kernel's name, if the image is short */
	close(copy[0]);
	close(copy[1]);
	for (ssize_t i = 0; i < n; i++)
		if (job_text[i] == '!') {
			ssize_t from = i;

			while (from > 0 && job_text[from - 1] >= 'a' && job_text[from - 1] <= 'z')
				from--;
			snprintf(order, size, "%.*s", (int)(i - from + 1), job_text + from);
			return true;
		}
	return false;
}

/* ---- the parent's side ----------------------------------------------------------------- */

static struct box_report run_order(const char *order, const struct box_limits *limits, struct arena *arena, int *status)
{
	struct job job = { .device = "vm", .image = (const uint8_t *)"x", .image_len = 1, .kernel = order };
	struct box_report report = { 0 };
	struct error err;

	*status = box_run(&job, limits, arena, &report, &err);
	return report;
}

static void test_endings(void)
{
	struct box_limits limits, brief, little;
	struct arena arena = { 0 };
	struct box_report r;
	int status;

	box_default_limits(&limits);
	brief = limits;
	brief.seconds = 1;
	brief.wall_seconds = 0.3;
	r = run_order("sleep!", &brief, &arena, &status);
	ok(status == 0 && r.end == BOX_STARVED, "a worker that came to no end by the wall's clock was held up by the machine");
	brief.wall_seconds = limits.wall_seconds;
	brief.idle_seconds = 0.3;
	r = run_order("sleep!", &brief, &arena, &status);
	ok(status == 0 && r.end == BOX_STARVED, "so was one that sleeps: on the vm none does");
	r = run_order("stop!", &brief, &arena, &status);
	ok(status == 0 && r.end == BOX_CRASHED && r.signal == 0, "one that was stopped goes on, here to its end without a "
								 "goodbye");
	r = run_order("stops!", &brief, &arena, &status);
	ok(status == 0 && r.end == BOX_STARVED, "and was held up if it was stopped again");
	r = run_order("hang!", &brief, &arena, &status);
	ok(status == 0 && r.end == BOX_DEADLINE, "a worker that computes for ever has used up its time");
	r = run_order("end!", &limits, &arena, &status);
	ok(status == 0 && r.end == BOX_ENDED && r.signal == SIGTERM, "a SIGTERM from outside is no crash");
	r = run_order("crash!", &limits, &arena, &status);
	ok(status == 0 && r.end == BOX_CRASHED && (r.signal == SIGSEGV || r.signal == 0), "a crash is a crash");
	r = run_order("leave!", &limits, &arena, &status);
	ok(status == 0 && r.end == BOX_CRASHED && r.signal == 0, "an exit without a goodbye is a crash too");
	r = run_order("murmur!", &limits, &arena, &status);
	is_text(r.stderr_tail, "line one\nlast ?[1mwords", "the last words are kept, safe for a terminal");
#ifdef WITH_SANITIZERS
	skip_test("memory is not limited with AddressSanitizer", "a worker that wants all memory does not get it");
#else
	little = limits;
	little.memory_bytes = (uint64_t)600 << 20;
	r = run_order("memory!", &little, &arena, &status);
	ok(status == 0 && (r.end == BOX_CRASHED || r.end == BOX_MEMORY), "a worker that wants all memory does not get it");
#endif
	r = run_order("flood!", &brief, &arena, &status);
	ok(status == 0 && r.end == BOX_FLOOD, "a flood of output is cut off and reported");
	r = run_order("grandchild!", &limits, &arena, &status);
	ok(status == 0 && r.end == BOX_CRASHED, "a grandchild that stays does not keep the parent waiting");
	r = run_order("file!", &limits, &arena, &status);
	is_text(r.stderr_tail, "could not write", "a worker cannot fill the disk");
	r = run_order("look!", &limits, &arena, &status);
	ok(!strncmp(r.stderr_tail, "environment empty, descriptor 3 closed", 38),
	   "a worker has an empty environment and no descriptor of ours (%s)", r.stderr_tail);
	arena_release(&arena);
}

/* A bit for each action that a process can still take after it has confined itself. */
static int confined_can(void)
{
	struct error err;
	pid_t child;
	int can = 0;

	box_begin();
	if (box_confine(&err))
		return 64;
	if (open("/etc/passwd", O_RDONLY) >= 0 || open("/proc/self/status", O_RDONLY) >= 0)
		can |= 1;
	if (open("/tmp/warpbook-box-confined", O_WRONLY | O_CREAT, 0600) >= 0)
		can |= 2;
	child = fork();
	if (child == 0)
		_exit(0);
	if (child > 0)
		can |= 4;
	if (kill(getppid(), 0) == 0)
		can |= 8;
	return can | (malloc(64 << 20) ? 16 : 0);
}

static void test_confine(void)
{
	pid_t child = fork();
	int status, can;

	if (child == 0)
		_exit(confined_can());
	waitpid(child, &status, 0);
	can = WIFEXITED(status) ? WEXITSTATUS(status) : 255;
	ok(can >= 0 && can < 32 && (can & 16), "a process that confines itself goes on");
	if (sandbox_landlock_version())
		ok((can & 3) == 0, "and neither reads nor writes a file (%d)", can);
	else
		skip_test("this kernel has no Landlock", "and neither reads nor writes a file");
	if (sandbox_layers() & SANDBOX_HAS_SECCOMP)
		ok((can & 12) == 0, "nor starts a process or signals one (%d)", can);
	else
		skip_test("no seccomp filter here", "nor starts a process or signals one");
}

/*
 * The attempts with namespaces find the actions that stay possible if the kernel denies namespaces: a filter denies unshare here.
 */
static void test_spaces(void)
{
	struct sock_filter reject[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_unshare, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof reject / sizeof *reject, reject };
	struct escape tries[SPACE_TRIES];
	int status, held = 0;
	pid_t child;

	fflush(stdout); /* proc_run flushes, in the child too */
	child = fork();
	if (child == 0) {
		if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
			_exit(9);
		for (size_t i = 0; i < try_spaces(tries); i++)
			held += tries[i].holds;
		_exit(spaces_have() ? 8 : held);
	}
	waitpid(child, &status, 0);
	ok(WIFEXITED(status) && WEXITSTATUS(status) == 0, "without namespaces each try gets through (%d)", WEXITSTATUS(status));
	if (!spaces_have()) {
		skip_test("the kernel denies namespaces to this user", "namespaces alone close every way that is tried");
		return;
	}
	for (size_t i = 0; i < try_spaces(tries); i++)
		ok(tries[i].holds, "namespaces alone close: %s", tries[i].name);
}

static void on_alarm(int sig)
{
	(void)sig;
	kill(getpid(), SIGTERM);
}

static void test_interrupt(void)
{
	struct box_limits limits;
	struct arena arena = { 0 };
	struct box_report r;
	pid_t child = fork();
	int status;

	/* In a process of its own: a caught signal stays caught. */
	if (child == 0) {
		box_default_limits(&limits);
		proc_catch_signals();
		signal(SIGALRM, on_alarm);
		alarm(1);
		r = run_order("sleep!", &limits, &arena, &status);
		_exit(status == 0 && r.end == BOX_INTERRUPTED ? 0 : 1);
	}
	waitpid(child, &status, 0);
	ok(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a SIGTERM for the parent ends the worker and is reported as such");
}

/* ---- the honest way ------------------------------------------------------------------------- */

static struct box_report run_kernel(const char *kernel, struct job_case *cases, size_t n, struct arena *arena)
{
	struct job job = { .device = "vm", .image = (const uint8_t *)add_one, .image_len = sizeof add_one - 1,
			   .kernel = kernel, .check = true, .cases = cases, .ncases = n };
	struct box_limits limits;
	struct box_report report = { 0 };
	struct error err = { 0 };

	box_default_limits(&limits);
	if (box_run(&job, &limits, arena, &report, &err))
		printf("# %s\n", err.text);
	return report;
}

static void test_kernel(void)
{
	int32_t numbers[40];
	struct arena arena = { 0 };
	struct job_arg args[] = {
		{ .kind = JOB_BUFFER, .label = "p", .elem = 4, .role = JOB_INOUT, .bytes = (uint8_t *)numbers,
		  .len = sizeof numbers },
		{ .kind = JOB_SCALAR, .label = "n", .elem = 4, .bits = 40 },
	};
	struct job_case cases[2] = {
		{ .name = "a", .grid = { 2, 1, 1 }, .block = { 32, 1, 1 }, .args = args, .nargs = 2 },
	};
	struct box_report r;
	const int32_t *after;
	bool right = true;

	cases[1] = cases[0];
	for (int i = 0; i < 40; i++)
		numbers[i] = i;
	r = run_kernel("add_one", cases, 2, &arena);
	ok(r.end == BOX_FINISHED && r.result.ncases == 2 && r.result.cases[1].end == CASE_DONE,
	   "a job runs in a worker, all its cases");
	if (r.result.ncases == 2 && r.result.cases[1].nbuffers == 2) {
		after = (const int32_t *)(const void *)r.result.cases[1].buffers[0].bytes;
		for (int i = 0; i < 40; i++)
			right = right && after[i] == i + 1;
	}
	ok(right && r.result.ncases == 2, "each case starts from its own inputs");
	ok(r.result.ncases && r.result.cases[0].ncounters > 0, "and is counted");

	args[1].bits = 41;
	r = run_kernel("add_one", cases, 2, &arena);
	ok(r.end == BOX_FINISHED && r.result.ncases == 1 && r.result.cases[0].nfindings >= 1 &&
	   r.result.cases[0].findings[0].kind == KIND_OUT_OF_BOUNDS,
	   "after a finding of level error the other cases are left out");

	args[1].bits = 40;
	r = run_kernel("nothing", cases, 1, &arena);
	ok(r.end == BOX_FINISHED && r.result.ncases == 1 && r.result.cases[0].end == CASE_BAD_LAUNCH,
	   "a kernel that is not there cannot be launched");
	cases[0].block.x = 2048;
	r = run_kernel("add_one", cases, 1, &arena);
	ok(r.result.ncases == 1 && r.result.cases[0].end == CASE_BAD_LAUNCH, "nor one with too large a block");
	cases[0] = (struct job_case){ .name = "s", .grid = { 1, 1, 1 }, .block = { 1, 1, 1 }, .budget = 100000 };
	r = run_kernel("spin", cases, 1, &arena);
	ok(r.result.ncases == 1 && r.result.cases[0].end == CASE_HANG, "a kernel that spins ends with its budget");
	arena_release(&arena);
}

/* ---- a device that is not the vm ----------------------------------------------------------- */

/* Host memory as device memory; its one kernel writes a byte at a distance from its first argument. */
struct device { uint8_t memory[4096]; uint64_t used; };
static int64_t writes_at;

static int fake_open(struct device **d, unsigned number, struct error *err)
{
	(void)number;
	*d = calloc(1, sizeof **d);
	return *d ? 0 : error_nomem(err);
}

static void fake_close(struct device *d)
{
	free(d);
}

static void fake_describe(struct device *d, struct device_info *info)
{
	(void)d;
	*info = (struct device_info){ .name = "fake", .is_gpu = true };
}

static int fake_load(struct device *d, const void *image, size_t len, struct device_module **m, struct error *err)
{
	(void)d, (void)image, (void)len, (void)err;
	*m = NULL;
	return 0;
}

static void fake_unload(struct device *d, struct device_module *m)
{
	(void)d, (void)m;
}

static int fake_alloc(struct device *d, uint64_t bytes, const char *label, unsigned elem, unsigned flags,
		      uint64_t *addr, struct error *err)
{
	(void)label, (void)elem, (void)flags, (void)err;
	*addr = d->used;
	d->used += bytes;
	return 0;
}

static int fake_free(struct device *d, uint64_t addr, struct error *err)
{
	(void)d;
	(void)addr;
	(void)err;
	return 0;
}

static int fake_write(struct device *d, uint64_t addr, const void *src, uint64_t bytes, struct error *err)
{
	(void)err;
	memcpy(d->memory + addr, src, bytes);
	return 0;
}

static int fake_read(struct device *d, uint64_t addr, void *dst, uint64_t bytes, struct error *err)
{
	(void)err;
	memcpy(dst, d->memory + addr, bytes);
	return 0;
}

static int fake_launch(struct device *d, struct device_module *m, const struct device_launch *l,
		       struct device_report *r, struct error *err)
{
	uint64_t first;

	(void)m, (void)err;
	memcpy(&first, l->params, sizeof first);
	d->memory[(int64_t)first + writes_at] ^= 1;
	memset(r, 0, sizeof *r);
	return 0;
}

static const struct device_ops fake = {
	.name = "fake", .open = fake_open, .close = fake_close, .describe = fake_describe, .load = fake_load,
	.unload = fake_unload, .alloc = fake_alloc, .free = fake_free, .write = fake_write, .poison = fake_write,
	.read = fake_read, .launch = fake_launch,
};

static bool fence_breaks(int64_t at)
{
	static const uint8_t bytes[10] = { 0 };
	struct job_arg arg = { .kind = JOB_BUFFER, .label = "p", .elem = 1, .role = JOB_OUT, .bytes = bytes, .len = 10 };
	struct job_case c = { .name = "f", .grid = { 1, 1, 1 }, .block = { 1, 1, 1 }, .args = &arg, .nargs = 1 };
	struct job job = { .device = "fake", .kernel = "k", .cases = &c, .ncases = 1 };
	struct arena arena = { 0 };
	struct device_report report;
	struct case_result result;
	struct error err;
	bool broken;

	writes_at = at;
	worker_case(&fake, 0, &job, 0, &arena, &report, &result, &err);
	broken = result.nbuffers == 1 && result.buffers[0].fence_broken;
	device_report_release(&report);
	arena_release(&arena);
	return broken;
}

static void test_fences(void)
{
	ok(!fence_breaks(0) && !fence_breaks(9), "on a GPU a write inside leaves the fences whole");
	ok(fence_breaks(-1) && fence_breaks(-256), "a write before the beginning breaks one");
	ok(fence_breaks(10) && fence_breaks(265), "so does one past the end");
}

int main(int argc, char **argv)
{
	char order[32];

	if (argc == 2 && !strcmp(argv[1], "worker"))
		return find_order(order, sizeof order) ? misbehave(order) : worker_main();
	test_endings();
	test_interrupt();
	test_confine();
	test_spaces();
	test_kernel();
	test_fences();
	return tap_done();
}
