/* mend.c - edits that are proposed for a finding: what the text becomes with each; and texts of other shapes, which get none. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "source/mend.h"
#include "tap/tap.h"

#define KERNEL "__global__ void k(float *x, int n)\n{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n"
#define LINE "__global__ void k(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; "
#define GUARD "22 threads do the same: is there a guard `if (i < n)`?"
#define BARRIER "put __syncthreads() between line 6 and line 7"
#define WIDE "did an int overflow in the index? compute it in size_t"
#define BYTES "is the size in bytes, n * sizeof(type)?"

/* Each edit as the piece of the text that it changes: from the line before to the line after. "" without edits. */
static const char *edits(const char *text, bool python, struct mend_finding f)
{
	static char out[2000];
	struct arena arena = { 0 };
	struct mend list[8];
	size_t n = source_mends(text, strlen(text), python, &f, &arena, list, 8), at = 0;

	out[0] = '\0';
	for (size_t i = 0; i < n; i++) {
		const char *begin = text + list[i].at, *end = begin + list[i].cut;

		while (begin > text && begin[-1] != '\n')
			begin--;
		at += (size_t)snprintf(out + at, sizeof out - at, "%s%.*s%s%.*s", i ? "|" : "", (int)(text + list[i].at - begin),
				       begin, list[i].put, (int)strcspn(end, "\n"), end);
	}
	arena_release(&arena);
	return out;
}

static void test_guard(void)
{
	const struct mend_finding f = { "out-of-bounds", "", GUARD, 4, 0 }, on_line = { "out-of-bounds", "", GUARD, 1, 0 };

	is_text(edits(KERNEL "\tx[i] = i;\n}\n", false, f), "\tif (i < n)\n\t\tx[i] = i;", "a guard before an assignment");
	is_text(edits(KERNEL "\tfloat v = x[i];\n\tx[i] = v;\n}\n", false, f), "\tif (i >= n)\n\t\treturn;\n\tfloat v = x[i];",
		"and before a declaration");
	is_text(edits(KERNEL "\tfloat v = x[i];\n\t__syncthreads();\n\tx[i] = v;\n}\n", false, f), "",
		"but not where a barrier follows");
	is_text(edits(KERNEL "\tif (i <= n) x[i] = i;\n}\n", false, f), "\tif (i < n) x[i] = i;", "a guard that is too wide");
	is_text(edits(KERNEL "\tif (i < n)\n\t\tx[i] = i;\n}\n", false,
		      (struct mend_finding){ "out-of-bounds", "", GUARD, 5, 0 }), "", "none twice");
	is_text(edits(KERNEL "\tx[i + 1] = i;\n}\n", false, f), "", "another index");
	is_text(edits("__global__ void k(float *x, int n, int m)\n{\n\tint i = threadIdx.x;\n\tx[i] = i;\n}\n", false, f), "",
		"two sizes");
	is_text(edits("void k(float *x, int n)\n{\n\tint i = threadIdx.x;\n\tx[i] = i;\n}\n", false, f), "", "no kernel");
	is_text(edits("namespace a {\n" KERNEL "\tx[i] = i;\n}\n}\n", false, (struct mend_finding){ "", "", GUARD, 5, 0 }),
		"\tif (i < n)\n\t\tx[i] = i;",
		"in a namespace");
	is_text(edits(LINE "x[i] = i; }\n", false, on_line), LINE "if (i < n) x[i] = i; }", "in a kernel on one line");
	is_text(edits(LINE "x[i] = i; x[i] += 1; }\n", false, on_line), LINE "if (i >= n) return; x[i] = i; x[i] += 1; }",
		"which leaves where the index comes again");
	is_text(edits(LINE "float v = x[i]; __syncthreads(); x[i] = v; }\n", false, on_line), "", "but not before a barrier");
	is_text(edits(LINE "if (i <= n) x[i] = i; }\n", false, on_line), LINE "if (i < n) x[i] = i; }", "too wide on one line");
	is_text(edits(LINE "if (i < n) x[i] = i; }\n", false, on_line), "", "none twice on one line");
	is_text(edits(LINE "if (i > 1) x[0] = 0; else x[i] = i; }\n", false, on_line), "", "nor between `if` and `else`");
	is_text(edits(LINE "for (int j = 0; j < x[i]; j++) x[0] = j; }\n", false, on_line), "", "nor in the head of a loop");
	is_text(edits(LINE "for (int j = 0; j < 3; x[i] = j++) ; }\n", false, on_line), "", "nor in its step");
	is_text(edits("void k(float *x, int n) { int i = threadIdx.x; x[i] = i; }\n", false, on_line), "",
		"no kernel on one line");
	is_text(edits("__global__ void k(float *x, int n)\n{\n\tint i = threadIdx.x; x[i] = i;\n}\n", false,
		      (struct mend_finding){ "", "", GUARD, 3, 0 }), "\tint i = threadIdx.x; if (i < n) x[i] = i;",
		"two statements on a line");
	is_text(edits("__global__ void k(float *x, int n)\r\n{\r\n\tint i = threadIdx.x;\r\n\tx[i] = i;\r\n}\r\n", false, f),
		"\tif (i < n)\r\n\t\tx[i] = i;\r", "where lines end with a carriage return, new ones do");
	is_text(edits("@cuda.jit\ndef k(x):\n    i = cuda.grid(1)\n    x[i] = i\n", true, f),
		"    if i < x.size:\n        x[i] = i", "in Python");
}

