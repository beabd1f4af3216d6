/* judge.c - which values count as equal, the report of differences, and the advice for them. */
#include "config.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "judge/judge.h"
#include "tap/tap.h"
#include "words/kinds.h"

/* ---- comparing ------------------------------------------------------------------------ */

static const struct tolerance exact = { 0 }, one_ulp = { .ulp = 1 }, relative = { .relative = 1e-3 },
			      absolute = { .absolute = 0.5 }, wide = { .absolute = 1e30, .relative = 1e30, .ulp = 1u << 31 };

static bool same_float(float got, float expected, const struct tolerance *t)
{
	return judge_same(VALUE_FLOAT, (uint8_t *)&got, (uint8_t *)&expected, 0, t);
}

static bool same_double(double got, double expected, const struct tolerance *t)
{
	return judge_same(VALUE_DOUBLE, (uint8_t *)&got, (uint8_t *)&expected, 0, t);
}

static void test_floats(void)
{
	float up = nextafterf(1, 2);

	ok(same_float(1, 1, &exact) && !same_float(up, 1, &exact), "without a tolerance bits decide");
	ok(same_float(-0.0f, 0, &exact), "0 and -0 agree");
	ok(same_float(NAN, NAN, &exact) && same_float(-NAN, NAN, &exact), "a NaN agrees with any NaN");
	ok(!same_float(NAN, 1, &wide) && !same_float(1, NAN, &wide), "and with nothing else, whatever the tolerance");
	ok(same_float(INFINITY, INFINITY, &exact) && !same_float(-INFINITY, INFINITY, &wide),
	   "an infinity agrees with its own sign");
	ok(!same_float(FLT_MAX, INFINITY, &wide) && !same_float(INFINITY, FLT_MAX, &wide) &&
	   !same_float(INFINITY, FLT_MAX, &one_ulp), "and with no finite number, not even its neighbour");
	ok(same_float(up, 1, &one_ulp) && !same_float(nextafterf(up, 2), 1, &one_ulp), "a tolerance of one ulp is one ulp");
	ok(same_float(FLT_TRUE_MIN, -0.0f, &one_ulp) && !same_float(FLT_TRUE_MIN, -FLT_TRUE_MIN, &one_ulp),
	   "ulps count across zero");
	ok(!same_float(-FLT_MAX, FLT_MAX, &one_ulp), "the two ends of the line are far apart");
	ok(same_float(1000.9f, 1000, &relative) && !same_float(1001.1f, 1000, &relative), "relative is of the expected value");
	ok(!same_float(0, 1e-6f, &relative), "so zeros do not pass for small values");
	ok(same_float(1.4f, 1, &absolute) && !same_float(1.6f, 1, &absolute), "absolute is absolute");
	ok(same_double(nextafter(1, 2), 1, &one_ulp) && !same_double(1 + 1e-15, 1, &one_ulp), "doubles have ulps of their own");
	ok(!same_double(-DBL_MAX, DBL_MAX, &one_ulp) && !same_double(NAN, 0, &wide), "and the same exceptions");
}

static void test_integers(void)
{
	int64_t big = INT64_MAX, other = INT64_MAX - 1;
	int a = 5, b = 6;

	ok(!judge_same(VALUE_INT, (uint8_t *)&a, (uint8_t *)&b, 0, &wide), "integers compare exactly, whatever the tolerance");
	ok(!judge_same(VALUE_LONGLONG, (uint8_t *)&big, (uint8_t *)&other, 0, &wide), "64 bits of them");
}

static void test_texts(void)
{
	static const struct { enum value_type type; union { float f; double d; int64_t i; } value; const char *text; } rows[] = {
		{ VALUE_FLOAT, { .f = 0.1f }, "0.1" },
		{ VALUE_FLOAT, { .f = 16777217.0f }, "16777216" },
		{ VALUE_FLOAT, { .f = NAN }, "NaN" },
		{ VALUE_FLOAT, { .f = -INFINITY }, "-inf" },
		{ VALUE_DOUBLE, { .d = 0.1 }, "0.1" },
		{ VALUE_UCHAR, { .i = 200 }, "200" },
		{ VALUE_CHAR, { .i = -56 }, "-56" },
		{ VALUE_USHORT, { .i = 65535 }, "65535" },
		{ VALUE_INT, { .i = -1 }, "-1" },
		{ VALUE_UINT, { .i = -1 }, "4294967295" },
		{ VALUE_ULONGLONG, { .i = -1 }, "18446744073709551615" },
	};
	char text[48];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		judge_value_text(rows[i].type, (const uint8_t *)&rows[i].value, text, sizeof text);
		is_text(text, rows[i].text, "a value is printed with as few digits as distinguish it");
	}
}

/* ---- one array -------------------------------------------------------------------------- */

