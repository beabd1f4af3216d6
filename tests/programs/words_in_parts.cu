// Two halfwords or four bytes in a word: every intrinsic against a scalar computation of its own, part by part.
#include <cstdio>
#include <cstdlib>

#define FUNCTIONS(F) \
	F(vadd) F(vsub) F(vaddss) F(vaddus) F(vsubss) F(vsubus) \
	F(vavgs) F(vavgu) F(vhaddu) F(vmaxs) F(vmaxu) F(vmins) \
	F(vminu) F(vabsdiffs) F(vabsdiffu) F(vsads) F(vsadu) F(vcmpeq) \
	F(vcmpne) F(vcmpges) F(vcmpgeu) F(vcmpgts) F(vcmpgtu) F(vcmples) \
	F(vcmpleu) F(vcmplts) F(vcmpltu) F(vseteq) F(vsetne) F(vsetges) \
	F(vsetgeu) F(vsetgts) F(vsetgtu) F(vsetles) F(vsetleu) F(vsetlts) \
	F(vsetltu)
#define ALONE(F) F(vabs) F(vabsss) F(vneg) F(vnegss)

enum {
#define NAME(f) f##2_, f##4_,
	FUNCTIONS(NAME) ALONE(NAME) COUNT
};
static const char *const names[] = {
#define TEXT(f) "__" #f "2", "__" #f "4",
	FUNCTIONS(TEXT) ALONE(TEXT)
};

__global__ void all(const unsigned *a, const unsigned *b, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned x = a[i], y = b[i];
#define CALL(f) out[f##2_ * n + i] = __##f##2(x, y); out[f##4_ * n + i] = __##f##4(x, y);
#define CALL_ALONE(f) out[f##2_ * n + i] = __##f##2(x); out[f##4_ * n + i] = __##f##4(x);
	FUNCTIONS(CALL)
	ALONE(CALL_ALONE)
}

__global__ void products(const unsigned *a, const unsigned *b, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned x = a[i], y = b[i];
	out[i] = (unsigned)__dp4a((int)x, (int)y, 7);
	out[n + i] = __dp4a(x, y, 7u);
	out[2 * n + i] = (unsigned)__dp2a_lo((int)x, (int)y, 7);
	out[3 * n + i] = __dp2a_lo(x, y, 7u);
	out[4 * n + i] = (unsigned)__dp2a_hi((int)x, (int)y, 7);
	out[5 * n + i] = __dp2a_hi(x, y, 7u);
	short2 s = make_short2((short)x, (short)(x >> 16));
	char4 c = make_char4((signed char)y, (signed char)(y >> 8), (signed char)(y >> 16), (signed char)(y >> 24));
	char4 d = make_char4((signed char)x, (signed char)(x >> 8), (signed char)(x >> 16), (signed char)(x >> 24));
	out[6 * n + i] = (unsigned)__dp2a_lo(s, c, 7);
	out[7 * n + i] = (unsigned)__dp4a(d, c, 7);
}

// Counts in halfwords, of which there is no atomicAdd: two neighbours share a word.
__global__ void count(unsigned short *bins, int n)
{
	unsigned short *bin = &bins[(blockIdx.x * blockDim.x + threadIdx.x) % n], old = 0, seen;
	while ((seen = atomicCAS(bin, old, (unsigned short)(old + 1))) != old)
		old = seen;
}

static long part(unsigned word, int at, int bits, bool is_signed)
{
	long x = word >> at & ((1u << bits) - 1);
	return is_signed && x >> (bits - 1) ? x - (1l << bits) : x;
}

static long clamp(long x, long low, long high) { return x < low ? low : x > high ? high : x; }

