/*
 * courses.cu - what CUDA courses use of C++, a kernel each. The host build of the same text says
 * what comes out: see make.sh.
 *
 * Every kernel runs in one block of 64 threads; thread t writes out[t].
 */
#ifdef __CUDACC__
#define KERNEL(name) extern "C" __global__ void name(int *out, const int *in, int n)
#define THREAD int t = (int)threadIdx.x
#else
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#define KERNEL(name) extern "C" void name(int *out, const int *in, int n, int t)
#define THREAD (void)0
#define __device__
#define __host__
#define __constant__
#define __noinline__
#define __forceinline__
struct uchar4 { unsigned char x, y, z, w; };
#endif

/* ---- functions ---- */

__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
KERNEL(recursion) { THREAD; out[t] = fib(t % 12); }

__device__ __noinline__ int ackermann(int m, int n)
{
	return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
KERNEL(deep_recursion) { THREAD; out[t] = ackermann(t % 3, t % 5); }

__device__ int is_odd(int n);
__device__ __noinline__ int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
__device__ __noinline__ int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }
KERNEL(mutual_recursion) { THREAD; out[t] = is_even(t % 20) * 2 + is_odd(t % 7); }

typedef int (*operation)(int, int);
__device__ __noinline__ int op_add(int a, int b) { return a + b; }
__device__ __noinline__ int op_sub(int a, int b) { return a - b; }
__device__ __noinline__ int op_mul(int a, int b) { return a * b; }
__device__ __noinline__ int op_xor(int a, int b) { return a ^ b; }
__device__ operation operations[4] = { op_add, op_sub, op_mul, op_xor };
__constant__ operation constant_operations[2] = { op_xor, op_mul };
KERNEL(function_table) { THREAD; out[t] = operations[(t + n) & 3](in[t], 7) + constant_operations[t & 1](t, 3); }

__device__ __noinline__ int apply(operation f, int a, int b) { return f(a, b); }
KERNEL(function_argument) { THREAD; out[t] = apply(in[t] & 1 ? op_add : op_mul, in[t], t); }

struct pair { int a; short b; char c; double d; };
__device__ __noinline__ pair make_pair(int k) { pair p = { k, (short)(k * 3), (char)(k & 63), k * 0.5 }; return p; }
__device__ __noinline__ int sum_pair(pair p) { return p.a + p.b + p.c + (int)(p.d * 4); }
KERNEL(struct_by_value) { THREAD; out[t] = sum_pair(make_pair(t)); }

struct big { int a[24]; };
__device__ __noinline__ int pick(big b, int k) { return b.a[k] - b.a[0]; }
KERNEL(large_argument) { THREAD; big b; for (int k = 0; k < 24; k++) b.a[k] = k * in[k]; out[t] = pick(b, t % 24); }

template <typename T> __device__ __forceinline__ T larger(T a, T b) { return a > b ? a : b; }
template <int N> struct factorial { enum { value = N * factorial<N - 1>::value }; };
template <> struct factorial<0> { enum { value = 1 }; };
KERNEL(templates) { THREAD; out[t] = larger(t, 20) + (int)larger(t * 0.5f, 8.25f) + factorial<6>::value; }

template <typename T, typename... Rest> struct sum_of { static __device__ T get(T a, Rest... rest) { return a + sum_of<Rest...>::get(rest...); } };
template <typename T> struct sum_of<T> { static __device__ T get(T a) { return a; } };
KERNEL(variadic) { THREAD; out[t] = sum_of<int, int, int, int>::get(t, 2 * t, in[t], 5); }

template <typename F> __device__ __forceinline__ int twice(F f, int x) { return f(f(x)); }
KERNEL(lambdas)
{
	THREAD;
	int k = in[t];
	auto add = [=](int x) { return x + k; };
	auto times = [&](int x) { k++; return x * k; };
	out[t] = twice(add, t) + times(3) + k;
}

struct functor { int k; __device__ int operator()(int x) const { return x * k + 1; } };
KERNEL(functors) { THREAD; functor f = { n }; out[t] = twice(f, in[t]); }

/* ---- objects ---- */

struct shape {
	__device__ virtual int area() const = 0;
	__device__ virtual int corners() const { return 0; }
	__device__ virtual ~shape() {}
};
struct square : shape {
	int s;
	__device__ square(int s_) : s(s_) {}
	__device__ int area() const override { return s * s; }
	__device__ int corners() const override { return 4; }
};
struct circle : shape {
	int r;
	__device__ circle(int r_) : r(r_) {}
	__device__ int area() const override { return 3 * r * r; }
};
__device__ __noinline__ int describe(const shape *s) { return s->area() * 10 + s->corners(); }
KERNEL(virtual_functions)
{
	THREAD;
	square a(t);
	circle b(t);
	out[t] = describe(t & 1 ? (const shape *)&a : (const shape *)&b);
}
KERNEL(virtual_on_heap)
{
	THREAD;
	shape *s = t % 3 ? (shape *)new square(in[t]) : (shape *)new circle(in[t]);
	out[t] = describe(s);
	delete s;
}

