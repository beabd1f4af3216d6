/*
 * compiler.c - finds the device compilers of this machine.
 *
 * It looks for nvcc in PATH and then where CUDA puts it: $CUDA_HOME, or
 * /usr/local/cuda if that is not set. clang has many names: clang-14 up to
 * clang-39 and plain clang, which is one of those or a newer one. A compiler
 * counts if it starts and reports a supported version. The cache keeps that
 * answer, because clang takes as long for it as to compile a lesson's kernel.
 */
#include "config.h"

#include "toolchain/toolchain.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/path.h"
#include "child/proc.h"
#include "child/sandbox.h"
#include "toolchain/cache.h"

#define CLANG_OLDEST 14
#define CLANG_NEWEST 39 /* the last name tried */
#define NVCC_OLDEST 11

/* The version after `mark`: "V13.0.88", "clang version 14.0.6". */
static bool version_parse(const char *text, const char *mark, struct compiler *c)
{
	const char *at = strstr(text, mark);
	size_t len;

	if (!at)
		return false;
	at += strlen(mark);
	len = strspn(at, "0123456789.");
	if (len == 0 || len >= sizeof c->version || sscanf(at, "%d.%d", &c->major, &c->minor) < 1)
		return false;
	memcpy(c->version, at, len);
	c->version[len] = '\0';
	return true;
}

/*
 * The key under which a compiler's answer is cached. A script, or a wrapper such as ccache, may run
 * another compiler tomorrow without being changed itself, so those are asked every time.
 */
static bool version_key(const char *path, char key[HASH_HEX])
{
	char real[PATH_MAX], magic[4] = "";
	struct stat st;
	struct hash h;
	FILE *file;

	if (!realpath(path, real) || stat(real, &st) ||
	    (strncmp(path_base(real), "clang", 5) && strcmp(path_base(real), "nvcc")))
		return false;
	file = fopen(real, "re");
	if (!file)
		return false;
	if (fread(magic, 1, sizeof magic, file) != sizeof magic)
		magic[0] = '\0';
	fclose(file);
	hash_init(&h);
	hash_add_text(&h, "--version");
	hash_add_text(&h, real);
	hash_add(&h, &st.st_ino, sizeof st.st_ino);
	hash_add(&h, &st.st_size, sizeof st.st_size);
	hash_add(&h, &st.st_mtim, sizeof st.st_mtim);
	hash_add(&h, &st.st_ctim, sizeof st.st_ctim);
	hash_hex(&h, key);
	return !memcmp(magic, "\177ELF", 4);
}

#define LEAST_BYTES ((uint64_t)512 << 20) /* with less memory a compiler may fail to report its version */

/* Appends the command's output, both streams; nothing if it fails. */
static int ask(const char *const argv[], struct buf *answer, struct error *err)
{
	struct proc_job job = { .argv = argv, .limits = { .wall_seconds = 200, .idle_seconds = 20, .cpu_seconds = 10 } };
	struct proc_result result;

	if (proc_run(&job, &result, err))
		return -1;
	if (result.end == PROC_EXITED && result.code == 0) {
		buf_append(answer, result.out.data, result.out.len);
		buf_append(answer, result.err.data, result.err.len);
	}
	proc_result_release(&result);
	return answer->failed ? error_nomem(err) : 0;
}

/* The output of `path --version`, kept under the key unless that is NULL; nothing if it fails. */
static int version_read(const char *path, const char *key, struct buf *answer, struct error *err)
{
	struct arena arena = { 0 };
	struct artifact kept;
	int status = 0;

	if (key && cache_load(key, &arena, &kept)) {
		buf_append(answer, kept.output, kept.len);
	} else {
		status = ask((const char *[]){ path, "--version", NULL }, answer, err);
		if (status == 0 && key && answer->len)
			cache_store(key, &(struct artifact){ .output = answer->data, .len = answer->len, .raw = "" });
	}
	arena_release(&arena);
	return status;
}

int compiler_answer(const char *path, struct buf *answer, struct error *err)
{
	char key[HASH_HEX];

	return version_read(path, version_key(path, key) ? key : NULL, answer, err);
}

