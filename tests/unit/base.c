/* base.c - the small functions that everything else uses. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/foreign_path.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/path.h"
#include "child/proc.h"
#include "child/sandbox.h"
#include "base/signal_stack.h"
#include "base/source.h"
#include "base/text.h"
#include "child/spaces.h"
#include "tap/tap.h"

static void test_buf(void)
{
	struct buf b = BUF_INIT;

	is_text(buf_text(&b), "", "an empty buffer reads as the empty text");
	for (int i = 0; i < 1000; i++)
		buf_printf(&b, "%d,", i % 10);
	ok(b.len == 2000 && b.data[2000] == '\0', "a buffer grows and stays terminated");
	buf_clear(&b);
	buf_append(&b, "a\0b", 3);
	ok(b.len == 3 && b.data[2] == 'b', "a buffer holds NUL bytes");
	ok(buf_reserve(&b, SIZE_MAX) == -1 && b.failed, "an impossible size fails and is remembered");
	buf_puts(&b, "x");
	ok(buf_detach(&b) == NULL && !b.failed, "a failed buffer detaches as NULL");
	buf_release(&b);
}

static void test_arena(void)
{
	struct arena a = { .limit = 1 << 16 };
	int *list = NULL;
	size_t n = 0, cap = 0;

	for (int i = 0; i < 100; i++)
		*(int *)arena_push(&a, &list, &n, &cap, sizeof *list) = i;
	ok(n == 100 && list[99] == 99 && list[0] == 0, "an array in an arena grows and keeps its elements");
	ok(arena_array(&a, SIZE_MAX / 2, 16) == NULL && a.failed, "a product that overflows fails");
	arena_release(&a);
	ok(arena_alloc(&a, 1 << 15) != NULL, "a released arena can be used again");
	ok(arena_alloc(&a, 1 << 15) == NULL || arena_alloc(&a, 64) == NULL, "an arena keeps to its limit");
	arena_release(&a);
}

static void test_array(void)
{
	size_t *all = NULL, n = 0, wrong = 0, room = 0;

	for (size_t i = 0; i < 1000; i++)
		*(size_t *)array_push(&all, &n, sizeof *all) = i;
	n = 65; /* its count may fall */
	for (size_t i = 65; i < 300; i++)
		*(size_t *)array_push(&all, &n, sizeof *all) = i;
	for (size_t i = 0; i < n; i++)
		wrong += all[i] != i;
	ok(n == 300 && !wrong, "an array grows one by one, and again after its count has fallen");
	n = (size_t)1 << 62;
	ok(!array_push(&(size_t *){ NULL }, &n, sizeof *all) && n == (size_t)1 << 62,
	   "one that is too large does not, and stays as it is");
	free(all);
	all = NULL;
	ok(array_reserve(&all, &room, 300, sizeof *all) && room >= 300, "an array gets room for many elements");
	for (size_t i = wrong = 0; i < 300; i++)
		all[i] = i;
	n = room;
	ok(array_reserve(&all, &room, n, sizeof *all) && room == n, "room that is there is enough");
	ok(array_reserve(&all, &room, n + 1, sizeof *all) && room >= 2 * n, "more than that is at least twice as much");
	for (size_t i = 0; i < 300; i++)
		wrong += all[i] != i;
	ok(!wrong, "the elements stay when the array gets more room");
	n = room;
	ok(!array_reserve(&all, &room, SIZE_MAX / 2, sizeof *all) && room == n, "room that is too large is refused");
	free(all);
}

static void test_text(void)
{
	ok(text_ends("a.cu", ".cu") && !text_ends(".cu", ".cu") && !text_ends("a.cub", ".cu") && !text_ends("u", ".cu"),
	   "a name ends so if something stands before");
	ok(text_is_word('_') && text_is_word('9') && !text_is_word('.') && !text_is_word('\xC3') && text_is_letter('\xC3'),
	   "bytes of a name, and of one in any alphabet");
}

