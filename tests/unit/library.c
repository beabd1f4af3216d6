/* library.c - errors in the glossary's file have the place of each mistake, and a search finds its words. */
#include "config.h"

#include <limits.h>
#include <string.h>

#include "base/path.h"
#include "lesson/library.h"
#include "tap/tap.h"

/* ---- the glossary ------------------------------------------------------------------------- */

static void rejects(const char *text, int line, const char *said)
{
	struct glossary *g;
	struct error err = { 0 };

	if (!ok(glossary_parse(&g, text, strlen(text), &err) == -1 && err.party == PARTY_AUTHOR && err.line == line &&
		strstr(err.text, said),
		"line %d: %s", line, said))
		printf("# line %d: %s\n", err.line, err.text);
}

static void test_glossary(void)
{
	static const char good[] =
		"return { terms = {\n"
		"{ 'warp', rivals = { 'wavefront' }, see = { 'lane' }, text = [[32 threads.]] },\n"
		"{ 'lane', text = [[A place.]] },\n"
		"{ 'barrier', forms = { '__syncthreads' }, text = [[A place to wait.]] },\n"
		"} }\n";
	struct glossary *g;
	struct error err = { 0 };

	if (!ok(glossary_parse(&g, good, strlen(good), &err) == 0 && g->nterms == 3, "a glossary is read")) {
		printf("# %s\n", err.text);
		return;
	}
	ok(!strcmp(g->terms[0].name, "barrier") && !strcmp(g->terms[2].name, "warp") && g->terms[2].line == 2,
	   "its terms come by name");
	ok(glossary_find(g, "Warp", &err) == &g->terms[2] && glossary_find(g, "__syncthreads", &err) == &g->terms[0],
	   "a term is found by its name or form, in any case");
	ok(!glossary_find(g, "wrap", &err) && strstr(err.remedy, "'warp'"), "a near word is suggested");
	ok(!glossary_find(g, "wavefront", &err) && strstr(err.remedy, "'warp'"), "a rival leads to its term");
	glossary_close(g);
	rejects("return { terms = {\n{ 'warp' } } }", 2, "text");
	rejects("return { terms = {\n{ 'warp', text = '  ' } } }", 2, "is empty");
	rejects("return { terms = {\n{ 'warp', text = 'a `b' } } }", 2, "no partner");
	rejects("return { terms = {\n{ text = 'x' } } }", 2, "begins with its name");
	rejects("return { terms = {\n{ 'warp', text = 'x', sea = { 'lane' } } } }", 2, "sea");
	rejects("return { terms = {\n{ 'warp', text = 'x' },\n{ 'lane', text = 'y', see = { 'wrap' } } } }", 3, "'wrap'");
	rejects("return { terms = {\n{ 'warp', text = 'x' },\n{ 'Warp', text = 'y' } } }", 3, "already");
	rejects("return { terms = {\n{ 'warp', text = 'x' },\n{ 'lane', forms = { 'warp' }, text = 'y' } } }", 3, "already");
	rejects("return { terms = {\n{ 'warp', text = 'x', rivals = { 'lane' } },\n{ 'lane', text = 'y' } } }", 2, "'lane'");
	rejects("return { terms = { } }", 1, "1 to");
}

static void test_words(void)
{
	ok(words_occur("warp", "A warp.") && words_occur("warp", "Warps go") &&
	   words_occur("bank conflict", "of bank\n\t conflicts"),
	   "words occur in any case, with an s, over the end of a line");
	ok(!words_occur("warp", "warped") && !words_occur("race", "traces") && !words_occur("grid", "grid_size") &&
	   !words_occur("x", ""),
	   "parts of words do not");
	ok(words_occur("__syncthreads", "call `__syncthreads()`"), "code is words, too");
}

/* ---- the library ------------------------------------------------------------------------------ */

static int none_seen(void *ctx, const char *exercise)
{
	(void)exercise;
	return ctx ? 3 : 0;
}

