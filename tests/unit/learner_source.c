/* learner_source.c - reads kernels and their parameter names from a source text. */
#include "config.h"

#include <stdlib.h>

#include "tap/tap.h"
#include "source/learner_source.h"

/* "x y out n@3": the names and the line of the kernel. */
static const char *params(const char *source, const char *kernel)
{
	static char text[512];
	struct arena arena = { 0 };
	const char **names;
	int line = 0;
	size_t n = source_kernel_params(source, strlen(source), kernel, &arena, &names, &line), at = 0;

	text[0] = '\0';
	for (size_t i = 0; i < n; i++)
		at += (size_t)snprintf(text + at, sizeof text - at, "%s%s", i ? " " : "", *names[i] ? names[i] : "-");
	snprintf(text + at, sizeof text - at, "@%d", line);
	arena_release(&arena);
	return text;
}

static const char *kernels(const char *source, size_t len)
{
	static char text[512];
	struct arena arena = { 0 };
	const char **names;
	size_t n = source_kernels(source, len, &arena, &names), at = 0;

	text[0] = '\0';
	for (size_t i = 0; i < n; i++)
		at += (size_t)snprintf(text + at, sizeof text - at, "%s%s", i ? " " : "", names[i]);
	arena_release(&arena);
	return text;
}

/* "tile:3", or "" if no array seems meant for the block. */
static const char *own(const char *source)
{
	static char text[80];
	struct arena arena = { 0 };
	const char *name;
	int line;

	text[0] = '\0';
	if (source_own_array(source, strlen(source), &arena, &name, &line))
		snprintf(text, sizeof text, "%s:%d", name, line);
	arena_release(&arena);
	return text;
}

/* The line of an `if` that does nothing, or 0. */
static int empty_if(const char *source)
{
	int line;

	return source_empty_if(source, strlen(source), &line) ? line : 0;
}

static void test_empty_ifs(void)
{
	ok(empty_if("void f() {\nif (i < n);\nx[i] = 1; }") == 2, "an if that a semicolon ends");
	ok(empty_if("void f() {\nif (g(i, (n)))\n\t; }") == 3, "also on the next line");
	ok(empty_if("void f() { if (i < n) x[i] = 1; if (a) { ; } }") == 0, "one that does something");
	ok(empty_if("void f() { if (i < n); else x[i] = 1; }") == 0, "or has an else");
	ok(empty_if("// if (i < n);\n#if (A);\nwhile (g()); if (") == 0, "and nothing else");
}

static const char *unset(const char *source, int line, bool is_array)
{
	static char text[64];
	struct arena arena = { 0 };
	const char *name = source_unset_name(source, strlen(source), line, is_array, &arena);

	snprintf(text, sizeof text, "%s", name ? name : "");
	arena_release(&arena);
	return text;
}

static void test_unset_names(void)
{
	struct arena arena = { 0 };
	static const char sum[] = "__global__ void k(float *out) {\n"
				  "\tfloat sum, scale = 2;\n"
				  "\tint best[4], n;\n"
				  "\tsum += scale;\n"
				  "\tn = 3;\n"
				  "\tout[0] = sum == n;\n"
				  "\tout[1] = best[n];\n"
				  "\tout[2] = scale;\n"
				  "}\n"
				  "__global__ void other(float *sum) {\n"
				  "\tsum[0] += 1;\n"
				  "}\n";

	is_text(unset(sum, 4, false), "sum", "a variable that a line adds to");
	is_text(unset(sum, 5, false), "", "not one that is assigned to");
	is_text(unset(sum, 6, false), "", "none of two");
	is_text(unset(sum, 7, true), "best", "an array");
	is_text(unset(sum, 8, false), "", "not one that was given a value");
	is_text(unset(sum, 11, false), "", "not another function's");
	is_text(unset("void f() {\n\tint x;\n\tp.x += q->x;\n}\n", 3, false), "", "not a member");
	is_text(unset("void f() {\n\t__shared__ float t[4], u;\n\tu += t[0];\n}\n", 3, false), "", "not one for the block");
	is_text(source_unset_message(sum, strlen(sum), 8, "it stores: a variable has no value yet, used first on line 4", &arena),
		"it stores: `sum` has no value yet, used first on line 4", "the name is in the message");
	is_text(source_unset_message(sum, strlen(sum), 6, "it stores: a variable has no value yet", &arena),
		"it stores: a variable has no value yet", "or the message stays");
	is_text(source_local_message(sum, strlen(sum), 7, "it reads byte 40 of its own local memory, where its arrays have 40 "
							  "bytes", &arena),
		"it reads byte 40 of its own local memory, where its arrays have 40 bytes; the line uses the local array `best`",
		"a local array that is left");
	arena_release(&arena);
}