static void test_poison(void)
{
	static const enum value_type floats[] = { VALUE_FLOAT, VALUE_DOUBLE };
	struct arena arena = { 0 };

	for (size_t t = 0; t < 2; t++) {
		uint8_t before[64], expected[64] = { 0 };
		struct case_arg shape = { .bytes = before, .count = 4 };
		struct mismatch m;
		float nan4[4] = { NAN, NAN, NAN, NAN };
		double nan8[4] = { NAN, NAN, NAN, NAN };

		judge_poison(floats[t], before, 4);
		judge_compare(floats[t], before, expected, &shape, "out", &wide, &arena, &m);
		ok(m.count == 4 && m.unwritten == 4 && m.first_unwritten, "poison is never an answer, whatever the tolerance");
		memcpy(expected, t ? (void *)nan8 : (void *)nan4, t ? sizeof nan8 : sizeof nan4);
		judge_compare(floats[t], before, expected, &shape, "out", &wide, &arena, &m);
		ok(m.count == 4 && m.unwritten == 4, "not even where a NaN is expected");
	}
	{
		uint8_t before[256], got[256], zeros[256] = { 0 };
		struct case_arg shape = { .bytes = before, .count = 256 };
		struct mismatch m;
		bool varies = false;

		judge_poison(VALUE_UCHAR, before, 256);
		for (int i = 1; i < 256; i++)
			varies = varies || before[i] != before[0];
		ok(varies, "the poison of bytes is no constant that an array might be filled with");
		judge_compare(VALUE_UCHAR, before, zeros, &shape, "img", &exact, &arena, &m);
		ok(m.count > 240 && m.unwritten == m.count, "unwritten bytes are reported as such");
		before[0] = got[0] = 1;
		for (int i = 1; i < 256; i++)
			got[i] = (uint8_t)(before[i] + 1);
		judge_compare(VALUE_UCHAR, got, zeros, &shape, "img", &exact, &arena, &m);
		ok(m.count > 240 && m.unwritten == 0 && !m.first_unwritten, "one byte of many may equal the poison by chance");
	}
	arena_release(&arena);
}

static void test_where(void)
{
	int before[24] = { 0 }, expected[24], got[24];
	struct case_arg flat = { .bytes = (uint8_t *)before, .count = 24 },
			plane = { .bytes = (uint8_t *)before, .count = 24, .shape = { 4, 6, 0 } },
			volume = { .bytes = (uint8_t *)before, .count = 24, .shape = { 2, 3, 4 } };
	struct arena arena = { 0 };
	struct mismatch m;

	for (int i = 0; i < 24; i++)
		expected[i] = got[i] = i + 1;
	judge_compare(VALUE_INT, (uint8_t *)got, (uint8_t *)expected, &flat, "x", &exact, &arena, &m);
	ok(!m.any && m.count == 0, "equal arrays have no mismatch");
	got[17] = -1;
	judge_compare(VALUE_INT, (uint8_t *)got, (uint8_t *)expected, &flat, "x", &exact, &arena, &m);
	is_text(m.where, "x[17]", "the first wrong element is named");
	ok(m.count == 1 && m.first == 17 && m.unwritten == 0, "one wrong element is counted, at its place");
	is_text(m.expected, "18", "with the expected value");
	is_text(m.got, "-1", "and the actual one");
	judge_compare(VALUE_INT, (uint8_t *)got, (uint8_t *)expected, &plane, "m", &exact, &arena, &m);
	is_text(m.where, "m[2][5]", "by row and column");
	judge_compare(VALUE_INT, (uint8_t *)got, (uint8_t *)expected, &volume, "v", &exact, &arena, &m);
	is_text(m.where, "v[1][1][1]", "and by slice");
	arena_release(&arena);
}

/* ---- one case ------------------------------------------------------------------------------ */

#define N 300

static struct exercise_param params[] = {
	{ "out", VALUE_FLOAT, PARAM_OUT }, { "in", VALUE_FLOAT, PARAM_IN }, { "n", VALUE_INT, PARAM_SCALAR },
};
static struct exercise exercise = { .params = params, .nparams = 3 };
static const char *const labels[] = { "result", "source", "count" };

/* A case of N elements in blocks of 128: out[i] = 2 * in[i] + 1. */
static struct fixture {
	float before[N], in[N], expected[N], got[N], in_after[N];
	struct case_arg args[3];
	struct exercise_case c;
	struct case_buffer learner_buffers[3], reference_buffers[3];
	struct case_result learner, reference;
	struct arena arena;
	struct case_judgement j;
} f;

