/*
 * simt_host.c - how a runtime uses the vm's memory: host memory that kernels use, names, copies
 * from device to device, the state of bytes that were never written, and variables by name.
 */
#include "config.h"

#include <stdint.h>

#include "simt/mem/mem.h"
#include "simt/written.h"
#include "tests/unit/simt_run.h"

/* out[i] = in[i] + 1, and the same to the word after it by an atomic. */
static const char add_one[] = HEAD
	".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
	".reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
	"ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"
	"add.s64 %rd1, %rd1, %rd3; add.s64 %rd2, %rd2, %rd3;\n"
	"ld.volatile.global.u32 %r2, [%rd2]; add.u32 %r2, %r2, 1; st.volatile.global.u32 [%rd1], %r2;\n"
	"atom.global.sys.add.u32 %r3, [%rd1+128], 5; ret;\n}\n";

static void freed_somewhere(void *ctx, uint64_t addr, char where[64])
{
	(void)ctx;
	(void)addr;
	strcpy(where, "on line 7");
}

static void test_map(void)
{
	uint32_t *host = aligned_alloc(4096, 4096);
	uint8_t *inner = (uint8_t *)host;
	struct simt_allocation_info info;
	struct bench b;
	uint64_t device, out;
	struct error *err = &b.err;

	if (!ok(host, "the host has memory"))
		return;
	memset(host, 0, 4096);
	if (!ok(bench_load(&b, add_one, host, 128, 512), "the kernel is loaded"))
		return;
	ok(simt_map(b.mem, host + 1, 1000, "h_x", 4, err) == 0, "host memory is mapped at any address");
	ok(simt_map(b.mem, inner + 1000, 100, "h_y", 4, err) < 0 && strstr(err->text, "'h_x'"), "not mapped memory");
	ok(simt_map(b.mem, inner, 4096, "h_y", 4, err) < 0 && simt_map(b.mem, inner + 8, 8, "h_y", 4, err) < 0,
	   "nor memory around it, or within");
	ok(simt_map(b.mem, inner + 3000, 100, "h_z", 4, err) == 0 && simt_unmap(b.mem, inner + 3000, err) == 0,
	   "after it there is free space");
	ok(simt_map(b.mem, (void *)0x10, 16, "low", 1, err) < 0 && simt_map(b.mem, (void *)(uintptr_t)(SIMT_SHARED_BASE + 1), 1,
									    "w", 1, err) < 0 &&
	   simt_map(b.mem, (void *)(uintptr_t)(SIMT_GLOBAL_BASE - 1), 2, "g", 1, err) < 0 &&
	   simt_map(b.mem, (void *)(UINTPTR_MAX - 1), 8, "end", 1, err) < 0 &&
	   simt_map(b.mem, inner + 2000, 0, "none", 1, err) < 0,
	   "the null page, windows, device addresses, the end of all and nothing can not be mapped");
	ok(simt_alloc(b.mem, 64, "later", 4, 0, &device, err) == 0 && simt_allocation_info(b.mem, device + 63, &info) &&
	   info.addr == device && info.bytes == 64 && info.device == 0 && !info.is_mapped && !strcmp(info.label, "later"),
	   "device memory is found below it");
	ok(simt_allocation_info(b.mem, (uintptr_t)host + 4, &info) && info.addr == (uintptr_t)host + 4 && info.bytes == 1000 &&
	   info.device == -1 && info.is_mapped && info.host == inner + 4 && info.elem == 4 &&
	   !simt_allocation_info(b.mem, (uintptr_t)host, &info),
	   "and host memory at its own address");
	for (uint32_t i = 0; i < 251; i++)
		host[i] = i;
	out = b.out;
	b.in = (uintptr_t)(host + 1);
	b.out = (uintptr_t)(host + 65);
	b.launch.block.x = 32;
	b.launch.checks = SIMT_CHECK_ALL;
	ok(bench_run(&b) == SIMT_DONE && b.result.nfindings == 0 && host[65] == 2 && host[96] == 33 && host[97] == 102 &&
	   host[128] == 133,
	   "a kernel reads and writes it, volatile and by atomics of the system's scope, and the host sees it");
	b.out = (uintptr_t)(host + 1 + 250 - 48);
	ok(bench_run(&b) == SIMT_FAULT && bench_found(&b, "out-of-bounds") &&
	   strstr(b.result.findings[0].message, "h_x[250]; h_x has 250 elements"),
	   "an access past its end is out of bounds");
	simt_mem_freed(b.mem, freed_somewhere, NULL);
	ok(simt_free(b.mem, (uintptr_t)(host + 1), err) < 0, "it is no device memory to be freed");
	ok(simt_unmap(b.mem, host, err) < 0 && simt_unmap(b.mem, host + 1, err) == 0 && simt_unmap(b.mem, host + 1, err) < 0,
	   "it is unmapped once, by its start");
	b.out = b.in;
	ok(bench_run(&b) == SIMT_FAULT && bench_found(&b, "use-after-free") &&
	   strstr(b.result.findings[0].message, "h_x was freed or unregistered on line 7"),
	   "a use after that is reported");
	ok(simt_map(b.mem, host, 2048, "again", 4, err) == 0 && simt_allocation_info(b.mem, (uintptr_t)(host + 1), &info) &&
	   !strcmp(info.label, "again"),
	   "and other memory takes its place");
	b.in = b.out = out;
	ok(simt_free(b.mem, out, err) == 0 && bench_run(&b) == SIMT_FAULT &&
	   strstr(b.result.findings[0].message, "after out was freed on line 7"), "so is device memory");
	bench_free(&b);
	free(host);
}

