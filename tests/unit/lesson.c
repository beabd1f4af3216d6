/* lesson.c - lessons are read strictly, and every step fits the given width. */
#include "config.h"

#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/path.h"
#include "base/source.h"
#include "catalog/catalog.h"
#include "lesson/lesson.h"
#include "lesson/library.h"
#include "tap/tap.h"

static struct lesson *parsed(const char *steps, struct error *err)
{
	char text[4000];
	struct lesson *l = NULL;

	memset(err, 0, sizeof *err);
	snprintf(text, sizeof text, "return { title = 't', minutes = 5, summary = 's', steps = {\n%s\n} }", steps);
	lesson_parse(&l, "01_a", text, strlen(text), err);
	return l;
}

/* The step as text; styles: a letter for each character instead. */
static char *shown(const struct step *s, const struct step_answer *a, int width, bool ascii, bool styles)
{
	static char out[20000];
	static const char letters[] = { [STYLE_PLAIN] = '.', [STYLE_TITLE] = 't', [STYLE_CODE] = 'c', [STYLE_KEYWORD] = 'k',
		[STYLE_COMMENT] = 'm', [STYLE_EMPHASIS] = 'e', [STYLE_DIM] = 'd', [STYLE_GOOD] = 'g', [STYLE_BAD] = 'b',
		[STYLE_HIGHLIGHT] = 'h' };
	struct arena arena = { 0 };
	struct buf b = BUF_INIT;
	struct line *lines;
	struct error err;
	size_t n;

	if (lesson_render(s, a, width, ascii, &arena, &lines, &n, &err))
		n = 0;
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < lines[i].nspans; k++) {
			const struct span *span = &lines[i].spans[k];

			if (!styles)
				buf_puts(&b, span->text);
			for (int c = 0; styles && c < text_width(span->text); c++)
				buf_putc(&b, letters[span->style]);
		}
		buf_putc(&b, '\n');
	}
	snprintf(out, sizeof out, "%s", buf_text(&b));
	buf_release(&b);
	arena_release(&arena);
	return out;
}

static void test_fixture(void)
{
	struct arena a = { 0 };
	struct error err = { 0 };
	struct lesson *l;
	const char **ids, *id, *tests = getenv("TESTS_DIR");
	char path[500];
	size_t n = 0;

	snprintf(path, sizeof path, "%s/fixtures", tests ? tests : "tests");
	setenv("WARPBOOK_DATA", path, 1);
	ok(lesson_list(&a, &ids, &n, &err) == 0 && n == 1 && !strcmp(ids[0], "01_first"), "lessons are listed by their folders");
	ok(lesson_resolve(ids, n, "1", &id, &err) == 0 && lesson_resolve(ids, n, "01", &id, &err) == 0 &&
	   lesson_resolve(ids, n, "first", &id, &err) == 0 && lesson_resolve(ids, n, "01_first", &id, &err) == 0 &&
	   !strcmp(id, "01_first"), "a lesson is named by its number, its topic or its folder");
	ok(lesson_resolve(ids, n, "", &id, &err) && lesson_resolve(ids, n, "1x", &id, &err) &&
	   lesson_resolve(ids, n, "frist", &id, &err) && err.party == PARTY_LEARNER && strstr(err.remedy, "'first'"),
	   "another word names none, and the nearest topic is suggested");
	if (!ok(lesson_open(&l, "01_first", &err) == 0, "a lesson opens")) {
		printf("# %s:%d: %s\n", err.file, err.line, err.text);
		return;
	}
	ok(l->nsteps == 7 && l->minutes == 5 && l->steps[0].kind == STEP_TEXT && l->steps[6].kind == STEP_POINTS,
	   "every kind of step is read");
	ok(l->steps[3].line == 23 && l->steps[3].nchoices == 2 && l->steps[3].choices[1].right, "a step knows its line");
	is_text(l->steps[5].exercise, "01_first/saxpy", "an exercise step names an exercise of its lesson");
	is_text(shown(&l->steps[0], NULL, 40, false, false),
		"A text\n\n"
		"A kernel is a function that many threads\n"
		"run. Each finds its element with\n"
		"threadIdx.x.\n\n"
		"• it returns nothing\n"
		"• it writes to memory, and to nothing\n"
		"  else\n\n"
		"2 * 8 is 16, and a*b stays.\n", "text is wrapped between words, with lists and its own stars");
	is_text(shown(&l->steps[0], NULL, 40, true, true),
		"tttttt\n\n"
		"............................eeeeeeeeeeee\n"
		"................................\n"
		"ccccccccccc.\n\n"
		"....................\n"
		".....................................\n"
		"......\n\n"
		"...........................\n", "code and stress have styles");
	is_text(shown(&l->steps[1], NULL, 60, false, false),
		"  __global__ void f(int *out) /* a\n"
		"  comment */\n"
		"  {\n"
		"      out[0] = 0x1F; // \"done\"\n"
		"  }\n\n"
		"The whole of it.\n", "code keeps its lines");
	is_text(shown(&l->steps[1], NULL, 60, false, true),
		"cckkkkkkkkkkckkkkccckkkcccccccmmmm\n"
		"ccmmmmmmmmmm\n"
		"ccc\n"
		"ccccccccccecccceeeeccmmmmmmmmm\n"
		"ccc\n\n"
		"................\n", "keywords, numbers and comments are coloured");
	is_text(shown(&l->steps[2], NULL, 78, false, false),
		"┌─ block 0 ─────┐ ┌─ block 1 ─────┐ ┌─ block 2 ─────┐ ┌─ block 3 ─────┐\n"
		"│0 1 2 3 4 5 6 7│ │0 1 2 3 4 5 6 7│ │0 1 2[3]4 5 6 7│ │0 1 2 3 4 5 6 7│\n"
		"└───────────────┘ └───────────────┘ └───────────────┘ └───────────────┘\n\n"
		"thread 3 of block 2: blockIdx.x * blockDim.x + threadIdx.x = 2 * 8 + 3 = 19\n\n"
		"Who is element 19?\n", "a grid is drawn with its thread marked and its sum below");
	is_text(shown(&l->steps[3], &(struct step_answer){ .chosen = 0 }, 60, false, false),
		"A question\n\nHow many blocks?\n\n  1  3\n     ✗ 3 x 256 is 768: too few\n  2  4\n",
		"a wrong choice shows its reason, and no more");
	is_text(shown(&l->steps[3], &(struct step_answer){ .chosen = 1 }, 60, true, false),
		"A question\n\nHow many blocks?\n\n  1  3\n  2  4\n     + 1024 threads, 24 of them idle\n",
		"a right choice shows its reason");
	is_text(shown(&l->steps[4], &(struct step_answer){ .chosen = -1 }, 60, false, false),
		"A question\n\nWhat is the index?\n", "a question for a number waits for it");
	ok(strstr(shown(&l->steps[4], &(struct step_answer){ .has_number = true, .again = true, .number = 1 }, 60, false, false),
		  "try again"), "the first wrong number keeps the reason back");
	is_text(shown(&l->steps[4], &(struct step_answer){ .chosen = -1, .has_number = true, .number = 19 }, 60, false, false),
		"A question\n\nWhat is the index?\n\n  19\n     ✓ 2 * 8 + 3\n", "a number shows its reason");
	ok(strstr(shown(&l->steps[5], NULL, 60, false, false), "warpbook show 01_first/saxpy"),
	   "an exercise step says how to open it");
	is_text(shown(&l->steps[6], NULL, 60, true, false),
		"Key points\n\n* A kernel returns nothing.\n* The guard if (i < n) is yours.\n", "points are listed");
	lesson_close(l);
	ok(lesson_open(&l, "09_none", &err) == -1 && err.party == PARTY_LEARNER && !l, "a missing lesson is reported");
	ok(lesson_open(&l, "../exercises/01_first", &err) == -1, "a path is no lesson");
	arena_release(&a);
}

