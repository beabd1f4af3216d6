/*
 * bugs.c - runs the kernels of a .cu file in this folder, from a compiler's PTX,
 * and compares the findings with the comments above each.
 *
 *	bugs                  all files, all compilers: TAP
 *	bugs FILE.cu FILE.ptx the same for one, with every finding as a comment
 *
 * README.md explains the comments.
 */
#include "config.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#include "../tap/native.h"
#include "../tap/tap.h"
#include "base/path.h"
#include "ptx/ptx.h"
#include "simt/simt.h"

#define MAX_PARAMS 8
#define MAX_LINES  600

struct kernel_case {
	char name[64];
	struct simt_launch launch;
	uint64_t params[MAX_PARAMS]; /* as the PTX lays them out: pointers and ints, aligned */
	size_t params_len;
	char expect[128];
	char inlined[128];           /* the calls that one finding's place was inlined through */
	char advice[128];            /* is in the first finding's advice */
	int most;                    /* findings; 0: any number */
	int first, end;              /* lines of the kernel */
};

static bool line_marked[MAX_LINES];
static bool verbose;

static bool dims_parse(const char **at, struct dim3u *d)
{
	int used = 0;

	*d = (struct dim3u){ 1, 1, 1 };
	while (isspace((unsigned char)**at) || **at == ',')
		(*at)++;
	if (sscanf(*at, "dim3(%" SCNu32 ",%" SCNu32 ")%n", &d->x, &d->y, &used) == 2 && used)
		return *at += used;
	used = 0;
	return sscanf(*at, "%" SCNu32 "%n", &d->x, &used) == 1 && (*at += used);
}

/* One array: `out[8]`, `=out[8]`, `@in[8]`. */
static bool array_make(struct simt_mem *m, const char *word, uint64_t *addr)
{
	static const uint8_t zeros[1 << 16];
	unsigned flags = *word == '@' ? SIMT_READ_ONLY : 0, count;
	bool fill = *word == '@' || *word == '=';
	char name[32];

	if (sscanf(word + fill, "%31[a-z_][%u]", name, &count) != 2 || count * 4 > sizeof(zeros))
		return false;
	return simt_alloc(m, count * 4, name, 4, flags, addr, NULL) == 0 &&
	       (!fill || simt_write(m, *addr, zeros, count * 4, NULL) == 0);
}

static void param_add(struct kernel_case *k, uint64_t value, size_t size)
{
	k->params_len = (k->params_len + size - 1) / size * size;
	memcpy((char *)k->params + k->params_len, &value, size);
	k->params_len += size;
}

/* `<<<4, 256>>> out[1000] @in[1000] 1000` */
static bool run_parse(struct kernel_case *k, struct simt_mem *m, const char *at)
{
	char word[64];
	int used;

	at += 3;
	if (!dims_parse(&at, &k->launch.grid) || !dims_parse(&at, &k->launch.block))
		return false;
	sscanf(at, ", %" SCNu32, &k->launch.dynamic_shared);
	at = strstr(at, ">>>");
	for (at = at ? at + 3 : ""; sscanf(at, "%63s%n", word, &used) == 1; at += used) {
		uint64_t addr;

		if (k->params_len > sizeof(k->params) - 8)
			return false;
		if (isdigit((unsigned char)*word))
			param_add(k, strtoull(word, NULL, 10), 4);
		else if (array_make(m, word, &addr))
			param_add(k, addr, 8);
		else
			return false;
	}
	return true;
}

static bool expected(const struct kernel_case *k, const char *kind)
{
	size_t len = strlen(kind);

	for (const char *at = k->expect; (at = strstr(at, kind)); at += len)
		if (at[len] == ' ' || at[len] == ')' || at[len] == '\0')
			return true;
	return false;
}

static bool kind_found(const struct simt_result *r, const char *kind)
{
	for (size_t i = 0; i < r->nfindings; i++)
		if (!strcmp(finding_name(&r->findings[i]), kind))
			return true;
	return false;
}

