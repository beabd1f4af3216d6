/* catalogue.c - reading PO files, plural forms, and telling composed sentences in another language. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/catalogue.h"
#include "base/catalogue_parts.h"
#include "base/language.h"
#include "tap/tap.h"

#define HEAD "msgid \"\"\nmsgstr \"\"\n\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\n"

static struct catalogue *made(const char *text)
{
	struct error err = { 0 };
	struct catalogue *c = NULL;

	if (catalogue_parse(&c, text, strlen(text), &err))
		printf("# %s\n", err.text);
	return c;
}

static void tells(const struct catalogue *c, const char *text, const char *wanted)
{
	struct buf out = BUF_INIT;

	catalogue_retell(c, text, &out);
	is_text(buf_text(&out), wanted, text);
	buf_release(&out);
}

static void test_reading(void)
{
	struct catalogue *c = made(HEAD "#: src/a.c\nmsgid \"two \"\n\"lines\\n\"\nmsgstr \"zwei \"\n\"Zeilen\\n\"\n\n"
					"#, fuzzy\nmsgid \"changed\"\nmsgstr \"alt\"\n\nmsgid \"open\"\nmsgstr \"\"\n\n"
					"#~ msgid \"gone\"\n#~ msgstr \"weg\"\n\n"
					"msgid \"bad %s\"\nmsgstr \"falsch %d\"\n\nmsgid \"%s of %d\"\nmsgstr \"von %2$d "
							"%1$s\"\n\n"
					"msgid \"%<PRIu64> file\"\nmsgid_plural \"%<PRIu64> files\"\n"
					"msgstr[0] \"%<PRIu64> Datei\"\nmsgstr[1] \"%<PRIu64> Dateien\"\n");
	size_t n = 0;

	if (!ok(c != NULL, "a catalogue is read"))
		return;
	catalogue_messages(c, &n);
	ok(n == 6, "without its head and what is gone");
	is_text(catalogue_find(c, "two lines\n"), "zwei Zeilen\n", "a text of several lines");
	ok(!catalogue_find(c, "changed"), "a fuzzy translation is not used");
	ok(!catalogue_find(c, "open"), "an empty one is none");
	ok(!catalogue_find(c, "bad %s"), "a translation with other conversions is not used");
	is_text(catalogue_find(c, "%s of %d"), "von %2$d %1$s", "one with the same in another order is");
	is_text(catalogue_find_plural(c, "%lu file", "%lu files", 1), "%lu Datei", "one");
	is_text(catalogue_find_plural(c, "%lu file", "%lu files", 0), "%lu Dateien", "none");
	catalogue_close(c);
}

static void test_broken(void)
{
	static const char *const texts[] = { "msgid \"a", "msgstr \"a\"\n", "\"a\"\n", "msgid \"a\"\nmsgstr[9] \"b\"\n",
			"what\n" };

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct catalogue *c = NULL;
		struct error err = { 0 };

		ok(catalogue_parse(&c, texts[i], strlen(texts[i]), &err) == -1 && strstr(err.text, "line ") && !c,
				"broken: %s", texts[i]);
	}
}

static void test_retelling(void)
{
	struct catalogue *c = made(
		HEAD "msgid \"%s of %s waits at %s%s, alone\"\nmsgstr \"%s in %s wartet allein an %s%s\"\n\n"
		     "msgid \"thread (%u,%u,%u)\"\nmsgstr \"Thread (%u,%u,%u)\"\n\n"
		     "msgid \"%s on line %d\"\nmsgstr \"%s in Zeile %d\"\n\nmsgid \"the block's sync()\"\nmsgstr \"das sync() "
					"des Blocks\"\n\n"
		     "msgid \"out has %d element\"\nmsgid_plural \"out has %d elements\"\n"
		     "msgstr[0] \"out hat %d Element\"\nmsgstr[1] \"out hat %d Elemente\"\n\n"
		     "msgid \"call it later\"\nmsgstr \"rufe es später\"\n\nmsgid \"%s: %s\"\nmsgstr \"%2$s: %1$s\"\n\n"
		     "msgid \"%s takes %.2f s, %d %% of it idle\"\nmsgstr \"%3$d %% von %2$.2f s wartet %1$s\"\n\n"
		     "msgid \"%s by %s %s gets nothing\"\nmsgstr \"%s durch %s %s bekommt nichts\"\n\n"
		     "msgid \"warps use %s % of it\"\nmsgstr \"Warps nutzen %s % davon\"\n\n"
		     "msgid \"cases\"\nmsgstr \"Fälle\"\n\n"
		     "msgid \"%s frees it\"\nmsgstr \"%s gibt es frei\"\n\n"
		     "msgid \"the fields are %s\"\nmsgstr \"die Felder sind %s\"\n\n"
		     "msgid \"%s elements %s wrong\"\nmsgstr \"%s Elemente falsch%.0s\"\n");

	if (!ok(c != NULL, "a catalogue is read"))
		return;
	tells(c, "thread (1,0,0) of block x waits at the block's sync() on line 12, alone",
	      "Thread (1,0,0) in block x wartet allein an das sync() des Blocks in Zeile 12");
	tells(c, "out has 1 element", "out hat 1 Element");
	tells(c, "out has 1000 elements", "out hat 1000 Elemente");
	tells(c, "out has 2 elements; nobody knows. Call it later.", "out hat 2 Elemente; nobody knows. Rufe es später.");
	tells(c, "add takes 1.50 s, 20 % of it idle", "20 % von 1.50 s wartet add");
	tells(c, "a lane by block (0,0,0) once gets nothing", "a lane durch block (0,0,0) once bekommt nichts");
	tells(c, "warps use 5 % of it", "Warps nutzen 5 % davon");
	tells(c, "3 elements are wrong", "3 Elemente falsch");
	tells(c, "f frees it (g on line 3)", "f gibt es frei (g in Zeile 3)");
	tells(c, "f keeps it (g on line 3)", "f keeps it (g on line 3)");
	tells(c, "the fields are points, cases, passed", "die Felder sind points, cases, passed");
	tells(c, "cases", "Fälle");
	tells(c, "a: b", "a: b");
	tells(c, "nothing of this", "nothing of this");
	tells(c, "", "");
	catalogue_close(c);
}

static void test_plural_rules(void)
{
	static const char polish[] = "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);";

	ok(plural_form("0", 7) == 0, "one form for all");
	ok(plural_form("n > 1", 1) == 0, "French: one");
	ok(plural_form("n > 1", 2) == 1, "French: several");
	ok(plural_form(polish, 1) == 0, "Polish: 1");
	ok(plural_form(polish, 23) == 1, "Polish: 23");
	ok(plural_form(polish, 12) == 2, "Polish: 12");
	ok(plural_form("nonsense", 3) == 0, "no rule");
	ok(plural_form("n", 100) == 0, "a form that no catalogue has");
}

static void test_english(void)
{
	language_end();
	ok(!language_now(), "without a choice it is English");
	is_text(_("open"), "open", "a literal stays");
	is_text(tr_n("one", "many", 1), "one", "one");
	is_text(tr_n("one", "many", 3), "many", "many");
	is_text(retold("out has 1 element"), "out has 1 element", "a sentence stays");
}

int main(void)
{
	test_reading();
	test_broken();
	test_retelling();
	test_plural_rules();
	test_english();
	return tap_done();
}
