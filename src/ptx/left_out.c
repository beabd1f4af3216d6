/*
 * left_out.c - finds an instruction in the table of unsupported ones, or in either table.
 */
#include "config.h"

#include <string.h>

#include "ptx/ptx.h"
#include "ptx/syntax.h"

const struct ptx_left_out ptx_left_out[] = {
#define OUT(name, what, why) { name, what, why },
#include "ptx/left_out.def"
#undef OUT
};
const size_t ptx_nleft_out = sizeof ptx_left_out / sizeof ptx_left_out[0];

const struct ptx_left_out *ptx_left_out_find(const char *spelling)
{
	const struct ptx_left_out *best = NULL;
	size_t most = 0;

	for (size_t k = 0; k < ptx_nleft_out; k++) {
		size_t len = strlen(ptx_left_out[k].name);

		if (len > most && !strncmp(ptx_left_out[k].name, spelling, len) &&
		    (spelling[len] == '.' || spelling[len] == '\0')) {
			best = &ptx_left_out[k];
			most = len;
		}
	}
	return best;
}

bool ptx_knows_opcode(const char *spelling)
{
	size_t len = strcspn(spelling, ". ");

	if (syntax_op(spelling, len) != PTX_OP_COUNT)
		return true;
	for (size_t k = 0; k < ptx_nleft_out; k++)
		if (len == strcspn(ptx_left_out[k].name, ".") && !strncmp(ptx_left_out[k].name, spelling, len))
			return true;
	return false;
}