static void fixture_begin(void)
{
	arena_release(&f.arena);
	memset(&f, 0, sizeof f);
	memset(&exercise.tolerance, 0, sizeof exercise.tolerance);
	judge_poison(VALUE_FLOAT, (uint8_t *)f.before, N);
	for (int i = 0; i < N; i++) {
		f.in[i] = f.in_after[i] = (float)((i * 37) % 101) + 0.5f;
		f.expected[i] = f.got[i] = 2 * f.in[i] + 1;
	}
	f.args[0] = (struct case_arg){ .bytes = (uint8_t *)f.before, .count = N };
	f.args[1] = (struct case_arg){ .bytes = (uint8_t *)f.in, .count = N };
	f.c = (struct exercise_case){ .name = "n = 300", .grid = { 3, 1, 1 }, .block = { 128, 1, 1 }, .args = f.args };
	f.learner_buffers[0] = (struct case_buffer){ (uint8_t *)f.got, sizeof f.got, false };
	f.learner_buffers[1] = (struct case_buffer){ (uint8_t *)f.in_after, sizeof f.in_after, false };
	f.reference_buffers[0] = (struct case_buffer){ (uint8_t *)f.expected, sizeof f.expected, false };
	f.reference_buffers[1] = (struct case_buffer){ (uint8_t *)f.in, sizeof f.in, false };
	f.learner = (struct case_result){ .end = CASE_DONE, .buffers = f.learner_buffers, .nbuffers = 3 };
	f.reference = (struct case_result){ .end = CASE_DONE, .buffers = f.reference_buffers, .nbuffers = 3 };
}

static enum verdict judged(void)
{
	struct error err;

	judge_case(&exercise, &f.c, labels, &f.learner, &f.reference, &f.arena, &f.j, &err);
	return f.j.verdict;
}

static void test_case(void)
{
	struct finding finding = { .kind = KIND_OUT_OF_BOUNDS, .level = FINDING_ERROR, .message = "m", .advice = "a" };
	struct finding early[] = {
		{ .kind = KIND_UNINITIALISED_READ, .level = FINDING_ERROR, .message = "echo" },
		{ .kind = KIND_STREAM_RACE, .level = FINDING_ERROR, .message = "cause" },
	};

	fixture_begin();
	ok(judged() == VERDICT_PASSED && f.j.message[0] == '\0', "the expected values pass");
	f.got[7] = 3;
	ok(judged() == VERDICT_WRONG_ANSWER && strstr(f.j.message, "result[7] is 3; it should be") &&
	   strstr(f.j.message, "1 of 300 elements is wrong"), "other values are reported with the learner's own name");
	f.in_after[9] = 1;
	ok(judged() == VERDICT_INPUT_CHANGED && strstr(f.j.message, "source[9]"),
	   "a changed input is reported before a wrong answer");
	fixture_begin();
	f.in_after[4] = -0.0f;
	f.in[4] = 0;
	ok(judged() == VERDICT_INPUT_CHANGED, "an input changed to an equal number is still changed");
	fixture_begin();
	f.learner_buffers[0].fence_broken = true;
	ok(judged() == VERDICT_MEMORY_ERROR && strstr(f.j.message, "`result`"), "a broken fence is a memory error");
	f.learner.findings = &finding;
	f.learner.nfindings = 1;
	ok(judged() == VERDICT_MEMORY_ERROR && !strcmp(f.j.message, "m") && !strcmp(f.j.advice, "a"),
	   "a finding speaks for itself");
	finding.kind = KIND_DATA_RACE_SHARED;
	ok(judged() == VERDICT_DATA_RACE, "a race is a race");
	finding.level = FINDING_WARNING;
	f.learner_buffers[0].fence_broken = false;
	ok(judged() == VERDICT_PASSED, "a warning passes");
	f.learner.findings = early;
	f.learner.nfindings = 2;
	ok(judged() == VERDICT_NOT_WAITED && !strcmp(f.j.message, "cause"), "data read too early is a consequence of a race");
	early[0].kind = KIND_OUT_OF_BOUNDS;
	ok(judged() == VERDICT_MEMORY_ERROR && !strcmp(f.j.message, "echo"), "any other error is no echo");
	fixture_begin();
	f.learner.end = CASE_HANG;
	ok(judged() == VERDICT_HANG, "a hang is a hang without a finding too");
	f.learner.end = CASE_BAD_LAUNCH;
	error_set(&f.learner.error, PARTY_LEARNER, "too many registers");
	ok(judged() == VERDICT_BAD_LAUNCH && !strcmp(f.j.message, "too many registers"), "a rejected launch is reported");
	fixture_begin();
	f.learner_buffers[0].len--;
	ok(judged() == VERDICT_OUR_BUG, "a buffer of another length is not compared");
	fixture_begin();
	f.learner.nbuffers = 1;
	ok(judged() == VERDICT_OUR_BUG, "nor fewer buffers");
}

