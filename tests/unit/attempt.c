/*
 * attempt.c - a complete attempt: a file on disk, the compiler, a worker, the judge, the
 * database, the report. It uses real exercises; this program is its own worker.
 */
#include "config.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attempt/attempt.h"
#include "base/path.h"
#include "base/source.h"
#include "child/proc.h"
#include "tap/tap.h"
#include "worker/worker.h"

static char folder[256], file[300], database[300];

static void write_file(const char *name, const char *text)
{
	struct error err;

	if (file_write(name, text, strlen(text), &err))
		printf("# %s\n", err.text);
}

static struct attempt try_with(const char *id, const char *source, const struct attempt_options *options)
{
	struct attempt a = { 0 };
	struct error err = { 0 };

	if (source)
		write_file(file, source);
	if (attempt_run(id, file, options, &a, &err))
		printf("# attempt_run: %s\n", err.text);
	return a;
}

static struct attempt try(const char *id, const char *source)
{
	const struct attempt_options options = { .compiler = "clang", .seed = 11 };

	return try_with(id, source, &options);
}

static void explain(const struct attempt *a)
{
	struct buf text = BUF_INIT;

	attempt_text(a, 80, &text);
	for (const char *p = buf_text(&text); *p; p += strcspn(p, "\n") + 1)
		printf("# %.*s\n", (int)strcspn(p, "\n"), p);
	buf_release(&text);
}

/* The report holds to its promises whatever the verdict. */
static bool report_is_sound(const struct attempt *a)
{
	struct buf text = BUF_INIT, clean = BUF_INIT, json = BUF_INIT;
	bool sound = true;
	json_t *doc;

	attempt_text(a, 80, &text);
	for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n")) {
		/* A name that is wider than the line cannot be wrapped. */
		bool fits = text_width(line) <= 80 || !strchr(line + strspn(line, " "), ' ') || strstr(line, folder);

		buf_clear(&clean);
		text_sanitise(line, strlen(line), &clean);
		if (!fits || strcmp(buf_text(&clean), line))
			printf("# bad line: %s\n", line);
		sound = sound && fits && !strcmp(buf_text(&clean), line);
	}
	doc = attempt_json(a, &json) ? NULL : json_loads(buf_text(&json), 0, NULL);
	sound = sound && doc && !strcmp(json_string_value(json_object_get(doc, "verdict")), verdict_name(a->verdict));
	json_decref(doc);
	buf_release(&text);
	buf_release(&clean);
	buf_release(&json);
	return sound;
}

static void comes_to(const char *id, const char *source, enum verdict verdict, const char *message, const char *what)
{
	struct attempt a = try(id, source);
	bool good = a.verdict == verdict && a.message && strstr(a.message, message) && report_is_sound(&a);

	ok(good, "%s is %s", what, verdict_name(verdict));
	if (!good)
		explain(&a);
	attempt_release(&a);
}

#define ADD(body) "__global__ void add(float *out, const float *a, const float *b, int n)\n{\n" \
	"\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n" body "}\n"

