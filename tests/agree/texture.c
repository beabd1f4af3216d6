/*
 * texture.c - runs the cases of texture.h on the vm, with texture_kernels.cu compiled by nvcc, and compares them with
 * an H200 (texture.results). All are bitwise equal, except one in 70 of filtered halves and one in 8 of
 * filtered signed bytes, which differ by one step.
 */
#include "config.h"

#include <stdlib.h>

#include "texture.h"

#include "base/buf.h"
#include "base/path.h"
#include "ptx/ptx.h"
#include "simt/simt.h"
#include "simt/mem/texture.h"
#include "tests/tap/native.h"
#include "tests/tap/tap.h"

static struct texture_list list;

static int resource_make(struct simt_mem *m, const struct texture_case *c, const uint8_t *texels, struct resource_desc *r,
			 struct error *err)
{
	struct texel_format format = { (enum texel_kind)c->content, (uint8_t)c->bits, (uint8_t)c->channels };
	uint32_t width = (uint32_t)c->width, height = (uint32_t)c->height, depth = (uint32_t)(c->layers ? c->layers : c->depth);
	struct texel_box all = { 0, 0, 0, width, height ? height : 1, depth ? depth : 1 };
	struct array_desc array = { .format = format, .width = width, .height = height, .depth = depth, .layered = c->layers > 0,
		.gather = !strncmp(c->kernel, "gather", 6), .label = "texels" };
	size_t row = (size_t)c->width * texel_bytes(format);

	*r = (struct resource_desc){ .format = format, .width = width, .height = height };
	if (c->source == ARRAY) {
		r->kind = RESOURCE_ARRAY;
		return simt_array_new(m, &array, &r->at, err) < 0 || simt_array_write(m, r->at, &all, texels, err) < 0 ? -1 : 0;
	}
	r->kind = c->source == LINEAR ? RESOURCE_LINEAR : RESOURCE_PITCH2D;
	r->bytes = case_bytes(c);
	r->pitch = c->source == LINEAR ? row : 64 * ((row + 63) / 64);
	if (simt_alloc(m, r->pitch * (height ? height : 1), "texels", 4, 0, &r->at, err) < 0)
		return -1;
	for (size_t y = 0; y < (height ? height : 1); y++)
		if (simt_write(m, r->at + y * r->pitch, texels + y * row, row, err) < 0)
			return -1;
	return 0;
}

/* 0, and the samples' channels in `out`. */
static int case_run(const struct ptx_module *module, const struct texture_case *c, int number, uint32_t out[SAMPLES][4],
		    struct error *err)
{
	static uint8_t texels[1 << 20];
	struct sample samples[SAMPLES];
	struct simt_mem *m = simt_mem_new(1 << 24, err);
	struct simt_program *program = simt_program_new(module, m, err);
	struct texture_desc desc = { .filter = c->linear ? TEXTURE_LINEAR : TEXTURE_POINT, .normalized = c->normalized,
		.read = c->as_float ? TEXTURE_NORMALIZED_FLOAT : TEXTURE_ELEMENT };
	struct resource_desc resource;
	struct simt_result r = { .end = SIMT_HANG };
	uint64_t params[3];
	struct simt_launch launch = { .kernel = c->kernel, .grid = { SAMPLES / 32, 1, 1 }, .block = { 32, 1, 1 },
				      .params = params,
		.params_len = sizeof(params), .checks = SIMT_CHECK_ALL };
	int rc = -1;

	for (int d = 0; d < 3; d++)
		desc.address[d] = (enum texture_address)c->mode;
	for (int d = 0; d < 4; d++)
		desc.border[d] = c->border * (float)(d + 1);
	case_fill(c, number, texels);
	case_samples(c, number, samples);
	if (program && resource_make(m, c, texels, &resource, err) == 0 &&
	    simt_texture_new(m, &resource, &desc, &params[0], err) == 0 &&
	    simt_alloc(m, sizeof(samples), "at", 16, SIMT_READ_ONLY, &params[1], err) == 0 &&
	    simt_write(m, params[1], samples, sizeof(samples), err) == 0 &&
	    simt_alloc(m, SAMPLES * 16, "out", 16, 0, &params[2], err) == 0 && simt_launch(program, &launch, &r, err) == 0) {
		for (size_t k = 0; k < r.nfindings; k++)
			printf("# %s: %s\n", finding_name(&r.findings[k]), r.findings[k].message);
		if (r.end == SIMT_DONE && !r.nfindings)
			rc = simt_read(m, params[2], out, SAMPLES * 16, err);
	}
	simt_result_release(&r);
	simt_program_free(program);
	simt_mem_free(m);
	return rc;
}