static void test_reference(void)
{
	struct finding finding = { .kind = KIND_OUT_OF_BOUNDS, .level = FINDING_ERROR, .message = "reads in[300]" };

	fixture_begin();
	f.reference.end = CASE_HANG;
	ok(judged() == VERDICT_EXERCISE_BROKEN, "a reference that does not end breaks the exercise");
	f.reference.end = CASE_BAD_LAUNCH;
	ok(judged() == VERDICT_EXERCISE_BROKEN, "so does a launch that is rejected");
	f.reference.end = CASE_DONE;
	f.reference.findings = &finding;
	f.reference.nfindings = 1;
	ok(judged() == VERDICT_EXERCISE_BROKEN && strstr(f.j.message, "in[300]"), "so does a reference with a fault");
	fixture_begin();
	memcpy(&f.expected[5], &f.before[5], sizeof(float));
	memcpy(&f.got[5], &f.before[5], sizeof(float));
	ok(judged() == VERDICT_EXERCISE_BROKEN && strstr(f.j.message, "out[5]"), "so does one that leaves an output unwritten");
	fixture_begin();
	f.reference.end = CASE_DEVICE_FAILED;
	error_set(&f.reference.error, PARTY_MACHINE, "out of memory");
	ok(judged() == VERDICT_MACHINE_FAILED, "but a device that fails is the machine's");
}

/* A right result of random words equals the poison now and then: of a large array one may. */
static void test_chance(void)
{
	static uint32_t before[450001], result[450001];
	static const struct { uint32_t count, matches; enum verdict want; const char *what; } rows[] = {
		{ 450001, 1, VERDICT_PASSED, "one word of a large array may equal the poison" },
		{ 450001, 2, VERDICT_EXERCISE_BROKEN, "two do not by chance" },
		{ 300, 1, VERDICT_EXERCISE_BROKEN, "one of a small array neither" },
	};
	struct exercise_param words[] = { { "out", VALUE_UINT, PARAM_OUT }, { "n", VALUE_INT, PARAM_SCALAR } };
	struct exercise e = { .params = words, .nparams = 2 };

	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		struct case_arg args[2] = { { .bytes = (uint8_t *)before, .count = rows[k].count } };
		struct exercise_case c = { .name = "n", .args = args };
		struct case_buffer buffer[2] = { { (uint8_t *)result, rows[k].count * sizeof *result, false } };
		struct case_result r = { .end = CASE_DONE, .buffers = buffer, .nbuffers = 2 };
		struct arena arena = { 0 };
		struct case_judgement j;
		struct error err;

		judge_poison(VALUE_UINT, (uint8_t *)before, rows[k].count);
		for (uint32_t i = 0; i < rows[k].count; i++)
			result[i] = i % 100 == 7 && i / 100 < rows[k].matches ? before[i] : ~before[i];
		judge_case(&e, &c, labels, &r, &r, &arena, &j, &err);
		ok(j.verdict == rows[k].want, "%s", rows[k].what);
		arena_release(&arena);
	}
}

/* ---- advice ------------------------------------------------------------------------------------ */

static void advises(const char *part, const char *what)
{
	judged();
	ok(f.j.advice && strstr(f.j.advice, part), "%s is recognised", what);
	if (!f.j.advice || !strstr(f.j.advice, part))
		printf("# advice: %s\n", f.j.advice ? f.j.advice : "(none)");
}

static void leave_unwritten(int from, int to)
{
	memcpy(f.got + from, f.before + from, (size_t)(to - from) * sizeof(float));
}

/* Whole numbers, of which those at multiples of `step` are off by `by`, and those behind them by `next`. */
static void be_whole(int step, int by, int next)
{
	for (int i = 0; i < N; i++) {
		const int32_t expected = i, got = i + (i % step == 0 ? by : i % step == 1 ? next : 0);

		memcpy(&f.expected[i], &expected, sizeof expected);
		memcpy(&f.got[i], &got, sizeof got);
	}
}

static void test_advice_of_counts(void)
{
	params[0].type = VALUE_INT;
	fixture_begin();
	be_whole(7, 1, -1);
	advises("with one division at the end", "a rounding to and fro");
	fixture_begin();
	be_whole(7, 1, 1);
	advises("one step too far", "a count that is too large at some places");
	fixture_begin();
	be_whole(7, -1, -1);
	advises("one step too soon", "a count that is too small at some places");
	params[0].type = VALUE_FLOAT;
	arena_release(&f.arena);
}

/* A guess that the wrong elements do not support is none: then the report shows what to work out by hand. */
static void guesses_nothing(const char *what)
{
	judged();
	ok(f.j.verdict == VERDICT_WRONG_ANSWER && f.j.advice && (strstr(f.j.advice, "by hand") ||
								 strstr(f.j.advice, "print its inputs")),
	   "no guess from %s", what);
	if (f.j.advice)
		printf("# advice: %s\n", f.j.advice);
}

