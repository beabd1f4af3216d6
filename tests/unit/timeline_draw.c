/*
 * timeline_draw.c - compares timelines as text, SVG and JSON with tests/cudart/timeline/ (golden files), also with
 * hostile names.
 *
 *	timeline_draw           TAP
 *	timeline_draw --write   writes the golden files again
 */
#include "config.h"

#include <stdlib.h>

#include <jansson.h>

#include "base/path.h"
#include "timeline/timeline_draw.h"
#include "tap/tap.h"

static const struct timeline_style plain = { .width = 80, .machine = "an H200" };
static const struct timeline_style rich = { .width = 72, .utf8 = true, .colour = true, .machine = "an H200" };

static size_t last_of[64];

static size_t put(struct timeline *t, struct timeline_op op)
{
	if (last_of[op.stream]) {
		op.after = &(size_t){ last_of[op.stream] - 1 };
		op.nafter = 1;
		last_of[op.stream] = timeline_add(t, &op) + 1;
	} else {
		last_of[op.stream] = timeline_add(t, &op) + 1;
	}
	timeline_call(t, 0, NULL, 2000);
	return last_of[op.stream] - 1;
}

/* Chunks through a number of streams: in, work, out. */
static struct timeline *pipeline(unsigned streams, unsigned chunks, bool pinned)
{
	struct timeline *t = timeline_new(1000);
	size_t waited = 0;

	memset(last_of, 0, sizeof last_of);
	timeline_call(t, 0, NULL, 10000);
	for (unsigned c = 0; c < chunks; c++) {
		unsigned stream = 1 + c % streams;

		put(t, (struct timeline_op){ .kind = TIMELINE_COPY_IN, .stream = stream, .bytes = 4 << 20, .pinned = pinned,
					     .cost = 80000, .name = "cudaMemcpyAsync", .file = "/home/learner/pipe.cu",
					     .line = 31 });
		put(t, (struct timeline_op){ .kind = TIMELINE_KERNEL, .stream = stream, .blocks = 4096, .fit = 1056,
					     .cost = 60000, .lead = 1000, .name = c % 4 == 3 ? "smooth" : "scale",
					     .file = "/home/learner/pipe.cu", .line = 32 });
		waited = put(t, (struct timeline_op){ .kind = TIMELINE_COPY_OUT, .stream = stream, .bytes = 4 << 20,
						      .pinned = pinned, .cost = 76000, .name = "cudaMemcpyAsync",
						      .file = "/home/learner/pipe.cu", .line = 33 });
	}
	timeline_wait(t, 0, "cudaDeviceSynchronize", "/home/learner/pipe.cu", 36, &waited, 1);
	timeline_settle(t, &waited);
	return t;
}

/* A loop that makes each stream when it needs it, with the calls of the host. */
static struct timeline *calling(void)
{
	struct timeline *t = timeline_new(1000);
	size_t ops[4], index;

	memset(last_of, 0, sizeof last_of);
	timeline_call(t, 0, "cudaMalloc", 200000);
	for (unsigned k = 0; k < 4; k++) {
		timeline_call(t, 0, "cudaStreamCreate", 24500);
		timeline_call(t, 0, "cudaLaunchKernel", 3800);
		ops[k] = timeline_add(t, &(struct timeline_op){ .kind = TIMELINE_KERNEL, .stream = 1 + k, .blocks = 8,
								.fit = 1056, .cost = 20000, .name = "work", .file = "loop.cu",
								.line = 9 });
	}
	timeline_call(t, 0, "cudaDeviceSynchronize", 370);
	timeline_wait(t, 0, "cudaDeviceSynchronize", "loop.cu", 11, ops, 4);
	timeline_call(t, 0, "cudaFree", 28000);
	timeline_settle(t, &index);
	return t;
}

static struct timeline *many(void)
{
	struct timeline *t = timeline_new(1000);
	size_t index;

	memset(last_of, 0, sizeof last_of);
	for (unsigned i = 0; i < 3000; i++) {
		char name[32];

		snprintf(name, sizeof name, "kernel_%u", i % 40);
		put(t, (struct timeline_op){ .kind = TIMELINE_KERNEL, .stream = i % 50, .device = i % 50 / 25, .blocks = 8,
					     .fit = 1056, .cost = 3000 + i % 7 * 1000, .name = name });
		if (i % 100 == 0)
			put(t, (struct timeline_op){ .kind = TIMELINE_SET, .stream = 3, .bytes = 64, .cost = 1500 });
	}
	timeline_settle(t, &index);
	return t;
}

static struct timeline *hostile(void)
{
	static const char *const names[] = {
		"</title></svg><script>alert(1)</script>", "\"}],\"x\":\"", "\033[31mred\033[0m\a\r\n", "\xff\xfe\xc0\x80 bad",
			"a & b < c > \"d\" 'e' \\ end",
		("\xe2\x80\xae" "right to left"), "caf\xc3\xa9 \xe6\xbc\xa2\xe5\xad\x97 \xf0\x9f\x98\x80", "", "%s%n%d",
		"void a_template_with_a_very_long_name<float, (int)256, another_template<double, unsigned int, 17>, "
		"(bool)true>(float *, float const *, int)",
	};
	struct timeline *t = timeline_new(0);
	size_t index;

	memset(last_of, 0, sizeof last_of);
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		put(t, (struct timeline_op){ .kind = i % 3 == 2 ? TIMELINE_HOST_FUNCTION : TIMELINE_KERNEL, .stream = 1,
					     .cost = 5000, .name = names[i], .file = names[(i + 1) % 10], .line = 7 });
	timeline_settle(t, &index);
	return t;
}

