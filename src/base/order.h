/* order.h - how qsort and bsearch compare: two values, numbers, words, and objects by one of their members. */
#ifndef WARPBOOK_BASE_ORDER_H
#define WARPBOOK_BASE_ORDER_H

#include <stdint.h>
#include <string.h>

/* Below 0, 0 or above 0. */
#define ORDER(x, y) (((x) > (y)) - ((x) < (y)))

/* Defines the function `name`, which compares objects of a type by a member, in ascending order. */
#define ORDER_BY(name, type, member) \
static int name(const void *a, const void *b) \
{ \
	const type *x = a, *y = b; \
\
	return ORDER(x->member, y->member); \
}

/* The same for a member that is a string. */
#define ORDER_BY_TEXT(name, type, member) \
static int name(const void *a, const void *b) \
{ \
	return strcmp(((const type *)a)->member, ((const type *)b)->member); \
}

/*
 * Declares `first`: of n sorted objects, the index of the first one that is not `before` what is sought, an expression about the
 * one at `mid`; n if all are.
 */
#define ORDER_SEARCH(first, n, mid, before) \
	size_t first = 0; \
\
	for (size_t end_ = (n), mid; first < end_;) { \
		mid = first + (end_ - first) / 2; \
		if (before) \
			first = mid + 1; \
		else \
			end_ = mid; \
	}

static inline int order_doubles(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return ORDER(*x, *y);
}

static inline int order_words(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return ORDER(*x, *y);
}

static inline int order_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

#endif
