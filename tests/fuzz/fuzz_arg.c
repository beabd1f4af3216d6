/*
 * fuzz_arg.c - fuzz target: the input of `warpbook vm run` about a kernel. The first line is the kernel's name, mangled
 * or not, the second its parameters in PTX form (`u64 f32 b8[12]`), each other line an --arg. Every accepted value fits
 * into the parameters: nothing is stored beyond its own space.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "hand/args.h"
#include "fuzz/driver.h"

const char fuzz_corpus[] = "fuzz/args/*"; /* below tests; see driver.c */

#define ARENA_MOST (16u << 20)
#define PARAMS_MOST 16

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct { const char *name; enum ptx_type type; uint64_t bytes; } types[] = {
	{ "u8", PTX_U8, 1 }, { "b8", PTX_B8, 1 }, { "u16", PTX_U16, 2 }, { "f16", PTX_F16, 2 }, { "u32", PTX_U32, 4 },
	{ "f32", PTX_F32, 4 }, { "s64", PTX_S64, 8 }, { "u64", PTX_U64, 8 }, { "f64", PTX_F64, 8 },
};

/* The next piece up to a byte of `ends`, which a NUL replaces; NULL after the last. */
static char *piece(char **at, const char *ends)
{
	char *begin = *at, *end = begin + strcspn(begin, ends);

	if (!*begin)
		return NULL;
	*at = end + (*end != '\0');
	*end = '\0';
	return begin;
}

/* "b8[12]"; any other text is a u32. */
static struct ptx_var param_read(const char *word)
{
	struct ptx_var p = { .name = "k_param_0", .space = PTX_PARAM, .type = PTX_U32, .align = 4, .size = 4 };
	const char *bracket = strchr(word, '[');

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (!strncmp(word, types[i].name, strlen(types[i].name))) {
			p.type = types[i].type;
			p.align = p.size = types[i].bytes;
		}
	if (bracket) {
		p.is_array = true;
		p.size *= strtoul(bracket + 1, NULL, 10) % 64;
	}
	return p;
}

static void check(const struct hand_params *params, const struct hand_arg *args)
{
	for (size_t i = 0; i < params->n; i++) {
		const struct hand_arg *a = args[i].kind == ARG_SAME ? &args[args[i].same] : &args[i];

		if (params->list[i].offset + params->list[i].size > params->bytes ||
		    (a->kind == ARG_BUFFER ? params->list[i].size != sizeof a->addr || !a->type ||
		     (a->bytes && a->len != a->count * a->type->bytes)
					   : a->len != params->list[i].size))
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct ptx_var vars[PARAMS_MOST];
	struct ptx_function kernel = { .params = vars };
	struct hand_file file = { .is_cuda = size % 2, .text = BUF_INIT };
	const char *words[PARAMS_MOST];
	struct hand_words given = { words, 0 };
	struct arena arena = { .limit = ARENA_MOST };
	struct hand_params params;
	struct hand_arg *args;
	struct error err = { 0 };
	char *text = malloc(size + 1), *at = text, *line, *word;

	memcpy(text, data, size);
	text[size] = '\0';
	kernel.name = piece(&at, "\n");
	line = piece(&at, "\n");
	while (line && kernel.nparams < PARAMS_MOST && (word = piece(&line, " ")))
		vars[kernel.nparams++] = param_read(word);
	/* A named file would be read. */
	while (given.n < PARAMS_MOST && (line = piece(&at, "\n")))
		if (!strchr(line, '@'))
			words[given.n++] = line;
	buf_puts(&file.text, "__global__ void saxpy(float *y, const float *x, float a, int n) {}");
	if (kernel.name && hand_params_read(&file, &kernel, &arena, &params, &err) == 0 &&
	    hand_args_read(&given, &params, hand_kernel_signature(&kernel, &arena), 1, &arena, &args, &err) == 0)
		check(&params, args);
	buf_release(&file.text);
	arena_release(&arena);
	free(text);
	return 0;
}
