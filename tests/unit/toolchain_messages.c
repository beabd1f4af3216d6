/* toolchain_messages.c - compilers' messages, word for word, and the diagnostics read from them. */
#include "config.h"

#include "base/buf.h"
#include "tap/tap.h"
#include "toolchain/messages.h"

static const char source[] =
	"__global__ void add(const float *x, float *out, int n)\n"
	"{\n"
	"\tint i = blockidx.x;\n"
	"\tif (i < n)\n"
	"\t\tout[i] = x[i] + foo(3);\n"
	"}\n";

/* One line for each diagnostic: "file:line:column level text". */
static const char *read_all(const char *label, const char *raw, const char **hint)
{
	static char text[4096];
	static const char *const levels[] = { "note", "warning", "error" };
	struct message_reader r = { .label = label, .name = "my add.cu", .source = source, .len = sizeof source - 1 };
	struct compilation out = { 0 };
	size_t at = 0;

	text[0] = '\0';
	messages_read(&r, raw, &out);
	for (size_t i = 0; i < out.ndiagnostics && at < sizeof text; i++) {
		const struct diagnostic *d = &out.diagnostics[i];

		at += (size_t)snprintf(text + at, sizeof text - at, "%s%s:%d:%d %s %s", i ? "\n" : "",
				       d->file ? d->file : "-", d->line, d->column, levels[d->level], d->text);
	}
	if (hint)
		*hint = out.ndiagnostics ? out.diagnostics[0].hint : NULL;
	compilation_release(&out);
	return text;
}

#define READ(raw) read_all("add.cu", (raw), NULL)

static void test_nvcc(void)
{
	is_text(READ("add.cu(3): error: identifier \"blockidx\" is undefined\n"
		     "   int i = blockidx.x;\n"
		     "           ^\n\n1 error detected in the compilation of \"add.cu\".\n"),
		"my add.cu:3:10 error identifier \"blockidx\" is undefined", "nvcc's caret gives the column");
	is_text(READ("add.cu(1): error: a __global__ function must have a void return type\n"
		     "  __attribute__((global)) void add(const float *x, float *out, int n)\n"
		     "                               ^\n"),
		"my add.cu:1:17 error a __global__ function must have a void return type",
		"after an expanded macro the column is still the learner's");
	is_text(READ("add.cu(6): error: expected a declaration\n  } else\n  ^\n"),
		"my add.cu:6:1 error expected a declaration", "text that EDG adds or drops after the caret does no harm");
	is_text(READ("add.cu(3): error: \"gr\\u00f6\\u00dfe\\U0001f642\" is undefined, not \\u12 \\ud83d \\U00000041 \\\n"),
		"my add.cu:3:0 error \"gr\303\266\303\237e\360\237\231\202\" is undefined, not \\u12 \\ud83d \\U00000041 \\",
		"escaped letters are letters");
	is_text(READ("add.cu(6): error: expected a \";\"\n  }\n  ^\n"), "my add.cu:5:26 error expected a \";\"",
		"a missing semicolon is reported where it is missing");
	is_text(READ("add.cu(3): error: expected a \";\"\n   int i = blockidx.x;\n       ^\n"),
		"my add.cu:3:6 error expected a \";\"",
		"in the middle of a line it stays");
	is_text(READ("add.cu(3): error: e\n  int q = 1; int i = x;\n             ^\n"), "my add.cu:3:0 error e",
		"an echo that is not the learner's line gives no column");
	is_text(READ("add.cu(3): warning #177-D: variable \"i\" was declared but never referenced\n"
		     "   int i = blockidx.x;\n"
		     "       ^\n\n"
		     "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"),
		"my add.cu:3:6 warning variable \"i\" was declared but never referenced",
		"a warning's number and nvcc's remark are left out");
	is_text(READ("add.cu(3): warning #177-D: variable \"i\" was declared but never referenced\n   int i = blockidx.x;\n       ^\n\n"
		     "add.cu(3): warning #177-D: variable \"i\" was declared but never referenced\n   int i = blockidx.x;\n       ^\n\n"),
		"my add.cu:3:6 warning variable \"i\" was declared but never referenced",
		"a warning of both passes is reported once");
	is_text(READ("add.cu(3): warning #177-D: variable \"gr\\u00f6\" was declared but never referenced\n\n"
		     "add.cu(3): warning #177-D: variable \"gr\\u00f6\" was declared but never referenced\n\n"),
		"my add.cu:3:0 warning variable \"gr\303\266\" was declared but never referenced", "also one with an escaped letter");
	is_text(READ("At end of source: error: expected a \"}\"\nadd.cu(2): note #3196-D: to match this \"{\"\n  {\n  ^\n"),
		"my add.cu:6:0 error expected a \"}\"\nmy add.cu:2:1 note to match this \"{\"",
		"the end of the source is its last line");
	is_text(READ("add.cu(5): error: no operator \"+\" matches these operands\n"
		     "            operand types are: float4 + float4\n"
		     "    out[i] = x[i] + foo(3);\n"
		     "                  ^\n"),
		"my add.cu:5:17 error no operator \"+\" matches these operands (operand types are: float4 + float4)",
		"the types of the operands belong to the message");
	is_text(READ("/usr/include/x.h(9): error: static assertion failed\n"
		     "          detected during instantiation of \"T twice(T) [with T=int]\" at line 5 of \"add.cu\"\n"),
		"my add.cu:5:0 error static assertion failed\n"
		"my add.cu:5:0 note detected during instantiation of \"T twice(T) [with T=int]\" at line 5 of \"add.cu\"",
		"an error inside a template moves to the learner's line");
	is_text(READ("add.cu:3:10: fatal error: nope.h: No such file or directory\n    1 | #include\ncompilation terminated.\n"),
		"my add.cu:3:10 error nope.h: No such file or directory", "gcc, which preprocesses for nvcc, is understood");
}

