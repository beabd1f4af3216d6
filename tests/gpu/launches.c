/*
 * launches.c - tests the GPU device by itself, on a machine that has one: launches that exercises do not use
 * yet (a block with more than 48 KiB of dynamic shared memory, a cooperative grid), rejected launches, and
 * the driver compiler's messages about a wrong text.
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "device/device.h"
#include "tap/tap.h"

static const char ptx[] =
	".version 6.3\n.target sm_70\n.address_size 64\n"
	".extern .shared .align 16 .b8 room[];\n"
	/* The last word of 64 KiB goes through shared memory. */
	".visible .entry last_word(.param .u64 out)\n{\n"
	"\t.reg .u32 %r<4>;\n\t.reg .u64 %d<4>;\n\t.reg .pred %p<2>;\n"
	"\tld.param.u64 %d1, [out];\n\tcvta.to.global.u64 %d2, %d1;\n\tmov.u32 %r1, %tid.x;\n"
	"\tsetp.ne.u32 %p1, %r1, 0;\n\tmov.u32 %r2, 77;\n"
	"\t@!%p1 st.shared.u32 [room+65532], %r2;\n\tbar.sync 0;\n"
	"\tld.shared.u32 %r3, [room+65532];\n\t@!%p1 st.global.u32 [%d2], %r3;\n\tret;\n}\n"
	/* Every block counts itself and waits for all others. */
	".visible .entry meet(.param .u64 out)\n{\n"
	"\t.reg .u32 %r<6>;\n\t.reg .u64 %d<4>;\n\t.reg .pred %p<3>;\n"
	"\tld.param.u64 %d1, [out];\n\tcvta.to.global.u64 %d2, %d1;\n\tmov.u32 %r1, %tid.x;\n"
	"\tmov.u32 %r2, %nctaid.x;\n\tsetp.ne.u32 %p1, %r1, 0;\n\t@%p1 bra DONE;\n"
	"\tatom.global.add.u32 %r3, [%d2], 1;\n"
	"WAIT:\n\tld.volatile.global.u32 %r4, [%d2];\n\tsetp.lt.u32 %p2, %r4, %r2;\n\t@%p2 bra WAIT;\n"
	"DONE:\n\tret;\n}\n";

static struct device *device;
static struct device_module *module;
static uint64_t word;

static enum device_end launch(const struct device_launch *l, uint32_t *value, char why[1024])
{
	const uint32_t zero = 0;
	struct device_report report;
	struct error err = { 0 };
	struct device_launch with = *l;
	enum device_end end = DEVICE_FAULT;

	with.params = &word;
	with.params_len = sizeof word;
	if (device_gpu.write(device, word, &zero, sizeof zero, &err) ||
	    device_gpu.launch(device, module, &with, &report, &err)) {
		printf("# %s\n", err.text);
		return end;
	}
	end = report.end;
	snprintf(why, 1024, "%s", report.end == DEVICE_BAD_LAUNCH ? report.error.text
				  : report.nfindings ? report.findings[0].message : "");
	if (!report.spoiled)
		device_gpu.read(device, word, value, sizeof *value, &err);
	device_report_release(&report);
	return end;
}

static void test_launches(void)
{
	uint32_t value = 0;
	char why[1024] = "";
	struct device_launch l = { .kernel = "last_word", .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .dynamic_shared = 65536 };

	ok(launch(&l, &value, why) == DEVICE_DONE && value == 77, "a block has 64 KiB of dynamic shared memory: %u %s",
	   value, why);
	l.dynamic_shared = 16 << 20;
	ok(launch(&l, &value, why) == DEVICE_BAD_LAUNCH, "16 MiB are rejected: %s", why);
	l = (struct device_launch){ .kernel = "meet", .grid = { 64, 1, 1 }, .block = { 32, 1, 1 }, .cooperative = true };
	ok(launch(&l, &value, why) == DEVICE_DONE && value == 64, "64 blocks of a cooperative grid meet: %u %s", value, why);
	l.grid.x = 1 << 20;
	ok(launch(&l, &value, why) == DEVICE_BAD_LAUNCH && strstr(why, "COOPERATIVE_LAUNCH_TOO_LARGE"),
	   "a million do not fit, and are rejected: %s", why);
	l = (struct device_launch){ .kernel = "meet", .grid = { 1, 1, 1 }, .block = { 2048, 1, 1 } };
	ok(launch(&l, &value, why) == DEVICE_BAD_LAUNCH, "2048 threads in a block are rejected: %s", why);
	l.block.x = 32;
	ok(launch(&l, &value, why) == DEVICE_DONE && value == 1, "after each rejection the device goes on");
}

static void test_bad_text(void)
{
	static const char bad[] = ".version 6.3\n.target sm_70\n.address_size 64\n.visible .entry k()\n{\n\tfrobnicate.u32 "
				  "%r1;\n}\n";
	static const char lacking[] = ".version 6.3\n.target sm_70\n.address_size 64\n.extern .func (.param .b32 y) sinf(.param "
		".b32 x);\n.visible .entry k()\n{\n\t.param .b32 a;\n\t.param .b32 b;\n\tst.param.b32 [a+0], 0;\n\tcall.uni (b), "
		"sinf, (a);\n\tret;\n}\n";
	struct device_module *m;
	struct error err = { 0 };

	ok(device_gpu.load(device, bad, sizeof bad - 1, &m, &err) && strstr(err.text, "CUDA_ERROR_INVALID_PTX"),
	   "a bad text is rejected by name");
	printf("# %s\n", err.text);
	ok(device_gpu.load(device, lacking, sizeof lacking - 1, &m, &err) && strstr(err.text, "`sinf`"),
	   "a missing function is named");
	printf("# %s; %s\n", err.text, err.remedy);
}

static void test_hang(void)
{
	/* More blocks than the GPU can hold at once, without a guarantee that they meet. */
	struct device_launch l = { .kernel = "meet", .grid = { 1 << 20, 1, 1 }, .block = { 1024, 1, 1 }, .seconds = 0.5 };
	uint32_t value;
	char why[1024] = "";

	ok(launch(&l, &value, why) == DEVICE_HANG, "a launch that does not end is left after its time: %s", why);
}

int main(void)
{
	struct device_info list[8];
	struct error err = { 0 };
	size_t n = 0;
	int status;

	if (device_list_gpus(list, 8, &n, &err)) {
		printf("1..0 # SKIP %s\n", err.text);
		return 0;
	}
	printf("# %s, compute capability %d.%d, driver for CUDA %d\n", list[0].name, list[0].cc_major, list[0].cc_minor,
	       list[0].driver);
	ok(device_gpu.open(&device, (unsigned)n, &err) && strstr(err.text, "there is no GPU"),
	   "a GPU past the last is not there");
	if (!ok(device_gpu.open(&device, 0, &err) == 0 && device_gpu.load(device, ptx, sizeof ptx - 1, &module, &err) == 0 &&
		device_gpu.alloc(device, 4, "word", 4, 0, &word, &err) == 0, "a GPU opens, and takes PTX: %s", err.text))
		return tap_done();
	test_launches();
	test_bad_text();
	test_hang();
	status = tap_done();
	fflush(stdout);
	_exit(status); /* the endless kernel ends with the process, not before */
}
