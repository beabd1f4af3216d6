/* report.c - see report.h. */
#include "config.h"

#include "cudart/check/report.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/json.h"
#include "base/language.h"
#include "base/limits.h"
#include "words/annotation.h"
#include "words/finding_json.h"
#include "words/kinds.h"
#include "words/python.h"
#include "words/remark.h"
#include "cudart/check/call_place.h"
#include "cudart/check/kernel_names.h"
#include "cudart/check/python.h"
#include "cudart/check/undone.h"
#include "cudart/check/counted.h"
#include "cudart/check/hints.h"
#include "cudart/journal.h"
#include "cudart/runtime.h"
#include "cudart/streams/timing.h"
#include "source/learner_source.h"

#define WIDTH      80
#define REPORTED_MAX   200 /* different findings to print; the others are only counted */

static struct arena arena;
static struct finding *reported;
static struct launch_of {
	const char *kernel;        /* NULL for a call's finding */
	struct source_place place;
	const void *pc;            /* of a call: the address in the program; NULL: unknown */
	bool of_graph;             /* of a kernel in a graph */
	bool held, looked;         /* not printed yet; the program has seen the error */
	bool follows;              /* not printed yet: a call failed before, and the program has dropped its error so far */
} *launches;                       /* of each */
static int exit_status;
static size_t nreported, cap, launches_cap, total;
static bool quiet, at_once, ended_early;

#define PLACES_MOST 16
/* What failed calls, whose errors the program has dropped, have left undone. */
static struct {
	unsigned undone;
	uint64_t places[PLACES_MOST]; /* UNDONE_BYTES: the memory, by its address; 0: any */
	unsigned nplaces;
} dropped;
static struct { const struct call *call; struct call_site site; uint64_t place; } writes; /* the last copy or memset */
static uint64_t about; /* the memory of the next finding; 0: unknown */

const struct finding *report_all(size_t *n)
{
	*n = nreported;
	return reported;
}

size_t report_total(void)
{
	return total;
}

size_t report_count(enum finding_level level)
{
	size_t n = 0;

	for (size_t i = 0; i < nreported; i++)
		n += reported[i].level == level;
	return n;
}

bool report_has(finding_kind kind)
{
	for (size_t i = 0; i < nreported; i++)
		if (reported[i].kind == kind)
			return true;
	return false;
}

void report_disable(void)
{
	quiet = true;
	memset(&dropped, 0, sizeof dropped);
	nreported = 0;
}

/* ---- printing ----------------------------------------------------------------------------------- */

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static void print(const struct finding *f, const struct launch_of *launched)
{
	struct remark_source own = { .path = f->place.file ? f->place.file : "" };
	struct buf text = BUF_INIT;

	settings_speak(&runtime.settings);
	own.text = f->place.file ? call_place_text(f->place.file, &own.len) : NULL;
	remark_findings(&own, f, 1, WIDTH, &text);
	if (launched->kernel && launched->place.line && f->place.line && !same(f->place.file, launched->place.file))
		buf_printf(&text, _("   in %s:%d\n"), f->place.file, f->place.line);
	if (launched->kernel && launched->place.line)
		buf_printf(&text, _("   launched at %s:%d: %s\n"), launched->place.file, launched->place.line, launched->kernel);
	else if (launched->kernel)
		buf_printf(&text, _("   in %s\n"), launched->kernel);
	/* The program's own earlier output comes first. */
	fflush(stdout);
	fwrite(text.data, 1, text.len, stderr);
	buf_release(&text);
}

/* Without line information, the same call instruction means the same cause. */
static bool same_call(size_t i, const struct finding *f, const struct launch_of *launched)
{
	const bool of_copies = f->kind == KIND_COPY_UNINITIALISED || f->kind == KIND_PAGEABLE_ASYNC;

	return f->place.line || (of_copies && launched->pc && launches[i].pc == launched->pc) ||
	       same(reported[i].message, f->message);
}