static void test_answers(void)
{
	struct choice choices[] = { { "a", false, "" }, { "b", true, "" } };
	const struct step choice = { .kind = STEP_QUESTION, .choices = choices, .nchoices = 2 };
	const struct step number = { .kind = STEP_QUESTION, .answer = 0.3, .slack = 0.01 };

	ok(!step_answer_right(&choice, &(struct step_answer){ .chosen = -1 }) && !step_answer_right(&choice, NULL),
	   "no answer is not right");
	ok(!step_answer_right(&choice, &(struct step_answer){ .chosen = 0 }) &&
	   step_answer_right(&choice, &(struct step_answer){ .chosen = 1 }) &&
	   !step_answer_right(&choice, &(struct step_answer){ .chosen = 2 }), "one choice is right");
	choices[0].why = "because";
	ok(!strstr(shown(&choice, &(struct step_answer){ .chosen = 1 }, 60, true, false), "because") &&
	   strstr(shown(&choice, &(struct step_answer){ .chosen = 1, .revealed = true }, 60, true, false), "because"),
	   "a choice shows its reason when it is chosen, or when all are shown");
	ok(step_answer_right(&number, &(struct step_answer){ .has_number = true, .number = 0.305 }) &&
	   !step_answer_right(&number, &(struct step_answer){ .has_number = true, .number = 0.32 }),
	   "a number may be off by its slack");
}