static const char *carved(const char *source, int line, int other_line)
{
	static char text[96];
	struct arena arena = { 0 };
	struct source_carved x;

	text[0] = '\0';
	if (source_carved(source, strlen(source), line, other_line, &arena, &x))
		snprintf(text, sizeof text, "%s:%d %s:%d %s", x.part[0], x.line[0], x.part[1], x.line[1], x.array);
	arena_release(&arena);
	return text;
}

static void test_carved_arrays(void)
{
	struct arena arena = { 0 };
	static const char chain[] = "#define N 64\n__global__ void k(int n, float *x) {\nextern __shared__ char pool[];\n"
				    "float *keys = reinterpret_cast<float *>(pool);\nint *counts = (int *)(keys + N), *flags = "
				    "counts + n;\nkeys[threadIdx.x] = 1;\ncounts[threadIdx.x] = 2;\nflags[threadIdx.x] = "
				    "keys[0];\nx[0] = flags[1];\nfloat *again = keys;\nagain[1] = 0; }\n__global__ void "
				    "other(char *keys) {\nkeys[0] = 1; }\n";
	const char *message = "pool[3] is raced for", *advice = "3 threads do the same: put __syncthreads() between line 6 and "
								"line 7";

	is_text(carved(chain, 6, 7), "keys:4 counts:5 pool", "two arrays carved out of one");
	is_text(carved(chain, 6, 9), "keys:4 flags:5 pool", "the third one, too");
	is_text(carved(chain, 7, 11), "counts:5 again:10 pool", "and another name of the first");
	is_text(carved(chain, 6, 11), "", "but that is the same array");
	is_text(carved(chain, 7, 8), "", "no line that uses several");
	is_text(carved(chain, 7, 13), "", "no line of another kernel");
	source_carved_explain(chain, strlen(chain), &(struct source_race){ 7, 6 }, &arena, &message, &advice);
	is_text(message, "`keys` (line 4) and `counts` (line 5) overlap in `pool`: pool[3] is raced for",
		"the message names them");
	is_text(advice, "3 threads do the same: add up the sizes in bytes: where does each of the two begin and end? If they are "
		"to share these bytes, put __syncthreads() between line 6 and line 7", "and so does the advice");
	is_text(carved("__global__ void k() {\n__shared__ float t[64];\nfloat *row = t + threadIdx.x / 8 * 8;\nt[threadIdx.x] = "
		       "1;\nrow[0] = 2; }", 4, 5), "",
		"a pointer that differs between threads is a view of the array");
	is_text(carved("__global__ void k() {\n__shared__ float t[64];\nint w = threadIdx.x / 8;\nfloat *row = t + "
		       "w;\nt[threadIdx.x] = 1;\nrow[0] = 2; }", 5, 6), "",
		"also by a number of the thread");
	is_text(carved("__global__ void k(int n) {\n__shared__ float t[64];\nfloat *a = t, *b = t + n;\nfor (;;) {\na[1] = "
		       "1;\nb[2] = 2;\nfloat *c = a; a = b; b = c; } }", 5, 6), "",
		       "pointers that the kernel swaps are no arrays");
	is_text(carved("__global__ void k(int n) {\n__shared__ float t[64];\nfloat *a = t, *b = t;\nb += n;\na[1] = 1;\nb[2] = "
		       "2; }", 5, 6), "",
		"nor is one that moves");
	is_text(carved("__global__ void k(int n) {\n__shared__ float t[64];\nfor (int r = 0; r < n; r++) {\nfloat *a = t + "
		       "r;\na[1] = 1;\nt[2] = 2; } }", 5, 6), "",
		"nor one that goes along with a loop");
	is_text(carved("__global__ void k() {\n__shared__ float s[64], t[64];\nfloat *a = s, *b = t + 1;\na[1] = 1;\nb[2] = 2; }",
		       4, 5), "",
		"nor parts of two arrays");
	arena_release(&arena);
}