/* Warps or blocks that race on a line do it in one launch, lanes of a warp perhaps in another. */
static bool same_kind(finding_kind reported_kind, finding_kind kind)
{
	return reported_kind == kind ||
	       (kind == KIND_RACE_WITHIN_WARP && (reported_kind == KIND_DATA_RACE_GLOBAL ||
						  reported_kind == KIND_DATA_RACE_SHARED));
}

/* The journal tells a finding once nothing holds it for a consequence any more. Its place there: those told before it. */
static size_t place_told(size_t i)
{
	size_t n = 0;

	vm_assert(i <= nreported);
	while (i-- > 0)
		n += !launches[i].follows;
	return n;
}

/* Is the mistake in the kernel's text, whatever its launches are given? */
static bool is_of_text(finding_kind kind)
{
	return kind == KIND_DATA_RACE_SHARED || kind == KIND_RACE_WITHIN_WARP || kind == KIND_UNFENCED_READ ||
	       kind == KIND_DIVERGENT_BARRIER || kind == KIND_BAD_WARP_MASK || kind == KIND_INACTIVE_LANE_READ ||
	       kind == KIND_BAD_SHUFFLE_WIDTH || kind == KIND_SHUFFLE_FAR;
}

/* A graph that is launched from several lines has its mistakes in each: all but the line of the launch is the same. */
static bool same_graph(size_t i, const struct finding *f, const struct launch_of *launched)
{
	const char *node = strstr(f->message, "node of the graph"), *end = node ? strrchr(node, '(') : NULL;

	if (reported[i].kind != f->kind)
		return false;
	if (end)
		return !strncmp(reported[i].message, f->message, (size_t)(end - f->message));
	return launched->of_graph && launches[i].of_graph && f->place.line && reported[i].place.line == f->place.line &&
	       same(reported[i].place.file, f->place.file) && same(launches[i].kernel, launched->kernel);
}

/* An array that nothing has written is one mistake, however many launches read it alike: a warm-up, and those that are timed. */
static bool same_array(size_t i, const struct finding *f)
{
	return f->kind == KIND_UNINITIALISED_READ && f->memory && reported[i].memory == f->memory &&
	       same(reported[i].message, f->message);
}

/* The same cause at the same line, from the same launch: counted with the first. */
static bool reported_before(const struct finding *f, const struct launch_of *launched)
{
	for (size_t i = 0; i < nreported; i++)
		if (same_graph(i, f, launched) ||
		    (same_kind(reported[i].kind, f->kind) && reported[i].place.line == f->place.line &&
		     same(reported[i].place.file, f->place.file) && (launches[i].place.line == launched->place.line ||
								     (f->place.line && is_of_text(f->kind)) ||
								     same_array(i, f)) &&
		     same_call(i, f, launched))) {
			reported[i].threads += f->threads;
			if (!launches[i].follows)
				JOURNAL(JOURNAL_MORE, NULL, place_told(i), f->threads);
			return true;
		}
	return false;
}

static const char *keep(const char *text)
{
	return text ? arena_strdup(&arena, text) : NULL;
}

static bool place_is_undone(uint64_t place)
{
	for (unsigned i = 0; i < dropped.nplaces; i++)
		if (!place || !dropped.places[i] || dropped.places[i] == place)
			return true;
	return false;
}