static const struct { const char *steps; int line; const char *says, *remedy; } broken[] = {
	{ "{ text = 'a' },\n{ txt = 'a' }", 3, "steps[2]: the step has no known kind", "one of text" },
	{ "{ text = 'a', code = 'b' }", 2, "steps[1].code: the step already has the kind 'text'", "two steps" },
	{ "{ text = 'a', titel = 'b' }", 2, "steps[1].titel: there is no such field", "`title`" },
	{ "{ text = ' ' }", 2, "steps[1].text: is empty", "" },
	{ "{ text = 'an `open end' }", 2, "steps[1].text: a ` has no partner", "" },
	{ "{ text = 'no points' }", 2, "steps[1]: the last step of a lesson is its points", "points" },
	{ "", 1, "steps: a lesson has from 1 to 100 steps, not 0", "" },
	{ "{ code = 'a', language = 'cobol' }", 2, "steps[1].language: 'cobol' is not a language of code steps", "cuda" },
	{ "{ question = 'q' }", 2, "steps[1]: a question has one of `choices`, `order`, `blank` and `answer`", "" },
	{ "{ question = 'q', answer = 1, choices = {} }", 2, "steps[1]: a question has one of `choices`, `order`, `blank` and "
							     "`answer`", "" },
	{ "{ question = 'q', answer = 1, order = { 'a', 'b', 'c' } }", 2,
	  "steps[1]: a question has one of `choices`, `order`, `blank` and `answer`", "" },
	{ "{ question = 'q', order = { 'a', 'b' }, why = 'y' }", 2,
	  "steps[1].order: from 3 to 8 lines can be brought into order, not 2", "" },
	{ "{ question = 'q', order = {\n'a', 'b',\n'a' }, why = 'y' }", 4,
	  "steps[1].order[3]: is the same as line 1, so no order of them is right", "" },
	{ "{ question = 'q', order = { 'a', 'b', 'c' } }", 2, "steps[1]: 'why' is missing", "" },
	{ "{ question = 'q', blank = {}, why = 'y' }", 2, "steps[1].blank: from 1 to 12 texts can be right in a blank, not "
							  "0", "" },
	{ "{ question = 'q', blank = { 'a' } }", 2, "steps[1]: 'why' is missing", "" },
	{ "{ question = 'q', blank = { 'a',\n' ' }, why = 'y' }", 3, "steps[1].blank[2]: is empty", "" },
	{ "{ question = 'q', blank = { 'a\\tb' }, why = 'y' }", 2, "steps[1].blank[1]: has a character that a blank does not "
								   "take: ASCII letters, digits, signs and spaces only", "" },
	{ "{ question = 'q', blank = { ('x'):rep(64) }, why = 'y' }", 2,
	  "steps[1].blank[1]: has 64 characters; a blank takes 63", "" },
	{ "{ question = 'q', blank = { 'i < n',\n'i<n' }, why = 'y' }", 3,
	  "steps[1].blank[2]: is the same as text 1: spaces do not count", "" },
	{ "{ question = 'q', blank = { 'a' }, order = { 'a', 'b', 'c' } }", 2,
	  "steps[1]: a question has one of `choices`, `order`, `blank` and `answer`", "" },
	{ "{ question = 'q', answer = 1 }", 2, "steps[1]: 'why' is missing", "" },
	{ "{ question = 'q', answer = 'x', why = 'y' }", 2, "steps[1].answer: should be a number, is a string", "" },
	{ "{ question = 'q', answer = 1, slack = -1, why = 'y' }", 2, "steps[1]: the answer must be a number, and the slack must "
								      "not be negative", "" },
	{ "{ question = 'q', choices = {\n{ 'a', why = 'w' }, { 'b', why = 'w' } } }", 2, "steps[1].choices: 0 choices are right",
	  "exactly one" },
	{ "{ question = 'q', choices = {\n{ 'a', right = true, why = 'w' }, { 'b', right = true, why = 'w' } } }", 2,
	  "steps[1].choices: 2 choices are right", "exactly one" },
	{ "{ question = 'q', choices = {\n{ 'a', right = true, why = 'w' },\n{ 'b' } } }", 4,
	  "steps[1].choices[2]: 'why' is missing", "" },
	{ "{ question = 'q', choices = {\n{ why = 'w' }, { 'b', why = 'w' } } }", 3,
	  "steps[1].choices[1]: a choice begins with its text", "" },
	{ "{ question = 'q', choices = { { 'a', right = true, why = 'w' } } }", 2,
	  "steps[1].choices: a question has from 2 to 9 choices, not 1", "" },
	{ "{ grid = { blocks = { 4 }, threads = { 8 }, block = { 4 }, thread = { 3 } } }", 2,
	  "steps[1].grid.block[1]: should be from 0 to 3, is 4", "" },
	{ "{ grid = { blocks = { 4 }, threads = { 8 }, block = { 0, 1 }, thread = { 3 } } }", 2,
	  "steps[1].grid.block[2]: should be from 0 to 0, is 1", "" },
	{ "{ grid = { blocks = { 0 }, threads = { 8 }, block = { 0 }, thread = { 3 } } }", 2,
	  "steps[1].grid.blocks[1]: should be from 1 to 2147483647, is 0", "" },
	{ "{ grid = { blocks = { 1 }, threads = { 64, 64 }, block = { 0 }, thread = { 3 } } }", 2,
	  "steps[1].grid.threads: a block has at most 1024 threads", "" },
	{ "{ grid = { blocks = { 1 }, threads = {}, block = { 0 }, thread = { 3 } } }", 2, "steps[1].grid.threads: has 0 numbers",
	  "{ x }" },
	{ "{ grid = { blocks = { 1 }, threads = { 8 }, block = { 0 } } }", 2, "steps[1].grid: 'thread' is missing", "" },
	{ "{ experiment = '../x' }, { points = { 'p' } }", 2, "steps[1].experiment: '../x' is not the name of an experiment",
	  "NAME.lua" },
	{ "{ experiment = 'x', text = 't' }, { points = { 'p' } }", 2,
	  "steps[1].experiment: the step already has the kind 'text'", "" },
	{ "{ points = {} }", 2, "steps[1].points: a lesson ends with 1 to 12 points, not 0", "" },
	{ "{ points = { 5 } }", 2, "steps[1].points[1]: should be a text, is a number (5)", "" },
};

static void test_broken(void)
{
	struct error err;
	struct lesson *l;

	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
		bool good;

		l = parsed(broken[i].steps, &err);
		good = !l && !strcmp(err.text, broken[i].says) && err.line == broken[i].line &&
		       strstr(err.remedy, broken[i].remedy) && err.party == PARTY_AUTHOR && !strcmp(err.file, "lesson.lua");
		if (!ok(good, "rejected: %s", broken[i].says))
			printf("# %s:%d: %s (%s)\n", err.file, err.line, l ? "accepted" : err.text, err.remedy);
		lesson_close(l);
	}
	ok(lesson_parse(&l, "x", "return {", 8, &err) == -1 && err.line == 1, "a syntax error names its line");
	ok(lesson_parse(&l, "x", "return {}", 9, &err) == -1 && strstr(err.text, "'title' is missing"), "a lesson needs a title");
}

