/*
 * simt_texture.c - compares course kernels with textures and surfaces with the same code on the host, and tests the findings
 * for wrong ones. tests/agree/texture.c compares each mode with a GPU.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/path.h"
#include "ptx/ptx.h"
#include "simt/simt.h"
#include "simt/mem/texture.h"
#include "tests/tap/native.h"
#include "tests/tap/tap.h"

#define W 40
#define H 24
#define D 6

static const struct texel_format floats = { TEXEL_FLOAT, 32, 1 };
static struct simt_mem *m;
static struct simt_program *program;
static struct simt_result result;
static float image[D * H * W], out[D * H * W];
static uint64_t out_at;

/* An array with `image` in it; without `filled` nothing is written. */
static uint64_t array_of(uint32_t width, uint32_t height, uint32_t depth, bool surface, bool read_only, bool filled)
{
	struct array_desc desc = { .format = floats, .width = width, .height = height, .depth = depth, .surface = surface,
		.read_only = read_only, .label = "img" };
	struct texel_box all = { 0, 0, 0, width, height ? height : 1, depth ? depth : 1 };
	uint64_t array = 0;

	if (simt_array_new(m, &desc, &array, NULL) < 0 || (filled && simt_array_write(m, array, &all, image, NULL) < 0))
		printf("# no array\n");
	return array;
}

static uint64_t texture_of(uint64_t array, enum texture_address address, enum texture_filter filter, bool normalized)
{
	struct resource_desc resource = { .kind = RESOURCE_ARRAY, .at = array };
	struct texture_desc desc = { .address = { address, address, address }, .filter = filter, .normalized = normalized };
	uint64_t object = 0;

	simt_texture_new(m, &resource, &desc, &object, NULL);
	return object;
}

static uint64_t surface_of(uint64_t array)
{
	uint64_t object = 0;

	simt_surface_new(m, array, &object, NULL);
	return object;
}

/* Runs with all checks; true if it is done and nothing was found. Then `out` is there. */
static bool run(const char *kernel, uint32_t blocks, uint32_t threads, const void *params, size_t len)
{
	struct simt_launch launch = { .kernel = kernel, .grid = { blocks, 1, 1 }, .block = { threads, 1, 1 }, .params = params,
		.params_len = len, .checks = SIMT_CHECK_ALL };
	struct error err = { 0 };

	if (!strcmp(kernel, "scale") || !strcmp(kernel, "filter") || !strcmp(kernel, "square")) {
		launch.grid = (struct dim3u){ 5, 5, 1 };
		launch.block = (struct dim3u){ 16, 16, 1 };
	}
	simt_result_release(&result);
	if (simt_launch(program, &launch, &result, &err) < 0) {
		printf("# %s\n", err.text);
		return false;
	}
	simt_read(m, out_at, out, sizeof(out), NULL);
	if (result.end == SIMT_BAD_LAUNCH)
		printf("# %s\n", result.error.text);
	return result.end == SIMT_DONE && !result.nfindings;
}

static void found(const char *kind, const char *words, const char *what)
{
	bool is = result.nfindings > 0 && !strcmp(finding_name(&result.findings[0]), kind) &&
		  strstr(result.findings[0].message, words);

	if (!ok(is, "%s", what) && result.nfindings)
		printf("# %s: %s\n", finding_name(&result.findings[0]), result.findings[0].message);
}

static float texel(int x, int y)
{
	x = x < 0 ? 0 : x >= W ? W - 1 : x;
	y = y < 0 ? 0 : y >= H ? H - 1 : y;
	return image[y * W + x];
}

static double bilinear(double x, double y)
{
	double fx = floor(x - 0.5), fy = floor(y - 0.5), a = x - 0.5 - fx, b = y - 0.5 - fy;
	int i = (int)fx, j = (int)fy;

	return (1 - a) * (1 - b) * texel(i, j) + a * (1 - b) * texel(i + 1, j) + (1 - a) * b * texel(i, j + 1) +
	       a * b * texel(i + 1, j + 1);
}

struct plane { uint64_t object, out; int32_t width, height; float z; };