/* May the finding come of a call that failed? `place`: the memory that it is about; 0: unknown. */
static bool may_follow(finding_kind kind, uint64_t place)
{
	switch (kind) {
	case KIND_UNINITIALISED_READ: case KIND_COPY_UNINITIALISED: return dropped.undone & UNDONE_BYTES &&
		place_is_undone(place);
	case KIND_NULL_POINTER: return dropped.undone & (UNDONE_MEMORY | UNDONE_HANDLE);
	case KIND_BAD_TEXTURE: return dropped.undone & UNDONE_HANDLE;
	case KIND_API_ERROR: return dropped.undone & (UNDONE_MEMORY | UNDONE_HANDLE | UNDONE_ORDER);
	case KIND_INVALID_HANDLE: case KIND_INVALID_LAUNCH:
	case KIND_NEVER_WAITED: return dropped.undone & (UNDONE_HANDLE | UNDONE_ORDER);
	case KIND_EVENT_NOT_RECORDED: return dropped.undone & (UNDONE_HANDLE | UNDONE_ORDER);
	case KIND_STREAM_RACE: case KIND_ASYNC_HOST_RACE: case KIND_FREED_IN_USE: return dropped.undone & UNDONE_ORDER;
	default: return false;
	}
}

bool report_explains(const struct call *call)
{
	return undone_of(call->name) == UNDONE_MEMORY ? dropped.undone & (UNDONE_MEMORY | UNDONE_HANDLE) :
	       dropped.undone & (UNDONE_HANDLE | UNDONE_ORDER);
}

void report_writes(const struct call *call, uint64_t place)
{
	writes.call = call;
	writes.site = call->site;
	writes.place = place;
}

void report_about(uint64_t place)
{
	about = place;
}

/* The first allocation that failed because the device, or this machine, was too small. */
static struct { struct call call; char why[160]; bool told; } full;

const char *report_full(const struct call *call)
{
	const struct simt_usage usage = simt_mem_usage(runtime.mem, (unsigned)thread_state()->device);
	const double gib = (double)(1ull << 30);

	if (full.why[0] || !usage.refused || quiet)
		return full.why[0] ? full.why : NULL;
	full.call = *call;
	if (usage.no_room)
		snprintf(full.why, sizeof full.why, "this machine, or a limit of this process (ulimit -v, a container's), has no "
						    "room for it");
	else if (usage.refused >= SIMT_GLOBAL_END / 2)
		snprintf(full.why, sizeof full.why, "the device has %.4g GiB in all, as WARPBOOK_MEMORY says",
			 (double)usage.capacity / gib);
	else
		snprintf(full.why, sizeof full.why, "the device has %.4g GiB in all; WARPBOOK_MEMORY=%.0fG gives it more",
			 (double)usage.capacity / gib, ceil((double)(usage.used + usage.refused) / gib));
	return full.why;
}

/* A kernel's null pointer after that is most likely that allocation's: the program went on without the memory. */
static const char *full_advise(void)
{
	struct source_place place;
	char line[32] = "";

	if (call_place(&full.call.site, &place))
		snprintf(line, sizeof line, " on line %d", place.line);
	full.told = true;
	return arena_printf(&arena, "%s%s got no memory: %s. A program must end when it gets none", full.call.name, line,
			    full.why);
}

static void write_so_far(void);

/* A finding whose texts may be gone soon. */
static void add(const struct finding *from, const struct launch_of *launched)
{
	struct finding *f, in_python, advised;

	total++;
	if (reported_before(from, launched))
		return;
	if (from->kind == KIND_NULL_POINTER && launched->kernel && full.why[0]) {
		advised = *from;
		advised.advice = full_advise();
		from = &advised;
	}
	if (python_runs()) {
		in_python = *from;
		in_python.message = python_words(from->message, &arena);
		in_python.advice = python_words(from->advice, &arena);
		from = &in_python;
	}
	if (!array_reserve(&reported, &cap, nreported + 1, sizeof *reported) ||
	    !array_reserve(&launches, &launches_cap, nreported + 1, sizeof *launches))
		return;
	launches[nreported] = *launched;
	launches[nreported].follows = may_follow(from->kind, from->memory);
	vm_assert(nreported < cap && total > nreported);
	f = &reported[nreported++];
	*f = *from;
	f->message = keep(from->message);
	f->advice = keep(from->advice);
	f->place.file = keep(from->place.file);
	f->place.frames = f->other.frames = NULL;
	f->place.nframes = f->other.nframes = 0;
	f->other.file = keep(from->other.file);
	if (!launches[nreported - 1].follows)
		journal_finding(f, place_told(nreported - 1));
	if (nreported <= REPORTED_MAX && !quiet && !launched->held && !launches[nreported - 1].follows)
		print(from, launched);
	if (nreported <= REPORTED_MAX)
		write_so_far();
}

