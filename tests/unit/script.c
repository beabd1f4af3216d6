/* script.c - bounded Lua: what a definition cannot do, and the messages about its mistakes. */
#include "config.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lua.h>

#include "base/path.h"
#include "script/nearest.h"
#include "script/script.h"
#include "script/where.h"
#include "tap/tap.h"

static const struct script_limits tight = { .memory_bytes = 4 << 20, .steps = 2000000 };

static struct script *opened(const char *text, struct error *err)
{
	return script_open_text("ex.lua", text, strlen(text), &tight, err);
}

/* The text is rejected, with `line` and with `part` in the message. */
static void rejected(const char *text, int line, const char *part, const char *what)
{
	struct error err = { 0 };
	struct script *s = opened(text, &err);
	bool good = !s && err.line == line && strstr(err.text, part) && err.party == PARTY_AUTHOR &&
		    !strcmp(err.file, "ex.lua");

	if (!ok(good, "%s", what))
		printf("# %s:%d: %s\n", err.file, err.line, s ? "accepted" : err.text);
	script_close(s);
}

static void test_bounds(void)
{
	struct error err = { 0 };
	struct script *s;

	rejected("local x = 0\nwhile true do x = x + 1 end", 2, "does not end", "an endless loop is stopped");
	rejected("local t = {}\nfor i = 1, 1e9 do t[i] = i end", 0, "4 MiB of memory", "a table that fills memory is stopped");
	rejected("return { ('x'):rep(1e9) }", 0, "memory", "a huge string.rep is stopped");
	rejected("local s = 'x'\nwhile true do s = s .. s end", 0, "memory", "a string that doubles for ever is stopped");
	rejected("local function f() return 1 + f() end\nreturn { f() }", 0, "memory", "endless recursion is stopped");
	rejected("local function f() return f() end return f()", 1, "does not end", "endless tail calls are stopped");
	rejected("while true do pcall(error) end", 1, "pcall", "errors cannot be caught");
	rejected("coroutine.wrap(function() end)()", 1, "coroutine", "there are no coroutines");
	rejected("return { io.open('/etc/passwd') }", 1, "'io'", "there is no io");
	rejected("return { os.exit() }", 1, "'os'", "there is no os");
	rejected("return { load('return 1')() }", 1, "'load'", "there is no load");
	rejected("return { require 'x' }", 1, "'require'", "there is no require");
	rejected("return { debug.getinfo(1) }", 1, "'debug'", "there is no debug");
	rejected("return { string.dump(function() end) }", 1, "'dump'", "functions cannot be dumped");
	rejected("return { ('x'):find('x') }", 1, "'find'", "string methods are the allowed ones only");
	rejected("setmetatable({}, { __gc = function() while true do end end })", 1, "setmetatable", "there are no finalizers");
	rejected("return { getmetatable('').__index }", 1, "getmetatable", "the metatable of strings is out of reach");
	rejected("return { collectgarbage('stop') }", 1, "collectgarbage", "the collector is out of reach");
	rejected("return { math.random() }", 1, "'random'", "there is no source of randomness besides the seed");
	rejected("\x1bLua\x54\x00", 0, "binary", "a binary chunk is rejected");
	rejected("return " "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
		"((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
		"(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1", 0, "overflow",
		"deep nesting is rejected");
	s = opened("for i = 1, 100000 do end return {}", &err);
	ok(s != NULL, "work within the budget is done");
	script_close(s);
}

static void test_texts(void)
{
	rejected("return {\n  a = 1\n  b = 2,\n}", 3, "expected", "a syntax error names its line");
	rejected("x = 1\nlocal t = nil\nreturn { t.field }", 3, "index a nil value", "a run-time error names its line");
	rejected("error('no such shape')", 1, "no such shape", "the author's own error is reported");
	rejected("error({})", 0, "not a text", "an error that is a table is reported");
	rejected("return 5", 1, "returns number, not a table", "a definition has to return a table");
	rejected("", 0, "returns nil, not a table", "an empty definition is rejected");
	rejected("return ceil_div(1, 0)", 1, "must be positive", "a division by zero names its line");
	rejected("return { i32(1e300) }", 1, "whole value", "a number too large for an int is rejected");
}