static void test_names(void)
{
	struct error err;
	struct simt_mem *m = simt_mem_new(1 << 20, &err);
	struct simt_allocation_info info;
	uint64_t a;

	ok(simt_alloc(m, 100, NULL, 0, SIMT_READ_ONLY, &a, &err) == 0 && simt_allocation_info(m, a, &info) && !*info.label &&
	   info.elem == 1 && info.flags == SIMT_READ_ONLY, "an allocation without a name");
	ok(simt_name(m, a + 99, "d_x", 8) && simt_name(m, a, NULL, 0) && simt_allocation_info(m, a, &info) &&
	   !strcmp(info.label, "d_x") && info.elem == 8 && !simt_name(m, a + 100, "y", 1), "is named later");
	ok(simt_free(m, a, &err) == 0 && simt_allocation_info(m, a, &info) && info.is_freed && !info.host &&
	   simt_name(m, a, "old", 0), "and known after it was freed");
	simt_mem_free(m);
}

struct named { uint64_t addr; unsigned times; };

static void name_it(void *ctx, uint64_t addr, char label[64], unsigned *elem)
{
	struct named *n = ctx;

	n->addr = addr;
	n->times++;
	strcpy(label, "d_late");
	*elem = 4;
}

static void test_namer(void)
{
	struct named named = { 0 };
	struct bench b;
	uint32_t zeros[64] = { 0 };
	uint64_t out, other;

	if (!ok(bench_load(&b, add_one, zeros, sizeof(zeros), 256), "a kernel is loaded"))
		return;
	simt_mem_namer(b.mem, name_it, &named);
	simt_alloc(b.mem, 100, NULL, 0, 0, &out, &b.err);
	simt_alloc(b.mem, 400, NULL, 0, 0, &other, &b.err);
	b.out = other;
	b.launch.block.x = 32;
	bench_run(&b);
	ok(named.times == 0, "names that no finding needs are not looked up");
	b.out = out;
	ok(bench_run(&b) == SIMT_FAULT && named.addr == out && strstr(b.result.findings[0].message,
								      "d_late[25]; d_late has 25 elements"),
	   "a finding asks for the name of what has none");
	bench_run(&b);
	ok(named.times == 1, "once");
	simt_mem_namer(b.mem, NULL, NULL);
	simt_free(b.mem, other, &b.err);
	b.out = other;
	ok(bench_run(&b) == SIMT_FAULT && strstr(b.result.findings[0].message, "memory[0] after memory was freed"),
	   "without anybody to ask it is memory");
	bench_free(&b);
}