/* The largest difference of a filtered value: a step of binary16 below 1, and one of 1/32767. */
static float bound_of(const struct texture_case *c)
{
	if (c->linear && c->content == FLOAT && c->bits == 16)
		return 0x1p-11f;
	return c->linear && c->content == SIGNED && c->bits == 8 ? 3.06e-5f : 0;
}

static float as_float(uint32_t bits)
{
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

static void case_compare(const struct ptx_module *module, int number, const uint8_t *expected)
{
	const struct texture_case *c = &list.cases[number];
	int channels = c->channels < 4 && strncmp(c->kernel, "gather", 6) ? c->channels : 4, differ = 0, wrong = 0;
	static uint32_t out[SAMPLES][4];
	struct sample s[SAMPLES];
	struct error err = { 0 };
	float worst = 0;
	bool ran = case_run(module, c, number, out, &err) == 0;

	case_samples(c, number, s);
	for (int i = 0; ran && i < SAMPLES; i++)
		for (int k = 0; k < channels; k++) {
			uint32_t want;
			float off;

			memcpy(&want, expected + 4 * (i * channels + k), 4);
			if (out[i][k] == want)
				continue;
			differ++;
			off = fabsf(as_float(out[i][k]) - as_float(want));
			worst = off > worst ? off : worst;
			if (!(off <= bound_of(c)) && wrong++ < 4)
				printf("# at (%.9g, %.9g, %.9g) layer %d, channel %d: 0x%08x, on the GPU 0x%08x (%.9g, %.9g)\n",
				       (double)s[i].at[0], (double)s[i].at[1], (double)s[i].at[2], s[i].layer, k, out[i][k], want,
				       (double)as_float(out[i][k]), (double)as_float(want));
		}
	if (!ok(ran && !wrong, "%s, %s of %d bits x %d, mode %d%s%s%s: as on the GPU", c->kernel,
		c->content == FLOAT ? "floats" : c->content == SIGNED ? "signed" : "unsigned", c->bits, c->channels, c->mode,
		c->linear ? ", linear" : "", c->normalized ? ", normalized" : "", c->as_float ? ", as floats" : ""))
		printf("# %s; %d of %d values differ\n", err.text, differ, SAMPLES * channels);
	else if (differ)
		printf("# %d of %d values differ, by %.3g at most\n", differ, SAMPLES * channels, (double)worst);
}

static struct ptx_module *module_read(const char *dir)
{
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	struct ptx_module *module = NULL;
	char path[4096];

	snprintf(path, sizeof(path), "%s/agree/texture.ptx", dir);
	if (file_read(path, 1 << 22, &text, &err) == 0)
		module = ptx_parse(text.data, text.len, path, &err);
	if (!ok(module != NULL, "texture.ptx is understood"))
		printf("# %s:%d: %s\n", err.file, err.line, err.text);
	buf_release(&text);
	return module;
}

int main(void)
{
	const char *tests = getenv("TESTS_DIR") ? getenv("TESTS_DIR") : WARPBOOK_SOURCE_DIR "/tests";
	struct ptx_module *module;
	struct buf results = BUF_INIT;
	struct error err = { 0 };
	char path[4096];
	size_t at = 0;

	texture_list_make(&list);
	snprintf(path, sizeof(path), "%s/agree/texture.results", tests);
	if (!ok(file_read(path, 1 << 22, &results, &err) == 0, "the results of a GPU are there"))
		return tap_done();
	module = module_read(tests);
	for (int i = 0; module && i < list.n; i++) {
		const struct texture_case *c = &list.cases[i];
		size_t bytes = SAMPLES * 4 * (size_t)(c->channels < 4 && strncmp(c->kernel, "gather", 6) ? c->channels : 4);

		if (at + bytes > results.len)
			break;
		case_compare(module, i, (const uint8_t *)results.data + at);
		at += bytes;
	}
	ok(at == results.len, "all of them were compared");
	ptx_free(module);
	buf_release(&results);
	return tap_done();
}
