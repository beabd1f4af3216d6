/*
 * doctor.c - `warpbook doctor`: checks, part by part, what warpbook needs from this machine,
 * and gives the remedy for each part that is missing or broken.
 */
#include "config.h"

#include <langinfo.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "catalog/course.h"
#include "child/proc.h"
#include "child/sandbox.h"
#include "child/spaces.h"
#include "base/version.h"
#include "cmd/cmd.h"
#include "cmd/context.h"
#include "worker/box.h"
#include "worker/gpus.h"
#include "worker/try_sandbox.h"
#include "toolchain/program/program.h"
#include "toolchain/python/numba.h"
#include "toolchain/python/python.h"
#include "toolchain/toolchain.h"

enum health { HEALTH_GOOD, HEALTH_NOTE, HEALTH_BAD };

struct part {
	const char *name;
	enum health health;
	char text[3000];
	char remedy[512];
};

/* Adds to the part's text; what does not fit is cut. */
static void __attribute__((format(printf, 2, 3))) text_add(struct part *p, const char *format, ...)
{
	const size_t used = strlen(p->text);
	va_list ap;

	va_start(ap, format);
	vsnprintf(p->text + used, sizeof p->text - used, format, ap);
	va_end(ap);
}

static void fail_part(struct part *p, const struct error *e)
{
	p->health = HEALTH_BAD;
	if (e->file[0])
		snprintf(p->text, sizeof p->text, "%s:%d: %s", e->file, e->line, retold(e->text));
	else
		snprintf(p->text, sizeof p->text, "%s", retold(e->text));
	snprintf(p->remedy, sizeof p->remedy, "%s", retold(e->remedy));
}

static void examine_compiler(struct part *p)
{
	struct compiler all[16], chosen;
	struct error err = { 0 };
	size_t n = compiler_list(all, 16);
	char name[96];

	if (compiler_find(&chosen, NULL, &err)) {
		fail_part(p, &err);
		return;
	}
	compiler_describe(&chosen, name, sizeof name);
	text_add(p, "%s (%.200s)", name, chosen.path);
	for (size_t i = 0; i < n; i++) {
		if (!strcmp(all[i].path, chosen.path))
			continue;
		compiler_describe(&all[i], name, sizeof name);
		text_add(p, _("; also %s"), name);
	}
}

static void examine_compile(struct part *p)
{
	static const char source[] = "__global__ void probe(int *out) { out[threadIdx.x] = threadIdx.x; }\n";
	struct compilation c;
	struct compiler compiler;
	struct error err = { 0 };

	if (compiler_find(&compiler, NULL, &err) ||
	    compile(&compiler, "probe.cu", source, sizeof source - 1, NULL, &c, &err)) {
		fail_part(p, &err);
		return;
	}
	if (c.ok) {
		snprintf(p->text, sizeof p->text, "%s", c.from_cache ? _("a kernel compiles (from the cache)")
			   : _("a kernel compiles"));
	} else {
		p->health = HEALTH_BAD;
		snprintf(p->text, sizeof p->text, _("a trivial kernel does not compile: %.300s"), c.raw ? c.raw : "");
		snprintf(p->remedy, sizeof p->remedy, "%s", _("install clang, or name another compiler with WARPBOOK_COMPILER"));
	}
	compilation_release(&c);
}

/* Prints 6 if everything works: the host's library, a copy in each direction, a launch, and one function on each side. */
static const char program[] =
	"#include <cmath>\n#include <cstdio>\n"
	"__global__ void probe(float *x) { x[threadIdx.x] += sqrtf(4.0f) + (float)sin(0.0); }\n"
	"int main()\n{\n"
	"\tfloat *d, h[2] = { 1, 1 };\n"
	"\tcudaMalloc(&d, sizeof h);\n"
	"\tcudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);\n"
	"\tprobe<<<1, 2>>>(d);\n"
	"\tcudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\n"
	"\tstd::printf(\"%g\\n\", h[0] + h[1] * std::fabs(-1.0f));\n"
	"\treturn cudaFree(d);\n}\n";