/* ---- the toolkit's folder ----------------------------------------------------------------- */

/* TOOLKIT of "TOOLKIT/bin", with links resolved. */
static void toolkit_above(struct compiler *c, const char *bin)
{
	char real[PATH_MAX], *slash;

	if (!realpath(bin, real) || !(slash = strrchr(real, '/')))
		return;
	*slash = '\0';
	if (strlen(real) < sizeof c->toolkit)
		strcpy(c->toolkit, real);
}

/* The folder that a line of the text names: "#$ _HERE_=/usr/local/cuda/bin". */
static bool folder_named(const char *text, const char *mark, char out[PATH_MAX])
{
	const char *at = strstr(text, mark);
	size_t len = at ? strcspn(at += strlen(mark), "\n") : 0;

	if (len == 0 || len >= PATH_MAX)
		return false;
	memcpy(out, at, len);
	out[len] = '\0';
	return true;
}

/*
 * A compiler in PATH may be a script that starts the real one elsewhere, so the compiler itself must name its folder:
 * clang names it with its version, nvcc in the commands of a dry run. `version` is the answer to --version.
 */
static void toolkit_find(struct compiler *c, bool script, const char *version)
{
	struct buf answer = BUF_INIT;
	char real[PATH_MAX], bin[PATH_MAX];
	bool named;

	if (!script)
		named = false; /* its own path is enough */
	else if (c->kind == COMPILER_CLANG)
		named = folder_named(version, "InstalledDir: ", bin);
	else
		named = ask((const char *[]){ c->path, "--dryrun", "-E", "none.cu", NULL }, &answer, NULL) == 0 &&
			folder_named(buf_text(&answer), " _HERE_=", bin);
	buf_release(&answer);
	if (!named && realpath(c->path, real)) {
		snprintf(bin, sizeof bin, "%.*s", (int)(path_base(real) - real - 1), real);
		named = true;
	}
	if (named)
		toolkit_above(c, bin);
}

/* Fills *c from the compiler's answer to --version. */
static int compiler_probe(struct compiler *c, const char *path, struct error *err)
{
	struct buf answer = BUF_INIT;
	char key[HASH_HEX];
	const char *text;
	bool lasting;
	int status = 0;

	memset(c, 0, sizeof *c);
	if (strlen(path) >= sizeof c->path)
		return error_set(err, PARTY_MACHINE, "the compiler's path is too long: '%.100s...'", path);
	strcpy(c->path, path);
	lasting = version_key(path, key);
	if (version_read(path, lasting ? key : NULL, &answer, err)) {
		buf_release(&answer);
		return -1;
	}
	text = buf_text(&answer);
	if (strstr(text, "this is warpbook")) {
		error_set(err, PARTY_MACHINE, "'%s' is warpbook itself, which needs a compiler", path);
		status = error_remedy(err, "set WARPBOOK_COMPILER to nvcc, clang, or the path of either");
	} else if (strstr(text, "Cuda compilation tools") && version_parse(text, ", V", c)) {
		c->kind = COMPILER_NVCC;
	} else if (version_parse(text, "clang version ", c)) {
		c->kind = COMPILER_CLANG;
	} else {
		error_set(err, PARTY_MACHINE, "'%s' is neither nvcc nor clang", path);
		status = error_remedy(err, "set WARPBOOK_COMPILER to nvcc, clang, or the path of either");
	}
	if (status == 0)
		toolkit_find(c, !lasting, text);
	buf_release(&answer);
	if (status == 0 && c->major < (c->kind == COMPILER_NVCC ? NVCC_OLDEST : CLANG_OLDEST)) {
		error_set(err, PARTY_MACHINE, "'%s' is version %s, which is too old", path, c->version);
		status = error_remedy(err, "install clang %d or newer, or CUDA %d or newer", CLANG_OLDEST,
				      NVCC_OLDEST);
	}
	return status;
}