/* All findings are expected and at a marked line, and all expected ones are found. */
static bool findings_match(const struct kernel_case *k, const struct simt_result *r)
{
	char kind[64];
	int used;

	for (size_t i = 0; i < r->nfindings; i++) {
		int line = r->findings[i].place.line;

		if (!expected(k, finding_name(&r->findings[i])) || line >= k->end || line < k->first ||
		    !line_marked[line])
			return false;
	}
	for (const char *at = k->expect; sscanf(at, "%63s%n", kind, &used) == 1; at += used)
		if (*kind != '(' && strcmp(kind, "nothing") && !kind_found(r, kind))
			return false;
	return true;
}

static bool words_match(const struct kernel_case *k, const struct simt_result *r)
{
	return (!k->most || r->nfindings <= (size_t)k->most) &&
	       (!k->advice[0] ||
		(r->nfindings && r->findings[0].advice && strstr(r->findings[0].advice, k->advice)));
}

/* The first finding's frames. */
static bool frames_match(const struct kernel_case *k, const struct simt_result *r)
{
	struct buf text = BUF_INIT;
	bool match;

	if (!r->nfindings || !r->findings[0].place.nframes)
		return !k->inlined[0];
	source_frames_put(&r->findings[0].place, &text);
	match = !k->inlined[0] || !strcmp(buf_text(&text), k->inlined);
	if (!match)
		printf("# %s\n", buf_text(&text));
	buf_release(&text);
	return match;
}

static void findings_show(const struct simt_result *r)
{
	for (size_t i = 0; i < r->nfindings; i++) {
		const struct finding *f = &r->findings[i];

		printf("# %s:%d: %s: %s. %s\n", f->place.file ? f->place.file : "?", f->place.line, finding_name(f),
		       f->message, f->advice ? f->advice : "");
	}
}

/* One run in fresh memory; the seed shuffles warps and blocks. */
static void case_run(const struct ptx_module *module, struct kernel_case *k, const char *run,
		     uint64_t seed, const char *ptx)
{
	struct simt_mem *m = simt_mem_new(1 << 24, NULL);
	struct simt_program *program = m ? simt_program_new(module, m, NULL) : NULL;
	struct simt_result result;
	struct error err = { 0 };

	k->params_len = 0;
	if (!program || !run_parse(k, m, run)) {
		ok(false, "%s: the comment on line %d is understood", ptx, k->first);
		goto out;
	}
	k->launch.kernel = k->name;
	k->launch.params = k->params;
	k->launch.params_len = k->params_len;
	k->launch.checks = SIMT_CHECK_ALL;
	k->launch.budget = 1500000;
	k->launch.order_seed = seed;
	k->launch.threads = seed % 2 ? 3 : 1;
	if (simt_launch(program, &k->launch, &result, &err) < 0 || result.end == SIMT_BAD_LAUNCH) {
		ok(false, "%s: %s runs", ptx, k->name);
		printf("# %s%s\n", err.text, result.error.text);
		goto out;
	}
	if (!ok(findings_match(k, &result) && words_match(k, &result) && frames_match(k, &result), "%s: %s: %s, order %d", ptx,
		k->name, k->expect, (int)seed) || verbose)
		findings_show(&result);
	simt_result_release(&result);
out:
	simt_program_free(program);
	simt_mem_free(m);
}

/* The kernel whose `run` comment stands at `*line`; moves on to the next one. */
static void kernel_run(const struct ptx_module *module, char **lines, int *line, int n, const char *ptx)
{
	struct kernel_case k = { .first = *line };
	const char *run = lines[*line] + 7, *name = NULL;
	bool in_order = !strncmp(run, "in order ", 9);

	k.launch.cooperative = !strncmp(run, "cooperative ", 12);

	for (++*line; *line < n && strncmp(lines[*line], "// run ", 7); ++*line) {
		if (!strncmp(lines[*line], "// expect ", 10))
			snprintf(k.expect, sizeof(k.expect), "%s", lines[*line] + 10);
		if (!strncmp(lines[*line], "// inlined ", 11))
			snprintf(k.inlined, sizeof(k.inlined), "%s", lines[*line] + 11);
		if (!strncmp(lines[*line], "// advice ", 10))
			snprintf(k.advice, sizeof(k.advice), "%s", lines[*line] + 10);
		sscanf(lines[*line], "// at most %d", &k.most);
		if (!name && (name = strstr(lines[*line], " void ")))
			sscanf(name, " void %63[a-z_0-9]", k.name);
		line_marked[*line] = strstr(lines[*line], "// <-- here") != NULL;
	}
	k.end = *line;
	for (uint64_t seed = 0; seed < (in_order ? 1 : 4); seed++)
		case_run(module, &k, strstr(run, "<<<"), seed, ptx);
}