static void images(void)
{
	uint64_t array = array_of(W, H, 0, false, false, true);
	struct plane p = { texture_of(array, TEXTURE_CLAMP, TEXTURE_LINEAR, true), out_at, 64, 48, 0 };
	double worst = 0;
	int wrong = 0;

	ok(run("scale", 0, 0, &p, 24), "an image scaled with tex2D runs clean");
	for (int i = 0; i < 64 * 48; i++)
		worst = fmax(worst, fabs(out[i] - bilinear((i % 64 + 0.5) * W / 64, (i / 64 + 0.5) * H / 48)));
	ok(worst < 1.0 / 64, "and is what the host's filter gives, up to weights of 8 bits (%.4f)", worst);

	p = (struct plane){ texture_of(array, TEXTURE_CLAMP, TEXTURE_POINT, false), out_at, W, H, 0 };
	ok(run("filter", 0, 0, &p, 24), "a 3 x 3 filter that leaves the image runs clean");
	for (int i = 0; i < W * H; i++) {
		float sum = 0;

		for (int k = 0; k < 9; k++)
			sum += texel(i % W + k % 3 - 1, i / W + k / 3 - 1);
		wrong += sum != out[i];
	}
	ok(!wrong, "and its edges are clamped");

	p.object = texture_of(array_of(W, H, 0, false, false, false), TEXTURE_CLAMP, TEXTURE_POINT, false);
	run("filter", 0, 0, &p, 24);
	found("uninitialised-read", "img[0]", "uninitialised texels are reported by name");

	array = array_of(W, H, D, false, false, true);
	p = (struct plane){ texture_of(array, TEXTURE_CLAMP, TEXTURE_LINEAR, false), out_at, W, H, 2.0f };
	ok(run("slice", H, 64, &p, 28), "a slice of a volume runs clean");
	for (int i = wrong = 0; i < W * H; i++)
		wrong += fabsf(out[i] - (image[W * H + i] + image[2 * W * H + i]) / 2) > 1e-6f;
	ok(!wrong, "and lies between two layers");
	run("filter", 0, 0, &p, 24);
	found("bad-texture", "img, which is 40 x 24 x 6 texels of 4 bytes", "a volume is not for tex2D");
}

static void tables(void)
{
	struct { uint64_t table, in, out; int32_t n; } p = { 0, 0, out_at, 256 };
	struct resource_desc resource = { .kind = RESOURCE_LINEAR, .format = floats, .bytes = 1024 };
	struct texture_desc desc = { .filter = TEXTURE_POINT };
	uint8_t in[256];
	int wrong = 0;

	for (int i = 0; i < 256; i++)
		in[i] = (uint8_t)(i * 37);
	simt_alloc(m, 1024, "table", 4, 0, &resource.at, NULL);
	simt_write(m, resource.at, image, 1024, NULL);
	simt_alloc(m, 256, "in", 1, SIMT_READ_ONLY, &p.in, NULL);
	simt_write(m, p.in, in, 256, NULL);
	simt_texture_new(m, &resource, &desc, &p.table, NULL);
	ok(run("lookup", 4, 64, &p, sizeof(p)), "a table read with tex1Dfetch runs clean");
	for (int i = 0; i < 256; i++)
		wrong += out[i] != image[in[i]];
	ok(!wrong, "and gives its entries");
	simt_free(m, resource.at, NULL);
	run("lookup", 4, 64, &p, sizeof(p));
	found("use-after-free", "table", "memory freed below a texture is reported");
	simt_object_free(m, p.table, NULL);
	run("lookup", 4, 64, &p, sizeof(p));
	found("bad-texture", "after it was destroyed", "so is a texture that was destroyed");
	p.table = 12345;
	run("lookup", 4, 64, &p, sizeof(p));
	found("bad-texture", "uses 0x3039 as a texture object", "and a number that never was one");
}