/* Builds the program as `warpbook run` does, without the cache. */
static int program_make(const struct compiler *compiler, const char *source, const char *made, struct error *err)
{
	struct program_words words;
	struct program_job job = { .compiler = compiler, .words = &words, .output = made };
	struct program p;
	struct arena arena = { 0 };
	int status = file_write(source, program, sizeof program - 1, err);

	if (status == 0)
		status = program_words_read((const char *[]){ source }, 1, false, &arena, &words, err);
	if (status == 0)
		status = program_build(&job, &p, err);
	if (status == 0) {
		if (!p.said.ok)
			status = error_set(err, PARTY_MACHINE, "a trivial program does not build: %.400s",
					   p.said.raw ? p.said.raw : "");
		program_release(&p);
	}
	arena_release(&arena);
	return status;
}

static int program_run(const char *made, struct error *err)
{
	struct proc_job job = { .argv = (const char *[]){ made, NULL }, .limits = { .wall_seconds = 200, .cpu_seconds = 10 } };
	struct proc_result result;
	int status;

	if (proc_run(&job, &result, err))
		return -1;
	status = result.end == PROC_EXITED && result.code == 0 && !strcmp(buf_text(&result.out), "6\n") ? 0 : -1;
	if (status)
		error_set(err, PARTY_MACHINE, "a trivial program builds, but does not run as it should: %.200s%.400s",
			  buf_text(&result.out), buf_text(&result.err));
	proc_result_release(&result);
	return status;
}

/* `run`, `cc` and host exercises need more from a machine than kernels do: a linker, a C and a C++ library. */
static void examine_program(struct part *p)
{
	struct compiler compiler;
	struct error err = { 0 };
	char folder[PATH_MAX - 16], source[PATH_MAX], made[PATH_MAX];

	if (compiler_find(&compiler, NULL, &err) || path_temp_dir(folder, sizeof folder, "warpbook-doctor", &err)) {
		fail_part(p, &err);
		return;
	}
	snprintf(source, sizeof source, "%s/probe.cu", folder);
	snprintf(made, sizeof made, "%s/probe", folder);
	if (program_make(&compiler, source, made, &err) || program_run(made, &err)) {
		if (!err.remedy[0])
			error_remedy(&err, "install g++ (the host's library), or name another compiler with WARPBOOK_COMPILER");
		fail_part(p, &err);
	} else {
		snprintf(p->text, sizeof p->text, "%s", _("a whole program builds and runs"));
	}
	path_remove_tree(folder, NULL);
}

/* The vm is always available. Lists GPUs with the option that chooses each, or says why there is none. */
static void examine_device(struct part *p)
{
	const char *vm = _("the virtual machine, which needs no GPU and names the causes of mistakes");
	struct gpus gpus;

	text_add(p, "%s", vm);
	gpus_probe(&gpus);
	if (gpus.n == 0) {
		text_add(p, _("; no GPU: %s"), retold(gpus.why.text));
		/* A machine without a driver needs no remedy; a driver that fails does. */
		if (!strstr(gpus.why.text, "libcuda.so.1")) {
			p->health = HEALTH_NOTE;
			snprintf(p->remedy, sizeof p->remedy, "%s", retold(gpus.why.remedy));
		}
		return;
	}
	for (size_t i = 0; i < gpus.n; i++) {
		const struct gpu *g = &gpus.list[i];

		text_add(p, _("; --device gpu:%u: %s (compute capability %d.%d, %d SMs, %llu MiB)"), g->number, g->name,
			 g->cc_major, g->cc_minor, g->sms, (unsigned long long)(g->memory_bytes >> 20));
	}
	text_add(p, _("; driver for CUDA %d.%d"), gpus.list[0].driver / 1000, gpus.list[0].driver % 1000 / 10);
}

/* For Numba programs: no other part needs Python. */
static void examine_python(struct part *p)
{
	struct python python;
	struct compiler numba;
	struct error err = { 0 };

	if (python_find(&python, &err)) {
		p->health = HEALTH_NOTE;
		snprintf(p->text, sizeof p->text, "%s",
			 _("no interpreter, so that `run prog.py` does not work; everything else does"));
		snprintf(p->remedy, sizeof p->remedy, "%s", retold(err.remedy));
		return;
	}
	text_add(p, _("%s is Python %s"), python.path, python.version);
	if (python.numba[0])
		text_add(p, _(", with Numba %s"), python.numba);
	if (python.numba_cuda[0])
		text_add(p, _(" and numba-cuda %s"), python.numba_cuda);
	if (python.nvvm[0])
		text_add(p, _("; kernels compile with %.400s"), python.nvvm);
	if (python_can_numba(&python, &err) || python_tries_numba(&python, &err) || numba_find(&numba, &err) ||
	    numba_works(&numba, &err)) {
		p->health = HEALTH_NOTE;
		text_add(p, "; %.400s", retold(err.text));
		snprintf(p->remedy, sizeof p->remedy, "%s", retold(err.remedy));
	}
}