/* Every line of every grid fits; so do texts of long words and wide characters. */
static void test_widths(void)
{
	static const uint32_t sizes[] = { 1, 2, 3, 7, 8, 31, 64, 1000 };
	const size_t n = sizeof sizes / sizeof *sizes;
	const struct step text = { .kind = STEP_TEXT, .title = "t",
		.text = "A_word_that_is_longer_than_any_line_could_ever_be_and_so_is_cut_where_the_line_ends_whatever_it_is. "
			"日本語の文は空白なしに続くので、どこで切ってもよい。\n\n- an_item_with_a_word_that_is_also_far_too_long_for_it" };
	bool fits = true, marked = true, low = true;

	for (size_t i = 0; i < n * n * n; i++) {
		struct dim3u grid = { sizes[i % n], i / n % 3 ? 1 : 5, 1 },
			block = { sizes[i / n % n], sizes[i / n / n] > 3 ? 1 : sizes[i / n / n], 1 };
		struct step s = { .kind = STEP_GRID, .grid = grid, .block = block,
			.at_block = { grid.x / 2, grid.y / 2, 0 }, .at_thread = { block.x - 1, block.y / 2, 0 } };
		char *out = shown(&s, NULL, 78, i % 2, false);
		int lines = 0;

		marked = marked && strchr(out, '[') && strchr(out, ']');
		for (char *line = strtok(out, "\n"); line; line = strtok(NULL, "\n"), lines++)
			fits = fits && text_width(line) <= 78;
		low = low && lines <= 24;
	}
	ok(fits, "a grid of any size fits 78 columns");
	ok(marked, "the marked thread is always drawn");
	ok(low, "a grid of any size fits 24 lines");
	fits = true;
	for (int width = 20; width < 100; width++)
		for (char *line = strtok(shown(&text, NULL, width, false, false), "\n"); line; line = strtok(NULL, "\n"))
			fits = fits && text_width(line) <= width;
	ok(fits, "text fits any width");
	for (const char *c = shown(&text, NULL, 60, true, false); *c; c++)
		fits = fits && (unsigned char)*c < 0x80;
	ok(fits, "without UTF-8 there is nothing but ASCII");
	ok(*shown(&text, NULL, -5, false, false), "a width of nothing is no reason to fail");
	is_text(shown(&(struct step){ .kind = STEP_TEXT, .text = "\xff\x1b[31m \xe2\x82" }, NULL, 40, false, false),
		"??[31m ??\n",
		"bytes that are unsafe for a terminal are replaced");
}

static void test_three_dimensions(void)
{
	const struct step s = { .kind = STEP_GRID, .grid = { 2, 1, 3 }, .block = { 3, 2, 2 }, .at_block = { 1, 0, 2 },
				.at_thread = { 0, 1, 1 } };

	is_text(shown(&s, NULL, 78, true, false),
		"+- block 0 ---+ +- block 1 ---+\n"
		"| 0,0 1,0 2,0 | | 0,0 1,0 2,0 |\n"
		"| 0,1 1,1 2,1 | |[0,1]1,1 2,1 |\n"
		"+-------------+ +-------------+\n\n"
		"drawn: blocks with z = 2 of 3, threads with z = 1 of 2\n"
		"thread (0,1,1) of block (1,0,2)\n"
		"  x = blockIdx.x * blockDim.x + threadIdx.x = 1 * 3 + 0 = 3\n"
		"  y = blockIdx.y * blockDim.y + threadIdx.y = 0 * 2 + 1 = 1\n"
		"  z = blockIdx.z * blockDim.z + threadIdx.z = 2 * 2 + 1 = 5\n",
		"of three dimensions the thread's own layer is drawn");
}

/* The step as HTML. */
static char *page(const struct step *s, const struct chart *chart)
{
	static char out[20000];
	struct buf b = BUF_INIT;
	struct error err = { 0 };

	if (lesson_html(s, 3, &(struct step_answer){ .chart = chart }, &b, &err))
		buf_puts(&b, err.text);
	snprintf(out, sizeof out, "%s", buf_text(&b));
	buf_release(&b);
	return out;
}

/* Code between two fences keeps its lines, whatever is in them. */
static void test_code_block(void)
{
	const struct step s = { .kind = STEP_TEXT,
				.text = "The loop:\n```\nfor (;;)\n    a *= 2 * b; // - `x`\n\n- 1;\n```\nThen `stop`.\n"
							   "```python\nif not x:\n    pass\n```" };
	struct buf html = BUF_INIT;
	struct error err;

	is_text(shown(&s, NULL, 60, false, false),
		"The loop:\n\n  for (;;)\n      a *= 2 * b; // - `x`\n  \n  - 1;\n\nThen stop.\n\n  if not x:\n      pass\n",
		"a block of code keeps its lines, and stands by itself");
	is_text(shown(&s, NULL, 60, false, true),
		".........\n\ncckkkccccc\nccccccccccceccccccmmmmmmmm\ncc\nccccec\n\n.....cccc.\n\ncckkckkkccc\ncccccckkkk\n"
		, "it is coloured by its language");
	ok(lesson_html(&s, 1, NULL, &html, &err) == 0 && strstr(buf_text(&html), "<p>The loop:</p>\n<pre class=\"code\"") &&
	   strstr(buf_text(&html), "</code></pre>\n<p>Then <code>stop</code>.</p>"), "in HTML it is preformatted");
	buf_release(&html);
}