static void surfaces(void)
{
	uint64_t from = array_of(W, H, 0, true, false, true), to = array_of(W, H, 0, true, false, false);
	struct { uint64_t from, to; int32_t width, height; } p = { surface_of(from), surface_of(to), W, H };
	struct texel_box all = { 0, 0, 0, W, H, 1 };
	struct { uint64_t s, out; } q = { p.to, out_at };
	int wrong = 0;

	ok(run("square", 0, 0, &p, sizeof(p)), "an image squared from surface to surface runs clean");
	simt_array_read(m, to, &all, out, NULL);
	for (int i = 0; i < W * H; i++)
		wrong += out[i] != image[i] * image[i];
	ok(!wrong, "and is written");
	p.width++;
	run("square", 0, 0, &p, sizeof(p));
	found("out-of-bounds", "reads byte x = 160, y = 0 of img, which is 40 x 24 texels of 4 bytes",
	      "an access outside a surface is reported");
	p.width--;
	p.to = surface_of(array_of(W, H, 0, true, true, true));
	run("square", 0, 0, &p, sizeof(p));
	found("read-only-write", "writes img[0]", "a write to an input's surface is reported");
	p.to = texture_of(to, TEXTURE_CLAMP, TEXTURE_POINT, false);
	run("square", 0, 0, &p, sizeof(p));
	found("bad-texture", "uses a texture object of img as a surface", "a texture is no surface");
	q.s = surface_of(array_of(64, 1, 0, true, false, true));
	run("neighbours", 1, 64, &q, sizeof(q));
	found("data-race-global", "img[", "threads that race for a surface are reported");
}

/* One lane reads a cube map, an array with levels at a level, and by slopes. */
static const char reads[] =
	".version 6.4\n.target sm_70\n.address_size 64\n"
	".visible .entry cube(.param .u64 t, .param .u64 o, .param .f32 x, .param .f32 y, .param .f32 z)\n{\n"
	"	.reg .f32 %f<8>;\n	.reg .b64 %rd<3>;\n"
	"	ld.param.u64 %rd1, [t];\n	ld.param.u64 %rd2, [o];\n"
	"	ld.param.f32 %f1, [x];\n	ld.param.f32 %f2, [y];\n	ld.param.f32 %f3, [z];\n"
	"	tex.cube.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd1, {%f1, %f2, %f3, %f3}];\n"
	"	st.global.f32 [%rd2], %f4;\n	ret;\n}\n"
	".visible .entry level(.param .u64 t, .param .u64 o, .param .f32 x, .param .f32 y, .param .f32 z)\n{\n"
	"	.reg .f32 %f<8>;\n	.reg .b64 %rd<3>;\n"
	"	ld.param.u64 %rd1, [t];\n	ld.param.u64 %rd2, [o];\n"
	"	ld.param.f32 %f1, [x];\n	ld.param.f32 %f2, [y];\n	ld.param.f32 %f3, [z];\n"
	"	tex.level.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd1, {%f1, %f2}], %f3;\n"
	"	st.global.f32 [%rd2], %f4;\n"
	"	tex.grad.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd1, {%f1, %f2}], {%f3, %f1}, {%f2, %f3};\n"
	"	st.global.f32 [%rd2+4], %f4;\n	ret;\n}\n";

struct point { uint64_t object, out; float at[3]; };

static bool reads_as(const char *kernel, uint64_t object, float x, float y, float z, float want)
{
	struct point p = { object, out_at, { x, y, z } };

	return run(kernel, 1, 1, &p, 28) && out[0] == want;
}

/* The middle of each texel of each face, by the guide's table of faces. */
static bool faces_are(uint64_t object)
{
	bool right = true;

	for (int i = 0; i < 6 * 16; i++) {
		float u = (float)(i % 4 * 2 + 1) / 4 - 1, v = (float)(i / 4 % 4 * 2 + 1) / 4 - 1;
		const float at[6][3] = { { 1, -v, -u }, { -1, -v, u }, { u, 1, v }, { u, -1, -v }, { u, -v, 1 }, { -u, -v, -1 } };

		right &= reads_as("cube", object, 3 * at[i / 16][0], 3 * at[i / 16][1], 3 * at[i / 16][2], image[i]);
	}
	return right;
}