static void test_own_arrays(void)
{
	is_text(own("__global__ void k(float *x) {\nint t = threadIdx.x;\nfloat tile[256];\ntile[t] = "
		    "x[t];\n__syncthreads();\nx[t] = tile[255 - t]; }"),
		"tile:3", "an array by thread in front of a barrier is meant for the block");
	is_text(own("__global__ void k(float *x) {\nunsigned int a[4], b[8][9];\nif (x[0] > 0) {\nb[threadIdx.y][threadIdx.x] = "
		    "1; }\n__syncthreads(); }"),
		"b:2", "of two dimensions, too, and the second of a declaration");
	is_text(own("__global__ void k(float *x) {\nint row = 8 * (threadIdx.x / 8), at = row + 1;\nfloat v[64];\nv[at] = "
		    "1;\nblock.sync(); }"),
		"v:3", "by a number made of the thread's, with another name of a barrier");
	is_text(own("__global__ void k(int *x) {\nint before = 1, most = 0, *p;\natomicMax(&most, x[threadIdx.x]);\natomicMax(p, "
		    "1); }"), "most:2",
		"what atomics are for, without a barrier");
	is_text(own("__global__ void k(int *x) {\nunsigned int counts[16] = { 0 };\natomicAdd(&counts[x[threadIdx.x]], 1); }"),
		"counts:2",
		"an array of them, however it is indexed");
	is_text(own("__global__ void k(int *x) {\nint t = 0, *p = x;\nauto q = x;\n__shared__ int n;\natomicAdd(&x[t], "
		    "1);\natomicAdd(&q[1], 1);\natomicAdd(&n, t);\natomicAdd(p, t);\n__syncthreads(); }"), "",
		    "but not memory that a pointer leads to, or a shared one");
	is_text(own("__global__ void k(float *x) {\n__shared__ float tile[256];\ntile[threadIdx.x] = 1;\n__syncthreads(); }"), "",
		"one that is shared");
	is_text(own("__global__ void k(float *x) {\nextern __shared__ float tile[];\ntile[threadIdx.x] = 1;\n__syncthreads(); }"),
		"", "or dynamic");
	is_text(own("__global__ void k(float *x) {\nfloat tile[256];\ntile[threadIdx.x] = 1; }"), "",
		"without a barrier there is no sharing");
	is_text(own("__global__ void k(float *x) {\nfloat sums[4];\nfor (int j = 0; j < 4; j++)\nsums[j] = "
		    "x[threadIdx.x];\n__syncthreads(); }"), "",
		"a counter's array is a thread's own by right");
	is_text(own("__global__ void k(int *x) {\nint counts[16];\nint bin = x[threadIdx.x];\ncounts[bin]++;\n__syncthreads(); "
		    "}"), "",
		"so is one indexed by a loaded value");
	is_text(own("__global__ void k(int *x) {\nint w[4];\nfor (int k = threadIdx.x; k < 9; k++) x[k] = "
		    "0;\n__syncthreads();\nfor (int k = 0; k < 4; k++)\nw[k] = x[k]; }"), "",
		    "a counter that has the name of an earlier number");
	is_text(own("__global__ void k(int *x) {\n__shared__ union { int a[4]; float b[4]; } s;\ns.a[threadIdx.x] = "
		    "1;\n__syncthreads(); }"), "",
		"members of a shared struct");
	is_text(own("__global__ void a() {\nfloat own[9];\nown[threadIdx.x] = 1; }\n__global__ void b() { __syncthreads(); "
		    "}"), "",
		"the barrier of another kernel does not count");
	is_text(own("__global__ void k() { // float tile[9]; tile[threadIdx.x]; __syncthreads();\n}"), "",
		"nor commented-out code");
	is_text(own("float f[ { x[threadIdx.x] ) ; } } } [ ="), "", "and no text is too broken");
}