static void test_hash(void)
{
	struct hash h, g;
	char a[HASH_HEX], b[HASH_HEX];
	struct rng r, s;
	bool fair = true;

	hash_init(&h);
	hash_add_text(&h, "ab");
	hash_add_text(&h, "c");
	hash_hex(&h, a);
	hash_init(&g);
	hash_add_text(&g, "a");
	hash_add_text(&g, "bc");
	hash_hex(&g, b);
	ok(strlen(a) == 64 && strcmp(a, b) != 0, "pieces of a hash do not run together");
	rng_init(&r, 42);
	rng_init(&s, 42);
	for (int i = 0; i < 1000; i++) {
		uint64_t x = rng_below(&r, 7);

		fair = fair && x < 7 && x == rng_below(&s, 7);
	}
	ok(fair, "a seed gives the same numbers, all below the bound");
	ok(rng_fresh_seed() < (uint64_t)1 << 53, "a fresh seed survives a double");
}

static void test_excerpt(void)
{
	static const char text[] = "one\n\tout[i] = x;\r\nb\x01\xff" "d\nlast";
	struct source s = { text, sizeof text - 1 };
	struct buf b = BUF_INIT;

	source_excerpt(&s, 2, 2, 80, &b);
	is_text(buf_text(&b), "   2 |     out[i] = x;\n     |     ^\n", "the caret is under the column, with tabs expanded");
	buf_clear(&b);
	source_excerpt(&s, 2, 0, 80, &b);
	is_text(buf_text(&b), "   2 |     out[i] = x;\n     |     ^\n", "no column means the first non-blank");
	buf_clear(&b);
	source_excerpt(&s, 3, 1, 80, &b);
	is_text(buf_text(&b), "   3 | b??d\n     | ^\n", "control and invalid bytes are shown as ?");
	buf_clear(&b);
	source_excerpt(&s, 9, 1, 80, &b);
	is_text(buf_text(&b), "", "a line past the end has no excerpt");
	buf_release(&b);
	for (int i = 0; i < 500; i++)
		buf_puts(&b, "0123456789");
	buf_puts(&b, "X");
	s = (struct source){ buf_text(&b), b.len };
	{
		struct buf cut = BUF_INIT;

		source_excerpt(&s, 1, 5001, 60, &cut);
		ok(cut.len < 140 && strchr(buf_text(&cut), 'X'), "a long line is cut around the column");
		buf_release(&cut);
	}
	buf_release(&b);
}

static void test_within(void)
{
	static const struct { const char *path, *folder, *rest; } cases[] = {
		{ "/a/b", "/a", "/b" }, { "/a/b", "/a/", "/b" }, { "/a", "/a", "" }, { "/ab", "/a", NULL },
			{ "/a", "/a/b", NULL },
		{ "/a", "/", "/a" }, { "b/a", "b", "/a" }, { "b", "", NULL }, { "", "", NULL },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *rest = path_within(cases[i].path, cases[i].folder);

		ok(rest && cases[i].rest ? !strcmp(rest, cases[i].rest) : rest == cases[i].rest, "'%s' within '%s'",
		   cases[i].path, cases[i].folder);
	}
}