static void cubes(void)
{
	struct array_desc desc = { .format = floats, .width = 4, .height = 4, .depth = 6, .cube = true, .label = "sky" };
	struct texel_box all = { 0, 0, 0, 4, 4, 6 };
	struct error err = { 0 };
	uint64_t array = 0;

	simt_array_new(m, &desc, &array, &err);
	simt_array_write(m, array, &all, image, NULL);
	ok(faces_are(texture_of(array, TEXTURE_CLAMP, TEXTURE_POINT, true)),
	   "a direction meets the texel of a face of a cube map");
	ok(faces_are(texture_of(array, TEXTURE_CLAMP, TEXTURE_LINEAR, true)),
	   "and with a filter, in the middle of a texel, it alone");
	reads_as("level", texture_of(array, TEXTURE_CLAMP, TEXTURE_POINT, true), 0, 0, 0, 0);
	found("bad-texture", "a texture object of sky, which is 4 x 4 texels of 4 bytes, of cubes, as one of another kind",
	      "a cube map is not for tex2D");
	desc.depth = 5;
	ok(simt_array_new(m, &desc, &array, &err) < 0 && strstr(err.text, "six square faces"),
	   "a cube map of five faces is rejected");
	desc.depth = 6;
	desc.height = 3;
	ok(simt_array_new(m, &desc, &array, &err) < 0 && strstr(err.text, "six square faces"),
	   "and one whose faces are no squares");
}

static void levels(void)
{
	static const float values[3] = { 8, 16, 32 };
	struct texture_desc desc = { .filter = TEXTURE_POINT, .normalized = true, .level_most = 9 };
	struct resource_desc resource = { .kind = RESOURCE_MIPMAP, .nlevels = 3 };
	struct error err = { 0 };
	uint64_t arrays[3], object = 0;

	for (unsigned k = 0; k < 3; k++) {
		float flat[16];

		for (unsigned i = 0; i < 16; i++)
			flat[i] = values[k];
		arrays[k] = array_of(4 >> k, 4 >> k, 0, false, false, k == 1 ? false : true);
		simt_array_write(m, arrays[k], &(struct texel_box){ 0, 0, 0, 4 >> k, 4 >> k, 1 }, flat, NULL);
	}
	resource.levels = arrays;
	simt_texture_new(m, &resource, &desc, &object, &err);
	ok(reads_as("level", object, 0.3f, 0.3f, 0, 8) && reads_as("level", object, 0.3f, 0.3f, 1.25f, 16) &&
	   reads_as("level", object, 0.3f, 0.3f, 7, 32) && reads_as("level", object, 0.3f, 0.3f, -1, 8),
	   "a level is read by its number");
	ok(reads_as("level", object, 0, 0, 0.5f, 16) && out[1] == 16, "and by derivatives: steps of two texels are level 1");
	desc.level_filter = TEXTURE_LINEAR;
	simt_texture_new(m, &resource, &desc, &object, &err);
	ok(reads_as("level", object, 0.3f, 0.3f, 0.25f, 10) && reads_as("level", object, 0.3f, 0.3f, 1.5f, 24),
	   "between two it is their mix");
	desc.level_bias = 1;
	desc.level_most = 1.5f;
	simt_texture_new(m, &resource, &desc, &object, &err);
	ok(reads_as("level", object, 0.3f, 0.3f, 0, 16) && reads_as("level", object, 0.3f, 0.3f, 2, 24),
	   "an offset and a limit count");
	desc.normalized = false;
	ok(simt_texture_new(m, &resource, &desc, &object, &err) < 0 && strstr(err.text, "normalized coordinates"),
	   "coordinates in texels are rejected, as texels of which level?");
	arrays[1] = array_of(2, 2, 0, false, false, false);
	desc.normalized = true;
	simt_texture_new(m, &resource, &desc, &object, &err);
	reads_as("level", object, 0.3f, 0.3f, 0, 0);
	found("uninitialised-read", "img[0]", "texels of a level that nothing wrote are reported");
}