static void test_verdicts(void)
{
	comes_to("01_kernels/add", ADD("\tif (i < n) out[i] = a[i] + b[i];\n"), VERDICT_PASSED, "all", "a right kernel");
	comes_to("01_kernels/add", ADD("\tif (i < n) out[i] = a[i] - b[i];\n"), VERDICT_WRONG_ANSWER, "out[0] is",
		 "a wrong sum");
	comes_to("01_kernels/add", ADD("\tout[i] = a[i] + b[i];\n"), VERDICT_MEMORY_ERROR, "a[1]", "a missing guard");
	comes_to("01_kernels/add", ADD("\tif (i < n) out[0] = a[i] + b[i];\n"), VERDICT_DATA_RACE, "out[0]",
		 "one element for all");
	comes_to("01_kernels/add", ADD("\tvolatile float *p = out + n - 1;\n"
				       "\tif (threadIdx.x == 0) { p[0] = 1; __syncthreads(); }\n"
				       "\telse { __syncthreads(); n++; }\n"
				       "\tif (i == n) p[0] = 2;\n"),
		 VERDICT_SYNC_ERROR, "", "a barrier in two places");
	comes_to("01_kernels/add", ADD("\tvolatile float *p = out;\n\twhile (n > 0) p[i % n] = 1;\n"), VERDICT_HANG, "",
		 "an endless loop");
	comes_to("01_kernels/add", ADD("\tif (i < n) out[i] = a[i] + b[i]\n"), VERDICT_COMPILE_ERROR, "expected ';'",
		 "a missing semicolon");
	comes_to("01_kernels/add", "", VERDICT_NO_KERNEL, "no kernel", "an empty file");
	comes_to("01_kernels/add", "__global__ void ad(float *x) { *x = 1; }\n", VERDICT_NO_KERNEL, "`ad`", "another name");
	comes_to("01_kernels/add", "__global__ void add(float *o, const float *a, const float *b, unsigned n) { *o = n; }\n",
		 VERDICT_NO_KERNEL, "unsigned int", "another type");
	comes_to("01_kernels/add", "extern \"C\" __global__ void add(float *o, float *a, float *b, int n)\n{\n"
		 "\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i < n) o[i] = a[i] + b[i];\n}\n",
		 VERDICT_PASSED, "all", "an extern \"C\" kernel without const");
	comes_to("01_kernels/add", "template <typename T> __global__ void add(T *out, const T *a, const T *b, int n) {}\n",
		 VERDICT_NO_KERNEL, "left the kernel `add` out", "a template that is never instantiated");
	comes_to("01_kernels/add", "__global__ void add(float *, int) {}\n"
		 ADD("\tif (i < n) out[i] = a[i] + b[i];\n"), VERDICT_PASSED, "all", "the right one of two overloads");
	comes_to("01_kernels/add", "__launch_bounds__(32) " ADD("\tif (i < n) out[i] = a[i] + b[i];\n"), VERDICT_BAD_LAUNCH,
		 "", "a kernel that takes smaller blocks only");
	comes_to("01_kernels/add", ADD("\t__shared__ volatile float s[20000];\n\ts[threadIdx.x] = a[0];\n\tif (i < n) out[i] = "
				       "s[threadIdx.x] + b[i];\n"),
		 VERDICT_BAD_LAUNCH, "the kernel add needs more than 49152 bytes of static shared memory",
		 "more shared memory than any GPU allows");
	comes_to("01_kernels/add",
		 ADD("\tasm volatile(\"{ .local .b8 big[99999999]; }\");\n\tif (i < n) out[i] = a[i] + b[i];\n"),
		 VERDICT_BAD_LAUNCH, "the kernel add needs more than 524288 bytes of local memory", "and more local memory");
	comes_to("01_kernels/add", "__device__ unsigned calls;\n" ADD("\tunsigned launch = atomicAdd(&calls, 1u) / (gridDim.x * "
		 "blockDim.x);\n\tif (i < n) out[i] = launch < 14 ? a[i] + b[i] : 0;\n"), VERDICT_WRONG_ANSWER, "",
		 "a kernel that is wrong from its 15th launch on");
	comes_to("01_kernels/add", "__device__ unsigned calls;\n" ADD("\tunsigned launch = atomicAdd(&calls, 1u) / (gridDim.x * "
		 "blockDim.x);\n\tif (i < n) out[i] = launch < 14 ? a[i] + b[i] : b[i] + a[i];\n"), VERDICT_PASSED, "",
		 "and one that counts and stays right");
	comes_to("01_kernels/add",
		 ADD("\tasm volatile(\"tcgen05.wait::ld.sync.aligned;\");\n\tif (i < n) out[i] = a[i] + b[i];\n"),
		 VERDICT_UNSUPPORTED, "tcgen05", "an instruction that the vm does not know");
	comes_to("01_kernels/add", ADD("\tasm volatile(\"{ .reg .b32 q; mov.b32 q, 1; }\");\n\tasm volatile(\"nonsense;\");\n"),
		 VERDICT_COMPILE_ERROR, "nonsense", "an asm statement that is no PTX");
	comes_to("01_kernels/add", ADD("\tif (i < n) out[i] = a[i] + b[i];\n\tasm volatile(\"}\");\n"), VERDICT_COMPILE_ERROR,
		 "asm statement", "an asm statement that ends the function");
	comes_to("01_kernels/add", "__global__ void add(float *out, const float *a, const float *b, int n)\n{\n"
		 "\tasm volatile(\"ret;\\n}\\n.entry evil()\\n{\\n\");\n}\n",
		 VERDICT_WRONG_ANSWER, "never written", "a second entry brought in by inline assembly");
}