/* ---- errors that the program may handle ------------------------------------------------------------ */

/* Is the finding about the error that the current call is about to return, rather than a consequence of an earlier one? */
static bool is_for_program(finding_kind kind, const struct call *call)
{
	return !at_once && (kind == KIND_API_ERROR || kind == KIND_INVALID_LAUNCH || kind == KIND_EVENT_NOT_RECORDED) && call &&
	       !quiet && (!memcmp(&call->site, &thread_state()->entered, sizeof call->site) || thread_state()->npushed ||
		!strncmp(call->name, "cudaLaunchKernel", strlen("cudaLaunchKernel")));
}

void report_dropped(const struct call *call)
{
	unsigned undone;
	bool known;

	/* Of an exercise's program a failed call alone is a warning, which must not hide errors. */
	if (quiet && total != call->reported && nreported && reported[nreported - 1].kind == KIND_API_ERROR)
		return;
	if (at_once)
		return;
	undone = undone_of(call->name);
	/* An event that does not exist orders nothing, and one that is not recorded is as good as none. */
	if (undone == UNDONE_HANDLE || undone == UNDONE_ORDER)
		undone |= UNDONE_ORDER | UNDONE_HANDLE;
	dropped.undone |= undone;
	if (!(undone & UNDONE_BYTES))
		return;
	known = undone == UNDONE_BYTES && writes.call == call && !memcmp(&writes.site, &call->site, sizeof call->site);
	/* More than there is room for: any. */
	if (!known || dropped.nplaces == PLACES_MOST) {
		dropped.places[0] = 0;
		dropped.nplaces = dropped.nplaces ? dropped.nplaces : 1;
	} else {
		vm_assert(dropped.nplaces < PLACES_MOST);
		dropped.places[dropped.nplaces++] = writes.place;
	}
}

/* Prints those that were taken for consequences. */
static void release(void)
{
	for (size_t i = 0; i < nreported; i++) {
		bool print_it = launches[i].follows && !launches[i].held && !quiet;

		if (launches[i].follows)
			journal_finding(&reported[i], place_told(i));
		launches[i].follows = false;
		if (print_it)
			print(&reported[i], &launches[i]);
	}
}

void report_error_seen(void)
{
	memset(&dropped, 0, sizeof dropped);
	release();
	for (size_t i = 0; i < nreported; i++)
		launches[i].looked |= launches[i].held;
}

static void full_report(void)
{
	if (full.why[0] && !full.told && exit_status)
		report_call(KIND_OUT_OF_MEMORY, &full.call, NULL, full.why, "%s gets no memory, and the program ends",
			    full.call.name);
}

void report_fold(void)
{
	size_t n = 0;

	full_report();
	for (size_t i = 0; i < nreported; i++) {
		if (launches[i].follows)
			continue;
		reported[n] = reported[i];
		launches[n++] = launches[i];
	}
	nreported = n;
}

void report_last_to(size_t place)
{
	if (nreported > place + 1 && !launches[nreported - 1].follows)
		JOURNAL(JOURNAL_MOVED, NULL, place_told(place));
	vm_assert(place <= nreported);
	for (size_t i = nreported; i-- > place + 1;) {
		struct finding f = reported[i];
		struct launch_of l = launches[i];

		reported[i] = reported[i - 1];
		launches[i] = launches[i - 1];
		reported[i - 1] = f;
		launches[i - 1] = l;
	}
}

void report_at_once(void)
{
	at_once = true;
}

void report_exit_status(int status, bool early)
{
	exit_status = status;
	ended_early |= early;
}

bool report_was_ended_early(void)
{
	return ended_early;
}