static void test_no_guess(void)
{
	fixture_begin();
	for (int i = 0; i < N; i++)
		f.expected[i] = f.got[i] = (float)(i / 100);
	f.got[99] = 1;
	guesses_nothing("one wrong element that equals the next one, where most neighbours are equal");
	fixture_begin();
	exercise.tolerance.absolute = 0.5;
	for (int i = 0; i < N; i++)
		f.expected[i] = f.got[i] = 20 - 0.1f * (float)i;
	f.got[4] = f.got[5] = f.got[150] = -40;
	guesses_nothing("wrong elements where all neighbours are equal within the tolerance");
	fixture_begin();
	exercise.tolerance.absolute = 0.01f;
	for (int i = 0; i < N; i++) {
		f.expected[i] = -0.64f + 0.001f * (float)(i % 17);
		f.got[i] = f.expected[i] + 0.12f + 0.0013f * (float)(i % 5);
	}
	guesses_nothing("numbers that are a fifth too large, whatever the tolerance");
	fixture_begin();
	exercise.tolerance.relative = 1e-4;
	for (int i = 0; i < N; i++)
		f.got[i] = f.expected[i] * (1 + 0.0004f + 0.00001f * (float)(i % 29));
	guesses_nothing("errors of one direction that are far beyond rounding: n - 1 for n");
	fixture_begin();
	for (int i = 0; i < N; i++) {
		f.expected[i] = i % 11 ? 0 : 3;
		f.got[i] = f.expected[i];
	}
	f.got[11] = f.got[44] = -3;
	f.got[22] = 5;
	guesses_nothing("two of three wrong elements with the wrong sign");
	fixture_begin();
	for (int i = 0; i < N; i++)
		f.expected[i] = f.got[i] = i % 50 == 7 ? 2 : 0;
	f.got[7] = f.got[57] = 4;
	for (int i = 107; i < N; i += 50)
		f.got[i] = f.expected[i];
	guesses_nothing("two wrong elements of 300, both doubled");
	fixture_begin();
	for (int i = 0; i < N; i++)
		f.expected[i] = 0.1f + 0.001f * (float)(i % 7), f.got[i] = i % 10 == 3 ? 1 : 0;
	guesses_nothing("a row of zeros and ones for probabilities, which are no rounded numbers");
	fixture_begin();
	f.c.block.x = 512;
	for (int i = 1; i < N; i++)
		f.got[i] = f.expected[i] + (float)(i * 3 % 37) + 1;
	guesses_nothing("a single block of which only the first element is right");
	arena_release(&f.arena);
}