static void colours(void)
{
	const struct array_desc bytes = { .format = { TEXEL_UNSIGNED, 8, 4 }, .width = 1, .height = 1 };
	const uint8_t pixel[4] = { 188, 0, 0, 0 };
	struct texture_desc desc = { .filter = TEXTURE_POINT, .read = TEXTURE_NORMALIZED_FLOAT, .normalized = true,
				     .srgb = true };
	struct resource_desc resource = { .kind = RESOURCE_ARRAY };
	struct error err = { 0 };
	struct point p = { 0, out_at, { 0, 0, 0 } };

	simt_array_new(m, &bytes, &resource.at, &err);
	simt_array_write(m, resource.at, &(struct texel_box){ 0, 0, 0, 1, 1, 1 }, pixel, &err);
	simt_texture_new(m, &resource, &desc, &p.object, &err);
	ok(run("level", 1, 1, &p, 28) && fabsf(out[0] - 0.5029f) < 0.0001f, "188 of sRGB is half the light");
	desc.read = TEXTURE_ELEMENT;
	ok(simt_texture_new(m, &resource, &desc, &p.object, &err) < 0 && strstr(err.text, "the vm supports sRGB only for"),
	   "sRGB of plain bytes is rejected");
}

/* These three have a program of their own. */
static void kinds(void)
{
	struct error err = { 0 };
	struct ptx_module *module = ptx_parse(reads, sizeof reads - 1, "reads.ptx", &err);
	struct simt_program *usual = program;

	program = module ? simt_program_new(module, m, &err) : NULL;
	if (ok(program != NULL, "tex.cube, tex.level and tex.grad are understood")) {
		cubes();
		levels();
		colours();
	} else {
		printf("# %s\n", err.text);
	}
	simt_result_release(&result);
	simt_program_free(program);
	ptx_free(module);
	program = usual;
}

static void rejections(void)
{
	struct array_desc bad = { .format = { TEXEL_FLOAT, 8, 1 }, .width = 4 },
		ints = { .format = { TEXEL_SIGNED, 32, 1 }, .width = 4 };
	struct resource_desc resource = { .kind = RESOURCE_ARRAY };
	struct texture_desc linear = { .filter = TEXTURE_LINEAR };
	struct error err = { 0 };
	uint64_t array, object;

	ok(simt_array_new(m, &bad, &array, &err) < 0 && strstr(err.text, "a texel cannot have"), "floats of 8 bits are rejected");
	bad.format.bits = 32;
	bad.width = 0;
	ok(simt_array_new(m, &bad, &array, &err) < 0 && strstr(err.text, "is empty"), "so are arrays without texels");
	ok(simt_array_new(m, &ints, &array, &err) == 0 && simt_surface_new(m, array, &object, &err) < 0 &&
	   strstr(err.remedy, "cudaArraySurfaceLoadStore"), "surfaces of arrays that are not made for it");
	resource.at = array;
	ok(simt_texture_new(m, &resource, &linear, &object, &err) < 0 && strstr(err.text, "cannot be filtered"),
	   "linear filtering of integers");
	ok(simt_array_free(m, array, &err) == 0 && simt_array_free(m, array, &err) < 0, "and arrays that were freed");
}

int main(void)
{
	const char *tests = getenv("TESTS_DIR");
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	struct ptx_module *module = NULL;
	char path[4096];

	for (int i = 0; i < D * H * W; i++)
		image[i] = (float)((i * 7919) % 1009) / 1009;
	snprintf(path, sizeof(path), "%s/unit/course_textures.ptx", tests ? tests : WARPBOOK_SOURCE_DIR "/tests");
	if (file_read(path, 1 << 22, &text, &err) == 0)
		module = ptx_parse(text.data, text.len, path, &err);
	m = simt_mem_new(1 << 24, &err);
	program = module ? simt_program_new(module, m, &err) : NULL;
	if (!ok(program && simt_alloc(m, sizeof(out), "out", 4, 0, &out_at, &err) == 0, "course_textures.ptx is understood"))
		return printf("# %s\n", err.text), tap_done();
	images();
	tables();
	surfaces();
	rejections();
	kinds();
	simt_result_release(&result);
	simt_program_free(program);
	simt_mem_free(m);
	ptx_free(module);
	buf_release(&text);
	return tap_done();
}