#define KERNELS(source) kernels(source, strlen(source))

static void test_names(void)
{
	is_text(params("__global__ void add(const float *x, const float *y, float *out, int n)\n{ }", "add"),
		"x y out n@1", "the names of plain parameters");
	is_text(params("\n\n__global__ void\nk(int a)\n{}", "k"), "a@4", "the line is the one with the name");
	is_text(params("__global__ void k(const float *__restrict__ x, float* __restrict__ y) {}", "k"), "x y@1",
		"__restrict__ is no name");
	is_text(params("__global__ void k(unsigned int n, unsigned long long m, size_t s, struct p q) {}", "k"),
		"n m s q@1", "types of several words");
	is_text(params("__global__ void k(int, float *, unsigned, std::size_t, foo) {}", "k"), "- - - - -@1",
		"a parameter without a name gives an empty one");
	is_text(params("__global__ void k(std::size_t n, typename T::type *p, pair<int, float> q) {}", "k"), "n p q@1",
		"qualified and templated types");
	is_text(params("__global__ void k(int a[], float b[3][4], int (*f)(int, int), float (&r)[4]) {}", "k"),
		"a b f r@1", "arrays, pointers to functions, references to arrays");
	is_text(params("__global__ void k(int n = f(1, 2), int m = 3, dim3 d = {1, 2}) {}", "k"), "n m d@1",
		"default arguments");
	is_text(params("__global__ void k(void) {}", "k"), "@1", "(void) is no parameter");
	is_text(params("__global__ void k() {}", "k"), "@1", "() is no parameter");
}

static void test_surroundings(void)
{
	is_text(params("template <typename T, int N = 3>\n__global__ void __launch_bounds__(256, 2) k(T *x) {}", "k"),
		"x@2", "templates and launch bounds");
	is_text(params("extern \"C\" __global__ __attribute__((noinline)) void k(int n) {}", "k"), "n@1",
		"extern \"C\" and attributes");
	is_text(params("static inline void __global__ k(int n) {}", "k"), "n@1", "the words in another order");
	is_text(params("// __global__ void k(int no)\n/* __global__ void k(int no) */\n"
		       "const char *s = \"__global__ void k(int no)\";\n__global__ void k(int yes) {}", "k"),
		"yes@4", "comments and strings hold no kernels");
	is_text(params("#define K __global__ void k(int \\\n no)\n__global__ void k(int yes) {}", "k"), "yes@3",
		"nor do macros");
	is_text(params("const char *s = R\"x(__global__ void k(int \")\" no))x\";\n__global__ void k(int yes) {}", "k"),
		"yes@2", "nor do raw strings");
	is_text(params("__global__ void k(int a, // the first, (of two)\n int /* b */ c) {}", "k"), "a c@1",
		"comments between parameters");
	is_text(params("__global__ void k(int, float *);\n__global__ void k(int n, float *out) {}", "k"), "n out@2",
		"a definition is worth more than a prototype");
	is_text(params("__global__ void k(int n);", "k"), "n@1", "a prototype is better than nothing");
	is_text(params("__global__ void kk(int n) {}", "k"), "@0", "a kernel of another name is not it");
	is_text(params("void k(int n) {}", "k"), "@0", "a function that is no kernel is not it");
	is_text(params("char c = '\"'; int big = 1'000'000; __global__ void k(int n) {}", "k"), "n@1",
		"quotes within quotes");
}

static void test_lists(void)
{
	is_text(KERNELS("__global__ void a(int); __global__ void b() {} __global__ void a(int n) {}"), "a b",
		"each kernel is listed once");
	is_text(KERNELS(""), "", "an empty file has none");
	is_text(KERNELS("__global__ float x; __global__ void b() {}"), "b", "a declaration that is no function is skipped");
	is_text(KERNELS("__global__"), "", "a torn file ends the list");
	is_text(KERNELS("__global__ void a(int n, float"), "a", "a file torn inside the parameters");
	is_text(kernels("__global__ void a\0(int n) {}", 28), "a", "NUL bytes count as blanks");
	is_text(KERNELS("/* never closed __global__ void a() {}"), "", "an endless comment");
	is_text(KERNELS("\"never closed\n__global__ void a() {}"), "a", "an endless string spoils one line only");
	is_text(KERNELS("R\"(never closed __global__ void a() {}"), "", "an endless raw string");
}