static void test_advice(void)
{
	fixture_begin();
	leave_unwritten(0, N);
	advises("nothing was written to `result`", "an unwritten output");
	fixture_begin();
	leave_unwritten(1, N);
	advises("only result[0] is written", "an index that is always 0");
	fixture_begin();
	leave_unwritten(128, N);
	advises("only the first 128 elements", "an index without the block");
	fixture_begin();
	leave_unwritten(256, N);
	advises("last block", "a last block left out");
	fixture_begin();
	f.c.grid.x = 2;
	leave_unwritten(256, N);
	advises("as many as the grid has threads", "a missing grid stride");
	fixture_begin();
	f.got[N - 1] = 0;
	advises("only the last element", "a last element left out");
	fixture_begin();
	f.got[0] = 0;
	advises("only the first element", "a first element left out");
	fixture_begin();
	leave_unwritten(100, N);
	advises("from 100 on", "a tail that is not written");
	fixture_begin();
	for (int i = 3; i < N; i += 5)
		f.got[i] = -1;
	advises("every 5th element", "every fifth element wrong");
	fixture_begin();
	for (int i = 3; i < N; i += 21)
		f.got[i] = -1;
	advises("every 21st element", "every 21st");
	fixture_begin();
	for (int i = 3; i < N; i += 100)
		f.got[i] = -1;
	advises("by hand", "no pattern in three elements, which are at equal distances by chance,");
	fixture_begin();
	memcpy(f.got, f.in, sizeof f.got);
	advises("plain copy of `source`", "a copied input");
	fixture_begin();
	memmove(f.got, f.expected + 1, (N - 1) * sizeof(float));
	advises("too large by one", "an index too large by one");
	fixture_begin();
	memcpy(f.got + 1, f.expected, (N - 1) * sizeof(float));
	advises("too small by one", "an index too small by one");
	fixture_begin();
	for (int i = 0; i < N; i++)
		f.got[i] = f.expected[N - 1 - i];
	advises("reverse", "a reversed array");
	fixture_begin();
	f.args[0].shape[0] = 20;
	f.args[0].shape[1] = 15;
	for (int r = 0; r < 20; r++)
		for (int c = 0; c < 15; c++)
			f.got[c * 20 + r] = f.expected[r * 15 + c];
	advises("rows and columns are swapped", "a transposed matrix");
	fixture_begin();
	for (int i = 0; i < N; i++)
		f.got[i] = f.expected[i % 128];
	advises("every block repeats", "a value made of threadIdx alone");
	fixture_begin();
	for (int i = 0; i < N; i++)
		f.got[i] = i % 128 ? -7 : f.expected[i];
	advises("only the results of thread 0 of each block are right", "a value for the block that one thread keeps to itself");
	fixture_begin();
	f.c.block.x = N;
	f.expected[101] = f.expected[202] = -1; /* as great as the first otherwise */
	for (int i = 0; i < N; i++)
		f.got[i] = f.expected[0];
	advises("every thread stores the same value", "a constant, which is right for the first thread");
	fixture_begin();
	for (int i = 0; i < N; i++)
		f.got[i] = -f.expected[i];
	advises("wrong sign", "a wrong sign");
	fixture_begin();
	for (int i = 0; i < N; i++)
		f.got[i] = f.expected[i] - 1;
	advises("too small by 1", "a constant left out");
	fixture_begin();
	for (int i = 0; i < N; i++)
		f.got[i] = f.expected[i] - f.in[i];
	advises("too small by `source[i]`", "an input left out");
	fixture_begin();
	for (int i = 0; i < N; i++)
		f.got[i] = truncf(f.expected[i] += 0.25f * (float)(i % 3));
	advises("cut to whole numbers", "an int on the way");
	fixture_begin();
	for (int i = 0; i < N; i++)
		f.got[i] = f.expected[i * 7 % N];
	advises("in the wrong places", "a wrong order");
	fixture_begin();
	f.args[0].shape[0] = 20;
	f.args[0].shape[1] = 15;
	for (int i = 0; i < N; i++)
		f.got[i] = f.expected[(19 - i / 15) * 15 + i % 15];
	advises("the last one comes first", "an image upside down");
	fixture_begin();
	for (int i = 0; i < N; i++)
		f.got[i] = i % 7 ? NAN : f.expected[i];
	advises("NaN comes from", "NaN in most wrong elements");
	fixture_begin();
	for (int i = 0; i < N; i += 9)
		f.got[i] = INFINITY;
	f.got[1] = INFINITY;
	advises("infinity comes from", "an infinity");
	fixture_begin();
	exercise.tolerance.absolute = 1e-4;
	for (int i = 0; i < N; i++)
		f.got[i] = f.expected[i] + (i % 3 ? 1.2e-3f : -1.3e-3f);
	advises("close but not close enough", "rounding in both directions");
	fixture_begin();
	memset(f.got, 0, sizeof f.got);
	advises("every element is 0", "a lost value");
	fixture_begin();
	memset(f.got, 0xA5, sizeof f.got);
	advises("value of unwritten device memory", "a copy of memory that no kernel has written");
	fixture_begin();
	for (int i = 0; i < N; i++) {
		f.expected[i] = -1 - (float)i;
		f.got[i] = 0;
	}
	advises("does a maximum start from 0", "zeros among negative numbers");
	fixture_begin();
	for (int i = 0; i < N; i++)
		f.got[i] = f.expected[i] * 4;
	advises("4 times", "a factor too much");
	fixture_begin();
	for (int i = 0; i < N; i++)
		f.got[i] = 6;
	advises("every element is 6", "a constant");
	fixture_begin();
	exercise.tolerance = (struct tolerance){ .ulp = 1, .why = "one rounding" };
	for (int i = 0; i < N; i += 2)
		f.got[i] = f.expected[i] * (1 + 3e-7f);
	advises("one rounding", "one rounding too many, with the allowed difference,");
	fixture_begin();
	for (int i = 0; i < N; i++)
		f.got[i] = f.expected[(i * 7) % N] * (float)(i % 3);
	judged();
	ok(f.j.verdict == VERDICT_WRONG_ANSWER && f.j.advice && strstr(f.j.advice, "by hand: source[0] is ") &&
	   !f.j.advice_weight, "if no pattern fits, the inputs of the first wrong element are shown");
	f.args[1].count = N / 2;
	f.learner_buffers[1].len = f.reference_buffers[1].len = sizeof f.in / 2;
	advises("let the thread that computes result[0] print", "an element without inputs at its index");
	fixture_begin();
	params[0].type = params[1].type = VALUE_UINT;
	params[0].role = PARAM_INOUT;
	for (int i = 0; i < N; i++) {
		const unsigned before = 4000000000u - (unsigned)i * 1000, input = (unsigned)i % 7,
			got = before + ((unsigned)i * 37 % 101 % 3 == 0);

		memcpy(&f.before[i], &before, sizeof before);
		memcpy(&f.expected[i], &before, sizeof before);
		memcpy(&f.in[i], &input, sizeof input);
		memcpy(&f.in_after[i], &input, sizeof input);
		memcpy(&f.got[i], &got, sizeof got);
	}
	judged();
	ok(f.j.verdict == VERDICT_WRONG_ANSWER && f.j.advice && strstr(f.j.advice, "by hand"),
	   "large whole numbers are not off by an input, a factor of 1, or wrongly rounded, because they are nearly so");
	params[0].type = params[1].type = VALUE_FLOAT;
	params[0].role = PARAM_OUT;
	arena_release(&f.arena);
}

/* ---- how fast --------------------------------------------------------------------------- */

#define METRICS 5 /* counters of the made-up launches below */

