/*
 * native.h - runs every launch of a C test twice more: by the interpreter, and natively. Include it where the test includes
 * simt/simt.h.
 *
 * With WARPBOOK_NATIVE=always in the environment (make check-native) each simt_launch of the test first runs in two children,
 * forks of this process, one for each way. They must have the same end, findings, counters (of each line, too), output and
 * memory, to the byte; otherwise the test prints a `not ok` with the lines that differ. Traced launches are interpreted: the
 * children leave the trace out. Then the test's own launch runs unchanged. Launches that communicate with other threads of the
 * host, or that a clock ends, are not compared.
 */
#ifndef TESTS_TAP_NATIVE_H
#define TESTS_TAP_NATIVE_H

#include <inttypes.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/hash.h"
#include "simt/code.h"
#include "simt/mem/mem.h"
#include "simt/simt.h"
#include "tests/tap/tap.h"
#include "toolchain/native.h"

static unsigned native_pairs, native_translated, native_loads;

__attribute__((unused))
static const void *native_counted_load(const char *text, size_t len)
{
	const void *table = native_load(text, len);

	native_loads += table != NULL;
	if (!table && getenv("NATIVE_SHOW"))
		fwrite(text, 1, len, stderr);
	return table;
}

static void native_say_counts(struct buf *b, const char *file, int line, const struct simt_counts *c)
{
	for (size_t k = 0; k < simt_ncounters; k++)
		if (simt_counter_value(c, &simt_counters[k]))
			buf_printf(b, "%s:%d: %s %" PRIu64 "\n", file, line, simt_counters[k].name,
				   simt_counter_value(c, &simt_counters[k]));
}

/* The outcome of a launch, one fact per line. */
static void native_say(struct buf *b, struct simt_mem *m, const struct simt_launch *l, const struct simt_result *r)
{
	struct simt_allocation *a;
	char hash[HASH_HEX];

	buf_printf(b, "end %d cause %d stopped %d children %zu %s\n", (int)r->end, (int)r->cause, r->stopped, r->nchildren,
		   r->error.text);
	if (r->end != SIMT_HANG || l->threads <= 1) {
		native_say_counts(b, "all", 0, &r->counts);
		for (size_t n = 0; n < r->nlines; n++)
			native_say_counts(b, r->lines[n].file, r->lines[n].line, &r->lines[n].counts);
	}
	for (size_t f = 0; f < r->nfindings; f++)
		buf_printf(b, "%s:%d: %s: %s. %s\n", r->findings[f].place.file ? r->findings[f].place.file : "?",
			   r->findings[f].place.line, finding_name(&r->findings[f]), r->findings[f].message,
			   r->findings[f].advice ? r->findings[f].advice : "");
	hash_bytes(r->output.data, r->output.len, hash);
	buf_printf(b, "output %zu %s\n", r->output.len, hash);
	hash_bytes(r->asserts.data, r->asserts.len, hash);
	buf_printf(b, "asserts %zu %s\n", r->asserts.len, hash);
	/* After a launch that ended early on several host threads, memory depends on the progress of the other blocks. */
	if (r->end != SIMT_DONE && l->threads != 1)
		return;
	for (size_t k = 0; (a = simt_allocation_at(m, k)); k++) {
		if (!a->host || a->freed)
			continue;
		hash_bytes(a->host, a->bytes, hash);
		buf_printf(b, "memory %" PRIx64 " %" PRIu64 " %s\n", a->is_mapped ? 0 : a->addr, a->bytes, hash);
	}
}

/* The launch in a child, as text for the caller to free; its first byte is 1 if there was a translation. NULL: no child. */
static char *native_child(struct simt_program *p, const struct simt_launch *args, enum simt_native when)
{
	struct simt_launch l = *args;
	struct simt_result r;
	struct buf b = BUF_INIT;
	char piece[4096];
	int ends[2], status;
	ssize_t n;
	pid_t child;

	if (pipe(ends) < 0)
		return NULL;
	l.trace = NULL;
	l.watch = NULL;
	l.footprint = false;
	l.count_lines = true;
	l.progress = NULL;
	if ((child = fork()) == 0) {
		simt_native_use(when, native_counted_load);
		native_loads = 0;
		buf_putc(&b, '0');
		if (simt_launch(p, &l, &r, NULL) == 0)
			native_say(&b, p->mem, &l, &r);
		b.data[0] = native_loads ? '1' : '0';
		for (size_t at = 0; at < b.len && (n = write(ends[1], b.data + at, b.len - at)) > 0;)
			at += (size_t)n;
		_exit(0);
	}
	close(ends[1]);
	while (child > 0 && (n = read(ends[0], piece, sizeof piece)) > 0)
		buf_append(&b, piece, (size_t)n);
	close(ends[0]);
	if (child < 0 || waitpid(child, &status, 0) != child)
		return NULL;
	if (status)
		buf_printf(&b, "the child ended with status %d\n", status);
	return buf_detach(&b);
}

static void native_show(const char *one, const char *two)
{
	for (const char *a = one, *b = two; *a || *b;) {
		size_t na = strcspn(a, "\n"), nb = strcspn(b, "\n");

		if (na != nb || memcmp(a, b, na) != 0)
			printf("# interpreted: %.*s\n# native:      %.*s\n", (int)na, a, (int)nb, b);
		a += na + (a[na] != 0);
		b += nb + (b[nb] != 0);
	}
}

static void native_report(void)
{
	printf("# %u launches interpreted and native, %u of them translated\n", native_pairs, native_translated);
}

__attribute__((unused))
static int native_launch(struct simt_program *p, const struct simt_launch *l, struct simt_result *r, struct error *err,
			 const char *file, int line)
{
	const char *when = getenv("WARPBOOK_NATIVE");

	if (when && !strcmp(when, "always") && !l->host_writes && !l->await_host && !l->stop && l->seconds <= 0) {
		char *one = native_child(p, l, SIMT_NATIVE_NEVER), *two = native_child(p, l, SIMT_NATIVE_ALWAYS);
		bool same = one && two && *one && *two && !strcmp(one + 1, two + 1);

		if (!native_pairs++)
			atexit(native_report);
		native_translated += two && *two == '1';
		if (!same)
			tap_ok(false, file, line, "native execution of %s agrees", l->kernel);
		if (!same && one && two && *one && *two)
			native_show(one + 1, two + 1);
		free(one);
		free(two);
	}
	simt_native_use(when && !strcmp(when, "always") ? SIMT_NATIVE_ALWAYS : SIMT_NATIVE_NEVER, native_load);
	return simt_launch(p, l, r, err);
}

#define simt_launch(p, l, r, err) native_launch((p), (l), (r), (err), __FILE__, __LINE__)

#endif
