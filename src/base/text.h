/* text.h - questions about words, as files and sources have them. */
#ifndef WARPBOOK_BASE_TEXT_H
#define WARPBOOK_BASE_TEXT_H

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Does the text end so, with something before it? */
static inline bool text_ends(const char *text, const char *end)
{
	size_t n = strlen(text), len = strlen(end);

	return n > len && !strcmp(text + n - len, end);
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

#endif