int report_exited_with(void)
{
	return exit_status;
}

bool report_gave_up(void)
{
	bool looked = false;

	for (size_t i = 0; i < nreported; i++)
		looked |= launches[i].held && launches[i].looked;
	return looked && exit_status;
}

static void let_go(size_t i)
{
	if (launches[i].held && !quiet)
		print(&reported[i], &launches[i]);
	launches[i].held = false;
}

bool report_uphold(const struct call *call)
{
	for (size_t i = 0; i < nreported; i++)
		if (launches[i].pc && launches[i].pc == call->site.pc[0]) {
			let_go(i);
			return true;
		}
	return false;
}

void report_flush(void)
{
	release();
	for (size_t i = 0; i < nreported; i++)
		let_go(i);
}

/* At the program's end. */
static void settle(void)
{
	for (size_t i = 0; i < nreported; i++)
		if (launches[i].held && launches[i].looked && !exit_status)
			reported[i].level = FINDING_NOTE;
	report_flush();
}

/* ---- reporting ------------------------------------------------------------------------------------ */

static void report(finding_kind kind, enum finding_level level, const struct call *call, const struct call *other,
		   const char *advice, const char *fmt, va_list ap)
{
	struct finding f = { .kind = kind, .level = level, .advice = advice, .threads = 1, .memory = about };
	const struct launch_of launched = { .held = is_for_program(kind, call), .pc = call ? call->site.pc[0] : NULL };
	struct buf message = BUF_INIT;
	struct source_place there;

	buf_vprintf(&message, fmt, ap);
	if (call)
		call_place(&call->site, &f.place);
	if (other && call_place(&other->site, &there)) {
		f.other = there;
		buf_printf(&message, " (%s on line %d)", call_place_written(&there, other->name), there.line);
	}
	f.message = buf_text(&message);
	about = 0;
	add(&f, &launched);
	buf_release(&message);
}

void report_call(finding_kind kind, const struct call *call, const struct call *other, const char *advice, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	report(kind, finding_rows[kind].level, call, other, advice, fmt, ap);
	va_end(ap);
}

void report_note(finding_kind kind, const struct call *call, const struct call *other, const char *advice, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	report(kind, FINDING_NOTE, call, other, advice, fmt, ap);
	va_end(ap);
}

void report_kernel(const struct finding *f, const char *kernel, const struct call *launch, const struct source_place *in_kernel)
{
	struct launch_of launched = { 0 };
	struct finding named = *f;
	struct buf name = BUF_INIT;
	size_t len;
	bool raced = (f->kind == KIND_DATA_RACE_SHARED || f->kind == KIND_RACE_WITHIN_WARP) && f->other.line;
	bool local = f->kind == KIND_OUT_OF_BOUNDS && strstr(f->message, "local memory");
	const char *text = (f->kind == KIND_UNINITIALISED_READ || raced || local) && f->place.file ?
			   call_place_text(f->place.file, &len) : NULL;

	kernel_name_put(kernel, true, &name);
	launched.kernel = keep(buf_text(&name));
	launched.of_graph = !in_kernel && !strcmp(launch->name, "cudaGraphLaunch");
	if (in_kernel)
		launched.place = (struct source_place){ .file = keep(in_kernel->file), .line = in_kernel->line };
	else
		call_place(&launch->site, &launched.place);
	if (text && raced)
		source_carved_explain(text, len, &(struct source_race){ f->place.line, f->other.line }, &arena, &named.message,
				      &named.advice);
	else if (text && local)
		named.message = source_local_message(text, len, f->place.line, f->message, &arena);
	else if (text)
		named.message = source_unset_message(text, len, f->place.line, f->message, &arena);
	add(&named, &launched);
	buf_release(&name);
}

/* ---- the document ------------------------------------------------------------------------------------ */