/* A link to warpbook replaces nvcc in builds (src/cmd/program/nvcc.c): used as a compiler, it would start itself for ever. */
static bool is_nvcc(const char *folder, char *out, size_t size)
{
	char place[PATH_MAX], real[PATH_MAX];

	return path_join(place, sizeof place, folder, "nvcc") && proc_find(place, out, size) == 0 &&
	       !(realpath(out, real) && !strcmp(path_base(real), "warpbook"));
}

static bool nvcc_path(char *out, size_t size)
{
	const char *home = getenv("CUDA_HOME"), *path = getenv("PATH");
	char folder[PATH_MAX];

	for (; path && *path; path += path[strcspn(path, ":")] ? strcspn(path, ":") + 1 : strcspn(path, ":")) {
		const size_t len = strcspn(path, ":");

		snprintf(folder, sizeof folder, "%.*s", len && len < sizeof folder ? (int)len : 1, len ? path : ".");
		if (len < sizeof folder && is_nvcc(folder, out, size))
			return true;
	}
	return path_join(folder, sizeof folder, home ? home : "/usr/local/cuda", "bin") && is_nvcc(folder, out, size);
}

static bool clang_path(int version, char *out, size_t size)
{
	char name[64];

	snprintf(name, sizeof name, "clang-%d", version);
	return proc_find(name, out, size) == 0;
}

static bool same_file(const char *a, const char *b)
{
	char real_a[PATH_MAX], real_b[PATH_MAX];

	return realpath(a, real_a) && realpath(b, real_b) && !strcmp(real_a, real_b);
}

/* Appends the clangs, newest first; sorts in plain `clang` by its version. *err: why an installed one is left out. */
static size_t clang_list(struct compiler *list, size_t n, size_t max, struct error *err)
{
	char path[PATH_MAX];
	struct compiler plain;
	bool pending = proc_find("clang", path, sizeof path) == 0 && compiler_probe(&plain, path, err) == 0 &&
		       plain.kind == COMPILER_CLANG;

	for (int v = CLANG_NEWEST; v >= CLANG_OLDEST && n < max; v--) {
		if (pending && plain.major > v) {
			list[n++] = plain;
			pending = false;
			if (n == max)
				break;
		}
		if (!clang_path(v, path, sizeof path) || compiler_probe(&list[n], path, err))
			continue;
		if (pending && same_file(path, plain.path))
			pending = false;
		n += list[n].kind == COMPILER_CLANG;
	}
	if (pending && n < max)
		list[n++] = plain;
	return n;
}

size_t compiler_list(struct compiler *list, size_t max)
{
	char path[PATH_MAX];
	size_t n = 0;

	if (max && nvcc_path(path, sizeof path) && compiler_probe(&list[0], path, NULL) == 0)
		n = 1;
	return clang_list(list, n, max, NULL);
}

static int find_nvcc(struct compiler *c, struct error *err)
{
	char path[PATH_MAX];

	if (nvcc_path(path, sizeof path))
		return compiler_probe(c, path, err);
	error_set(err, PARTY_MACHINE, "nvcc is not installed");
	return error_remedy(err, "add CUDA's bin folder to PATH, or set WARPBOOK_COMPILER=clang");
}

static int find_clang(struct compiler *c, struct error *err)
{
	struct error why = { 0 };

	if (clang_list(c, 0, 1, &why) == 1)
		return 0;
	if (why.text[0]) {
		if (err)
			*err = why;
		return -1;
	}
	error_set(err, PARTY_MACHINE, "no clang %d or newer is installed", CLANG_OLDEST);
	return error_remedy(err, "install it: sudo apt-get install clang");
}

/* nvcc preprocesses with gcc: without gcc, it is the last choice. */
static int find_any(struct compiler *c, struct error *err)
{
	char gcc[PATH_MAX];
	bool nvcc_first = proc_find("gcc", gcc, sizeof gcc) == 0;
	struct error why = { 0 };

	if ((nvcc_first && find_nvcc(c, NULL) == 0) || find_clang(c, &why) == 0 || find_nvcc(c, NULL) == 0)
		return 0;
	/* A compiler that exists but cannot be asked is not missing. */
	if (proc_is_cramped("the compiler", LEAST_BYTES, why.text, err))
		return -1;
	error_set(err, PARTY_MACHINE, "there is no compiler for CUDA here: neither nvcc nor clang %d or newer",
		  CLANG_OLDEST);
	return error_remedy(err, "install one: sudo apt-get install clang (no CUDA toolkit is needed)");
}