static void test_html(void)
{
	struct choice choices[] = { { "`a < b`", false, "no" }, { "b", true, "because a & b" } };
	double values[] = { 4, 8, NAN };
	const char *labels[] = { "1", "2", "3" };
	struct chart_series series[] = { { "f", values }, { "g", values } };
	struct chart chart = { .title = "T", .axis = "stride", .labels = labels, .nlabels = 3, .noun = "sectors",
			       .series = series,
		.nseries = 1, .device = "the virtual machine" };
	const struct step experiment = { .kind = STEP_EXPERIMENT, .language = "cuda", .text = "int i; // <b>" };

	is_text(page(&(struct step){ .kind = STEP_TEXT, .title = "a < `b`",
				     .text = "One\n  *two*.\n\n- `x<y>`\n- b\n\nEnd & \"end\"." }, NULL),
		"<section class=\"text\" id=\"step-3\">\n<h2>a &lt; <code>b</code></h2>\n<p>One <em>two</em>.</p>\n"
		"<ul>\n<li><code>x&lt;y&gt;</code></li>\n<li>b</li>\n</ul>\n<p>End &amp; &quot;end&quot;.</p>\n</section>\n",
		"text as HTML: paragraphs, a list, code and stress, and nothing that a browser would take for an element");
	is_text(page(&(struct step){ .kind = STEP_TEXT, .text = "\xE6\xBC\xA2*\xE5\xBC\xB7*\xE5\xAD\x97, "
								"\xE2\x80\x9C*two*\xE2\x80\x9D, \xC3\xA9*a*b" }, NULL),
		"<section class=\"text\" id=\"step-3\">\n<p>\xE6\xBC\xA2<em>\xE5\xBC\xB7</em>\xE5\xAD\x97, "
		"\xE2\x80\x9C<em>two</em>\xE2\x80\x9D, \xC3\xA9*a*b</p>\n</section>\n",
		"stress begins beside letters of scripts without blanks, and beside quotes");
	is_text(page(&(struct step){ .kind = STEP_QUESTION, .text = "q?", .choices = choices, .nchoices = 2 }, NULL),
		"<section class=\"question\" id=\"step-3\">\n<h2>A question</h2>\n<p>q?</p>\n<ol class=\"choices\">\n"
		"<li><details><summary><code>a &lt; b</code></summary>\n<p class=\"wrong\">no</p></details></li>\n"
		"<li><details><summary>b</summary>\n<p class=\"right\">because a &amp; b</p></details></li>\n</ol>\n</section>\n",
		"each choice of a question unfolds to say why");
	ok(strstr(page(&(struct step){ .kind = STEP_QUESTION, .text = "q?", .answer = 0.25, .why = "w" }, NULL),
		  "<details><summary>The answer</summary>\n<p class=\"right\"><strong>0.25</strong>. w</p></details>\n"),
	   "a number is folded away, with its reason");
	ok(strstr(page(&(struct step){ .kind = STEP_CODE, .language = "cuda", .text = "\tint i = 0x1F; // <b>\n" }, NULL),
		  "<code>    <b>int</b> i = <span class=\"value\">0x1F</span>; <i>// &lt;b&gt;</i>\n</code></pre>"),
	   "code keeps its blanks, and has colours");
	ok(strstr(page(&(struct step){ .kind = STEP_GRID, .grid = { 1, 1, 1 }, .block = { 2, 1, 1 },
				       .at_thread = { 1, 0, 0 } }, NULL),
		  "│ 0<mark>[1]</mark>│\n└─────┘</pre>\n<p>thread <strong>1</strong> of block <strong>0</strong>: <code>threadIdx.x</code> = 1</p>\n"),
	   "a grid is drawn, with its sum as a sentence");
	ok(!strstr(page(&experiment, NULL), "<table"), "an experiment that was not run has no chart");
	ok(strstr(page(&experiment, &chart), "<tr><th scope=\"rowgroup\" rowspan=\"1\">1</th><td><div class=\"bar series-0\">"
						  "<i style=\"width:50.00%\"></i> 4</div></td></tr>\n") &&
	   strstr(page(&experiment, &chart), "<i style=\"width:0.00%\"></i> none</div>"), "its bars are parts of the longest");
	chart.nseries = 2;
	ok(strstr(page(&experiment, &chart), "<th scope=\"rowgroup\" rowspan=\"2\">2</th><td class=\"name\"><code>f</code></td>"),
	   "with several kernels each bar has its name");
}

/* The lines are shown in another order, and the one number that names them in the written order is right. */
static void test_order(void)
{
	static const char *const written[] = { "first", "second", "third", "last" };
	struct error err;
	struct lesson *l = parsed("{ question = 'q', order = { 'first', 'second', 'third', 'last' }, why = 'because' }, { points "
				  "= { 'p' } }", &err);
	struct step_answer a = { .chosen = -1, .has_number = true, .again = true };
	char digits[16], before[2000];
	const struct step *s = l ? &l->steps[0] : NULL;
	bool right = s && s->norder == 4;

	if (!ok(right, "a question asks for an order"))
		return;
	snprintf(digits, sizeof digits, "%.0f", s->answer);
	for (size_t i = 0; i < 4; i++)
		right = right && digits[i] >= '1' && digits[i] <= '4' && !strcmp(s->order[digits[i] - '1'], written[i]);
	ok(right && strlen(digits) == 4 && strcmp(digits, "1234"), "whose answer has the place of each line");
	snprintf(before, sizeof before, "%s", shown(s, NULL, 60, false, false));
	ok(!strstr(before, "because") && !strstr(before, digits), "which the page does not give away");
	a.number = 1234;
	ok(!step_answer_right(s, &a) && strstr(shown(s, &a, 60, false, false), "not in this order"), "another order is wrong");
	a.number = s->answer;
	ok(step_answer_right(s, &a) && strstr(shown(s, &a, 60, false, false), "first\n     second\n     third\n     last\n"),
	   "the right one is shown with the lines in order");
	lesson_close(l);
}