static int read_helpers(struct script *s, void *ctx, struct error *err)
{
	static const struct { const char *field; double want; } rows[] = {
		{ "a", 4 }, { "b", 0.100000001490116119384765625 }, { "c", -2147483648.0 }, { "d", 255 }, { "e", 3 }, { "f", 44 },
	};
	bool good = true;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		double got = -1;

		good = good && !script_number(s, rows[i].field, true, &got, err) && got == rows[i].want;
	}
	ok(good, "ceil_div, f32, i32 and u8 calculate as C does");
	return 0;
}

struct reading { struct arena arena; const char *text; const char *const *fields; int64_t whole; };

static int read_title(struct script *s, void *ctx, struct error *err)
{
	struct reading *r = ctx;

	return script_string(s, &r->arena, "title", true, &r->text, err);
}

static int read_only_listed(struct script *s, void *ctx, struct error *err)
{
	return script_only(s, ((struct reading *)ctx)->fields, err);
}

static int read_nested(struct script *s, void *ctx, struct error *err)
{
	struct reading *r = ctx;
	static const char *const fields[] = { "name", "type", NULL };

	if (script_enter(s, "params", true, err) != 1)
		return -1;
	for (int i = 1, found; (found = script_enter_index(s, i, err)) != 0; i++) {
		if (found < 0 || script_only(s, fields, err) || script_string(s, &r->arena, "type", true, &r->text, err))
			return -1;
		script_leave(s);
	}
	script_leave(s);
	return script_integer(s, "minutes", false, &r->whole, err);
}

static int fill_memory(struct script *s, void *ctx, struct error *err)
{
	lua_State *lua = script_state(s);

	lua_newtable(lua);
	for (int i = 1;; i++) {
		lua_pushinteger(lua, i);
		lua_rawseti(lua, -2, i);
	}
	return 0;
}

/* Reading the text with `body` fails, with this message. */
static void misread(const char *text, script_body *body, struct reading *r, int line, const char *message,
		    const char *remedy, const char *what)
{
	struct error err = { 0 };
	struct script *s = opened(text, &err);
	bool good = s && script_protect(s, body, r, &err) == -1 && err.line == line && !strcmp(err.text, message) &&
		    strstr(err.remedy, remedy) && err.party == PARTY_AUTHOR;

	if (!ok(good, "%s", what))
		printf("# %s:%d: %s (%s)\n", err.file, err.line, err.text, err.remedy);
	script_close(s);
}

static void test_readers(void)
{
	static const char *const fields[] = { "title", "minutes", "kernel", NULL };
	struct reading r = { .fields = fields, .whole = 7 };
	struct error err = { 0 };
	struct script *s = opened("return { a = ceil_div(10, 3), b = f32(0.1), c = i32(2147483648), d = u8(-1), e = i32(3.9),"
				  " f = u8(300.7) }", &err);

	if (s)
		script_protect(s, read_helpers, NULL, &err);
	script_close(s);

	misread("return {\n\ttitle = 5,\n}", read_title, &r, 2, "title: should be a text, is a number (5)", "write a text",
		"a field of the wrong type names its line and value");
	misread("\nreturn {\n}", read_title, &r, 2, "'title' is missing", "add `title = `",
		"a missing field names the table's line");
	misread("return {\n\n title = 'a\\0b' }", read_title, &r, 3, "title: the text holds control characters or is not UTF-8",
		"UTF-8", "a text with a NUL is rejected");
	misread("return {\n\n title = '\\xff' }", read_title, &r, 3, "title: the text holds control characters or is not UTF-8",
		"UTF-8", "a text that is not UTF-8 is rejected");
	misread("return {\n  title = '',\n  minuets = 5,\n}", read_only_listed, &r, 3, "minuets: there is no such field",
		"did you mean `minutes`?", "an unknown field is rejected with the nearest name");
	misread("return {\n  zzzzzzzz = 5,\n}", read_only_listed, &r, 2, "zzzzzzzz: there is no such field",
		"title, minutes, kernel", "an unknown field that is near to none is rejected with all names");
	misread("return { 'loose' }", read_only_listed, &r, 1, "an element without a name does not belong here", "name = value",
		"a stray element is rejected");
	misread("return {\n  params = {\n    { name = 'a', type = 'int' },\n    { name = 'b',\n      type = {} },\n  },\n}",
		read_nested, &r, 5, "params[2].type: should be a text, is a table", "",
		"a nested field is named by its path and line");
	misread("return {\n  params = {\n    { type = 'int' },\n    { name = 'b' } } }", read_nested, &r, 4,
		"params[2]: 'type' is missing", "", "a field missing from an element names the element");
	misread("return {\n  params = {\n    5 } }", read_nested, &r, 3, "params[1]: should be a table, is a number (5)", "",
		"an element of the wrong type is named");
	misread("return { params = {},\n minutes = 1.5 }", read_nested, &r, 2,
		"minutes: should be a whole number, is a number (1.5)", "",
		"a fraction is no whole number");
	misread("return {}", fill_memory, &r, 0, "the script needs more than 4 MiB of memory", "smaller",
		"memory that runs out in our own reading is an error like any other");

	s = opened("return { params = {} }", &err);
	ok(s && script_protect(s, read_nested, &r, &err) == 0 && r.whole == 7, "an absent optional field leaves its default");
	script_close(s);
	arena_release(&r.arena);
}