static void test_sources(void)
{
	unlink(file);
	comes_to("01_kernels/add", NULL, VERDICT_BAD_SOURCE, "No such file", "a missing file");
	mkdir(file, 0700);
	comes_to("01_kernels/add", NULL, VERDICT_BAD_SOURCE, "folder", "a folder");
	rmdir(file);
	mkfifo(file, 0600);
	comes_to("01_kernels/add", NULL, VERDICT_BAD_SOURCE, "named pipe", "a named pipe");
	unlink(file);
	comes_to("01_kernels/add", "\xff\xfe/\0/\0", VERDICT_BAD_SOURCE, "UTF-16", "a file in UTF-16");
	comes_to("01_kernels/add", "\xfe\x1b[31m \x01 garbage {{{ \x80\n", VERDICT_COMPILE_ERROR, "", "a file of garbage");
}

static void test_report(void)
{
	char replay[400];
	struct attempt a = try("01_kernels/add", ADD("\tif (i <= n)\n\t\tout[i] = a[i] + b[i]; // \xff\x1b[2J\n"));
	struct buf text = BUF_INIT;
	struct attempt same;

	attempt_text(&a, 80, &text);
	ok(a.nfindings >= 1 && a.findings[0].place.line == 5, "a finding is on the learner's own line");
	ok(strstr(buf_text(&text), "5 |         out[i] = a[i] + b[i]; // ??[2J\n"), "the line is shown, made safe");
	ok(strstr(buf_text(&text), "^ thread ("), "the sentence comes after the caret");
	snprintf(replay, sizeof replay, "\nreplay: warpbook check %s --seed 11\n", file);
	ok(strstr(buf_text(&text), replay), "the command that replays it is shown, with the file and the seed");
	ok(a.ncases > 1 && a.cases[0].ran && !a.cases[a.ncases - 1].ran && strstr(buf_text(&text), "more, not run"),
	   "cases after the fault are reported as not run");
	ok(report_is_sound(&a), "and the report is valid text and JSON");
	same = try("01_kernels/add", NULL);
	ok(same.nfindings && !strcmp(same.findings[0].message, a.findings[0].message) && same.compile_cached,
	   "the same file and seed give the same finding");
	attempt_release(&same);
	attempt_release(&a);
	buf_release(&text);

	a = try("00_welcome/hello_threads", "#include <stdio.h>\n__global__ void hello_threads(int *seat)\n{\n"
		"\tseat[threadIdx.x] = threadIdx.x;\n\tprintf(\"I am %d\\n\\033[1m\", threadIdx.x);\n}\n");
	attempt_text(&a, 80, &text);
	ok(a.verdict == VERDICT_PASSED && a.output_len && strstr(buf_text(&text), "I am 3\n"), "a kernel's output is shown");
	ok(!strchr(buf_text(&text), '\033'), "without its escape sequences");
	ok(report_is_sound(&a), "in JSON too");
	attempt_release(&a);
	buf_release(&text);
}

static size_t count_right(const struct attempt *a)
{
	size_t n = 0;

	for (size_t i = 0; i < a->ncases; i++)
		n += a->cases[i].ran && a->cases[i].verdict == VERDICT_PASSED;
	return n;
}

/* For a grader: the share of right cases of a file whose run ends early, which changes neither verdict nor findings. */
static void test_all_cases(void)
{
	struct attempt_options options = { .compiler = "clang", .seed = 11 };
	struct attempt a = try_with("01_kernels/add", ADD("\tif (i <= n)\n\t\tout[i] = a[i] + b[i];\n"), &options), all;

	options.all_cases = true;
	all = try_with("01_kernels/add", NULL, &options);
	ok(a.nran < a.ncases && all.nran == all.ncases && all.ncases == a.ncases && all.cases[all.ncases - 1].ran,
	   "every case of a wrong file runs where a grader asks for it");
	ok(count_right(&all) == 2 && all.cases[9].verdict == VERDICT_PASSED && all.cases[4].verdict == VERDICT_PASSED &&
	   !strcmp(all.cases[4].name, "n = 256") && all.cases[5].verdict == VERDICT_MEMORY_ERROR,
	   "each by itself: what is right without the missing guard is right");
	ok(all.verdict == a.verdict && all.nfindings == a.nfindings && !strcmp(all.message, a.message) &&
	   !strcmp(all.findings[0].message, a.findings[0].message) && report_is_sound(&all),
	   "the verdict and its findings are the same as without");
	attempt_release(&a);
	attempt_release(&all);

	a = try_with("01_kernels/add",
		     ADD("\tfor (volatile int k = 0; n == 2; k++)\n\t\t;\n\tif (i < n) out[i] = a[i] + b[i];\n"), &options);
	ok(a.verdict == VERDICT_HANG && a.nran == a.ncases && count_right(&a) == a.ncases - 1 &&
	   !strcmp(a.cases[1].name, "n = 2"),
	   "after a hang, too");
	attempt_release(&a);

	a = try_with("01_kernels/add", ADD("\tout[i] = a[i] + b[i]\n"), &options);
	ok(a.verdict == VERDICT_COMPILE_ERROR && a.nran == 0 && a.ncases == 10,
	   "what does not compile lists its cases, so that the most there is to get is known");
	attempt_release(&a);
}