static void names_open(const struct escape *tries, size_t n, size_t *held, struct buf *names)
{
	for (size_t i = 0; i < n; i++) {
		*held += tries[i].holds;
		if (!tries[i].holds)
			buf_printf(names, "%s%s", names->len ? ", " : "", tries[i].name);
	}
}

/* Tries each wall, and reports which attempts it really stopped, not which ones it should stop. */
static void examine_sandbox(struct part *p)
{
	struct escape tries[ESCAPES], space_tries[SPACE_TRIES];
	struct buf text = BUF_INIT, open_ones = BUF_INIT;
	size_t n = try_sandbox(tries), held = 0, spaces = try_spaces(space_tries), closed = 0;

	names_open(tries, n, &held, &open_ones);
	if (spaces_have())
		names_open(space_tries, spaces, &closed, &open_ones);
	box_describe(&text);
	buf_printf(&text, _("; %s%s: tried %zu ways out, %zu are closed"), sandbox_level(),
		   sandbox_landlock_version() ? "" : _(" (no Landlock in this kernel)"), n, held);
	if (spaces_have())
		buf_printf(&text, _("; namespaces alone close %zu of %zu"), closed, spaces);
	else
		buf_puts(&text, _("; no namespaces: the kernel does not allow them for this user, and nothing relies on them"));
	if (open_ones.len)
		buf_printf(&text, _("; open: %s"), buf_text(&open_ones));
	snprintf(p->text, sizeof p->text, "%s", buf_text(&text));
	if (held < n) {
		p->health = HEALTH_NOTE;
		snprintf(p->remedy, sizeof p->remedy, _("%s; until then check only what you trust (`check --untrusted` runs "
							"nothing)"),
			 !sandbox_landlock_version() ? _("use Linux 5.13 or newer with `landlock` among its security "
				     "modules (lsm=)")
						   : _("build warpbook with libseccomp (libseccomp-dev)"));
	}
	buf_release(&text);
	buf_release(&open_ones);
}

static void examine_content(struct part *p)
{
	struct catalog catalog;
	struct error err = { 0 };
	struct buf folders = BUF_INIT;
	const struct pack *packs;
	size_t n;

	if (course_packs(&packs, &n, &err) || catalog_open(&catalog, &err)) {
		fail_part(p, &err);
		return;
	}
	for (size_t i = 0; i < n; i++)
		buf_printf(&folders, "%s%s/lessons", i ? ", " : "", packs[i].folder);
	snprintf(p->text, sizeof p->text, _("%zu exercises; lessons in %s"), catalog.nids, buf_text(&folders));
	buf_release(&folders);
	catalog_release(&catalog);
}

static void examine_notebook(struct part *p)
{
	struct error err = { 0 };
	char package[PATH_MAX];

	if (path_notebook(package, sizeof package, &err))
		fail_part(p, &err);
	else
		snprintf(p->text, sizeof p->text, _("in Jupyter: import sys; sys.path.append(r\"%.400s\"); then %%load_ext "
						    "warpbook"), package);
}

static void examine_workspace(struct part *p)
{
	struct workspace w;
	struct store *store;
	struct error err = { 0 };

	if (workspace_find(&w, &err)) {
		p->health = HEALTH_NOTE;
		snprintf(p->text, sizeof p->text, "%s", _("none yet"));
		snprintf(p->remedy, sizeof p->remedy, "%s", _("`warpbook init` makes one in ~/warpbook-exercises"));
		return;
	}
	if (store_open(&store, w.database, false, &err)) {
		fail_part(p, &err);
		return;
	}
	if (store_examine(store, &err)) {
		fail_part(p, &err);
		store_close(store);
		return;
	}
	store_close(store);
	snprintf(p->text, sizeof p->text, _("%s, database %s is sound and writable"), w.root, w.database);
}