static bool writing;

static void golden(const char *name, const struct buf *got)
{
	const char *tests = getenv("TESTS_DIR");
	struct buf want = BUF_INIT;
	char path[4096];
	struct error err;

	snprintf(path, sizeof path, "%s/cudart/timeline/%s", tests ? tests : "tests", name);
	if (writing) {
		FILE *f = fopen(path, "w");

		if (!f || fwrite(got->data, 1, got->len, f) != got->len || fclose(f))
			perror(path);
		return;
	}
	if (file_read(path, 1 << 20, &want, &err) < 0)
		ok(false, "%s: %s", path, err.text);
	else
		is_text(buf_text(got), buf_text(&want), name);
	buf_release(&want);
}

typedef void draw_fn(const struct timeline_entry *e, size_t n, const struct timeline_style *style, struct buf *out);

static struct buf drawn(struct timeline *t, draw_fn *draw, const struct timeline_style *style)
{
	struct buf out = BUF_INIT;
	size_t n;
	const struct timeline_entry *e = timeline_all(t, &n);

	draw(e, n, style, &out);
	ok(!out.failed, "a timeline of %zu entries is drawn", n);
	return out;
}

static void compare(const char *name, struct timeline *t, draw_fn *draw, const struct timeline_style *style)
{
	struct buf out = drawn(t, draw, style);

	golden(name, &out);
	buf_release(&out);
}

/* Every opened tag is closed; no text contains an unescaped <. */
static bool well_formed(const char *svg)
{
	int depth = 0;

	for (const char *s = svg; (s = strchr(s, '<')); s++) {
		const char *end = strchr(s, '>');

		if (!end)
			return false;
		if (s[1] == '/')
			depth--;
		else if (end[-1] != '/')
			depth++;
		if (depth < 0)
			return false;
	}
	return depth == 0;
}

static bool printable(const char *text, bool ascii)
{
	for (; *text; text++)
		if (((unsigned char)*text < 0x20 && *text != '\n') || *text == 0x7f || (ascii && *text & 0x80))
			return false;
	return true;
}

static void data_is_json(struct timeline *t, size_t entries)
{
	struct buf out = drawn(t, timeline_json, &plain);
	json_error_t error;
	json_t *root = json_loadb(out.data, out.len, JSON_REJECT_DUPLICATES, &error);

	ok(root && json_array_size(json_object_get(root, "entries")) == entries, "the data is JSON with %zu entries: %s", entries,
	   root ? "" : error.text);
	json_decref(root);
	buf_release(&out);
}

static void harm(void)
{
	struct timeline *t = hostile();
	struct timeline_style ascii = plain, utf8 = plain;
	struct buf text, svg;

	utf8.utf8 = true;
	text = drawn(t, timeline_text, &ascii);
	ok(printable(buf_text(&text), true), "text without UTF-8 is printable ASCII whatever kernels are called");
	golden("hostile.txt", &text);
	buf_release(&text);
	text = drawn(t, timeline_text, &utf8);
	ok(printable(buf_text(&text), false) && strstr(buf_text(&text), "caf\xc3\xa9") &&
	   !strstr(buf_text(&text), "\xe2\x80\xae"),
	   "text with UTF-8 keeps letters, but no control characters, nor those of direction");
	buf_release(&text);
	svg = drawn(t, timeline_svg, &plain);
	ok(well_formed(buf_text(&svg)) && !strstr(buf_text(&svg), "<script") && printable(buf_text(&svg), false),
	   "SVG stays well-formed");
	buf_release(&svg);
	data_is_json(t, 10);
	timeline_free(t);
}

int main(int argc, char **argv)
{
	struct timeline *one = pipeline(1, 8, true), *two = pipeline(2, 8, true), *page = pipeline(4, 2, false), *lots = many(),
		*none = timeline_new(0),
			*calls = calling();
	struct timeline_style narrow = plain, wide = plain;
	struct buf svg;
	unsigned longest = 0, length = 0;

	writing = argc > 1 && !strcmp(argv[1], "--write");
	narrow.width = 10;
	wide.width = 120;
	compare("one.txt", one, timeline_text, &plain);
	compare("two.txt", two, timeline_text, &plain);
	compare("two_rich.txt", two, timeline_text, &rich);
	compare("two.svg", two, timeline_svg, &plain);
	compare("two.json", two, timeline_json, &plain);
	compare("pageable.txt", page, timeline_text, &narrow);
	compare("many.txt", lots, timeline_text, &wide);
	compare("calls.txt", calls, timeline_text, &plain);
	compare("calls.svg", calls, timeline_svg, &plain);
	data_is_json(calls, 12);
	compare("none.txt", none, timeline_text, &plain);
	data_is_json(lots, 3030);
	data_is_json(none, 0);
	svg = drawn(lots, timeline_svg, &plain);
	ok(svg.len < 2000000 && well_formed(buf_text(&svg)), "3030 operations make an SVG of %zu bytes", svg.len);
	buf_release(&svg);
	svg = drawn(none, timeline_svg, &plain);
	ok(well_formed(buf_text(&svg)), "an SVG of nothing is one");
	buf_release(&svg);
	svg = drawn(two, timeline_text, &plain);
	for (size_t i = 0; i < svg.len; i++)
		if (svg.data[i] == '\n')
			length = 0;
		else if (++length > longest)
			longest = length;
	ok(longest <= 80, "text is as wide as the terminal: %u", longest);
	buf_release(&svg);
	harm();
	timeline_free(one);
	timeline_free(two);
	timeline_free(page);
	timeline_free(lots);
	timeline_free(none);
	timeline_free(calls);
	return tap_done();
}