static void test_record(void)
{
	struct attempt_options options = { .compiler = "clang", .database = database };
	struct attempt a = try_with("01_kernels/add", ADD("\tif (i < n) out[i] = a[i] + b[i];\n"), &options);
	char nowhere[320];

	ok(a.recorded > 0 && !a.record_warning[0], "an attempt is recorded");
	ok(a.seed > 0 && a.seed < (uint64_t)1 << 53, "with a fresh seed");
	attempt_release(&a);
	snprintf(nowhere, sizeof nowhere, "%s/no/such/folder.db", folder);
	options.database = nowhere;
	a = try_with("01_kernels/add", NULL, &options);
	ok(a.verdict == VERDICT_PASSED && !a.recorded && a.record_warning[0], "a record that is lost costs no verdict");
	attempt_release(&a);
}

#define COPY(body) "__global__ void strided_copy(float *out, const float *x, int n)\n{\n" body "}\n"

/* Of two right kernels one is fast enough. */
static void test_perf(void)
{
	static const char *const id = "04_global_memory/strided_copy";
	struct attempt_options options = { .compiler = "clang", .seed = 4, .database = database };
	struct attempt a = try_with(id, COPY("\tfor (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * "
					     "blockDim.x)\n\t\tout[i] = x[i];\n"), &options);
	struct buf text = BUF_INIT;
	int64_t passed = a.recorded;
	char said[100], query[512];

	ok(a.verdict == VERDICT_PASSED && a.nfindings == 0 && a.nmeasured == 3 && !strcmp(a.measured_case, "n = 65536"),
	   "a kernel that keeps the limits passes");
	ok(a.measured[0].counted && a.measured[0].held && a.measured[0].value == 100 && a.measured[0].reference == 100,
	   "and the measured values are shown");
	ok(!a.measured[2].counted && a.measured[2].held, "a limit that this device cannot judge is not held against it");
	ok(report_is_sound(&a), "in a report");
	attempt_text(&a, 80, &text);
	ok(strstr(buf_text(&text), "  ok      use of the sectors' bytes: 100 % (at least 90 %, reference 100 %)\n"),
	   "limit by limit");
	ok(a.speed.of_case && !strcmp(a.speed.of_case, a.measured_case), "the work is that of the measured case");
	attempt_release(&a);

	a = try_with(id, COPY("\tint first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;\n"
			      "\tfor (int i = first; i < first + 8 && i < n; i++)\n\t\tout[i] = x[i];\n"), &options);
	ok(a.verdict == VERDICT_TOO_SLOW && a.nfindings == 1 && report_is_sound(&a), "one that does not is too slow");
	ok(!strcmp(a.findings[0].rule, "sector_use") && a.findings[0].place.line == 5 &&
	   strstr(a.findings[0].message, "threads use 12.5 % of the bytes that move between global memory and the kernel; the "
					 "limit is at least 90"),
	   "with the figure, the limit and the line");
	ok(a.advice && a.advice == a.findings[0].advice && a.measured[1].held && !a.measured[0].held, "and what to do");
	ok(a.recorded > passed, "it is recorded");
	snprintf(query, sizeof query, "sqlite3 %s \"SELECT metric, value, reference, bound, held, line FROM metric_view"
				      " WHERE attempt = %lld AND metric LIKE 'sec%%'\"", database, (long long)a.recorded);
	FILE *out = popen(query, "r");
	ok(out && fgets(said, sizeof said, out) && !strcmp(said, "sector_use|12.5|100.0|90.0|0|5\n"), "with its figures");
	if (out)
		pclose(out);
	attempt_release(&a);

	a = try_with(id, COPY("\tfor (int i = (blockIdx.x * blockDim.x + threadIdx.x) * 8, k = 0; k < 7 && i < n; k++, i++)\n"
			      "\t\tout[i] = x[i];\n"), &options);
	ok(a.verdict == VERDICT_WRONG_ANSWER && a.nmeasured == 0, "a wrong kernel's speed is not measured");
	attempt_release(&a);
	buf_release(&text);
}