/* "1:int a;|2:..." : the line of each end, and what source_cut makes of the text to there, without newlines. */
static const char *ends(const char *source)
{
	static char text[2048];
	struct arena arena = { 0 };
	struct source_end *list = NULL;
	size_t n = source_ends(source, strlen(source), &arena, &list), at = 0;

	text[0] = '\0';
	for (size_t i = 0; i < n; i++) {
		struct buf cut = { 0 };

		source_cut(source, &list[i], &cut);
		at += (size_t)snprintf(text + at, sizeof text - at, "%s%d:", i ? "|" : "", list[i].line);
		for (const char *p = buf_text(&cut); *p; p++)
			if (*p != '\n')
				at += (size_t)snprintf(text + at, sizeof text - at, "%c", *p);
		buf_release(&cut);
	}
	arena_release(&arena);
	return text;
}

static void test_ends(void)
{
	is_text(ends("int a;\nint b;"), "1:int a;;|2:int a;int b;;", "a text may end after each declaration");
	is_text(ends("void f()\n{ x;\n}"), "2:void f(){ x;; };|1:void f(){ x;};",
		"and within a function, whose braces are closed");
	is_text(ends("struct a {\nint b;\n};"), "2:struct a {int b;; };|1:struct a {int b;};|3:struct a {int b;};;",
		"and within a class");
	is_text(ends("f([] { a; }, ';', \"; }\");"), "1:f([] { a; }, ';', \"; }\");;", "not within parentheses or literals");
	is_text(ends("#if A\n#include \"b\"\nint c;\n#endif"), "2:#if A#include \"b\";#endif|3:#if A#include \"b\"int c;;#endif",
		"after an #include, with the conditions closed");
	is_text(ends("} } ;"), "1:} } ;;", "a brace too many is left as it is");
	is_text(ends(""), "", "nothing has no end");
}

/* "pointer float", of what `h` stands for before the text's last line. */
static const char *variable(const char *source, const char *name)
{
	static const char *const kinds[] = { "unknown", "object", "array", "pointer" };
	static char text[80];
	struct source_variable is;
	int line = 1;

	for (const char *p = source; *p; p++)
		line += *p == '\n';
	is = source_variable_at(source, strlen(source), line, name);
	snprintf(text, sizeof text, "%s%s%s %.*s", is.is_global ? "global " : is.is_member ? "member " : "",
		 is.is_nested ? "nested " : "", kinds[is.kind],
		 is.kind == SOURCE_UNKNOWN ? 0 : (int)is.type_len, is.type ? is.type : "");
	return text;
}

#define TEN "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "

static const struct { const char *source, *is, *why; } variables[] = {
	{ "int main() {\nfloat *h = f();\n", "pointer float", "a pointer" },
	{ "int main() {\nconst unsigned int* const h;\n", "pointer unsigned int", "words about it are no part of the type" },
	{ "int main() {\nint n = f(2, 3), a[4], *h;\n", "pointer int", "the third of a declaration" },
	{ "int main() {\nint *n, h;\n", "object int", "the `*` of another one" },
	{ "int main() {\nfloat h[64];\n", "array float", "an array" },
	{ "int main() {\nfloat *h[2];\n", "nested array float", "an array of pointers" },
	{ "int main() {\nstruct node **h;\n", "nested pointer node", "a pointer to pointers" },
	{ "void f(int n, float h[64]) {\n", "pointer float", "a parameter that looks like an array" },
	{ "static void f(const std::vector<float> &h)\n{\n", "object std::vector<float>", "a reference" },
	{ "using namespace std;\nvector<pair<int, float *>> h(100);\nint main() {\n", "global object vector<pair<int, float *>>",
	  "a template with brackets, in the file" },
	{ "template <int N> struct s { void f(float *h) {\n", "pointer float", "a parameter of a function in a class" },
	{ "auto f = [&](float *h, int n) {\n", "pointer float", "of a lambda" },
	{ "void f() {\nrun([&](float *h) {\n", "pointer float", "of a lambda that is an argument" },
	{ "void f() {\nfor (float *h = p; h < q; h++) {\n", "pointer float", "in a loop's head" },
	{ "void f() {\nfor (auto &h : all) {\n", "unknown ", "auto" },
	{ "void f(float *h);\nvoid g() {\n", "unknown ", "a prototype's parameter has gone" },
	{ "void f(float *h) { use(h); }\nint main() {\n", "unknown ", "and that of another function" },
	{ "float *h;\nint main() {\nfloat h[2];\n{ int h; }\n", "array float", "the innermost that is in scope" },
	{ "struct s { float *h; s(); };\ns::s() {\n", "member pointer float", "a member, in a function of its class" },
	{ "struct s { float *h; };\nint main() {\nfloat h[2];\n", "array float", "but not where it is hidden" },
	{ "struct s { float *h; }; struct t { int h; };\nint main() {\n", "member unknown ", "or has two types" },
	{ "int main() {\nfloat h[64];\nprintf(\"%g\", h[63]); n = a * h; return *h;\n", "array float", "uses declare nothing" },
	{ "int main() {\nint h = 2;\nif (n * h) x = f(n * h, a), *h = 3;\n", "object int", "nor do products" },
	{ "int main() {\nint h = 2;\nstd::cout << a * h; b ? a * h : c;\n", "object int", "in expressions of all kinds" },
	{ "int main() {\n#if A\nfloat *h;\n#else\nstd::vector<float> h;\n#endif\n", "unknown ", "either, by an #if" },
	{ "#if A\nvoid f(float *h) {\n#else\nvoid f(int h) {\n#endif\n}\nint main()\n{\n", "unknown ",
	  "an #if with a brace in each part misleads it within that function only" },
	{ "__constant__ int t[] = { " TEN TEN TEN TEN TEN TEN TEN " };\nint main() {\ndouble *h;\n", "pointer double",
	  "behind a long table" },
	{ "int main() {\nchar *h; cudaMalloc(&h, 4); float h;", "pointer char", "what stands before the line's call" },
	{ "extern \"C\" {\nnamespace n {\nvoid f(float *h, int n) {\n", "pointer float", "within braces that are no function's" },
	{ "typedef std::vector<float> vec;\nint main() {\nconst vec h(9);\n", "object std::vector<float>", "a typedef" },
	{ "using real = double;\nusing data = real *;\nint main() {\ndata h;\n", "pointer double", "an alias of an alias" },
	{ "typedef float *data;\nint main() {\ndata *h;\n", "nested pointer float", "a pointer to an alias of a pointer" },
	{ "typedef float *data;\nint main() {\ndata h[2];\n", "nested array float", "an array of such" },
	{ "typedef float row[4];\nint main() {\nrow h;\n", "array float", "an alias of an array" },
	{ "typedef float row[4];\nint main() {\nrow *h;\n", "unknown ", "a pointer to arrays" },
	{ "typedef struct { float *p; } matrix;\nint main() {\nmatrix h;\n", "object matrix", "a struct's typedef is its name" },
	{ "struct m { float *p; };\ntypedef struct m matrix;\nint main() {\nmatrix h;\n", "object m", "or another name of it" },
	{ "void f() { using data = int *; }\nint main() {\ndata h;\n", "object data", "an alias that is out of scope" },
	{ "struct s { using data = int *; };\nint main() {\ndata h;\n", "object data", "or that of another class" },
	{ "#if A\ntypedef float *data;\n#else\ntypedef int data;\n#endif\nint main() {\ndata h;\n", "unknown ", "one of two" },
	{ "typedef float *h;\nint main() {\n", "unknown ", "a type is no variable" },
	{ "int main() {\nauto h = new float[n];\n", "pointer float", "auto, of a new-expression" },
	{ "int main() {\nauto h = new float *[n];\n", "nested pointer float", "of pointers" },
	{ "int main() {\nauto *h = (const int *)malloc(n);\n", "pointer int", "of a cast" },
	{ "int main() {\nauto h = static_cast<float *>(malloc(n));\n", "pointer float", "of a cast as C++ writes it" },
	{ "int main() {\nauto h = std::vector<float>(n);\n", "object std::vector<float>", "of an object" },
	{ "int main() {\nauto h = (a) + 2;\nauto g = f<int>(h);\n", "unknown ", "but not of any expression" },
	{ "typedef", "unknown ", "a typedef without an end" },
	{ "using h =", "unknown ", "nor an alias" },
	{ "public: } ) ] > < = * h ; {", "unknown ", "nonsense" },
};