struct left { int x; __device__ virtual int f() { return x; } };
struct right { int y; __device__ virtual int g() { return y * 2; } };
struct both : left, right { __device__ int f() override { return x + 100; } __device__ int g() override { return x * 1000 + y; } };
__device__ __noinline__ int use(left *l, right *r) { return l->f() + r->g(); }
KERNEL(two_bases) { THREAD; both b; b.x = t; b.y = in[t]; out[t] = use(&b, &b); }

struct counted { int *c; __device__ counted(int *c_) : c(c_) { *c += 1; } __device__ ~counted() { *c += 100; } };
KERNEL(destructors) { THREAD; int c = t; { counted a(&c); if (t & 1) { counted b(&c); } } out[t] = c; }

struct vec { float x, y, z;
	__host__ __device__ vec operator+(const vec &o) const { return { x + o.x, y + o.y, z + o.z }; }
	__host__ __device__ float operator*(const vec &o) const { return x * o.x + y * o.y + z * o.z; } };
KERNEL(operators) { THREAD; vec a = { 1.0f * t, 2, 3 }, b = { 4, 5, 1.0f * in[t] }; out[t] = (int)((a + b) * b); }

template <typename T, int N> struct fixed { T a[N]; __device__ T &operator[](int k) { return a[k]; } __device__ int size() const { return N; }
	__device__ T *begin() { return a; } __device__ T *end() { return a + N; } };
KERNEL(arrays_of_objects) { THREAD; fixed<int, 9> f; for (int k = 0; k < f.size(); k++) f[k] = k * t; int s = 0; for (int v : f) s += v; out[t] = s + f[t % 9]; }

struct node { int value; node *next; };
KERNEL(linked_list)
{
	THREAD;
	node *head = nullptr;
	for (int k = 0; k <= t % 10; k++) {
		node *e = new node;
		e->value = k * k;
		e->next = head;
		head = e;
	}
	int s = 0;
	while (head) {
		node *e = head;
		s = s * 3 + e->value;
		head = e->next;
		delete e;
	}
	out[t] = s;
}

struct tree { int key; tree *child[2]; };
__device__ __noinline__ tree *insert(tree *at, int key)
{
	if (!at) {
		tree *e = (tree *)malloc(sizeof(tree));
		e->key = key;
		e->child[0] = e->child[1] = nullptr;
		return e;
	}
	at->child[key > at->key] = insert(at->child[key > at->key], key);
	return at;
}
__device__ __noinline__ int depth(const tree *at) { if (!at) return 0; int a = depth(at->child[0]), b = depth(at->child[1]); return 1 + (a > b ? a : b); }
__device__ __noinline__ void drop(tree *at) { if (!at) return; drop(at->child[0]); drop(at->child[1]); free(at); }
KERNEL(search_tree) { THREAD; tree *root = nullptr; for (int k = 0; k < 8; k++) root = insert(root, (in[k] * 7 + t * k) % 23); out[t] = depth(root); drop(root); }

KERNEL(array_new) { THREAD; long long *a = new long long[t + 1]; for (int k = 0; k <= t; k++) a[k] = k * 3; long long s = 0; for (int k = 0; k <= t; k++) s += a[k]; delete[] a; out[t] = (int)s; }
KERNEL(placement_new) { THREAD; alignas(8) char room[sizeof(square)]; square *s = ::new (room) square(t); out[t] = s->area(); s->~square(); }

/* ---- data ---- */

union word { float f; unsigned u; unsigned char b[4]; };
KERNEL(unions) { THREAD; word w; w.f = 1.5f * t; out[t] = (int)(w.u >> 16) + w.b[3]; }

struct fields { unsigned a : 3, b : 7, c : 12; int d : 5; };
KERNEL(bit_fields) { THREAD; fields f = { (unsigned)t & 7, (unsigned)in[t] & 127, (unsigned)(t * 61) & 4095, (t % 16) - 8 }; f.b += 3; out[t] = (int)(f.a + f.b + f.c) + f.d; }

enum class colour { red, green = 5, blue };
KERNEL(enums) { THREAD; colour c = t % 3 == 0 ? colour::red : t % 3 == 1 ? colour::green : colour::blue; out[t] = (int)c; }

KERNEL(cube) { THREAD; int a[3][4][5]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) for (int k = 0; k < 5; k++) a[i][j][k] = i * 100 + j * 10 + k + t; out[t] = a[t % 3][t % 4][t % 5]; }

__constant__ int primes[8] = { 2, 3, 5, 7, 11, 13, 17, 19 };
__constant__ const char *const names[3] = { "zero", "one", "three" };
KERNEL(constants) { THREAD; const char *s = names[t % 3]; int len = 0; while (s[len]) len++; out[t] = primes[t & 7] * 100 + len * 10 + s[0] % 7; }