/* "warpbook: 2 errors, 1 warning"; prints nothing without findings. */
static void print_sum(void)
{
	static bool printed;
	struct buf text = BUF_INIT;

	settings_speak(&runtime.settings);
	for (int level = FINDING_ERROR; level >= FINDING_NOTE && !printed && !quiet; level--) {
		size_t n = report_count((enum finding_level)level);

		if (n)
			buf_puts(&text, text.len ? ", " : "\nwarpbook: ");
		if (n && level == FINDING_ERROR)
			buf_printf(&text, tr_n("%zu error", "%zu errors", n), n);
		else if (n && level == FINDING_WARNING)
			buf_printf(&text, tr_n("%zu warning", "%zu warnings", n), n);
		else if (n)
			buf_printf(&text, tr_n("%zu note", "%zu notes", n), n);
	}
	if (text.len)
		fprintf(stderr, "%s\n", buf_text(&text));
	if (!printed && !quiet)
		hints_report(report_count(FINDING_ERROR) > 0);
	if (!printed && !quiet)
		counted_report(report_count(FINDING_ERROR) > 0);
	printed = true;
	buf_release(&text);
}

static void add_timeline(json_t *document)
{
	struct buf text = BUF_INIT;

	timing_json(&text);
	if (!text.failed)
		json_object_set_new(document, "timeline", json_loadb(text.data, text.len, 0, NULL));
	buf_release(&text);
}

/* Adds the compiler's messages, from `warpbook run`. */
static void add_diagnostics(json_t *document)
{
	const char *text = getenv("WARPBOOK_DIAGNOSTICS");
	json_t *all = text ? json_loads(text, 0, NULL) : NULL;

	if (json_is_array(all))
		json_object_set(document, "diagnostics", all);
	json_decref(all);
}

/* whole: with what is known at the end only. */
static json_t *make_document(bool whole)
{
	json_t *all = json_array(), *document;

	for (size_t i = 0; i < nreported; i++) {
		json_t *f = json_finding(&reported[i]);

		json_object_set_new(f, "kernel", json_text_or_null(launches[i].kernel));
		json_object_set_new(f, "launch_line", json_line_number(launches[i].place.line));
		json_array_append_new(all, f);
	}
	document = json_pack("{s:o}", "findings", all);
	add_diagnostics(document);
	if (whole && runtime.settings.timeline)
		add_timeline(document);
	json_object_set_new(document, "hints", hints_json());
	if (whole && runtime.settings.counters)
		counted_json(document);
	return document;
}

/* A file that is there as long as the program runs: a kill, _exit() or exec() leaves what was found until then. */
static void write_so_far(void)
{
	const char *const where[] = { runtime.settings.json, runtime.settings.sarif };

	for (size_t i = 0; i < sizeof where / sizeof *where && !quiet && !at_once; i++) {
		json_t *document, *shown;
		struct stat file;

		/* A number is a descriptor, and what is written to a pipe or a terminal stays there. */
		if (!where[i] || !where[i][strspn(where[i], "0123456789")] || (!stat(where[i], &file) && !S_ISREG(file.st_mode)))
			continue;
		document = make_document(false);
		shown = i ? sarif_of(document, program_invocation_name) : json_incref(document);
		json_write(shown, where[i]);
		json_decref(shown);
		json_decref(document);
	}
}

void report_begin(void)
{
	write_so_far();
}

static void write_document(const json_t *document, const char *where)
{
	if (where && json_write(document, where))
		fprintf(stderr, "warpbook: cannot write the findings to %s\n", where);
}

void report_end(void)
{
	const char *json = runtime.settings.json, *sarif = runtime.settings.sarif;
	json_t *document, *shown;

	settle();
	print_sum();
	if (!json && !sarif)
		return;
	runtime.settings.json = runtime.settings.sarif = NULL; /* only once */
	document = make_document(true);
	write_document(document, json);
	shown = sarif ? sarif_of(document, program_invocation_name) : NULL;
	write_document(shown, sarif);
	json_decref(shown);
	json_decref(document);
}
