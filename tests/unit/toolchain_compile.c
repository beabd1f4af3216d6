/*
 * toolchain_compile.c - every compiler on this machine, on code that is correct, wrong, odd and hostile.
 *
 * Without any compiler it tests only the search for one.
 */
#include "config.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "tap/tap.h"
#include "toolchain/toolchain.h"

static char folder[PATH_MAX];
static struct compiler compiler; /* under test */
static char who[80];
static struct compilation out;
static struct error err;

#define KERNEL "__global__ void k(float *out, int n)\n{\n\tint i = threadIdx.x;\n"

static int run(const char *name, const char *source, size_t len, const char *include_dir)
{
	compilation_release(&out);
	memset(&err, 0, sizeof err);
	return compile(&compiler, name, source, len, include_dir, &out, &err);
}

static bool compiles(const char *source)
{
	bool good = run("k.cu", source, strlen(source), NULL) == 0 && out.ok;

	if (!good)
		printf("# %s%s\n", err.text, out.raw ? out.raw : "");
	return good;
}

static bool has(const char *text)
{
	return out.ptx && strstr(out.ptx, text);
}

static bool fails_at(const char *source, int line)
{
	const struct diagnostic *d = out.diagnostics;

	if (run("k.cu", source, strlen(source), NULL) || out.ok || !out.ndiagnostics)
		return false;
	d = out.diagnostics;
	if (d->line == line && d->file && !strcmp(d->file, "k.cu"))
		return true;
	printf("# %s:%d: %s\n", d->file ? d->file : "-", d->line, d->text);
	return false;
}

static void test_right(void)
{
	ok(compiles(KERNEL "\tif (i < n)\n\t\tout[i] = 2.0f * i;\n}\n") && has(".entry _Z1kPfi") && has("\t.loc\t1 5"),
	   "%s: a kernel becomes PTX with the learner's lines", who);
	ok(out.ndiagnostics == 0 && out.command && strstr(out.command, compiler.path),
	   "%s: no complaint, and the command is recorded", who);
	ok(compiles("") && !has(".entry"), "%s: an empty file compiles to nothing", who);
	ok(compiles("\xEF\xBB\xBF" KERNEL "}") && has(".entry"), "%s: a byte order mark is skipped", who);
	ok(compiles("__global__ void k(float *p)\r\n{\r\n\tp[0] = 1;\r\n}\r\n") && has("\t.loc\t1 3"),
	   "%s: CR LF line ends count as one line", who);
	ok(compiles(KERNEL "\tint unused;\n}\n") && out.ndiagnostics >= 1 &&
	   out.diagnostics[0].level == DIAGNOSTIC_WARNING && out.diagnostics[0].line >= 3,
	   "%s: warnings come with a success", who);
	ok(compiles(KERNEL "\tout[i] = out[i] * 3.0f + 1.0f;\n}\n") && has("fma.rn.f32"),
	   "%s: multiply and add are fused", who);
	ok(compiles(KERNEL "\tout[i] = out[i] / n;\n}\n") && has("div.rn.f32"), "%s: division is exact", who);
	/* clang 21 moves two pairs. */
	ok(compiles("__global__ void k(float4 *p) { p[1] = p[0]; }") && (has("ld.global.v4") || has("ld.global.v2.b64")) &&
	   (has("st.global.v4") || has("st.global.v2.b64")),
	   "%s: a float4 moves as one access", who);
}

static void test_lines(void)
{
	const char *file;

	ok(compiles(KERNEL "\tatomicAdd(out + i, 1.0f);\n\t__syncthreads();\n}\n") && has("\t.loc\t1 4") &&
	   has("atom.global.add.f32") && has("bar.sync"), "%s: an intrinsic belongs to the line that calls it", who);
	file = has("\t.file") ? strstr(out.ptx, "\t.file") : "";
	ok(strstr(file, " \"k.cu\""), "%s: .file says the learner's name and no other path", who);
	if (compiler.kind == COMPILER_CLANG)
		ok(!strstr(file + 1, "\t.file"), "%s: our headers leave no trace in the lines", who);
}