static int call_f(struct script *s, void *ctx, struct error *err)
{
	lua_getfield(script_state(s), -1, "f");
	return script_call(s, "f", 0, 0, err);
}

static int call_g(struct script *s, void *ctx, struct error *err)
{
	lua_getfield(script_state(s), -1, "g");
	return script_call(s, "g", 0, 0, err);
}

static void test_calls(void)
{
	struct reading r = { .text = NULL };

	misread("return {\n a = 1,\n f = function()\n   local x = nil + 1 end }", call_f, &r, 4,
		"attempt to perform arithmetic on a nil value", "", "an error in a function names its line");
	misread("return {\n a = 1,\n f = function() while true do end end }", call_f, &r, 3,
		"the script does not end", "2 million", "a function that never ends is stopped and named");
	misread("return {\n a = 1,\n f = function() local t = {} for i = 1, 1e8 do t[i] = t end end }", call_f, &r, 3,
		"the script needs more than 4 MiB of memory", "", "a function that fills memory is stopped and named");
	misread("return {\n f = 5 }", call_f, &r, 2, "attempt to call a number value", "",
		"a call of a number names the field's line");
}

/* With the usual limits part of a long call is not counted. Returns how the call ends, "" if well. */
static const char *ends(const char *function, const struct script_limits *limits)
{
	static struct error err;
	char text[256];
	struct script *s;
	int status;

	snprintf(text, sizeof text, "return { f = function()\n%s end, g = function() while true do end end }", function);
	s = script_open_text("ex.lua", text, strlen(text), limits, &err);
	status = s ? script_protect(s, call_f, NULL, &err) : -1;
	if (status == 0) /* and the next call is bounded again */
		status = script_protect(s, call_g, NULL, &err) ? 0 : -1;
	script_close(s);
	return status ? err.text : "";
}