#define TWO_CLASSES "struct V { float data[16]; };\ntemplate <class T> struct W : V { T *data; };\n" \
	"typedef struct { int data; } U;\ntypedef U *P;\n"

static const struct { const char *source, *name, *is, *why; } members[] = {
	{ TWO_CLASSES "int main() {\nV v; W<int> w; U u; P p;\n", "v.data", "member array float",
	  "a member of the object's class" },
	{ TWO_CLASSES "int main() {\nV v; n::W<int> *w; U u; P p;\n", "w->data", "member pointer T", "of a template's" },
	{ TWO_CLASSES "int main() {\nV v; W<int> w; U u; P p;\n", "u.data", "member object int", "of one that a typedef names" },
	{ TWO_CLASSES "int main() {\nV v; W<int> w; U u; P p;\n", "p->data", "member object int", "by another name" },
	{ TWO_CLASSES "int main() {\nX x;\n", "x.data", "unknown ", "but not of a class that is not known" },
	{ TWO_CLASSES "int main() {\nV v;\n", "x.data", "unknown ", "nor of an object that is not" },
	{ "struct A { U u; };\nstruct U { float *h; };\nint main() {\nA a;\n", "a.u.h", "member pointer float",
	  "a member of a member" },
	{ "struct W { float *data; void f(V &v) {\n", "v.data", "unknown ", "not of the class around it" },
	{ "struct W { float *data; void f() {\n", "this->data", "member pointer float", "unless it is its own" },
	{ TWO_CLASSES "int main() {\nV *v;\n", "v[data]", "unknown ", "an index is no member" },
	{ "int main() {\n", "->", "unknown ", "no name" },
	{ "int main() {\n", ">h", "unknown ", "nor that" },
};

static void test_variables(void)
{
	for (size_t i = 0; i < sizeof members / sizeof *members; i++)
		is_text(variable(members[i].source, members[i].name), members[i].is, members[i].why);
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		is_text(variable(variables[i].source, "h"), variables[i].is, variables[i].why);
}

/* Every prefix of a hard text, in a buffer of exactly its size, for the sanitizers to watch. */
static void test_prefixes(void)
{
	static const char hard[] = "#define A \\\n b\r\\\r\n__global__ void __launch_bounds__(1) k(int (*f)(int), R\"a(x)a\" "
				   "char c = '\\'', T<a, b> *x /* y */, // z\n std::size_t n = \"\\\"\") { }";

	for (size_t len = 0; len < sizeof hard; len++) {
		char *copy = malloc(len ? len : 1);
		struct arena arena = { 0 };
		struct source_end *list;
		const char **names;

		if (!copy)
			break;
		memcpy(copy, hard, len);
		source_kernels(copy, len, &arena, &names);
		source_kernel_params(copy, len, "k", &arena, &names, NULL);
		source_ends(copy, len, &arena, &list);
		source_variable_at(copy, len, 9, "x");
		arena_release(&arena);
		free(copy);
	}
	ok(true, "a text cut anywhere is read to its end and no further");
}

int main(void)
{
	test_own_arrays();
	test_unset_names();
	test_carved_arrays();
	test_empty_ifs();
	test_names();
	test_surroundings();
	test_lists();
	test_ends();
	test_variables();
	test_prefixes();
	return tap_done();
}