static void test_wrong(void)
{
	static const char torn[] = "__global__ void k(float *p)\n{\n\tp[0] = 1;\n";
	static const char bytes[] = "\x01\x02\x80\xff\x00\x7f\xfe__global__ \x00 void";
	static const char nul[] = "__global__ void k(float *p) {\0 p[0] = 1; }\n";

	ok(fails_at("__global__ void k(float *p)\n{\n\tp[0] = foo;\n}", 3) && out.diagnostics[0].column == 9,
	   "%s: an error has its line and column", who);
	ok(fails_at("\n\nvoid h() {}\n__global__ void k()\n{\n\th();\n}", 6) && out.diagnostics[0].hint,
	   "%s: calling a host function is located and explained", who);
	ok(!run("k.cu", torn, sizeof torn - 1, NULL) && !out.ok && out.ndiagnostics && out.diagnostics[0].line >= 3,
	   "%s: a torn file is reported at its end", who);
	ok(!run("k.cu", bytes, sizeof bytes - 1, NULL) && !out.ok && out.ndiagnostics, "%s: bytes that are no text", who);
	ok(!run("k.cu", nul, sizeof nul - 1, NULL) && out.ok, "%s: a NUL byte is a blank, with a warning", who);
	ok(fails_at("__global__ void k(float *p)\n{\n\tp[threadidx.x] = 1;\n}", 3) &&
	   strstr(out.diagnostics[0].hint ? out.diagnostics[0].hint : "", "threadIdx"),
	   "%s: the capitals of threadIdx are explained", who);
	ok(fails_at("template <typename T> __device__ T f(T x) { return x.y; }\n"
		    "__global__ void k(int *p)\n{\n\tp[0] = f(p[1]);\n}", 1),
	   "%s: an error in the learner's template is reported there", who);
}

static void test_names(void)
{
	static const char *const names[] = {
		"--options-file=evil.cu", "-o", "a b/c d.cu", "x\"y\\z.cu", "line\nbreak.cu", "$(touch x).cu",
			"k(3): error: x.cu",
		"\xc3\xa9t\xc3\xa9.cu", "",
	};
	const char bad[] = "__global__ void k()\n{\n\tfoo();\n}\n";

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		ok(!run(names[i], bad, sizeof bad - 1, NULL) && !out.ok && out.ndiagnostics &&
		   out.diagnostics[0].line == 3 && !strcmp(out.diagnostics[0].file, names[i]),
		   "%s: a file may have hostile name number %zu", who, i + 1);
}

static void test_includes(void)
{
	const char source[] = "#include \"mine.h\"\n#include <cmath>\n__global__ void k(int *p) { p[0] = VALUE; }\n";
	char path[PATH_MAX];

	path_join(path, sizeof path, folder, "mine.h");
	file_write(path, "#define VALUE 41\n", 17, NULL);
	ok(!run("k.cu", source, sizeof source - 1, folder) && out.ok && has("41"), "%s: a header beside the file is found", who);
	file_write(path, "#define VALUE 43\n", 17, NULL);
	ok(!run("k.cu", source, sizeof source - 1, folder) && out.ok && has("43"), "%s: and read anew when it changes", who);
	file_write(path, "\n#error broken\n", 15, NULL);
	ok(!run("k.cu", source, sizeof source - 1, folder) && !out.ok && out.ndiagnostics &&
	   !strcmp(out.diagnostics[0].file, "mine.h") && out.diagnostics[0].line == 2,
	   "%s: an error in it is reported there", who);
	ok(fails_at("\n#include \"nowhere.h\"\n", 2), "%s: a header that is not there", who);
}

static void test_cache(void)
{
	const char source[] = KERNEL "\tint unused_for_the_cache;\n}\n";
	size_t n = sizeof source - 1;
	char *ptx;

	ok(!run("k.cu", source, n, NULL) && out.ok && !out.from_cache, "%s: the first compile is a compile", who);
	ptx = out.ptx ? strdup(out.ptx) : NULL;
	ok(!run("k.cu", source, n, NULL) && out.from_cache && ptx && has(ptx) && out.ndiagnostics >= 1,
	   "%s: the second is the same from the cache, with its warnings", who);
	ok(!run("other.cu", source, n, NULL) && !out.from_cache, "%s: another name is another artifact", who);
	free(ptx);
}

/* Writes the text over each precompiled header in the cache; returns how many there are, and in *bytes how long they were. */
static int preludes_damage(const char *text, off_t *bytes)
{
	char place[PATH_MAX], path[PATH_MAX];
	DIR *dir = path_join(place, sizeof place, folder, "warpbook/headers") ? opendir(place) : NULL;
	struct dirent *entry;
	struct stat st;
	int n = 0;

	*bytes = 0;
	while (dir && (entry = readdir(dir))) {
		if (strchr(entry->d_name, '.') || !path_join(path, sizeof path, place, entry->d_name) || stat(path, &st))
			continue;
		n++;
		*bytes += st.st_size;
		if (text)
			file_write(path, text, strlen(text), NULL);
	}
	if (dir)
		closedir(dir);
	return n;
}