// What a part of the result is, from the name without its size.
static long scalar(const char *name, unsigned a, unsigned b, int at, int bits)
{
	auto is = [&](const char *text) { int k = 0; while (text[k] && text[k] == name[k + 2]) k++; return !text[k] && name[k + 2] >= '2' && name[k + 2] <= '4'; };
	auto begins = [&](const char *text) { int k = 0; while (text[k] && text[k] == name[k + 2]) k++; return !text[k]; };
	long x = part(a, at, bits, true), y = part(b, at, bits, true), u = part(a, at, bits, false), v = part(b, at, bits, false);
	long top = (1l << (bits - 1)) - 1, all = (1l << bits) - 1;
	if (is("vadd")) return x + y;
	if (is("vsub")) return x - y;
	if (is("vaddss")) return clamp(x + y, -top - 1, top);
	if (is("vaddus")) return clamp(u + v, 0, all);
	if (is("vsubss")) return clamp(x - y, -top - 1, top);
	if (is("vsubus")) return clamp(u - v, 0, all);
	if (is("vavgs")) { long sum = x + y + (x + y >= 0); return sum >= 0 ? sum / 2 : -((1 - sum) / 2); }
	if (is("vavgu")) return (u + v + 1) / 2;
	if (is("vhaddu")) return (u + v) / 2;
	if (is("vmaxs")) return x > y ? x : y;
	if (is("vmaxu")) return u > v ? u : v;
	if (is("vmins")) return x < y ? x : y;
	if (is("vminu")) return u < v ? u : v;
	if (is("vabsdiffs") || is("vsads")) return labs(x - y);
	if (is("vabsdiffu") || is("vsadu")) return labs(u - v);
	if (is("vabs")) return labs(x);
	if (is("vabsss")) return clamp(labs(x), 0, top);
	if (is("vneg")) return -x;
	if (is("vnegss")) return clamp(-x, -top, top);
	long yes = begins("vcmp") ? all : 1;
	name += 4;
	return (is("eq") ? u == v : is("ne") ? u != v : is("ges") ? x >= y : is("geu") ? u >= v : is("gts") ? x > y :
		is("gtu") ? u > v : is("les") ? x <= y : is("leu") ? u <= v : is("lts") ? x < y : u < v) ? yes : 0;
}

static unsigned expected(const char *name, unsigned a, unsigned b)
{
	const char *end = name;
	while (*end)
		end++;
	int bits = end[-1] == '2' ? 16 : 8;
	bool sums = name[3] == 's' && name[4] == 'a' && name[5] == 'd';
	unsigned r = 0;
	for (int at = 0; at < 32; at += bits) {
		unsigned x = (unsigned)scalar(name, a, b, at, bits);
		r = sums ? r + x : r | (x & ((1u << bits) - 1)) << at;
	}
	return r;
}

int main()
{
	const int n = 4096;
	static const unsigned odd[] = { 0, 0x80808080u, 0x7f7f7f7fu, 0xffffffffu, 0x80008000u, 0x7fff7fffu, 0x01010101u, 0x00018001u };
	unsigned *a, *b, *out, seed = 1;
	cudaMallocManaged(&a, n * sizeof *a);
	cudaMallocManaged(&b, n * sizeof *b);
	cudaMallocManaged(&out, COUNT * n * sizeof *out);
	for (int i = 0; i < n; i++) {
		a[i] = i < 64 ? odd[i % 8] : seed = seed * 1664525u + 1013904223u;
		b[i] = i < 64 ? odd[i / 8] : seed = seed * 1664525u + 1013904223u;
	}
	all<<<n / 128, 128>>>(a, b, out, n);
	cudaDeviceSynchronize();
	int right = 0;
	unsigned sum = 0;
	for (int f = 0; f < COUNT; f++) {
		int wrong = 0;
		for (int i = 0; i < n; i++) {
			wrong += out[f * n + i] != expected(names[f], a[i], b[i]);
			sum = sum * 31 + out[f * n + i];
		}
		if (wrong)
			printf("%s: %d of %d are wrong\n", names[f], wrong, n);
		right += !wrong;
	}
	printf("%d of %d intrinsics are right, checksum %08x\n", right, (int)COUNT, sum);

	products<<<n / 128, 128>>>(a, b, out, n);
	cudaDeviceSynchronize();
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		long dot[8] = { 7, 7, 7, 7, 7, 7 };
		for (int k = 0; k < 4; k++) {
			dot[0] += part(a[i], 8 * k, 8, true) * part(b[i], 8 * k, 8, true);
			dot[1] += part(a[i], 8 * k, 8, false) * part(b[i], 8 * k, 8, false);
		}
		for (int k = 0; k < 2; k++) {
			dot[2] += part(a[i], 16 * k, 16, true) * part(b[i], 8 * k, 8, true);
			dot[3] += part(a[i], 16 * k, 16, false) * part(b[i], 8 * k, 8, false);
			dot[4] += part(a[i], 16 * k, 16, true) * part(b[i], 16 + 8 * k, 8, true);
			dot[5] += part(a[i], 16 * k, 16, false) * part(b[i], 16 + 8 * k, 8, false);
		}
		dot[6] = dot[2];
		dot[7] = dot[0];
		for (int k = 0; k < 8; k++)
			wrong += out[k * n + i] != (unsigned)dot[k];
	}
	printf("dp4a, dp2a: %d wrong\n", wrong);

	unsigned short *bins;
	cudaMallocManaged(&bins, 6 * sizeof *bins);
	for (int i = 0; i < 6; i++)
		bins[i] = 0;
	count<<<4, 96>>>(bins, 6);
	cudaDeviceSynchronize();
	for (int i = 0; i < 6; i++)
		printf("%d ", bins[i]);
	printf("in the bins\n");
	cudaFree(bins);
	cudaFree(out);
	cudaFree(b);
	cudaFree(a);
	return 0;
}