static void test_clang(void)
{
	is_text(READ("add.cu:3:10: error: use of undeclared identifier 'blockidx'; did you mean 'blockIdx'?\n"
		     "        int i = blockidx.x;\n                ^~~~~~~~\n"
		     "/data/device_headers/warpbook_builtin_vars.h:40:1: note: 'blockIdx' declared here\n"
		     "1 error generated when compiling for sm_75.\n"),
		"my add.cu:3:10 error use of undeclared identifier 'blockidx'; did you mean 'blockIdx'?",
		"clang's messages; notes into our headers are left out");
	is_text(READ("add.cu:3:5: error: use of undeclared identifier 'k'\nadd.cu:4:9: error: use of undeclared identifier 'k'\n"
		     "add.cu:4:20: error: expected ';' after expression\nadd.cu:5:20: error: expected ';' after expression\n"),
		"my add.cu:3:5 error use of undeclared identifier 'k'\n"
		"my add.cu:4:20 error expected ';' after expression\nmy add.cu:5:20 error expected ';' after expression",
		"an unknown name is reported once, a mistake made twice is reported twice");
	is_text(READ("add.cu:3:5: warning: unused variable 'k'\nadd.cu:4:5: warning: unused variable 'k'\n"
		     "add.cu:3:5: warning: unused variable 'k'\n"),
		"my add.cu:3:5 warning unused variable 'k'\nmy add.cu:4:5 warning unused variable 'k'",
		"a warning of the host's and of the device's compilation is reported once");
	is_text(READ("/data/h.h:7:2: error: no member named 'y'\n"
		     "add.cu:5:3: note: in instantiation of function template specialization 'f<int>' requested here\n"),
		"my add.cu:5:0 error no member named 'y'\n"
		"my add.cu:5:3 note in instantiation of function template specialization 'f<int>' requested here",
		"an error in a header moves to the line that asked for it");
	is_text(READ("In file included from add.cu:4:\n/usr/lib/x/algorithm:55:15: fatal error: 'algorithm' file not found\n"),
		"my add.cu:4:0 error 'algorithm' file not found", "an error in an included file moves to the #include");
	is_text(READ("In file included from add.cu:1:\ninc/mine.h:2:5: error: unknown type name 'flaot'\n"),
		"mine.h:2:5 error unknown type name 'flaot'", "a header of the learner's own is named as they name it");
	is_text(READ("error: kernel function type 'int ()' must have void return type\n"),
		"my add.cu:0:0 error kernel function type 'int ()' must have void return type", "an error without a place");
	is_text(READ("clang: error: linker command failed\nclang: warning: CUDA version is unknown\n"
		     "nvcc fatal   : Value 'x' is not defined\n"),
		"", "what drivers say about themselves is not for the learner");
}

static void test_hostile(void)
{
	char raw[70000];
	struct buf flood = BUF_INIT;
	struct message_reader r = { .label = "add.cu", .name = "add.cu", .source = source, .len = sizeof source - 1 };
	struct compilation out = { 0 };

	is_text(READ(""), "", "silence is no diagnostic");
	is_text(READ("::::((((1):1:\n(5): error: x\n:5:5: error\nadd.cu(99999999999999999999): error: far\n"),
		"my add.cu:999999999:0 error far", "half a message is none, and a number too large is kept small");
	is_text(read_all("a(3): error: b.cu", "a(3): error: b.cu(5): error: real\n", NULL), "my add.cu:5:0 error real",
		"a file may be called like a message");
	is_text(READ("add.cu:1:1: error: \x1b[31mred\xff\n"), "my add.cu:1:1 error ?[31mred?",
		"control bytes and broken UTF-8 never reach the terminal");
	memset(raw, 'x', sizeof raw);
	memcpy(raw, "add.cu:1:1: error: ", 19);
	raw[sizeof raw - 1] = '\0';
	messages_read(&r, raw, &out);
	ok(out.ndiagnostics == 1 && strlen(out.diagnostics[0].text) <= 1000, "an endless message is cut");
	compilation_release(&out);
	for (int i = 0; i < 500; i++)
		buf_printf(&flood, "add.cu:%d:1: error: e\n", i + 1);
	ok(messages_read(&r, buf_text(&flood), &out) == 0 && out.ndiagnostics == MESSAGES_MAX &&
	   out.diagnostics[0].line == 1, "of a flood the first fifty are kept");
	ok(message_add(&r, DIAGNOSTIC_ERROR, "ours", NULL, &out) == 0 && out.ndiagnostics == MESSAGES_MAX &&
	   !strcmp(out.diagnostics[MESSAGES_MAX - 1].text, "ours"), "our own word finds room");
	compilation_release(&out);
	buf_release(&flood);
}