/* Each row is a launch or a line: load requests, sectors, bytes asked for, warp instructions, threads'. */
static struct case_result launch_of(const uint64_t totals[METRICS])
{
	static const char *const names[METRICS] = { "global_load_requests", "global_load_sectors", "global_load_bytes",
						    "warp_instructions", "thread_instructions" };
	struct case_counter *counters = arena_array(&f.arena, METRICS, sizeof *counters);

	for (size_t i = 0; i < METRICS; i++)
		counters[i] = (struct case_counter){ names[i], totals[i] };
	return (struct case_result){ .end = CASE_DONE, .counters = counters, .ncounters = METRICS };
}

static void test_measure(void)
{
	static const uint64_t totals[] = { 100, 1800, 12800, 1000, 20000 }, best[] = { 100, 400, 12800, 500, 16000 };
	/* Many good loads, a few bad ones, and a line that loads nothing but is long. */
	static const uint64_t good[] = { 50, 200, 6400, 100, 3200 }, bad[] = { 50, 1600, 6400, 100, 3200 },
			      longest[] = { 0, 0, 0, 800, 13600 };
	struct case_line lines[] = { { "a.cu", 4, good }, { "a.cu", 7, bad }, { "a.cu", 9, longest } };
	struct perf_limit limits[] = {
		{ .metric = metric_find("sectors_per_load"), .bound = 4.5, .why = "w" },
		{ .metric = metric_find("warp_instructions"), .bound = 1.5, .relative = true, .why = "w", .advice = "own" },
		{ .metric = metric_find("active_lanes"), .at_least = true, .bound = 18, .why = "w" },
		{ .metric = metric_find("time"), .bound = 2, .relative = true, .why = "w" },
	};
	const struct exercise e = { .perf = { .limits = limits, .nlimits = 4 } };
	struct case_result learner, reference;
	struct measurement *m;
	struct finding finding;
	size_t n;

	fixture_begin();
	learner = launch_of(totals);
	learner.lines = lines;
	learner.nlines = 3;
	reference = launch_of(best);
	if (!ok(judge_measure(&e, &f.c, &learner, &reference, &f.arena, &m, &n) == 0 && n == 4, "each limit is measured"))
		return;
	ok(m[0].counted && !m[0].held && m[0].value == 18 && m[0].reference == 4, "one that is missed");
	ok(m[0].line == 7 && m[0].share == 1, "at the line that wastes the most, not the one that loads as much");
	ok(!m[1].held && m[1].bound == 750 && m[1].line == 9 && fabs(m[1].share - 0.8) < 1e-9,
	   "a limit relative to the reference");
	ok(m[2].held && m[2].value == 20 && m[2].line == 9, "a metric of which more is better");
	ok(!m[3].counted && m[3].held, "a limit on an uncounted figure is held");
	ok(fabs(measurement_margin(&m[0]) + 0.75) < 1e-9 && fabs(measurement_margin(&m[2]) - 1.0 / 9) < 1e-9 &&
	   measurement_margin(&m[3]) > 1e9, "the margin says by how much");
	ok(measurement_finding(&m[0], &f.c, &f.arena, &finding) == 0 && !strcmp(finding.rule, "sectors_per_load") &&
	   finding.place.line == 7 && !strcmp(finding.advice, m[0].limit->metric->advice),
	   "a missed limit is a finding at its line");
	is_text(finding.message, "with n = 300, each load of a warp touches 18 sectors of global memory; the limit is at "
				 "most 4.5",
		"in a sentence");
	measurement_finding(&m[1], &f.c, &f.arena, &finding);
	is_text(finding.message, "with n = 300, the kernel takes 1000 warp instructions, 2 times the reference solution's value; "
				 "the limit is at most 1.5 times. This line causes 80 % of it", "and relative to the reference");
	is_text(finding.advice, "own", "an exercise's own advice replaces the metric's");
}

/* A value that is too little for any reference of that size. */
static void test_no_less(void)
{
	static const uint64_t own[] = { 100, 100, 0, 1, 1 }, few[] = { 100, 300, 0, 1, 1 }, less[] = { 100, 200, 0, 1, 1 };
	struct perf_limit limit = { .metric = metric_find("sectors_per_load"), .at_least = true, .relative = true,
					  .bound = 0.125, .no_less = 1.2, .where = 2.9, .why = "w" };
	const struct exercise e = { .perf = { .limits = &limit, .nlimits = 1 } };
	struct case_result learner, reference;
	struct measurement *m;
	size_t n;

	fixture_begin();
	learner = launch_of(own);
	reference = launch_of(few);
	ok(judge_measure(&e, &f.c, &learner, &reference, &f.arena, &m, &n) == 0 && !m->held && m->bound == 1.2,
	   "an eighth of a few is no less than the least that counts");
	reference = launch_of(less);
	ok(judge_measure(&e, &f.c, &learner, &reference, &f.arena, &m, &n) == 0 && m->held && m->bound == 0.25,
	   "of fewer the limit says nothing");
	arena_release(&f.arena);
}