static void test_prelude(void)
{
	static const char *const tries[] = {
		KERNEL "\tint unused; out[i] = sqrtf(n) + threadIdx.y;\n} // one\n",
		KERNEL "\tint unused; out[i] = sqrtf(n) + threadIdx.y;\n} // two\n",
		KERNEL "\tint unused; out[i] = sqrtf(n) + threadIdx.y;\n} // six\n",
	};
	char *ptx = NULL, *raw = NULL;
	off_t bytes, again;

	if (compiler.kind != COMPILER_CLANG)
		return;
	ok(compiles(tries[0]) && !strstr(out.command, "-include-pch") && preludes_damage(NULL, &bytes) > 0,
	   "%s: the header before each kernel is precompiled; the reported command does without", who);
	ptx = out.ptx ? strdup(out.ptx) : NULL;
	raw = out.raw ? strdup(out.raw) : NULL;
	preludes_damage("no precompiled header", &again);
	ok(compiles(tries[1]) && ptx && !strcmp(out.ptx, ptx) && raw && !strcmp(out.raw, raw),
	   "%s: without it a kernel compiles to the same, with the same warnings", who);
	ok(compiles(tries[2]) && ptx && !strcmp(out.ptx, ptx) && preludes_damage(NULL, &again) > 0 && again > 100000,
	   "%s: and a damaged one is made anew", who);
	free(ptx);
	free(raw);
}

static void test_hungry(void)
{
	static const char zero[] = "#include \"/dev/zero\"\n__global__ void k() {}\n";

#ifdef WITH_SANITIZERS
	skip_test("no memory limit under sanitizers", "an endless #include ends");
	(void)zero;
#else
	ok(!run("k.cu", zero, sizeof zero - 1, NULL) && (out.ok || out.ndiagnostics >= 1),
	   "%s: an endless #include ends, with a word to the learner", who);
#endif
}

static void test_everything(void)
{
	struct buf source = BUF_INIT;
	char path[PATH_MAX];
	const char *tests = getenv("TESTS_DIR");

	if (!tests || !path_join(path, sizeof path, tests, "toolchain/everything.cu") ||
	    file_read(path, 1 << 20, &source, NULL)) {
		skip_test("TESTS_DIR is not set", "every name of the device headers");
		return;
	}
	ok(compiles(source.data) && out.ndiagnostics == 0, "%s: every name of the device headers compiles", who);
	ok(has("shfl.sync.down.b32") && has("vote.sync.ballot.b32") && has("match.any.sync.b64") && has("bar.warp.sync") &&
	   (has("atom.global.cas.b64") || has("atom.acquire.global.cas.b64") /* clang 21 */) && has("bar.red.popc.u32") &&
	   has("sqrt.rn.f32") && has("ex2.approx") && has("cvt.rmi.f32.f32") && has("rsqrt.approx.f32") && has("popc.b32") &&
	   has("prmt.b32") && has("vprintf") && has("ld.acquire.gpu") && has("fence.sc.sys") && has("__assertfail") &&
	   has("mul.hi.u64") && has("membar.gl") && has("activemask.b32"),
	   "%s: and becomes the instructions it stands for", who);
	buf_release(&source);
}

/* The compiler in PATH is a script, and its toolkit is in none of PATH's folders. */
static void test_wrapper(void)
{
	struct compiler real_one = compiler;
	char real[PATH_MAX], path[PATH_MAX], text[PATH_MAX + 64], *old = strdup(getenv("PATH") ? getenv("PATH") : "");
	int n;

	setenv("PATH", "/usr/bin:/bin", 1);
	if (realpath(compiler.path, real) && path_join(path, sizeof path, folder, "wrapped-compiler")) {
		n = snprintf(text, sizeof text, "#!/bin/sh\nexec '%s' \"$@\"\n", real);
		file_write(path, text, (size_t)n, NULL);
		chmod(path, 0700);
	}
	ok(!compiler_find(&compiler, path, &err) && !strcmp(compiler.toolkit, real_one.toolkit) && compiler.toolkit[0] == '/',
	   "%s: a script in its place has the same toolkit", who);
	ok(compiles("__global__ void wrapped(int *p) { p[0] = 3; }\n") && has("wrapped"), "%s: and compiles", who);
	ok(out.nfiles == 0 && compiles("__global__ void wrapped(int *p) { p[0] = 3; }\n") && out.from_cache,
	   "%s: having read no file of the learner's, for the cache", who);
	compiler = real_one;
	setenv("PATH", old, 1);
	free(old);
}

static void test_compiler(void)
{
	compiler_describe(&compiler, who, sizeof who);
	test_right();
	test_lines();
	test_wrong();
	test_names();
	test_includes();
	test_cache();
	test_prelude();
	test_everything();
	test_hungry();
	test_wrapper();
	compilation_release(&out);
}

/* A script that answers --version like a compiler and then does `body`. */
static void fake(const char *body, const char *version)
{
	char path[PATH_MAX], text[1024];
	int n = snprintf(text, sizeof text, "#!/bin/sh\n[ \"$1\" = --version ] && { echo '%s'; exit 0; }\n%s\n", version, body);

	path_join(path, sizeof path, folder, "clang");
	unlink(path);
	file_write(path, text, (size_t)n, NULL);
	chmod(path, 0700);
}