static const uint8_t *host_memory;

static bool describe_it(void *ctx, uint64_t addr, struct simt_foreign *f)
{
	*(int *)ctx = f->param;
	strcpy(f->where, "heap");
	strcpy(f->name, f->param == 1 ? "h_x" : "");
	return addr - (uintptr_t)host_memory < 4096;
}

static void test_host_pointers(void)
{
	struct bench b;
	uint32_t zeros[64] = { 0 };
	uint8_t *host = malloc(4096);
	int param = -2;
	uint64_t in;

	host_memory = host;
	if (!ok(bench_load(&b, add_one, zeros, sizeof(zeros), 512), "a kernel is loaded"))
		return;
	in = b.in;
	b.launch.block.x = 32;
	b.launch.describe = describe_it;
	b.launch.describe_ctx = &param;
	b.in = (uintptr_t)host;
	ok(bench_run(&b) == SIMT_FAULT && b.result.nfindings == 1 && bench_found(&b, "host-pointer") &&
	   b.result.findings[0].threads == 32 && strstr(b.result.findings[0].message, "reads h_x[0], but h_x is a host pointer "
							"(heap): kernels cannot read host memory"),
	   "a host pointer in a parameter is reported by name");
	b.in += 4096;
	ok(bench_run(&b) == SIMT_FAULT && bench_found(&b, "out-of-bounds") && !bench_found(&b, "host-pointer"),
	   "only memory that the host has");
	b.in = in;
	b.out = (uintptr_t)host + 8;
	ok(bench_run(&b) == SIMT_FAULT && param == 0 && strstr(b.result.findings[0].message,
							       "which is a host pointer (heap): kernels cannot write"),
	   "without a name by its address");
	b.out = in + 100000;
	ok(bench_run(&b) == SIMT_FAULT && bench_found(&b, "out-of-bounds") && !bench_found(&b, "host-pointer"),
	   "a device's addresses are not the host's");
	ok(simt_map(b.mem, host, 1024, "h_pinned", 4, &b.err) == 0, "host memory is mapped");
	b.out = (uintptr_t)host + 1024 - 64;
	ok(bench_run(&b) == SIMT_FAULT && bench_found(&b, "out-of-bounds") && !bench_found(&b, "host-pointer"),
	   "an access past mapped memory is out of bounds, not a host pointer");
	b.launch.describe = NULL;
	b.out = (uintptr_t)(host + 4000);
	ok(bench_run(&b) == SIMT_FAULT && !bench_found(&b, "host-pointer"), "without a callback");
	bench_free(&b);
	free(host);
}