/* Many sectors for few bytes in one line, and others that move as much as they ask for. */
static void test_stride(void)
{
	static const char *const names[] = { "global_requests", "global_sectors", "global_load_bytes", "global_store_bytes",
					     "global_atomic_sectors" };
	static const uint64_t totals[] = { 300, 2000, 12800, 25600, 0 }, apart[] = { 100, 1200, 12800, 0, 0 },
		side[] = { 200, 800, 0, 25600, 0 },
			      again[] = { 400, 1600, 51200, 0, 0 };
	struct case_line lines[] = { { "a.cu", 4, side }, { "a.cu", 7, apart } }, many[] = { { "a.cu", 5, again } };
	struct perf_limit limit = { .metric = metric_find("traffic"), .bound = 1.3, .why = "w" };
	const struct exercise e = { .perf = { .limits = &limit, .nlimits = 1 } };
	struct case_counter counters[5];
	struct case_result learner = { .end = CASE_DONE, .counters = counters, .ncounters = 5, .lines = lines, .nlines = 2 };
	struct measurement *m;
	struct finding finding;
	size_t n;

	fixture_begin();
	f.c.bytes_needed = 32 * 1200;
	for (size_t i = 0; i < 5; i++)
		counters[i] = (struct case_counter){ names[i], totals[i] };
	ok(judge_measure(&e, &f.c, &learner, &learner, &f.arena, &m, &n) == 0 && m[0].strided && m[0].line == 7 &&
	   m[0].share == 1,
	   "traffic that would be little without a stride is of the line with the stride");
	measurement_finding(&m[0], &f.c, &f.arena, &finding);
	ok(strstr(finding.message, "A load or store of a warp in this line touches 12 sectors where 4 would do") &&
	   strstr(finding.advice, "with a stride"), "and told so");
	limit.advice = "own";
	measurement_finding(&m[0], &f.c, &f.arena, &finding);
	is_text(finding.advice, "own", "the exercise's own advice replaces that too");
	limit.plain = true;
	measurement_finding(&m[0], &f.c, &f.arena, &finding);
	is_text(finding.message, "own", "in a lesson before lanes are explained, a limit is one sentence");
	ok(!finding.advice && finding.place.line == 7, "at its line");
	limit.plain = false;
	limit.advice = NULL;
	for (size_t i = 0; i < 5; i++)
		counters[i].value = again[i];
	learner.lines = many;
	learner.nlines = 1;
	ok(judge_measure(&e, &f.c, &learner, &learner, &f.arena, &m, &n) == 0 && !m[0].held && !m[0].strided && m[0].line == 5,
	   "data that is loaded repeatedly is not a stride");
	measurement_finding(&m[0], &f.c, &f.arena, &finding);
	is_text(finding.advice, limit.metric->advice, "and has the metric's advice");
	arena_release(&f.arena);
}

/* An error that stops a kernel or misuses a call is not a memory error: each kind has its own verdict. */
static void test_kinds(void)
{
	static const struct { finding_kind kind; enum verdict verdict; } rows[] = {
		{ KIND_OUT_OF_BOUNDS, VERDICT_MEMORY_ERROR }, { KIND_UNINITIALISED_READ, VERDICT_MEMORY_ERROR },
		{ KIND_ASSERT, VERDICT_KERNEL_STOPPED }, { KIND_TRAP, VERDICT_KERNEL_STOPPED },
		{ KIND_STACK_OVERFLOW, VERDICT_KERNEL_STOPPED }, { KIND_BAD_CALL, VERDICT_KERNEL_STOPPED },
		{ KIND_EVENT_NOT_RECORDED, VERDICT_HOST_ERROR }, { KIND_DIVERGENT_BARRIER, VERDICT_SYNC_ERROR },
		{ KIND_RULE, VERDICT_RULE_BROKEN }, { KIND_METRIC, VERDICT_TOO_SLOW },
	};
	bool right = true;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		right = right && judge_verdict_of(rows[i].kind) == rows[i].verdict;
	ok(right, "the verdict is the one of the finding's row");
	right = true;
	for (finding_kind k = 0; k < FINDING_KINDS; k++)
		right = right && finding_kind_named(finding_rows[k].name) == k && judge_verdict_of(k) != VERDICT_PASSED;
	ok(right, "every kind is found by its name, and none of them passes");
}

int main(void)
{
	volatile double zero = 0;

	ok(isnan(zero / zero) && !(zero / zero == zero / zero), "the judge is built with IEEE arithmetic");
	test_kinds();
	test_floats();
	test_integers();
	test_texts();
	test_poison();
	test_where();
	test_case();
	test_reference();
	test_chance();
	test_advice();
	test_no_guess();
	test_advice_of_counts();
	test_measure();
	test_no_less();
	test_stride();
	return tap_done();
}
