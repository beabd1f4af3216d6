/*
 * limits.c - which launches the device rejects, and how many blocks are resident.
 */
#include "config.h"

#include "simt/limits.h"

#include "simt/cluster.h"

/* The device with these limits; simt.h describes it. */
#define USUAL_SMS        132u
#define SM_THREADS       2048u
#define SM_BLOCKS        32u
#define SM_SHARED        (228u << 10)
#define MAX_SHARED       (227u << 10)

static int bad_launch(struct simt_result *r, const char *what, unsigned long long got, unsigned long long most)
{
	r->end = SIMT_BAD_LAUNCH;
	error_set(&r->error, PARTY_LEARNER, "invalid launch: %s is %llu, the device allows 1 to %llu", what, got, most);
	return -1;
}

static int geometry_check(const struct image *image, const struct simt_launch *args, struct simt_result *r)
{
	const struct dim3u *g = &args->grid, *b = &args->block;
	const struct { const char *what; uint32_t got, most; } limits[] = {
		{ "gridDim.x", g->x, INT32_MAX }, { "gridDim.y", g->y, 65535 }, { "gridDim.z", g->z, 65535 },
		{ "blockDim.x", b->x, 1024 }, { "blockDim.y", b->y, 1024 }, { "blockDim.z", b->z, 64 },
	};
	uint64_t threads, shared = (uint64_t)image->static_shared + args->dynamic_shared;

	for (size_t k = 0; k < sizeof(limits) / sizeof(limits[0]); k++)
		if (limits[k].got < 1 || limits[k].got > limits[k].most)
			return bad_launch(r, limits[k].what, limits[k].got, limits[k].most);
	threads = (uint64_t)b->x * b->y * b->z;
	if (threads > 1024)
		return bad_launch(r, "the number of threads in a block", threads, 1024);
	if ((uint64_t)g->x * g->y * g->z > UINT32_MAX) {
		r->end = SIMT_BAD_LAUNCH;
		error_set(&r->error, PARTY_US, "the vm does not support launches of more than %u blocks, and this one has %llu",
			  UINT32_MAX, (unsigned long long)g->x * g->y * g->z);
		return error_remedy(&r->error, "launch fewer blocks, and let each thread process several elements in a loop");
	}
	if (shared > MAX_SHARED)
		return bad_launch(r, "shared memory of a block in bytes", shared, MAX_SHARED);
	if (args->params_len < image->params_len) {
		r->end = SIMT_BAD_LAUNCH;
		return error_set(&r->error, PARTY_LEARNER, "invalid launch: kernel '%s' takes %u bytes of parameters, %zu given",
				 args->kernel, image->params_len, args->params_len);
	}
	return 0;
}

static uint64_t product(const uint32_t n[3])
{
	uint64_t all = 1;

	for (int k = 0; k < 3; k++)
		all *= n[k] ? n[k] : 1;
	return all;
}

/*
 * Checks what __launch_bounds__ and similar attributes promised the compiler: a block larger than .maxntid, or other
 * than .reqntid, may not have the registers it needs. (.minnctapersm promises nothing.)
 */
static int launch_bounds_check(const struct image *image, const struct simt_launch *args, struct simt_result *r)
{
	const struct ptx_function *f = image->kernel;
	const struct dim3u *b = &args->block;
	const uint32_t *most = f->maxntid, *exact = f->reqntid;
	uint64_t threads = (uint64_t)b->x * b->y * b->z;

	if (most[0] && threads > product(most)) {
		r->end = SIMT_BAD_LAUNCH;
		error_set(&r->error, PARTY_LEARNER, "a block has %llu threads, but the kernel allows %llu",
			  (unsigned long long)threads, (unsigned long long)product(most));
		return error_remedy(&r->error, "drop __launch_bounds__, or raise its number");
	}
	if (exact[0] && (b->x != exact[0] || b->y != (exact[1] ? exact[1] : 1) || b->z != (exact[2] ? exact[2] : 1))) {
		r->end = SIMT_BAD_LAUNCH;
		return error_set(&r->error, PARTY_LEARNER, "a block is (%u,%u,%u), but the kernel requires (%u,%u,%u)",
				 b->x, b->y, b->z, exact[0], exact[1] ? exact[1] : 1, exact[2] ? exact[2] : 1);
	}
	return 0;
}

struct dim3u limits_cluster(const struct image *image, const struct simt_launch *args)
{
	const uint32_t *own = image->kernel->reqnctapercluster;

	if (args->cluster.x)
		return args->cluster;
	return (struct dim3u){ own[0] ? own[0] : 1, own[1] ? own[1] : 1, own[2] ? own[2] : 1 };
}

static int cluster_check(const struct image *image, const struct simt_launch *args, struct simt_result *r)
{
	const struct dim3u c = limits_cluster(image, args), *g = &args->grid;
	uint64_t size = (uint64_t)c.x * c.y * c.z;

	if (size < 1 || size > CLUSTER_MOST)
		return bad_launch(r, "the number of blocks in a cluster", size, CLUSTER_MOST);
	if (g->x % c.x == 0 && g->y % c.y == 0 && g->z % c.z == 0)
		return 0;
	r->end = SIMT_BAD_LAUNCH;
	error_set(&r->error, PARTY_LEARNER, "invalid launch: a grid of (%u,%u,%u) blocks cannot be divided into clusters of "
					    "(%u,%u,%u)", g->x, g->y,
		  g->z, c.x, c.y, c.z);
	return error_remedy(&r->error, "round the grid up to a multiple of the cluster, and let the extra blocks do nothing");
}

uint32_t limits_resident(const struct image *image, const struct simt_launch *args)
{
	uint32_t warps = (args->block.x * args->block.y * args->block.z + LANES - 1) / LANES;
	uint32_t shared = image->static_shared + args->dynamic_shared + RESERVED_SHARED;
	uint32_t most = SM_THREADS / (warps * LANES), by_shared = SM_SHARED / shared;

	if (most > SM_BLOCKS)
		most = SM_BLOCKS;
	most = (most < by_shared ? most : by_shared) * (args->multiprocessors ? args->multiprocessors : USUAL_SMS);
	return args->resident && args->resident < most ? args->resident : most;
}

int limits_check(const struct image *image, const struct simt_launch *args, struct simt_result *r)
{
	const struct dim3u *g = &args->grid;
	uint64_t blocks = (uint64_t)g->x * g->y * g->z;

	if (geometry_check(image, args, r) < 0 || launch_bounds_check(image, args, r) < 0 || cluster_check(image, args, r) < 0)
		return -1;
	if (!args->cooperative || blocks <= limits_resident(image, args))
		return 0;
	r->end = SIMT_BAD_LAUNCH;
	error_set(&r->error, PARTY_LEARNER, "too many blocks in cooperative launch: %llu, the device holds %u of this size at "
					    "a time",
		  (unsigned long long)blocks, limits_resident(image, args));
	return error_remedy(&r->error, "launch no more, and let each thread process several elements in a loop");
}