static void test_others_faults(void)
{
	struct attempt_options options = { .compiler = "clang-99", .seed = 3 };
	struct attempt a = try_with("01_kernels/add", NULL, &options);
	struct error err = { 0 };
	char data[280], name[400], from[400];
	char *kept = getenv("WARPBOOK_DATA") ? strdup(getenv("WARPBOOK_DATA")) : NULL;

	ok(a.verdict == VERDICT_MACHINE_FAILED && a.fault.party == PARTY_MACHINE && report_is_sound(&a),
	   "a compiler that is not there is the machine's");
	attempt_release(&a);
	ok(attempt_run("01_kernels/nothing", file, &options, &a, &err) == -1 && err.text[0],
	   "an exercise that is not there is no attempt");

	/* A data folder of our own, with one reference solution that is wrong. */
	snprintf(data, sizeof data, "%s/data", folder);
	mkdir(data, 0700);
	for (const char *const *part = (const char *const[]){ "lessons", "exercises", "src", NULL }; *part; part++) {
		if (path_data(*part, from, sizeof from, &err))
			continue;
		snprintf(name, sizeof name, "%s/%s", data, *part);
		if (symlink(from, name))
			printf("# cannot link %s\n", name);
	}
	snprintf(name, sizeof name, "%s/solutions/01_kernels", data);
	path_make_dirs(name, &err);
	snprintf(name, sizeof name, "%s/solutions/01_kernels/add.cu", data);
	write_file(name, ADD("\tif (i < n) out[i] = a[i] - b[i];\n"));
	setenv("WARPBOOK_DATA", data, 1);
	comes_to("01_kernels/add", NULL, VERDICT_EXERCISE_BROKEN, "the oracle", "a solution that the oracle contradicts");
	write_file(name, ADD("\tout[i] = a[i] + b[i];\n"));
	comes_to("01_kernels/add", NULL, VERDICT_EXERCISE_BROKEN, "reference", "a solution with a fault");
	write_file(name, "no C\n");
	comes_to("01_kernels/add", NULL, VERDICT_EXERCISE_BROKEN, "does not compile", "a solution that does not compile");
	if (kept)
		setenv("WARPBOOK_DATA", kept, 1);
	else
		unsetenv("WARPBOOK_DATA");
	free(kept);
}

static void test_deadline(void)
{
	const struct attempt_options options = { .compiler = "clang", .seed = 1, .seconds = 0.15 };
	struct attempt a = try_with("01_kernels/add",
				    ADD("\tvolatile float *p = out;\n\tunsigned x = n; /* comes to no state twice */\n"
								       "\twhile (i < n) p[i] = x = x * 1664525u + "
								       "1013904223u;\n"), &options);

	ok(a.verdict == VERDICT_HANG && a.ncases && report_is_sound(&a),
	   "a kernel past its processor time hangs, whatever its budget");
	/* On a busy machine the worker may be killed before it can report. */
	ok(!a.cases[0].ran || (strstr(a.message, "still runs") && a.nfindings && a.findings[0].place.line > 0),
	   "and its place is reported");
	attempt_release(&a);
}

/* Counts the runs; with `patient`, the second run may take its time. */
struct tries { struct attempt_options options; int runs; bool patient; };

static void try_count(void *ctx, const struct attempt_state *state)
{
	struct tries *t = ctx;

	if (state->stage != STAGE_RUN || state->at)
		return;
	t->runs++;
	if (t->runs == 2 && t->patient)
		t->options.wall_seconds = 0;
}

/* The wall clock ends a run: the machine is at fault, and only after a second try. */
static void test_held_up(void)
{
	struct tries t = { .options = { .compiler = "clang", .seed = 1, .wall_seconds = 0.001, .progress = try_count } };
	const char *source = ADD("\tif (i < n) out[i] = a[i] + b[i];\n");
	struct attempt a;

	t.options.ctx = &t;
	a = try_with("01_kernels/add", source, &t.options);
	ok(a.verdict == VERDICT_MACHINE_FAILED && a.fault.party == PARTY_MACHINE && t.runs == 2 && report_is_sound(&a),
	   "what the machine holds up is tried once more, and then told as the machine's");
	attempt_release(&a);
	t.runs = 0;
	t.patient = true;
	a = try_with("01_kernels/add", source, &t.options);
	ok(a.verdict == VERDICT_PASSED && t.runs == 2 && a.nran == a.ncases && !a.nfindings && report_is_sound(&a),
	   "of the second try that passes, nothing of the first is left");
	attempt_release(&a);
}