static void test_xml(void)
{
	static const char text[] = "<a href=\"x\">'&\n\t\x1b\xff" "\xe2\x80\xae" "\xc3\xa9</a>";
	struct buf b = BUF_INIT;

	text_put_xml(&b, text, sizeof text - 1);
	ok(!strcmp(buf_text(&b), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;\n\t??&lt;U+202E&gt;\xc3\xa9&lt;/a&gt;"),
	   "text for XML is escaped and sanitised");
	buf_release(&b);
}

/* Never with /dev/null itself: a test that fails would replace it. */
static void test_device(const char *dir)
{
	const char *const what = "a device stays one when it is written";
	char path[600];
	struct error err = { 0 };
	struct stat st;

	path_join(path, sizeof path, dir, "null");
	if (mknod(path, S_IFCHR | 0666, makedev(1, 3)) || access(path, W_OK))
		skip_test("only root makes devices", what);
	else
		ok(file_write_quick(path, "hello", 5, &err) == 0 && stat(path, &st) == 0 && S_ISCHR(st.st_mode), "%s", what);
}

/* An error's text is one safe line, whatever a file, a script or a database says. */
static void test_foreign_errors(void)
{
	struct error err = { 0 };
	char long_text[4000], small[16];

	error_set(&err, PARTY_AUTHOR, "%s", "a\033[2J\n::error::b\tc\xff \xe2\x80\xae" "d\r\n\n");
	error_remedy(&err, "take \"%s\" out", "\x9b\n");
	ok(!strcmp(err.text, "a?[2J ::error::b c? <U+202E>d"), "an error's text is one line without control characters (%s)",
	   err.text);
	ok(!strcmp(err.remedy, "take \"? \" out"), "and so is its remedy (%s)", err.remedy);
	errno = ENOENT;
	error_errno(&err, "cannot open '%s'", "\033]0;x\a");
	ok(!strncmp(err.text, "cannot open '?]0;x?': ", 22), "and a text with the system's reason (%s)", err.text);
	memset(long_text, 'x', sizeof long_text);
	for (size_t i = 1; i + 3 < sizeof long_text; i += 3)
		memcpy(long_text + i, "\xe2\x80\xae", 3);
	long_text[sizeof long_text - 1] = '\0';
	error_set(&err, PARTY_AUTHOR, "%s", long_text);
	ok(strlen(err.text) < sizeof err.text && strlen(err.text) > sizeof err.text - 12 && err.text[strlen(err.text) - 1] == '>',
	   "a long text ends after a whole character");
	text_copy_line(small, sizeof small, "\xc3\xa4\xc3");
	ok(!strcmp(small, "\xc3\xa4?"), "half a character is none");
}

/* 5,000 folders one in the other, with a file in the last; and one that its owner may only write, with a file and a folder. */
static void deep_make(const char *dir)
{
	int at, next;

	mkdir(dir, 0700);
	at = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	mkdirat(at, "blind", 0700);
	mkdirat(at, "blind/fixed", 0700);
	mkdirat(at, "blind/fixed/inner", 0500);
	close(openat(at, "blind/fixed/file", O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
	fchmodat(at, "blind/fixed", 0500, 0);
	fchmodat(at, "blind", 0300, 0);
	mkdirat(at, "warpbook-1", 0700); /* a name that the removal may want */
	close(openat(at, "warpbook-1/file", O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
	for (int i = 0; i < 5000 && mkdirat(at, "d", 0700) == 0; i++) {
		next = openat(at, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		close(at);
		at = next;
	}
	close(openat(at, "file", O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
	close(at);
}

static void test_files(void)
{
	char dir[512], path[600], deep[700];
	struct buf b = BUF_INIT;
	struct error err = { 0 };

	ok(path_temp_dir(dir, sizeof dir, "warpbook-test", &err) == 0, "a private temporary folder is made");
	path_join(path, sizeof path, dir, "f");
	ok(file_write(path, "hello", 5, &err) == 0 && file_read(path, 100, &b, &err) == 0 &&
	   !strcmp(buf_text(&b), "hello"), "written bytes are read back");
	test_device(dir);
	buf_clear(&b);
	ok(file_read(path, 4, &b, &err) == -1 && err.party == PARTY_LEARNER, "a file over the limit is rejected");
	ok(file_read(dir, 100, &b, &err) == -1 && strstr(err.text, "is a folder"), "a folder is not a file");
	path_join(path, sizeof path, dir, "fifo");
	ok(mkfifo(path, 0600) == 0 && file_read(path, 100, &b, &err) == -1 && strstr(err.text, "named pipe"),
	   "a FIFO is rejected at once, without waiting for it");
	path_join(path, sizeof path, dir, "absent");
	ok(file_read(path, 100, &b, &err) == -1 && strstr(err.text, "No such file"), "a missing file is named");
	path_join(path, sizeof path, dir, "f");
	path_join(deep, sizeof deep, path, "sub");
	ok(path_make_dirs(deep, &err) == -1 && err.text[0], "a file in the way of a folder is an error");
	path_join(deep, sizeof deep, dir, "a/b/c");
	ok(path_make_dirs(deep, &err) == 0 && path_is_dir(deep), "folders are made all the way down");
	ok(path_remove_tree(dir, &err) == 0 && !path_exists(dir), "a tree is removed");
	deep_make(dir);
	ok(path_remove_tree(dir, &err) == 0 && !path_exists(dir), "and one that is deeper than a path, with folders that nobody "
								  "may open");
	buf_release(&b);
}

static int echo_main(void *ctx)
{
	char bytes[4096];
	ssize_t n;

	while ((n = read(0, bytes, sizeof bytes)) > 0)
		if (write(1, bytes, (size_t)n) != n)
			return 1;
	return *(int *)ctx;
}

static void test_processes(void)
{
	const char *const sleep_argv[] = { "sleep", "100", NULL };
	const char *const flood_argv[] = { "yes", NULL };
	const char *const both_argv[] = { "sh", "-c", "head -c 30000000 /dev/zero; head -c 30000000 /dev/zero >&2; exit "
						      "3", NULL };
	const char *const orphan_argv[] = { "sh", "-c", "sleep 100 & echo started", NULL };
	const char *const kill_argv[] = { "sh", "-c", "kill -SEGV $$", NULL };
	const char *const env_argv[] = { "env", NULL };
	const char *const report_argv[] = { "/bin/sh", "-c", "echo said; echo told >&3; ls /proc/self/fd | wc -l", NULL };
	const char *const no_report_argv[] = { "/bin/sh", "-c", "echo told 2>&1 >&3 || echo none", NULL };
	const char *const none_argv[] = { "no-such-program-here", NULL };
	struct proc_result r;
	struct error err = { 0 };
	size_t len = 1 << 20;
	char *bytes = calloc(1, len);
	static const volatile sig_atomic_t stop = 1;
	int code = 7;

	ok(proc_run(&(struct proc_job){ .child_main = echo_main, .ctx = &code, .input = bytes, .input_len = len,
		.limits = { .stdout_bytes = 2 * len } }, &r, &err) == 0 && r.out.len == len && r.code == 7,
	   "a megabyte passes through a child and back");
	proc_result_release(&r);
	ok(proc_run(&(struct proc_job){ .argv = sleep_argv, .limits = { .wall_seconds = 0.2 } }, &r, &err) == 0 &&
	   r.end == PROC_DEADLINE, "a child that outstays its deadline is killed");
	proc_result_release(&r);
	ok(proc_run(&(struct proc_job){ .argv = sleep_argv, .stop = &stop }, &r, &err) == 0 && r.end == PROC_INTERRUPTED,
	   "a child whose flag is set is ended");
	proc_result_release(&r);
	ok(proc_run(&(struct proc_job){ .argv = flood_argv, .limits = { .wall_seconds = 0.3, .stdout_bytes = 1000 } },
		    &r, &err) == 0 && r.out.len == 1000 && r.out_truncated, "a flood is cut at the cap");
	proc_result_release(&r);
	ok(proc_run(&(struct proc_job){ .argv = flood_argv, .limits = { .wall_seconds = 60, .stdout_bytes = 1000 } }, &r,
		    &err) == 0 &&
	   r.end == PROC_FLOOD && r.out.len == 1000 && r.wall_seconds < 30, "one that goes on ends the child");
	proc_result_release(&r);
	ok(proc_run(&(struct proc_job){ .argv = both_argv, .limits = { .wall_seconds = 60 } }, &r, &err) == 0 &&
	   r.end == PROC_EXITED && r.code == 3 && r.out_truncated && r.err_truncated, "30 MB on each stream are none");
	proc_result_release(&r);
	ok(proc_run(&(struct proc_job){ .argv = orphan_argv, .limits = { .wall_seconds = 50 } }, &r, &err) == 0 &&
	   r.end == PROC_EXITED, "a grandchild that holds the pipe does not keep us");
	proc_result_release(&r);
	ok(proc_run(&(struct proc_job){ .argv = kill_argv }, &r, &err) == 0 && r.end == PROC_SIGNALLED &&
	   r.code == SIGSEGV, "a child's signal is reported");
	proc_result_release(&r);
	setenv("WARPBOOK_SECRET", "x", 1);
	ok(proc_run(&(struct proc_job){ .argv = env_argv }, &r, &err) == 0 && !strstr(buf_text(&r.out), "SECRET"),
	   "a child sees nothing of our environment but the path");
	proc_result_release(&r);
	ok(proc_run(&(struct proc_job){ .argv = report_argv, .wants_report = true }, &r, &err) == 0 &&
	   !strcmp(buf_text(&r.report), "told\n") && !strcmp(buf_text(&r.out), "said\n5\n"),
	   "a report is separate from the child's output, and the child has no other descriptor");
	proc_result_release(&r);
	ok(proc_run(&(struct proc_job){ .argv = no_report_argv }, &r, &err) == 0 && r.report.len == 0 &&
	   strstr(buf_text(&r.out), "none"), "without a wanted report the child has no descriptor for one");
	proc_result_release(&r);
	ok(proc_run(&(struct proc_job){ .argv = none_argv }, &r, &err) == -1 && strstr(err.text, "no-such-program"),
	   "a program that is not there is named");
	free(bytes);
}

/* A child in its own namespaces behaves like any other child. (box.c tests that nothing of it is left.) */
static void test_spaces(void)
{
	static const char *const names[] = { "SIGSEGV", "SIGTERM", "SIGABRT", "SIGXCPU" };
	static const int signals[] = { SIGSEGV, SIGTERM, SIGABRT, SIGXCPU };
	const struct sandbox bare = { .bare = true };
	const char *const own_argv[] = { "sh", "-c", "echo $$; exit 7", NULL };
	struct proc_result r;
	struct error err = { 0 };

	if (!spaces_have()) {
		skip_test("the kernel denies namespaces to this user", "a child in namespaces of its own");
		return;
	}
	ok(proc_run(&(struct proc_job){ .argv = own_argv, .sandbox = &bare }, &r, &err) == 0 && r.end == PROC_EXITED &&
	   r.code == 7 && !strcmp(buf_text(&r.out), "2\n"), "in its namespaces a child is process 2, and its exit status "
							    "arrives");
	proc_result_release(&r);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		char text[40];
		const char *const kill_argv[] = { "sh", "-c", text, NULL };

		snprintf(text, sizeof text, "kill -%s $$", names[i] + 3);
		ok(proc_run(&(struct proc_job){ .argv = kill_argv, .sandbox = &bare }, &r, &err) == 0 &&
		   r.end == PROC_SIGNALLED && r.code == signals[i], "%s ends it there as anywhere", names[i]);
		proc_result_release(&r);
	}
}

static void test_foreign(void)
{
	ok(path_is_foreign("/usr/include/stdio.h") && path_is_foreign("/usr/local/cuda-13.0/targets/x86_64-linux/include/x.h") &&
	   path_is_foreign("/opt/cuda/include/cuda_runtime.h") && path_is_foreign("/tmp/tmpxft_1_2/a.cudafe1.stub.c") &&
	   path_is_foreign("/home/me/warpbook/src/toolchain/device_headers/cuda_fp16.h"),
	   "files of compilers, of the system and ours are known");
	ok(!path_is_foreign("add.cu") && !path_is_foreign("/home/me/usr/include/mine.h") &&
	   !path_is_foreign("/home/me/cccl/mine.h") && !path_is_foreign(""), "all others are the program's own");
}

static volatile sig_atomic_t depth, runs, on_same_stack;

static void needs_room(void *arg)
{
	volatile char bytes[256 << 10];
	const char *mine = arg;

	for (size_t i = 0; i < sizeof bytes; i += 1024)
		bytes[i] = *mine;
	if (depth == 1)
		raise(SIGUSR1);
	runs += bytes[0] == *mine && *mine == depth;
	on_same_stack += (uintptr_t)arg - (uintptr_t)bytes < 1u << 20;
}

static void on_user_signal(int sig, siginfo_t *info, void *context)
{
	char mine = (char)++depth;

	(void)sig;
	(void)info;
	signal_stack_leave(context, needs_room, &mine);
	depth--;
}

static void test_signal_stack(void)
{
	static unsigned char small[64 << 10];
	const stack_t stack = { .ss_sp = small + (32 << 10), .ss_size = 32 << 10 }, none = { .ss_flags = SS_DISABLE };
	struct sigaction sa = { .sa_sigaction = on_user_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER }, before;
	stack_t after;
	bool clean = true;

	sigaction(SIGUSR1, &sa, &before);
	sigaltstack(&stack, NULL);
	raise(SIGUSR1);
	for (size_t i = 0; i < stack.ss_size; i++)
		clean = clean && !small[i];
	sigaltstack(NULL, &after);
	ok(clean && on_same_stack == 1, "a handler leaves a signal stack that is too small");
	ok(runs == 2 && !depth && !(after.ss_flags & SS_DISABLE), "another comes meanwhile, and then the stack is there again");
	sigaltstack(&none, NULL);
	raise(SIGUSR1);
	ok(runs == 4 && on_same_stack == 3, "a handler on the usual stack stays there");
	sigaction(SIGUSR1, &before, NULL);
}

int main(void)
{
	test_signal_stack();
	test_foreign();
	test_buf();
	test_arena();
	test_array();
	test_text();
	test_hash();
	test_excerpt();
	test_within();
	test_xml();
	test_foreign_errors();
	test_files();
	test_processes();
	test_spaces();
	return tap_done();
}