static void test_spaces(void)
{
	static const struct { const char *a, *b; bool same; } pairs[] = {
		{ "blockDim.x", " blockDim . x ", true }, { "i<n", "i < n", true }, { "i < n", "i > n", false },
			{ "(size_t)i", "( size_t ) i", true },
		{ "unsigned int", "unsigned   int ", true }, { "unsigned int", "unsignedint", false }, { "a b", "a  c", false },
		{ "i", "", false }, { "", "  ", true }, { "n", "N", false }, { "i", "ii", false },
		{ "__syncthreads()", "__syncthreads ( )", true }, { "_ a", "_a", false },
	};

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		ok(step_blank_same(pairs[i].a, pairs[i].b) == pairs[i].same && step_blank_same(pairs[i].b, pairs[i].a) ==
		   pairs[i].same,
		   "'%s' and '%s' are %s in a blank", pairs[i].a, pairs[i].b, pairs[i].same ? "the same" : "different");
}

/* A text is typed; any of the texts in the lesson is right. */
static void test_blank(void)
{
	struct error err;
	struct lesson *l = parsed("{ question = 'which guard?', blank = { 'i < n', 'n > i' }, why = 'because' }, { points = { "
				  "'p' } }", &err);
	struct step_answer a = { .chosen = -1, .again = true };
	const struct step *s = l ? &l->steps[0] : NULL;
	struct buf words = BUF_INIT;

	if (!ok(s && s->nblank == 2, "a question has a blank"))
		return;
	is_text(shown(s, &a, 60, false, false), "A question\n\nwhich guard?\n", "which waits for a text");
	ok(!step_answer_right(s, &a) && !step_answer_right(s, NULL), "none is not right");
	snprintf(a.filled, sizeof a.filled, "i <= n");
	ok(!step_answer_right(s, &a), "another text is wrong");
	is_text(shown(s, &a, 60, false, false), "A question\n\nwhich guard?\n\n  i <= n\n     ✗ not this: try again\n",
		"the first wrong one keeps the reason back");
	a.again = false;
	is_text(shown(s, &a, 60, false, false), "A question\n\nwhich guard?\n\n  i <= n\n     ✗ because\n\n     i < n\n",
		"the second shows it, and the right text");
	a.again = true;
	snprintf(a.filled, sizeof a.filled, " n>i");
	ok(step_answer_right(s, &a), "each of the texts is right, whatever its spaces");
	is_text(shown(s, &a, 60, false, false), "A question\n\nwhich guard?\n\n  n>i\n     ✓ because\n",
		"and has the reason at once");
	ok(strstr(page(s, NULL), "<details><summary>The answer</summary>\n<p class=\"right\"><strong><code>i &lt; "
				 "n</code></strong>. because</p></details>\n"),
	   "in HTML the usual text is folded away, with the reason");
	step_words(s, false, &words);
	is_text(buf_text(&words), "which guard?", "a search finds the question, and not its answer");
	buf_clear(&words);
	step_words(s, true, &words);
	is_text(buf_text(&words), "which guard? i < n because", "unless the answers are asked for");
	buf_release(&words);
	lesson_close(l);
}

static void test_tables(void)
{
	struct error err;
	struct lesson *l = parsed("{ text = 'Words.', table = { { 'n', 'what', 'GB/s' }, { '8', 'all `of` it', '1.5' }, { "
				  "'1024', 'half', '' } } },\n{ points = { 'p' } }", &err);
	struct buf html = BUF_INIT;

	if (!ok(l != NULL, "a step of text takes a table")) {
		printf("# %s\n", err.text);
		return;
	}
	is_text(shown(&l->steps[0], NULL, 60, false, false),
		"Words.\n\n   n  what       GB/s\n─────────────────────\n   8  all of it   1.5\n1024  half\n",
		"whose columns are as wide as their cells, numbers to the right");
	is_text(shown(&l->steps[0], NULL, 20, true, false),
		"Words.\n\n   n  what      GB/s\n--------------------\n   8  all of     1.5\n      it\n1024  half\n",
		"a cell wraps where the window is narrow");
	ok(lesson_html(&l->steps[0], 1, NULL, &html, &err) == 0 &&
	   strstr(buf_text(&html), "<th scope=\"col\">what</th><th scope=\"col\" class=\"number\">GB/s</th>") &&
	   strstr(buf_text(&html), "<td>all <code>of</code> it</td>"), "in HTML it is a table");
	buf_release(&html);
	lesson_close(l);
	l = parsed("{ text = 'w', table = { { 'long_identifier_a', 'long_identifier_b' }, { 'another_one', 'c' } } }, { points = "
		   "{ 'p' } }", &err);
	is_text(l ? shown(&l->steps[0], NULL, 30, false, false) : "", "w\n\nanother_one\n  long_identifier_b: c\n",
		"where no row fits, it is a list");
	lesson_close(l);
	l = parsed("{ text = 'w', table = { { 'a', 'b' }, { 'c' } } }, { points = { 'p' } }", &err);
	ok(!l && strstr(err.text, "has 1 cells, and the header has 2"), "a row that lacks a cell is rejected");
	l = parsed("{ text = 'w', table = { { 'a', 'b' } } }, { points = { 'p' } }", &err);
	ok(!l && strstr(err.text, "from 2 to"), "a table of a header alone, too");
	l = parsed("{ code = 'w', table = { { 'a', 'b' }, { 'c', 'd' } } }, { points = { 'p' } }", &err);
	ok(!l && strstr(err.text, "table"), "and one beside code");
}