static void examine_cache(struct part *p)
{
	struct error err = { 0 };
	char dir[400];

	if (path_cache_dir(dir, sizeof dir, &err)) {
		p->health = HEALTH_NOTE;
		snprintf(p->text, sizeof p->text, "%s", retold(err.text));
		snprintf(p->remedy, sizeof p->remedy, "%s", _("every check compiles afresh; set XDG_CACHE_HOME to a folder you "
							      "can write"));
		return;
	}
	snprintf(p->text, sizeof p->text, "%s", dir);
}

static void examine_terminal(struct part *p)
{
	const char *term = getenv("TERM"), *charset = nl_langinfo(CODESET), *no_color = getenv("NO_COLOR");

	snprintf(p->text, sizeof p->text, "TERM=%s, %s%s", term ? term : _("(unset)"), charset,
		 no_color && *no_color ? ", NO_COLOR" : "");
	if (strcmp(charset, "UTF-8")) {
		p->health = HEALTH_NOTE;
		snprintf(p->remedy, sizeof p->remedy, "%s",
			 _("pictures are drawn in ASCII; a UTF-8 locale (LANG=C.UTF-8) gives lines"));
	}
}

static const struct { const char *name; void (*examine)(struct part *p); } examinations[] = {
	{ "compiler", examine_compiler },
	{ "compile", examine_compile },
	{ "program", examine_program },
	{ "device", examine_device },
	{ "python", examine_python },
	{ "sandbox", examine_sandbox },
	{ "content", examine_content },
	{ "notebook", examine_notebook },
	{ "workspace", examine_workspace },
	{ "cache", examine_cache },
	{ "terminal", examine_terminal },
};

#define PARTS (sizeof examinations / sizeof *examinations)

static int print_parts(const struct part *parts, size_t n)
{
	static const char *const words[] = { N_("ok"), N_("note"), N_("ILL") };
	json_t *rows = output.json ? json_array() : NULL;
	bool ill = false;
	int widest = 0;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		widest = text_width(_(words[i])) > widest ? text_width(_(words[i])) : widest;
	if (!rows)
		printf(_("warpbook %s\n\n"), version_text());
	for (size_t i = 0; i < n; i++) {
		const struct part *p = &parts[i];

		ill = ill || p->health == HEALTH_BAD;
		if (rows) {
			json_array_append_new(rows, json_pack("{s:s, s:s, s:o, s:o}", "part", p->name, "health", words[p->health],
							      "text", json_text(p->text),
							      "remedy", p->remedy[0] ? json_text(p->remedy) : json_null()));
			continue;
		}
		printf("%s%*s  %-10s %s\n", _(words[p->health]), widest - text_width(_(words[p->health])), "", p->name, p->text);
		if (p->remedy[0])
			printf("%*s  %-10s -> %s\n", widest, "", "", p->remedy);
	}
	if (rows && print_json(json_pack("{s:s, s:b, s:o}", "version", version_text(), "well", !ill, "parts", rows)))
		return EXIT_MACHINE;
	return ill ? EXIT_MACHINE : EXIT_DONE;
}

static bool asked_for(const char *part, int nargs, char **args)
{
	for (int i = 0; i < nargs; i++)
		if (!strcmp(args[i], part))
			return true;
	return nargs == 0;
}

static int run(int nargs, char **args)
{
	struct part parts[PARTS] = { { 0 } };
	size_t n = 0;

	for (size_t i = 0; i < PARTS; i++) {
		if (!asked_for(examinations[i].name, nargs, args))
			continue;
		parts[n].name = examinations[i].name;
		examinations[i].examine(&parts[n++]);
	}
	if (nargs && n == 0) {
		fprintf(stderr, _("warpbook: doctor has no part '%s'; `warpbook doctor` examines all parts and names them\n"),
			args[0]);
		return EXIT_USAGE;
	}
	return print_parts(parts, n);
}

const struct command command_doctor = {
	.name = "doctor", .arguments = "[PART...]", .summary = N_("show what this machine has, and how to get what is missing"),
	.help = N_("With parts, such as `compiler program`, it examines only those.\n"),
	.max_args = PARTS, .run = run,
};