static void file_run(const char *cu, const char *ptx)
{
	struct buf source = BUF_INIT, text = BUF_INIT;
	struct ptx_module *module = NULL;
	struct error err = { 0 };
	char *lines[MAX_LINES] = { NULL };
	int n = 1;

	if (file_read(cu, 1 << 20, &source, &err) == 0 && file_read(ptx, 1 << 20, &text, &err) == 0)
		module = ptx_parse(text.data, text.len, ptx, &err);
	if (!module) {
		ok(false, "%s is read", ptx);
		printf("# %s\n", err.text);
	}
	for (char *at = source.data; module && at && n < MAX_LINES; n++) {
		lines[n] = at;
		at = strchr(at, '\n');
		if (at)
			*at++ = '\0';
	}
	for (int line = 1; module && line < n;) {
		if (!strncmp(lines[line], "// run ", 7))
			kernel_run(module, lines, &line, n,
				   strrchr(ptx, '/') ? strrchr(ptx, '/') + 1 : ptx);
		else
			line++;
	}
	ptx_free(module);
	buf_release(&source);
	buf_release(&text);
}

/* The same PTX for another architecture is the same program: nvcc's output differs only in this line, and the vm ignores it. */
static void target_change(const char *ptx, const char *to)
{
	struct buf text = BUF_INIT, before = BUF_INIT, after = BUF_INIT;
	struct ptx_module *one = NULL, *other = NULL;
	struct error err = { 0 };
	char *target = file_read(ptx, 1 << 20, &text, &err) == 0 ? strstr(text.data, "\n.target sm_") : NULL;

	if (target && (one = ptx_parse(text.data, text.len, ptx, &err)))
		ptx_print(one, &before);
	if (target)
		memcpy(target + strlen("\n.target sm_"), to, 2);
	if (target && (other = ptx_parse(text.data, text.len, ptx, &err)))
		ptx_print(other, &after);
	target = after.data ? strstr(after.data, "\n.target sm_") : NULL;
	if (target && before.data)
		memcpy(target, strstr(before.data, "\n.target sm_"), strlen("\n.target sm_90"));
	if (!ok(target && before.len > 500 && !strcmp(buf_text(&before), buf_text(&after)), "%s means the same for sm_%s",
		strrchr(ptx, '/') + 1, to))
		printf("# %s\n", err.text);
	ptx_free(one);
	ptx_free(other);
	buf_release(&text);
	buf_release(&before);
	buf_release(&after);
}

int main(int argc, char **argv)
{
	static const char *const files[] = { "memory", "races", "sync", "missing", "clean", "tricky", "stuck", "unset", "grid",
					     "async" };
	const char *tests = getenv("TESTS_DIR") ? getenv("TESTS_DIR") : "tests";
	char cu[4096], ptx[4096];

	verbose = argc == 3;
	if (verbose) {
		file_run(argv[1], argv[2]);
		return tap_done();
	}
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(cu, sizeof(cu), "%s/bugs/%s.cu", tests, files[i]);
		snprintf(ptx, sizeof(ptx), "%s/bugs/%s.nvcc.ptx", tests, files[i]);
		file_run(cu, ptx);
		target_change(ptx, "90");
		snprintf(ptx, sizeof(ptx), "%s/bugs/%s.clang.ptx", tests, files[i]);
		if (i < 7) /* clang has no headers for the last two */
			file_run(cu, ptx);
	}
	return tap_done();
}