__device__ int table[3][2] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
__device__ int *rows[3] = { table[0], table[1] + 1, &table[2][0] };
__device__ const struct { int *p; char tag; } tagged[2] = { { &table[1][1], 'x' }, { table[0], 'y' } };
KERNEL(pointers_in_variables) { THREAD; out[t] = rows[t % 3][0] * 10 + *tagged[t & 1].p + tagged[t & 1].tag; }

KERNEL(switch_table)
{
	THREAD;
	int r;
	switch (in[t] % 11) {
	case 0: r = 5; break;
	case 1: r = t; break;
	case 2: r = t * t; break;
	case 3: r = -t; // falls
	case 4: r = 44; break;
	case 5: r = t ^ 0x55; break;
	case 6: r = t << 2; break;
	case 7: r = 77 - t; break;
	case 8: r = t / 3; break;
	default: r = -1;
	}
	out[t] = r;
}
KERNEL(gotos) { THREAD; int k = 0, s = t; again: s = s & 1 ? 3 * s + 1 : s >> 1; if (s <= 1) goto done; if (++k < 200) goto again; done: out[t] = k; }
KERNEL(labels_in_loops) { THREAD; int s = 0; for (int i = 0; i < 10; i++) for (int j = 0; j < 10; j++) { if (i * j > t) goto out_; if ((i + j) % 3) continue; s += i * 10 + j; } out_: out[t] = s; }
KERNEL(long_long) { THREAD; unsigned long long a = 0x123456789abcdefull * (t + 1), b = a % (unsigned long long)(in[t] * 1000 + 7), c = a / (unsigned long long)(t + 3); out[t] = (int)(b ^ (c >> 7) ^ ((long long)a >> 40)); }
KERNEL(shifts) { THREAD; int s = t & 31; unsigned u = 0xdeadbeefu; out[t] = (int)((u >> s) ^ (u << s)) ^ (-12345 >> s); }
KERNEL(division) { THREAD; int d = t - 32; d = d ? d : 1; out[t] = 1000000 / d * 7 + -1000003 % d + (int)(4000000000u / (unsigned)(t + 1)); }
KERNEL(doubles) { THREAD; double x = t * 0.1 + 0.05, s = 0; for (int k = 1; k < 6; k++) s = s * x + 1.0 / k; out[t] = (int)(s * 1e6); }
KERNEL(floats) { THREAD; float x = in[t] * 0.25f; out[t] = (int)(sqrtf(x) * 1000) + (int)floorf(x * 0.3f) + (int)fmaxf(x, 3.5f) * 7 + (int)fabsf(-x); }
KERNEL(characters) { THREAD; signed char a = (signed char)(t * 9); unsigned char b = (unsigned char)(t * 9); short c = (short)(t * 1717); out[t] = a + b * 3 + c; }
KERNEL(volatiles) { THREAD; volatile int v = t; v = v + 1; v = v * v; out[t] = v; }
KERNEL(early_returns) { THREAD; out[t] = 1; if (t % 5 == 0) return; out[t] = 2; if (t % 7 == 0) return; out[t] = 3 + t; }
KERNEL(ternaries) { THREAD; out[t] = t < 10 ? in[t] > 50 ? 1 : 2 : t < 30 ? in[t] & 1 ? 3 : 4 : 5; }
KERNEL(comma_and_do) { THREAD; int k = 0, s = 0; do s += k++, s ^= t; while (k < 9); out[t] = s; }
KERNEL(sorting) { THREAD; int a[9]; for (int k = 0; k < 9; k++) a[k] = (in[k] * 37 + t * k * k) % 101; for (int i = 1; i < 9; i++) for (int j = i; j > 0 && a[j - 1] > a[j]; j--) { int s = a[j]; a[j] = a[j - 1]; a[j - 1] = s; } out[t] = a[t % 9] * 200 + a[0]; }
KERNEL(strings) { THREAD; char s[16]; int k = 0, v = t * 131; do s[k++] = (char)('0' + v % 10); while (v /= 10); int h = 0; while (k) h = h * 31 + s[--k]; out[t] = h; }
KERNEL(copies) { THREAD; big a, b; memset(&a, 0, sizeof a); for (int k = 0; k < 24; k += 3) a.a[k] = in[k] + t; memcpy(&b, &a, sizeof b); b.a[1] = 5; out[t] = b.a[(t * 3) % 24] + b.a[1] + a.a[1]; }
KERNEL(vectors) { THREAD; uchar4 v = { (unsigned char)t, (unsigned char)(t * 2), (unsigned char)(t * 3), 7 }; v.y += v.x; out[t] = v.x + v.y * 2 + v.z * 3 + v.w * 4; }