static void test_figures(void)
{
	static const char *labels[] = { "x[0]", "x[8]" };
	static struct picture_cell cells[16] = { { "0", 3 }, [9] = { "1", 9 } };
	static struct picture_grid grid = { .kind = "sectors", .title = "own title", .note = "a note", .rows = 2, .cols = 8,
					    .cell = 3, .labels = labels, .cells = cells };
	struct picture pictures[2] = { { .grids = &grid, .ngrids = 1 }, { .grids = &grid, .ngrids = 1 } };
	const struct figure figure = { .pictures = pictures, .n = 2 }, lacking = { .lacks = "no compiler" };
	const struct step_answer drawn = { .chosen = -1, .figure = &figure };
	struct error err;
	struct lesson *l = parsed("{ text = 'Some words.', pictures = { { of = 'a', show = 'sectors', line = 'x', title = 'With "
				  "`x`' },\n{ of = 'b', show = 'sectors', line = 'x' } } }, { points = { 'p' } }", &err);

	if (!ok(l != NULL, "a step of text takes pictures")) {
		printf("# %s\n", err.text);
		return;
	}
	is_text(shown(&l->steps[0], &drawn, 132, false, false),
		"Some words.                                          With x                                   own title\n"
		"                                                     x[0]   0  ·  ·  ·  ·  ·  ·  ·            x[0]   0  ·  ·  ·  ·  ·  ·  ·\n"
		"                                                     x[8]   ·  1  ·  ·  ·  ·  ·  ·            x[8]   ·  1  ·  ·  ·  ·  ·  ·\n"
		"                                                     a note                                   a note\n",
		"in a row beside the text in a wide window");
	is_text(shown(&l->steps[0], &drawn, 78, true, false),
		"Some words.                             With x\n"
		"                                        x[0]   0  .  .  .  .  .  .  .\n"
		"                                        x[8]   .  1  .  .  .  .  .  .\n"
		"                                        a note\n\n"
		"                                        own title\n"
		"                                        x[0]   0  .  .  .  .  .  .  .\n"
		"                                        x[8]   .  1  .  .  .  .  .  .\n"
		"                                        a note\n", "else one under the other");
	is_text(shown(&l->steps[0], &drawn, 40, true, false),
		"Some words.\n\n"
		"With x\n"
		"x[0]   0  .  .  .  .  .  .  .\n"
		"x[8]   .  1  .  .  .  .  .  .\n"
		"a note\n\n"
		"own title\n"
		"x[0]   0  .  .  .  .  .  .  .\n"
		"x[8]   .  1  .  .  .  .  .  .\n"
		"a note\n", "under the text in a narrow window");
	is_text(shown(&l->steps[0], &(struct step_answer){ .chosen = -1, .figure = &lacking }, 40, false, false),
		"Some words.\n\nThere is no picture: no compiler\n", "without them the page says why");
	is_text(shown(&l->steps[0], NULL, 40, false, false), "Some words.\n", "a text that is drawn without them has none");
	lesson_close(l);
	l = parsed("{ question = 'Which?', choices = { { 'a', right = true, why = 'so' }, { 'b', why = 'no' } }, pictures = { { "
		   "of = 'a', show = 'sectors', line = 'x' } } },\n{ points = { 'p' } }", &err);
	ok(l && !strstr(shown(&l->steps[0], &(struct step_answer){ .chosen = -1, .figure = &figure }, 78, false, false),
			"x[0]") &&
	   strstr(shown(&l->steps[0], &(struct step_answer){ .chosen = 0, .figure = &figure }, 78, false, false), "x[0]"),
	   "with a question they come with the answer");
	lesson_close(l);
}

static void test_words(void)
{
	static const char text[] =
		"return { title = 'One two', minutes = 5, summary = 'Three.', steps = {\n"
		"  { title = 'four', text = ' five  six\\nseven ' },\n"
		"  { code = 'int x;', language = 'cuda', caption = 'ten' },\n"
		"  { question = 'eleven twelve?', choices = { { 'thirteen', right = true, why = 'not counted' }, { 'fourteen it "
		"is', why = 'nor this' } } },\n  { points = { 'a b', 'c' } } } }\n";
	struct error err = { 0 };
	struct lesson *l = NULL;

	if (!ok(lesson_parse(&l, "01_a", text, strlen(text), &err) == 0, "a lesson to be counted opens"))
		printf("# %d: %s\n", err.line, err.text);
	ok(l && lesson_words(l) == 19, "all words count that are there before an answer (%zu)", l ? lesson_words(l) : 0);
	ok(l && lesson_reading_minutes(l) == 1, "and a minute that has begun is a minute");
	lesson_close(l);
}