/* Records each state, and checks that they come in order. */
struct states { struct attempt_state last; int n; bool ordered, checked; };

static void note_state(void *ctx, const struct attempt_state *state)
{
	struct states *s = ctx;

	s->ordered = s->ordered && state->stage >= s->last.stage && (state->stage > s->last.stage || state->at >= s->last.at) &&
		     (!state->at || (state->at <= state->of && state->of > 1));
	s->checked |= state->at == 2 && state->step == JOB_STEP_CHECKED;
	s->last = *state;
	s->n++;
}

static void test_states(void)
{
	struct states s = { .ordered = true };
	const struct attempt_options options = { .compiler = "clang", .seed = 1, .progress = note_state, .ctx = &s };
	struct attempt a = try_with("01_kernels/add", ADD("\tif (i < n) out[i] = a[i] + b[i];\n"), &options);
	struct buf text = BUF_INIT;

	ok(s.ordered && s.last.stage == STAGE_DONE && s.n > (int)a.ncases && s.checked,
	   "a caller that waits for a check learns of each case and each step");
	attempt_state_text(&(struct attempt_state){ STAGE_RUN, 3, 7, JOB_STEP_CHECKED }, &text);
	ok(!strcmp(buf_text(&text), "case 3 of 7, checking races"), "a state is a few words");
	attempt_release(&a);
	buf_release(&text);
}

static void interrupt_when_running(void *ctx, const struct attempt_state *state)
{
	(void)ctx;
	if (state->stage == STAGE_RUN)
		kill(getpid(), SIGINT);
}

static void test_interrupt(void)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		const struct attempt_options options = { .compiler = "clang", .seed = 1, .progress = interrupt_when_running };
		struct attempt a;

		proc_catch_signals();
		a = try_with("01_kernels/add", NULL, &options);
		_exit(a.verdict == VERDICT_INTERRUPTED ? 0 : 1);
	}
	waitpid(child, &status, 0);
	ok(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a signal while a kernel runs gives no verdict on it");
}

static void test_case_remarks(void)
{
	struct attempt_case cases[] = {
		{ .name = "n = 4", .ran = true, .verdict = VERDICT_MEMORY_ERROR },
		{ .name = "n = 1", .ran = true, .verdict = VERDICT_MEMORY_ERROR },
		{ .name = "n = 2", .verdict = VERDICT_WRONG_ANSWER },
	};
	struct store_counter counters[] = { { .name = "warp_instructions", .value = 148 },
					    { .name = "global_sectors", .value = 1 } };
	struct attempt a = { .verdict = VERDICT_MEMORY_ERROR, .cases = cases, .ncases = 3, .counters = counters, .ncounters = 2 };
	struct buf out = BUF_INIT;

	attempt_counted_text(&a, &out);
	ok(!strcmp(buf_text(&out), "148 warp instructions, 1 sector of global memory"), "one sector is no sectors");
	buf_clear(&out);
	attempt_case_remark(&a, &cases[1], &out);
	ok(!out.len, "where all cases went wrong in one way, the headline says it");
	cases[0] = (struct attempt_case){ .name = "n = 4", .ran = true, .verdict = VERDICT_WRONG_ANSWER, .wrong = 4,
					  .elements = 4, .first = "x[0]" };
	attempt_case_remark(&a, &cases[1], &out);
	ok(!strcmp(buf_text(&out), verdict_headline(VERDICT_MEMORY_ERROR)), "where they differ, each says its own");
	buf_release(&out);
}

int main(int argc, char **argv)
{
	struct error err;

	if (argc == 2 && !strcmp(argv[1], "worker"))
		return worker_main();
	if (path_temp_dir(folder, sizeof folder, "warpbook-attempt", &err)) {
		printf("Bail out! %s\n", err.text);
		return 1;
	}
	snprintf(file, sizeof file, "%s/add.cu", folder);
	snprintf(database, sizeof database, "%s/w.db", folder);
	test_verdicts();
	test_sources();
	test_report();
	test_all_cases();
	test_record();
	test_others_faults();
	test_perf();
	test_deadline();
	test_held_up();
	test_states();
	test_interrupt();
	test_case_remarks();
	path_remove_tree(folder, &err);
	return tap_done();
}