static void hint_has(const char *message, const char *words)
{
	const char *hint = message_hint(message);

	if (!ok(hint && strstr(hint, words), "\"%s\" is answered with \"%s\"", message, words))
		printf("# got: %s\n", hint ? hint : "(none)");
}

static void test_hints(void)
{
	const char *hint;

	hint_has("identifier \"threadidx\" is undefined", "`threadIdx`");
	hint_has("use of undeclared identifier 'BlockDim'", "`blockDim`");
	hint_has("expected a \";\"", "`;`");
	hint_has("error in backend: Symbol name with unsupported characters", "need names of the letters");
	hint_has("expected ';' at end of declaration", "`;`");
	hint_has("expected '}'", "`}`");
	hint_has("expected a \"}\"", "`}`");
	hint_has("a __global__ function must have a void return type", "`__global__ void`");
	hint_has("kernel function type 'int ()' must have void return type", "`__global__ void`");
	hint_has("calling a __host__ function(\"h(float)\") from a __global__ function(\"k\") is not allowed", "`__device__`");
	hint_has("candidate function not viable: call to __host__ function from __global__ function", "`__device__`");
	hint_has("no suitable conversion function from \"const uint3\" to \"int\" exists", "threadIdx.x");
	hint_has("no viable conversion from 'const __warpbook_threadIdx' to 'int'", "threadIdx.x");
	hint_has("unknown type name '_global_'", "two underscores");
	hint_has("'iostream' file not found", "leave the include out");
	hint_has("'mine.h' file not found", "-I FOLDER");
	hint_has("use of undeclared identifier 'print'", "printf(");
	hint_has("mpi.h: No such file or directory", "or the package that has them");
	hint_has("identifier \"len\" is undefined", "as a parameter");
	hint_has("member reference base type 'int *' is not a structure or union", "as a parameter");
	hint_has("operand of \"*\" must be a pointer but has type \"int\"", "x * x");
	hint_has("invalid operands to binary expression ('const float *' and 'const float *')", "a[i]");
	hint_has("void function 'f' should not return a value [-Wreturn-mismatch]", "returns nothing");
	hint_has("subscripted value is not an array, pointer, or vector", "row * cols + col");
	hint_has("expected ';' in 'for' statement specifier", "`for`");
	hint_has("expected a \"(\"", "parentheses");
	hint_has("expected '(' after 'if'", "parentheses");
	hint_has("use of undeclared identifier 'threadIx'; did you mean 'threadIdx'?", "the compiler suggests");
	hint_has("use of undeclared identifier 'True'; did you mean 'true'?", "`true`");
	hint_has("called object type 'int *' is not a function or function pointer", "brackets");
	hint_has("expression preceding parentheses of apparent call must have (pointer-to-) function type", "brackets");
	hint_has("a value of type \"float\" cannot be assigned to an entity of type \"float *\"", "p[i]");
	hint_has("assigning to 'float *' from incompatible type 'float'", "p[i]");
	hint_has("incompatible integer to pointer conversion assigning to 'int *' from 'unsigned int'", "p[i]");
	ok(!message_hint("a value of type \"const float *\" cannot be assigned to an entity of type \"float *\""),
	   "two pointers are another matter");
	hint_has("no suitable constructor exists to convert from \"const float\" to \"float4\"", "const float4 *");
	hint_has("no matching conversion for C-style cast from 'const float' to 'float4'", "const float4 *");
	hint_has("identifier \"cusparseScsrmv\" is undefined", "cusparseSpMV()");
	hint_has("use of undeclared identifier 'cusparseDcsrmm2'", "cusparseSpMM()");
	hint_has("identifier \"cusparseZcsrsv2_solve\" is undefined", "cusparseSpSV_solve()");
	ok(!message_hint("identifier \"threadIdx\" has already been declared"), "a name spelt well is no misspelling");
	ok(!message_hint("something nobody has said before"), "what we do not understand gets no advice");
	read_all("add.cu", "add.cu:5:3: error: no matching function for call to 'h'\n"
		 "add.cu:1:7: note: candidate function not viable: call to __host__ function from __global__ function\n", &hint);
	ok(hint && strstr(hint, "`__device__`"), "a note becomes advice for its error");
}

int main(void)
{
	test_nvcc();
	test_clang();
	test_hostile();
	test_hints();
	return tap_done();
}