static void test_barrier(void)
{
	const struct mend_finding f = { "data-race-shared", "", BARRIER, 5, 4 };

	is_text(edits(KERNEL "\ts[i] = x[i];\n\tx[i] = s[255 - i];\n}\n", false, f), "\t__syncthreads();\n\tx[i] = s[255 - i];",
		"between two lines");
	is_text(edits(KERNEL "\ts[i] = x[i];\n\tif (i == 0)\n\t\tx[i] = s[1];\n}\n", false,
		      (struct mend_finding){ "", "", BARRIER, 4, 6 }),
		"\t__syncthreads();\n\tif (i == 0)", "before an `if` without braces");
	is_text(edits(KERNEL "\ts[i] = x[i];\n\tif (i == 0) {\n\t\tx[i] = s[1];\n\t}\n}\n", false,
		      (struct mend_finding){ "", "", BARRIER, 4, 6 }),
		"\t__syncthreads();\n\tif (i == 0) {", "before an `if` with braces");
	is_text(edits(KERNEL "\tfor (int h = 128; h; h /= 2) {\n\t\tif (i < h)\n\t\t\ts[i] += s[i + h];\n\t}\n}\n", false,
		      (struct mend_finding){ "", "", BARRIER, 6, 6 }), "\t\t__syncthreads();\n\t}", "at the end of a loop");
	is_text(edits("def k(x):\n    s[i] = x[i]\n    if i == 0:\n        x[i] = s[1]\n", true,
		      (struct mend_finding){ "", "", "put cuda.syncthreads()", 4, 2 }),
		"    cuda.syncthreads()\n    if i == 0:", "in Python");
}

static void test_size_t(void)
{
	const struct mend_finding f = { "out-of-bounds", "", WIDE, 4, 0 };

	is_text(edits(KERNEL "\tx[i * n + 3] = 0;\n}\n", false, f), "\tx[(size_t)i * n + 3] = 0;", "an index");
	is_text(edits(KERNEL "\tx[3 + (i + 1) * n] = 0;\n}\n", false, f), "\tx[3 + (size_t)(i + 1) * n] = 0;", "a sum in it");
	is_text(edits(KERNEL "\tx[i + 3] = 0;\n}\n", false, f), "", "no product");
	is_text(edits("__global__ void k(float *x, int n)\n{\n\tint i = threadIdx.x * n + 1;\n\tx[i] = 0;\n}\n", false, f),
		"\tsize_t i = (size_t)threadIdx.x * n + 1;", "a variable");
}

static void test_bytes(void)
{
	const struct mend_finding f = { "copy-bounds", "", BYTES, 5, 4 };
	static const char *text = "int main()\n{\n\tfloat *d;\n\tcudaMalloc(&d, n);\n\tcudaMemcpy(h.data(), d, n * "
				  "sizeof(float), cudaMemcpyDeviceToHost);\n}\n";

	is_text(edits(text, false, f), "\tcudaMalloc(&d, n * sizeof(*d));", "an allocation");
	is_text(edits("int main()\n{\n\tfloat *d;\n\tcudaMalloc((void **)&d, n + 1);\n}\n", false, f),
		"\tcudaMalloc((void **)&d, (n + 1) * sizeof(*d));", "a sum");
	is_text(edits("\n\n\n\nint main() { cudaMemcpy(d, h.data(), n, cudaMemcpyHostToDevice); }\n", false, f),
		"int main() { cudaMemcpy(d, h.data(), n * sizeof(*d), cudaMemcpyHostToDevice); }", "a copy");
	is_text(edits(text, false, (struct mend_finding){ "", "", "cudaMalloc on line 4 ... sizeof", 1, 0 }),
		"\tcudaMalloc(&d, n * sizeof(*d));",
		"a line that the advice names");
}

/* Any place in any text, whole or torn: no edit may reach beyond it. */
static void test_torn(void)
{
	static const char text[] = KERNEL "\tfor (;;) {\n\t\tx[i * n] = s[i]; cudaMalloc(&d, n);\n\t}\n}\n";
	struct arena arena = { 0 };
	struct mend list[8];
	bool good = true;

	for (size_t len = 0; len < sizeof text; len++)
		for (int line = 0; line < 9; line++) {
			const struct mend_finding f = { "", "", GUARD BARRIER WIDE BYTES, line, line / 2 };

			for (size_t k = 0, n = source_mends(text, len, len % 2, &f, &arena, list, 8); k < n; k++)
				good = good && list[k].at + list[k].cut <= len;
		}
	ok(good, "a torn text");
	arena_release(&arena);
}

int main(void)
{
	test_guard();
	test_barrier();
	test_size_t();
	test_bytes();
	test_torn();
	return tap_done();
}
