/* text.h - questions about words, as files and sources have them, and their hash. */
#ifndef WARPBOOK_BASE_TEXT_H
#define WARPBOOK_BASE_TEXT_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Does the text end so, with something before it? */
static inline bool text_ends(const char *text, const char *end)
{
	size_t n = strlen(text), len = strlen(end);

	return n > len && !strcmp(text + n - len, end);
}

/* The byte order mark, which some programs put in front of UTF-8. */
#define TEXT_MARK "\xEF\xBB\xBF"

/* The bytes of the mark in front of the text: 3 or 0. */
static inline size_t text_mark(const char *text, size_t len)
{
	const size_t n = strlen(TEXT_MARK);

	return len >= n && !memcmp(text, TEXT_MARK, n) ? n : 0;
}

/* A byte of a name: a letter, a digit or '_'. */
static inline bool text_is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The same where names may have letters of all alphabets, in UTF-8. */
static inline bool text_is_letter(char c)
{
	return text_is_word(c) || (unsigned char)c >= 0x80;
}

/* FNV-1a (Fowler, Noll, Vo). */
static inline uint64_t text_hash(const char *text, size_t len)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
	return hash ^ hash >> 32;
}

/* Is the word there, as a whole one? */
static inline bool text_has_word(const char *text, size_t len, const char *word)
{
	const size_t n = strlen(word);

	for (size_t i = 0; i + n <= len; i++)
		if (!memcmp(text + i, word, n) && (!i || !text_is_word(text[i - 1])) &&
		    (i + n == len || !text_is_word(text[i + n])))
			return true;
	return false;
}

#endif