static void test_finding(void)
{
	struct compiler c;
	char *path = strdup(getenv("PATH") ? getenv("PATH") : "");
	char fake_path[PATH_MAX];

	ok(compiler_find(&c, "no-such-compiler", &err) && err.party == PARTY_MACHINE && err.remedy[0],
	   "a compiler that is not here is the machine's matter, with a remedy");
	ok(compiler_find(&c, "/bin/sh", &err) && err.remedy[0], "a program that is not a compiler is rejected");
	setenv("PATH", "/nonexistent", 1);
	setenv("CUDA_HOME", "/nonexistent", 1);
	ok(compiler_find(&c, "nvcc", &err) && err.remedy[0], "without nvcc the remedy says what to do");
	setenv("PATH", folder, 1);
	path_join(fake_path, sizeof fake_path, folder, "clang");
	fake("exit 0", "clang version 9.0.1");
	ok(compiler_find(&c, fake_path, &err) && strstr(err.text, "9.0.1"),
	   "a compiler that is too old is rejected by its version");
	fake("exit 0", "Some clang version 99.1.2-rc (x)");
	ok(!compiler_find(&c, "clang", &err) && c.major == 99 && c.minor == 1 && !strcmp(c.version, "99.1.2") &&
	   c.kind == COMPILER_CLANG, "plain clang counts by its version");
	ok(!compiler_find(&c, NULL, &err) && c.major == 99, "and is used if there is no nvcc");
	fake("exit 0", "clang version 98.0.0");
	ok(!compiler_find(&c, "clang", &err) && c.major == 98, "a script is asked every time: it may run another one tomorrow");
	setenv("WARPBOOK_COMPILER", "no-such-compiler", 1);
	ok(compiler_find(&c, NULL, &err) && !compiler_find(&c, "clang", &err),
	   "$WARPBOOK_COMPILER is used if no compiler is named");
	unsetenv("WARPBOOK_COMPILER");
	setenv("PATH", path, 1);
	unsetenv("CUDA_HOME");
	free(path);
}

static void test_broken(void)
{
	char path[PATH_MAX];

	path_join(path, sizeof path, folder, "clang");
	fake("kill -9 $$", "clang version 19.0.0");
	ok(!compiler_find(&compiler, path, &err) && !run("k.cu", "", 0, NULL) && !out.ok && out.ndiagnostics == 1 &&
	   strstr(out.diagnostics[0].text, "crashed"), "a compiler that is killed is said to be");
	fake("exit 3", "clang version 19.0.0");
	ok(run("k.cu", "int x;", 6, NULL) && err.party == PARTY_MACHINE && strstr(err.text, "printed nothing"),
	   "one that fails in silence is the machine's matter");
	fake("echo 'clang: error: no such thing' >&2; exit 1", "clang version 19.0.0");
	ok(run("k.cu", "int y;", 6, NULL) && err.party == PARTY_MACHINE && strstr(err.text, "no such thing"),
	   "so is one that cannot work, in its own words");
	fake("exit 0", "clang version 19.0.0");
	ok(run("k.cu", "int z;", 6, NULL) && err.party == PARTY_MACHINE, "and one that writes nothing");
	fake("echo 'LLVM ERROR: out of memory' >&2; exit 134", "clang version 19.0.0");
	ok(!run("k.cu", "int m;", 6, NULL) && !out.ok && out.ndiagnostics == 1 && strstr(out.diagnostics[0].text, "memory"),
	   "one that runs out of memory on this file is reported to the learner");
	fake("head -c 3000000 /dev/zero | tr '\\0' x; echo 'k.cu:1:1: error: e' >&2; exit 1", "clang version 19.0.0");
	ok(!run("k.cu", "int f;", 6, NULL) && out.ndiagnostics == 1 && strlen(out.raw) < 70000, "a flood of output is cut");
	unlink(path);
	compilation_release(&out);
	setenv("TMPDIR", "/dev/null/nowhere", 1);
	ok(run("k.cu", "int t;", 6, NULL) && err.party == PARTY_MACHINE && err.remedy[0], "no place for temporary files");
	unsetenv("TMPDIR");
}

int main(void)
{
	struct compiler list[8];
	size_t n;

	if (path_temp_dir(folder, sizeof folder, "warpbook-test", NULL))
		return 99;
	setenv("XDG_CACHE_HOME", folder, 1);
	unsetenv("WARPBOOK_COMPILER");
	test_finding();
	test_broken();
	n = compiler_list(list, 8);
	for (size_t i = 0; i < n; i++) {
		compiler = list[i];
		test_compiler();
	}
	if (n == 0)
		skip_test("neither nvcc nor clang is here", "compiling");
	compilation_release(&out);
	path_remove_tree(folder, NULL);
	return tap_done();
}