static bool has(const struct found *list, size_t n, enum reading_kind kind)
{
	for (size_t i = 0; i < n; i++)
		if (list[i].reading->kind == kind)
			return true;
	return false;
}

static void test_search(void)
{
	struct library *l;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct found *list;
	struct buf text = BUF_INIT;
	int all = 1, wrong = 0;
	size_t n, more;

	if (!ok(library_open(&l, &err) == 0, "the library opens")) {
		printf("# %s\n", err.text);
		return;
	}
	ok(library_search(l, "Bank  CONFLICT", none_seen, NULL, &arena, &list, &n, &err) == 0 && n > 1 &&
	   list[0].reading->kind == READING_TERM && !strcmp(list[0].reading->title, "bank conflict"), "a term comes first");
	ok(has(list, n, READING_STEP) && !has(list, n, READING_HINT), "steps come behind it, and no hint that was not seen");
	ok(library_search(l, "index", none_seen, NULL, &arena, &list, &n, &err) == 0 && n &&
	   library_search(l, "index", none_seen, &all, &arena, &list, &more, &err) == 0 && more > n &&
	   has(list, more, READING_HINT),
	   "hints that were seen are there");
	ok(library_search(l, "syncthr", none_seen, NULL, &arena, &list, &n, &err) == 0 && n > 3,
	   "the beginning of a word is enough, also behind __");
	for (size_t i = 0; i < n; i++) {
		buf_clear(&text);
		found_excerpt(&list[i], 60, &text);
		if (text.len > 60 || (!strstr(buf_text(&text), "sync") && !strstr(list[i].reading->title, "sync")))
			wrong++;
	}
	ok(!wrong, "each excerpt fits, and shows what was found");
	ok(library_search(l, "yncthreads", none_seen, NULL, &arena, &list, &n, &err) == 0 && n == 0, "the middle of one is not");
	ok(library_search(l, "  ", none_seen, NULL, &arena, &list, &n, &err) == 0 && n == 0, "no words find nothing");
	ok(library_search(l, "warp wavelength", none_seen, NULL, &arena, &list, &n, &err) == 0 && n == 0,
	   "all words have to be there");
	arena_release(&arena);
	buf_release(&text);
	library_close(l);
}

static void test_notes(void)
{
	struct workspace w = { .root = "" };
	char folder[300], path[400];
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct library *l;
	struct found *list;
	struct buf place = BUF_INIT;
	static const char text[] = "# Shared memory\n\n## Step 3: Banks\n\nremember the *zebra* padding\nof one\n\n## Step "
				   "4\nnothing\n";
	size_t n;

	ok(library_notes(&l, &w, &err) == 0 && l->nreadings == 0, "without a workspace there are no notes");
	library_close(l);
	path_temp_dir(folder, sizeof folder, "warpbook-notes", &err);
	snprintf(w.root, sizeof w.root, "%s", folder);
	snprintf(path, sizeof path, "%s/notes", folder);
	path_make_dirs(path, &err);
	snprintf(path, sizeof path, "%s/notes/05_shared_memory.md", folder);
	file_write(path, text, sizeof text - 1, &err);
	ok(library_notes(&l, &w, &err) == 0 && l->nreadings == 2, "a text below each heading");
	ok(library_search(l, "zebra", none_seen, NULL, &arena, &list, &n, &err) == 0 && n == 1 &&
	   list[0].reading->kind == READING_NOTE && !strcmp(list[0].reading->title, "Step 3: Banks"),
	   "is found by its words, with the heading");
	reading_place(list[0].reading, &place);
	ok(!strcmp(buf_text(&place), "notes on 05_shared_memory"), "and where it is");
	buf_release(&place);
	arena_release(&arena);
	library_close(l);
	path_remove_tree(folder, NULL);
}

int main(void)
{
	test_glossary();
	test_notes();
	test_words();
	test_search();
	return tap_done();
}