/* In a thread that blocks all signals, as the one of the reference does. */
static void *ends_elsewhere(void *said)
{
	sigset_t all, before, after;

	/* All that can be blocked: an emulator may keep some for itself. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, NULL);
	pthread_sigmask(SIG_SETMASK, NULL, &before);
	*(const char **)said = ends("while true do end", NULL);
	pthread_sigmask(SIG_SETMASK, NULL, &after);
	for (int k = 1; k <= SIGRTMAX; k++)
		if (sigismember(&before, k) != sigismember(&after, k))
			*(const char **)said = "a signal is no longer blocked";
	return NULL;
}

static void test_unwatched(void)
{
	const struct script_limits exact = { .exact = true };
	const char *said = "";
	pthread_t thread;

	is_text(ends("local n = 0 for i = 1, 1e7 do n = n + i end assert(n == 1e7 * (1e7 + 1) // 2)", NULL), "",
		"a long call ends well, and the next is bounded");
	is_text(ends("while true do end", NULL), "the script does not end", "an endless one is stopped, with the usual limits");
	is_text(ends("for i = 1, 6e7 do end", &exact), "the script does not end",
		"every instruction counts if the count is to be exact");
	if (pthread_create(&thread, NULL, ends_elsewhere, &said) == 0)
		pthread_join(thread, NULL);
	is_text(said, "the script does not end", "so it is in a thread without signals, which stay blocked");
	script_count_exactly();
	is_text(ends("for i = 1, 6e7 do end", NULL), "the script does not end", "or if it is to be exact everywhere");
}

static void test_where(void)
{
	static const char text[] =
		"-- return { decoy = 1 }\n"
		"local function helper() return { a = 'not this' } end\n"
		"local s = [==[\n return { a = 2 } ]==]\n"
		"if s == 'return {' then s = nil end\n"
		"return {\n"
		"  task = [[\nlong, { text\n]], -- line 6 to 8\n"
		"  launch = function(c) if c then return { grid = 1, a = 2 } end end,\n"
		"  list = { 'one', function() end,\n    { a = {\n      5, 6 } }, }; a = \"}\\\"\",\n"
		"  ['b'] = 5,\n"
		"  c = 1 == 2, last = 3 }\n";
	const struct { struct place path[3]; int depth, line; const char *what; } rows[] = {
		{ { { 0 } }, 0, 6, "the returned table is found after decoys" },
		{ { { .field = "task" } }, 1, 7, "a field is found" },
		{ { { .field = "launch" } }, 1, 10, "a field after a long text is found" },
		{ { { .field = "list" }, { .index = 2 } }, 2, 11, "an element of a list is found" },
		{ { { .field = "list" }, { .index = 3 }, { .field = "a" } }, 3, 12, "a field of an element is found" },
		{ { { .field = "list" }, { .index = 9 } }, 2, 11, "a missing element gives its list" },
		{ { { .field = "a" } }, 1, 13, "a field after a semicolon is found" },
		{ { { .field = "last" } }, 1, 15, "a field after a comparison is found" },
		{ { { .field = "nowhere" } }, 1, 6, "a missing field gives the table" },
	};

	int lines[4];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int line = where_line(text, sizeof text - 1, rows[i].path, rows[i].depth);

		if (!ok(line == rows[i].line, "%s", rows[i].what))
			printf("# got line %d, want %d\n", line, rows[i].line);
	}
	where_items(text, sizeof text - 1, rows[3].path, 1, lines, 4);
	ok(lines[0] == 11 && lines[1] == 11 && lines[2] == 12 && lines[3] == 11, "all elements of a list are found at once");
	where_items(text, sizeof text - 1, rows[1].path, 1, lines, 2);
	ok(lines[0] == 7 && lines[1] == 7, "what is no list gives its own line");
	where_items("return { { 1 }, { n = 2 },\n{ 3 }", 32, NULL, 0, lines, 4);
	ok(lines[0] == 1 && lines[1] == 1 && lines[2] == 2 && lines[3] == 1, "the elements of the returned table, too");
	where_items("x = 1", 5, NULL, 0, lines, 2);
	ok(lines[0] == 0 && lines[1] == 0, "without a return there are none");
	ok(where_line("x = 1", 5, NULL, 0) == 0, "a text without a return has no line");
	ok(where_line("return {{{", 10, rows[4].path, 3) == 1, "a torn text gives some line");
}

/* The text of the field's value; "-": the file has none. */
static void is_value(const char *text, const char *field, const char *wanted, const char *what)
{
	char found[80] = "-";
	const char *value;
	size_t n;

	if (where_value(text, strlen(text), field, &value, &n))
		snprintf(found, sizeof found, "%.*s", (int)n, value);
	is_text(found, wanted, what);
}

static void test_values(void)
{
	static const char text[] = "-- title = 'no'\nlocal function title() return { title = 'no' } end\nreturn {\n"
		"  inner = { title = \"no\", minutes = 5 }, title = \"a, b }\" , -- the title\n  minutes = 30;\n"
		"  sum = \"a\" .. title(),\n  steps = { { 1 }, { n = { 2 } }; { text = [[ { ]] }, },\n  mixed = { { 1 }, "
		"title() } }";

	is_value(text, "title", "\"a, b }\"", "a value is found as it is written");
	is_value(text, "minutes", "30", "and so is a number");
	is_value(text, "sum", "\"a\" .. title()", "an expression is reported whole");
	is_value(text, "nowhere", "-", "a field that is not there has no value");
	is_value("return { title = \"a", "title", "-", "nor has one in a torn text");
	is_value("title = \"a\"", "title", "-", "nor one outside the table");
	ok(where_count(text, sizeof text - 1, "steps") == 3, "a list of tables is counted");
	ok(where_count(text, sizeof text - 1, "mixed") == -1, "but not one with other elements");
	ok(where_count(text, sizeof text - 1, "title") == -1 && where_count(text, sizeof text - 1, "nowhere") == -1 &&
	   where_count("return { steps = { { 1 }", 24, "steps") == -1, "nor what is no list, or torn");
}

/* The literals of a file with this text: "TITLE MINUTES STEPS", or "-". */
static void is_literal(const char *text, const char *wanted, const char *what)
{
	struct literal fields[] = { { "title", LITERAL_TEXT, NULL, 0 }, { "minutes", LITERAL_WHOLE, NULL, 0 },
				    { "steps", LITERAL_COUNT, NULL, 0 } };
	char path[] = "/tmp/warpbook-literals-XXXXXX", found[80] = "-";
	struct arena a = { 0 };
	int fd = mkstemp(path);

	if (fd >= 0 && write(fd, text, strlen(text)) >= 0 && script_literals(path, fields, 3, &a))
		snprintf(found, sizeof found, "%s %d %d", fields[0].text, fields[1].number, fields[2].number);
	is_text(found, wanted, what);
	close(fd);
	unlink(path);
	arena_release(&a);
}

static void test_literals(void)
{
	struct literal none = { "title", LITERAL_TEXT, NULL, 0 };

	is_literal("return { title = 'T', minutes = 12, steps = { { text = 'a' }, {} } }", "T 12 2",
		   "literals are read without Lua");
	is_literal("return { title = 'T', minutes = 12, steps = { {}, {} }, oops oops }", "T 12 2",
		   "whatever else is in the file");
	is_literal("return { title = 'T' .. 'U', minutes = 12, steps = { {} } }", "-", "an expression is none");
	is_literal("return { title = 'a\\nb', minutes = 12, steps = { {} } }", "-", "a text with an escape is left to Lua");
	is_literal("return { title = 'a\x1b[31mb', minutes = 12, steps = { {} } }", "-", "so is one with control characters");
	is_literal("return { title = 'a\xff', minutes = 12, steps = { {} } }", "-", "so is one that is not UTF-8");
	is_literal("return { title = 'T', minutes = -1, steps = { {} } }", "-", "and a number with a sign");
	is_literal("return { title = 'T', minutes = 99999999999, steps = { {} } }", "-", "or one that is too large");
	ok(!script_literals("/nonexistent", &none, 1, &(struct arena){ 0 }), "a missing file has no literals");
}

static void test_files(void)
{
	char dir[256], path[300];
	struct error err = { 0 };

	if (path_temp_dir(dir, sizeof dir, "script", &err))
		return;
	ok(!script_open(dir, NULL, &err) && err.party == PARTY_AUTHOR && strstr(err.text, "a folder"),
	   "a folder is no definition");
	path_join(path, sizeof path, dir, "pipe");
	ok(mkfifo(path, 0600) == 0 && !script_open(path, NULL, &err) && strstr(err.text, "named pipe"),
	   "a pipe is no definition");
	path_join(path, sizeof path, dir, "none.lua");
	ok(!script_open(path, NULL, &err) && err.party == PARTY_MACHINE, "a missing file is reported");
	path_remove_tree(dir, &err);
}

static void test_nearest(void)
{
	static const char *const words[] = { "saxpy", "scale", "selu", "transform" };

	is_text(word_nearest("saxpi", words, 4), "saxpy", "a changed letter is seen through");
	is_text(word_nearest("sclae", words, 4), "scale", "swapped letters are seen through");
	is_text(word_nearest("trnsfrm", words, 4), "transform", "left-out letters are seen through");
	ok(!word_nearest("matmul", words, 4), "a word like no other has no nearest");
	ok(word_distance("", "abc") == 3 && word_distance("ab", "ba") == 1, "distances count typing errors");
}

int main(void)
{
	test_bounds();
	test_texts();
	test_readers();
	test_calls();
	test_where();
	test_values();
	test_literals();
	test_files();
	test_nearest();
	test_unwatched(); /* last: from then on every instruction counts */
	return tap_done();
}
