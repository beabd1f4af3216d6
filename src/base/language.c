/* language.c - see language.h. */
#include "config.h"

#include "base/language.h"

#include <ctype.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/catalogue.h"
#include "base/path.h"
#include "base/table.h"
#include "base/text.h"

static struct catalogue *now;
static char name[16];

/* They stay open, because somebody may still show their texts. */
#define OPENED_MOST 16
static struct { char *path; struct catalogue *catalogue; } opened[OPENED_MOST];
static size_t nopened;

/* What retold has told already, by the hash of the English text; any thread may ask. */
static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;
static struct { struct arena arena; struct table at; struct { const char *text, *told; } *rows; size_t n, cap; } kept;

const char *language_now(void)
{
	return *name ? name : NULL;
}

/* A catalogue's file is named by its language alone, or with its country: de, pt_BR. */
static bool is_plain(const char *word)
{
	size_t len = strlen(word);

	return len >= 2 && len < sizeof name && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_@") == len;
}

static bool is_english(const char *word)
{
	return !strcmp(word, "C") || !strcmp(word, "POSIX") || (!strncmp(word, "en", 2) && !isalpha((unsigned char)word[2]));
}

static bool find(const char *language, char path[PATH_MAX])
{
	const char *libraries = getenv("WARPBOOK_LIBDIR");
	char file[64];

	snprintf(file, sizeof file, "src/po/%s.po", language);
	if (libraries && *libraries && path_join(path, PATH_MAX, libraries, file + strlen("src/")) && path_exists(path))
		return true;
	if (path_own(file, path, PATH_MAX, NULL) == 0)
		return true;
	return path_own(file + strlen("src/"), path, PATH_MAX, NULL) == 0;
}

int language_open(const char *path, struct error *err)
{
	size_t i = 0;

	while (i < nopened && strcmp(opened[i].path, path))
		i++;
	if (i == OPENED_MOST)
		return error_set(err, PARTY_US, "there are more than %d catalogues", OPENED_MOST);
	if (i == nopened) {
		if (!(opened[i].path = strdup(path)))
			return error_nomem(err);
		if (catalogue_open(&opened[i].catalogue, path, err)) {
			free(opened[i].path);
			return -1;
		}
		nopened++;
	}
	now = opened[i].catalogue;
	return 0;
}

const char *language_file(void)
{
	for (size_t i = 0; i < nopened; i++)
		if (opened[i].catalogue == now)
			return opened[i].path;
	return NULL;
}

/* 1: taken, or English; 0: there is no catalogue for it; -1: it cannot be read. */
static int take(const char *word, struct error *err)
{
	char path[PATH_MAX], language[sizeof name];

	snprintf(language, sizeof language, "%.*s", (int)strcspn(word, ".@:"), word);
	if (is_english(language))
		return 1;
	for (int country = 1; country >= 0; country--) {
		if (!country)
			language[strcspn(language, "_")] = '\0';
		if (!is_plain(language) || !find(language, path))
			continue;
		if (language_open(path, err))
			return -1;
		snprintf(name, sizeof name, "%s", language);
		return 1;
	}
	return 0;
}

/* The first that has a value. */
static const char *locale_wanted(void)
{
	static const char *const variables[] = { "LC_ALL", "LC_MESSAGES", "LANG" };

	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		const char *value = getenv(variables[i]);

		if (value && *value)
			return value;
	}
	return "C";
}

/* A language that only lessons have: what the program says is English, and a pack may have texts. */
static void take_name(const char *word)
{
	snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "_.@:"), word);
	if (!is_plain(name) || is_english(name))
		*name = '\0';
}

int language_begin(const char *chosen, struct error *err)
{
	const char *list = getenv("LANGUAGE"), *first = list && *list ? list : chosen ? chosen : locale_wanted();
	int taken = 0;

	language_end();
	for (; !taken && list && *list; list += strcspn(list, ":"), list += *list == ':')
		taken = take(list, err);
	if (!taken && chosen)
		taken = take(chosen, err);
	if (!taken)
		taken = take(locale_wanted(), err);
	if (taken >= 0 && !now)
		take_name(first);
	return taken < 0 ? -1 : 0;
}

void language_end(void)
{
	now = NULL;
	*name = '\0';
	table_release(&kept.at);
	kept.n = kept.cap = 0;
	kept.rows = NULL;
}

const char *tr(const char *english)
{
	const char *told = now && english && *english ? catalogue_find(now, english) : NULL;

	return told ? told : english;
}

const char *tr_n(const char *one, const char *many, uint64_t n)
{
	const char *told = now ? catalogue_find_plural(now, one, many, n) : NULL;

	return told ? told : n == 1 ? one : many;
}

static const char *retell(const char *text)
{
	struct buf out = BUF_INIT;
	const char *told = text;
	size_t *row = table_at(&kept.at, text_hash(text, strlen(text)));

	if (row && *row != TABLE_NEW && !strcmp(kept.rows[*row].text, text))
		return kept.rows[*row].told;
	catalogue_retell(now, text, &out);
	if (row && !out.failed && arena_push(&kept.arena, &kept.rows, &kept.n, &kept.cap, sizeof *kept.rows)) {
		*row = kept.n - 1;
		kept.rows[*row].text = arena_strdup(&kept.arena, text);
		kept.rows[*row].told = told = arena_strdup(&kept.arena, buf_text(&out));
		if (!kept.rows[*row].text || !told) {
			kept.rows[*row].text = "";
			told = text;
		}
	}
	buf_release(&out);
	return told;
}

const char *retold(const char *text)
{
	if (!now || !text || !*text)
		return text;
	pthread_mutex_lock(&kept_lock);
	text = retell(text);
	pthread_mutex_unlock(&kept_lock);
	return text;
}

const char *name_alone(const char *called)
{
	const char *blank = now ? strchr(called, ' ') : NULL;

	return blank && (!strncmp(called, "a ", 2) || !strncmp(called, "an ", 3)) ? blank + 1 : called;
}