/* In a window of 80 columns a page has 76: no line of code is broken there. */
static void test_no_line_goes_on(void)
{
	struct arena a = { 0 };
	struct error err = { 0 };
	struct buf found = BUF_INIT;
	const char **ids, *tests = getenv("TESTS_DIR");
	char path[500];
	size_t n = 0, pages = 0;

	snprintf(path, sizeof path, "%s/..", tests ? tests : "tests");
	setenv("WARPBOOK_DATA", path, 1);
	if (!ok(lesson_list(&a, &ids, &n, &err) == 0 && n > 0, "the book's lessons are there"))
		n = 0;
	for (size_t i = 0; i < n; i++) {
		struct lesson *l;

		if (lesson_open(&l, ids[i], &err)) {
			buf_printf(&found, "%s: %s\n", ids[i], err.text);
			continue;
		}
		for (size_t k = 0; k < l->nsteps; k++, pages++) {
			char *text = shown(&l->steps[k], &(struct step_answer){ .chosen = -1, .here = true }, 76, false,
					   false), *at;

			while ((at = strstr(text, "\xe2\x86\xaa"))) {
				buf_printf(&found, "%s, step %zu: %.*s\n", ids[i], k + 1, (int)strcspn(at, "\n"), at);
				text = at + 3;
			}
		}
		lesson_close(l);
	}
	is_text(buf_text(&found), "", "no line of code in a lesson goes on below at 80 columns");
	ok(pages > 500, "in all of their pages");
	buf_release(&found);
	arena_release(&a);
}

static void write_text(const char *folder, const char *name, const char *text)
{
	char path[400];
	struct error err;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	ok(file_write(path, text, strlen(text), &err) == 0, "%s is written", name);
}

/* The version of lesson 01_a in the data folder. */
static void version_of(char out[HASH_HEX])
{
	struct error err = { 0 };
	struct lesson *l;

	snprintf(out, HASH_HEX, "none");
	if (lesson_open(&l, "01_a", &err)) {
		printf("# %s\n", err.text);
		return;
	}
	memcpy(out, l->version, HASH_HEX);
	lesson_close(l);
}

/* A kept picture is shown again only as long as its lesson has the same version. */
static void test_versions(void)
{
	char top[] = "/tmp/warpbook-lesson-XXXXXX", folder[300], first[HASH_HEX], again[HASH_HEX], edited[HASH_HEX],
		kernel[HASH_HEX];
	const struct timespec then[2] = { { .tv_sec = 1000000000 }, { .tv_sec = 1000000000 } };
	struct error err;

	if (!ok(mkdtemp(top) != NULL, "there is a data folder"))
		return;
	setenv("WARPBOOK_DATA", top, 1);
	snprintf(folder, sizeof folder, "%s/lessons/01_a", top);
	path_make_dirs(folder, &err);
	write_text(folder, "k.cu", "__global__ void k(int *x) { *x = 1; }\n");
	write_text(folder, "lesson.lua", "return { title = 't', minutes = 5, summary = 's', steps = {\n"
					 "{ text = 'a', pictures = { { of = 'k', show = 'difference' } } }, { points = { 'p' } } "
					 "} }\n");
	version_of(first);
	version_of(again);
	ok(strcmp(first, "none") && !strcmp(first, again), "a lesson that is opened again has the same version");
	snprintf(folder, sizeof folder, "%s/lessons/01_a/k.cu", top);
	utimensat(AT_FDCWD, folder, then, 0);
	version_of(kernel);
	ok(strcmp(first, kernel) && strcmp(kernel, "none"), "another one with a kernel that was written since");
	snprintf(folder, sizeof folder, "%s/lessons/01_a", top);
	write_text(folder, "lesson.lua", "return { title = 't', minutes = 5, summary = 's', steps = {\n"
					 "{ text = 'b', pictures = { { of = 'k', show = 'difference' } } }, { points = { 'p' } } "
					 "} }\n");
	version_of(edited);
	ok(strcmp(edited, kernel) && strcmp(edited, "none"), "and with a text that was");
	path_remove_tree(top, &err);
}

/* The menu does not run the files: its entry for each must equal the values that running gives. */
static void test_cards(void)
{
	struct arena a = { 0 };
	struct error err = { 0 };
	struct buf differ = BUF_INIT;
	struct catalog c = { .nids = 0 };
	const char **ids;
	size_t n = 0;

	if (!ok(lesson_list(&a, &ids, &n, &err) == 0 && catalog_open(&c, &err) == 0, "the book is listed"))
		n = 0;
	for (size_t i = 0; i < n; i++) {
		struct lesson_card card;
		struct lesson *l = NULL;

		if (lesson_card(&card, ids[i], &a, &err) || lesson_open(&l, ids[i], &err) || strcmp(card.title, l->title) ||
		    strcmp(card.summary, l->summary) || card.minutes != l->minutes || card.steps != (int)l->nsteps)
			buf_printf(&differ, "%s\n", ids[i]);
		lesson_close(l);
	}
	for (size_t i = 0; i < c.nids; i++) {
		struct exercise_card card;
		struct exercise *e = NULL;

		if (exercise_card(&card, c.ids[i], &a, &err) || exercise_open(&e, c.ids[i], &err) ||
		    strcmp(card.title, e->title) || card.minutes != e->minutes)
			buf_printf(&differ, "%s\n", c.ids[i]);
		exercise_close(e);
	}
	is_text(buf_text(&differ), "", "the menu says of lessons and exercises what they say themselves");
	ok(lesson_card(&(struct lesson_card){ 0 }, "99_none", &a, &err) == -1 &&
	   exercise_card(&(struct exercise_card){ 0 }, "99_none/x", &a, &err) == -1,
	   "there is nothing to say of one that is missing");
	catalog_release(&c);
	buf_release(&differ);
	arena_release(&a);
}

int main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	test_fixture();
	test_answers();
	test_broken();
	test_widths();
	test_three_dimensions();
	test_code_block();
	test_html();
	test_order();
	test_spaces();
	test_blank();
	test_tables();
	test_figures();
	test_words();
	test_no_line_goes_on();
	test_cards();
	test_versions();
	return tap_done();
}