static void test_copies(void)
{
	struct error err;
	struct simt_mem *m = simt_mem_new(1 << 20, &err);
	uint8_t data[64], back[64];
	uint64_t a, b;

	for (unsigned i = 0; i < 64; i++)
		data[i] = (uint8_t)(i + 1);
	simt_alloc(m, 64, "a", 1, 0, &a, &err);
	simt_alloc(m, 64, "b", 1, 0, &b, &err);
	ok(simt_first_unwritten(m, a, 64) == 0 && simt_first_unwritten(m, a, 0) == 0, "fresh memory was not written");
	simt_write(m, a + 3, data + 3, 10, &err);
	simt_write(m, a + 20, data + 20, 30, &err);
	ok(simt_first_unwritten(m, a + 3, 10) == 10 && simt_first_unwritten(m, a + 4, 20) == 9 &&
	   simt_first_unwritten(m, a + 50, 14) == 0,
	   "the first uninitialised byte is reported");
	simt_write(m, b, data, 64, &err);
	ok(simt_move(m, b + 1, a + 2, 60, &err) == 0 && simt_first_unwritten(m, b, 64) == 1 &&
	   simt_first_unwritten(m, b + 2, 60) == 10 && simt_first_unwritten(m, b + 19, 40) == 30 &&
	   simt_first_unwritten(m, b + 61, 3) == 3,
	   "a copy on the device copies the marks");
	simt_read(m, b, back, 64, &err);
	ok(!memcmp(back + 2, data + 3, 10) && !memcmp(back + 19, data + 20, 30), "and the bytes");
	ok(simt_move(m, b + 2, b + 1, 60, &err) == 0 && simt_first_unwritten(m, b + 3, 60) == 10 &&
	   simt_first_unwritten(m, b + 20, 40) == 30,
	   "also where both overlap");
	ok(simt_move(m, a, b + 3, 10, &err) == 0 && simt_first_unwritten(m, a, 64) == 13, "written bytes stay marked");
	ok(simt_move(m, a, b, 65, &err) < 0 && simt_move(m, b + 60, a, 5, &err) < 0 && simt_move(m, a, 5, 1, &err) < 0,
	   "a copy stays within both");
	ok(simt_fill(m, a, (uint8_t[]){ 1, 2, 3 }, 3, 21, &err) == 0 && simt_read(m, a, back, 64, &err) == 0 && back[0] == 1 &&
	   back[62] == 3 && back[60] == 1 && back[63] == 0xA5 && simt_first_unwritten(m, a, 64) == 63,
	   "a pattern fills and counts as written");
	ok(simt_fill(m, a, data, 3, 22, &err) < 0 && simt_fill(m, a, data, 0, 1, &err) < 0 &&
	   simt_fill(m, a, data, 8, UINT64_MAX / 4, &err) < 0 && simt_fill(m, a, data, 4, 0, &err) == 0, "not beyond the end");
	simt_free(m, b, &err);
	ok(simt_move(m, a, b, 1, &err) < 0 && simt_first_unwritten(m, b, 9) == 9, "and not from freed memory");
	simt_mem_free(m);
}

static void test_symbols(void)
{
	static const char text[] = HEAD
		".global .attribute(.managed) .align 4 .u32 shared_by_all[2] = {7, 8};\n.const .align 4 .u32 c = 5;\n"
		".global .align 8 .u64 to = generic(shared_by_all);\n"
		".visible .entry k()\n{\n.reg .b32 %r<4>; .reg .b64 %rd<2>;\n"
		"ld.global.u64 %rd1, [to]; ld.u32 %r1, [%rd1+4]; add.u32 %r1, %r1, 1; st.global.u32 [shared_by_all+4], %r1; "
		"ret;\n}\n";
	struct error err;
	struct ptx_module *module = ptx_parse(text, strlen(text), "test.ptx", &err);
	struct simt_mem *m = simt_mem_new(1 << 20, &err);
	struct simt_program *one = simt_program_new(module, m, &err), *two = simt_program_new(module, m, &err);
	struct simt_launch launch = { .kernel = "k", .grid = { 1, 1, 1 }, .block = { 1, 1, 1 }, .checks = SIMT_CHECK_ALL };
	struct simt_result r;
	struct simt_allocation_info info;
	uint64_t at = 0, other = 0, bytes = 0;
	uint32_t *host;

	ok(one && simt_symbol(one, "c", &at, &bytes) && bytes == 4 && simt_symbol(two, "c", &other, &bytes) && at != other,
	   "a variable is found by name, and each program has its own");
	ok(simt_symbol(one, "shared_by_all", &at, &bytes) && bytes == 8 && simt_symbol(two, "shared_by_all", &other, &bytes) &&
	   at == other && at % 4096 == 0 && !simt_symbol(one, "d", &other, &bytes), "a managed one is one for both");
	host = (uint32_t *)(uintptr_t)at;
	ok(host[0] == 7 && host[1] == 8, "with its first values, which the host reads");
	host[1] = 40;
	for (int k = 0; k < 2; k++) {
		ok(simt_launch(k ? two : one, &launch, &r, &err) == 0 && r.end == SIMT_DONE && r.nfindings == 0 &&
		   host[1] == 41u + (uint32_t)k,
		   "the kernel sees the host's writes, and the host the kernel's");
		simt_result_release(&r);
	}
	simt_program_free(one);
	ok(host[1] == 42 && simt_allocation_info(m, at, &info) && !info.is_freed, "it lives as long as one of them");
	simt_program_free(two);
	ok(simt_allocation_info(m, at, &info) && info.is_freed, "and no longer");
	simt_mem_free(m);
	ptx_free(module);
}