/* A compiler that did not answer may still be installed: with too little memory none answers. */
static int unless_cramped(int status, struct error *err)
{
	char said[sizeof err->text];

	if (status && err) {
		strcpy(said, err->text);
		proc_is_cramped("the compiler", LEAST_BYTES, said, err);
	}
	return status;
}

int compiler_find(struct compiler *c, const char *want, struct error *err)
{
	const char *given = getenv("WARPBOOK_COMPILER");
	char path[PATH_MAX];

	if (!want && given && *given)
		want = given;
	if (!want || !strcmp(want, "auto"))
		return unless_cramped(find_any(c, err), err);
	if (!strcmp(want, "nvcc"))
		return unless_cramped(find_nvcc(c, err), err);
	if (!strcmp(want, "clang"))
		return unless_cramped(find_clang(c, err), err);
	if (proc_find(want, path, sizeof path) == 0)
		return unless_cramped(compiler_probe(c, path, err), err);
	error_set(err, PARTY_MACHINE, "the compiler '%s' is not installed", want);
	return error_remedy(err, "choose auto, nvcc, clang, clang-%d, or a path", CLANG_OLDEST);
}

void compiler_describe(const struct compiler *c, char *out, size_t size)
{
	static const char *const names[] = { [COMPILER_NVCC] = "nvcc", [COMPILER_CLANG] = "clang", [COMPILER_NUMBA] = "Numba" };

	snprintf(out, size, "%s %s", names[c->kind], c->version);
}

/* ---- the files it may reach ------------------------------------------------------------- */

/* True for the system's own folders, which are allowed already. */
static bool system_prefix(const char *prefix)
{
	return !*prefix || !strcmp(prefix, "/usr") || !strcmp(prefix, "/usr/local");
}

/* PREFIX of PREFIX/bin; false if it is not such a folder, or one of the system's. */
static bool prefix_of(const char *folder, size_t len, char out[PATH_MAX])
{
	if (len < 4 || len >= PATH_MAX || memcmp(folder + len - 4, "/bin", 4))
		return false;
	snprintf(out, PATH_MAX, "%.*s", (int)len - 4, folder);
	return !system_prefix(out);
}

static void allow_prefix(struct sandbox *s, const char *prefix)
{
	static const char *const folders[] = { "bin", "lib", "lib64", "libexec", "include", "targets", "nvvm",
					       "x86_64-conda-linux-gnu" };
	char path[PATH_MAX];

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (path_join(path, sizeof path, prefix, folders[i]) && path_is_dir(path))
			sandbox_allow_list(s, path, SANDBOX_READ | SANDBOX_RUN);
}

void compiler_sandbox(const struct compiler *c, struct sandbox *s)
{
	const char *path = getenv("PATH");
	char real[PATH_MAX], prefix[PATH_MAX];

	*s = (struct sandbox){ .kind = SANDBOX_TOOLS };
	sandbox_allow_system(s);
	sandbox_allow(s, "/proc/self", SANDBOX_READ);
	sandbox_allow(s, "/proc/cpuinfo", SANDBOX_READ);
	sandbox_allow(s, "/proc/meminfo", SANDBOX_READ);
	sandbox_allow(s, c->path, SANDBOX_READ | SANDBOX_RUN);
	if (realpath(c->path, real))
		sandbox_allow_list(s, real, SANDBOX_READ | SANDBOX_RUN);
	if (!system_prefix(c->toolkit))
		allow_prefix(s, c->toolkit);
	while (path && *path) {
		size_t len = strcspn(path, ":");

		if (prefix_of(path, len, prefix) && strcmp(prefix, getenv("HOME") ? getenv("HOME") : ""))
			allow_prefix(s, prefix);
		path += len + (path[len] == ':');
	}
}