static void test_devices(void)
{
	struct simt_mem *m;
	struct bench b;
	struct error *err = &b.err;
	struct simt_allocation_info info;
	uint32_t zeros[128] = { 0 };
	uint64_t mine, theirs, one, two, bytes;
	struct simt_program *other;
	static const char text[] = HEAD ".global .u32 g = 3;\n.visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
		".reg .b32 %r<3>; .reg .b64 %rd<3>; ld.param.u64 %rd1, [out]; ld.global.u32 %r1, [%rd1]; atom.global.add.u32 "
		"%r2, [g], %r1; ret;\n}\n";

	if (!ok(bench_load(&b, text, zeros, sizeof(zeros), sizeof(zeros)), "a kernel is loaded for device 0"))
		return;
	m = b.mem;
	ok(simt_use_device(m, 1, err) < 0 && simt_mem_device(m, SIMT_DEVICES, 1, err) < 0 && simt_use_device(m, 40, err) < 0 &&
	   simt_mem_device(m, 1, 5000, err) == 0 && simt_use_device(m, 1, err) == 0, "a device is declared before it is used");
	ok(simt_alloc(m, 4000, "d_b", 4, 0, &theirs, err) == 0 && simt_alloc(m, 1001, "c", 4, 0, &mine, err) < 0 &&
	   simt_mem_usage(m, 1).used == 4000 && simt_mem_usage(m, 1).capacity == 5000 && simt_mem_usage(m, 40).capacity == 0,
	   "each has its own capacity");
	ok(simt_allocation_info(m, theirs, &info) && info.device == 1 && simt_allocation_info(m, b.out, &info) &&
	   info.device == 0,
	   "an allocation knows its owner");
	other = simt_program_new(b.module, m, err);
	ok(other && simt_program_device(other) == 1 && simt_program_device(b.program) == 0 &&
	   simt_symbol(b.program, "g", &one, &bytes) && simt_symbol(other, "g", &two, &bytes) && one != two &&
	   simt_allocation_info(m, two, &info) && info.device == 1,
	   "a module that is loaded for two has its variables twice");
	simt_use_device(m, 0, err);
	simt_write(m, theirs, &(uint32_t){ 7 }, 4, err);
	mine = b.out;
	b.out = theirs;
	ok(bench_run(&b) == SIMT_FAULT && bench_found(&b, "no-peer-access") &&
	   strstr(b.result.findings[0].message, "reads d_b[0], which is memory of "
	   "device 1; this kernel runs on device 0 and peer access is not enabled (cudaDeviceEnablePeerAccess)"),
	   "memory out of reach is reported");
	b.launch.reach = 2;
	ok(bench_run(&b) == SIMT_DONE && simt_read(m, one, zeros, 4, err) == 0 && zeros[0] == 10, "with peer access it is read");
	b.launch.reach = 0;
	b.out = mine;
	ok(bench_run(&b) == SIMT_DONE, "a device reaches its own");
	simt_free(m, theirs, err);
	ok(simt_mem_usage(m, 1).used == 4, "freed memory belongs to its owner again");
	simt_program_free(other);
	bench_free(&b);
}

int main(void)
{
	test_devices();
	test_map();
	test_names();
	test_namer();
	test_host_pointers();
	test_copies();
	test_symbols();
	return tap_done();
}
