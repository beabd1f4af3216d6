/* python.c - see python.h. */
#include "config.h"

#include "toolchain/python/python.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "child/proc.h"
#include "toolchain/program/program.h"
#include "toolchain/program/program_file.h"
#include "toolchain/python/python_known.h"

#define PROBE_SECONDS 60 /* for a busy machine */

/* Prints what the interpreter has installed, without importing Numba, which takes a second. */
static const char probe[] =
	"import sys, os, importlib.util as u\n"
	"sys.path = [p for p in sys.path if p]\n" /* not the folder that warpbook runs in */
	"def version(name):\n"
	"    try:\n"
	"        from importlib.metadata import version\n"
	"        return version(name)\n"
	"    except Exception:\n"
	"        return 'of an unknown version'\n"
	"def has(name):\n"
	"    try:\n"
	"        return u.find_spec(name)\n"
	"    except Exception:\n"
	"        return None\n"
	"print('version=%d.%d.%d' % sys.version_info[:3])\n"
	"print('executable=' + (sys.executable or ''))\n"
	"if has('numba'):\n"
	"    print('numba=' + version('numba'))\n"
	"if has('numba_cuda'):\n"
	"    print('numba_cuda=' + version('numba-cuda'))\n"
	"roots = {sys.prefix, sys.base_prefix, sys.exec_prefix} - {'/usr', '/usr/local'}\n"
	"for name in ('numba', 'numba_cuda', 'llvmlite', 'numpy'):\n"
	"    spec = has(name)\n"
	"    for base in (spec.submodule_search_locations or []) if spec else []:\n"
	"        roots.add(os.path.dirname(os.path.realpath(base)))\n"
	"print('roots=' + ':'.join(sorted(r for r in roots if ':' not in r and r != '/')))\n"
	"nvidia = has('nvidia')\n"
	"for base in (nvidia.submodule_search_locations if nvidia else []):\n"
	"    for part in ('cuda_nvcc', 'cu13', 'cuda_nvvm'):\n"
	"        if os.path.isdir(os.path.join(base, part, 'nvvm')):\n"
	"            print('wheel=' + os.path.join(base, part))\n"
	"import site\n"
	"for path in {sys.executable, os.path.realpath(sys.executable), os.path.join(sys.prefix, 'pyvenv.cfg'), "
	"site.getusersitepackages(),\n             *sys.path, *(nvidia.submodule_search_locations if nvidia else [])}:\n"
	"    print('watch=' + path)\n";

bool python_is_program(const char *word)
{
	return text_ends(word, ".py");
}

/* ---- the interpreter ------------------------------------------------------------------------------------ */

static void take(const char *text, const char *key, char *out, size_t size)
{
	const size_t len = strlen(key);

	for (const char *line = text; *line; line += strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n'))
		if (!strncmp(line, key, len) && line[len] == '=') {
			snprintf(out, size, "%.*s", (int)strcspn(line + len + 1, "\n"), line + len + 1);
			return;
		}
}

/* The interpreter's own environment may name packages, so it keeps its environment. */
static int ask(const char *path, struct buf *answer, struct error *err)
{
	extern char **environ;
	const struct proc_job job = { .argv = (const char *[]){ path, "-c", probe, NULL }, .envp = (const char *const *)environ,
				      .limits = { .wall_seconds = PROBE_SECONDS } };
	struct proc_result result;

	if (proc_run(&job, &result, err))
		return -1;
	if (result.end != PROC_EXITED || result.code) {
		error_set(err, PARTY_MACHINE, "'%s' does not work as a Python interpreter: %.200s", path, buf_text(&result.err));
		proc_result_release(&result);
		return error_remedy(err, "install Python 3.9 or newer, or name another interpreter with WARPBOOK_PYTHON");
	}
	buf_puts(answer, buf_text(&result.out));
	proc_result_release(&result);
	if (answer->failed)
		return error_nomem(err);
	python_remember(path, probe, buf_text(answer));
	return 0;
}

static int examine(const char *path, struct python *p, struct error *err)
{
	struct buf answer = BUF_INIT;
	int status = python_recall(path, probe, &answer) ? 0 : ask(path, &answer, err);

	memset(p, 0, sizeof *p);
	if (status == 0) {
		snprintf(p->path, sizeof p->path, "%s", path);
		take(buf_text(&answer), "version", p->version, sizeof p->version);
		take(buf_text(&answer), "executable", p->executable, sizeof p->executable);
		take(buf_text(&answer), "numba", p->numba, sizeof p->numba);
		take(buf_text(&answer), "numba_cuda", p->numba_cuda, sizeof p->numba_cuda);
		take(buf_text(&answer), "wheel", p->wheel, sizeof p->wheel);
		take(buf_text(&answer), "roots", p->roots, sizeof p->roots);
	}
	buf_release(&answer);
	return status;
}

static int choose(struct python *p, struct error *err)
{
	static const char *const candidates[] = { "python3", "/usr/bin/python3" };
	const char *given = getenv("WARPBOOK_PYTHON");
	struct python first = { 0 };

	if (given && *given)
		return examine(given, p, err);
	for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
		if (examine(candidates[i], p, err))
			continue;
		if (p->numba[0])
			return 0;
		if (!first.path[0])
			first = *p;
	}
	*p = first;
	return p->path[0] ? 0 : -1;
}

/* ---- libnvvm --------------------------------------------------------------------------------------------------- */

/* The last path that matches a pattern, which is the newest. */
static bool found(char out[PATH_MAX], const char *pattern)
{
	glob_t all;
	bool any = glob(pattern, 0, NULL, &all) == 0 && all.gl_pathc;

	if (any)
		snprintf(out, PATH_MAX, "%s", all.gl_pathv[all.gl_pathc - 1]);
	globfree(&all);
	return any;
}

static bool found_under(const char *root, char out[PATH_MAX], const char *const *parts, size_t n)
{
	char pattern[PATH_MAX];

	for (size_t i = 0; root && *root && i < n; i++)
		if (snprintf(pattern, sizeof pattern, "%s/%s", root, parts[i]) < (int)sizeof pattern && found(out, pattern))
			return true;
	return false;
}

/* The folder above a toolkit's bin/nvcc. */
static const char *toolkit_of_nvcc(char root[PATH_MAX])
{
	char nvcc[PATH_MAX];

	if (proc_find("nvcc", nvcc, sizeof nvcc))
		return NULL;
	snprintf(root, PATH_MAX, "%.*s/../..", PATH_MAX - 8, nvcc);
	return root;
}

static void find_nvvm(struct python *p)
{
	static const char *const library[] = { "nvvm/lib64/libnvvm.so*", "nvvm/lib/libnvvm.so*", "lib64/libnvvm.so*",
					       "lib/libnvvm.so*",
					       "lib/x86_64-linux-gnu/libnvvm.so*", "lib/aarch64-linux-gnu/libnvvm.so*" };
	static const char *const bitcode[] = { "nvvm/libdevice/libdevice*.bc", "libdevice/libdevice*.bc",
					       "lib/nvidia-cuda-toolkit/libdevice/libdevice*.bc" };
	char of_nvcc[PATH_MAX], file[PATH_MAX], *slash;
	const char *const roots[] = { getenv("CUDA_HOME"), getenv("CUDA_PATH"), p->wheel, toolkit_of_nvcc(of_nvcc),
				      "/usr/local/cuda",
				      "/usr/lib/cuda", "/usr" };
	const size_t n = sizeof roots / sizeof *roots;

	for (size_t i = 0; i < n && !p->nvvm[0]; i++)
		found_under(roots[i], p->nvvm, library, sizeof library / sizeof *library);
	for (size_t i = 0; i < n && !p->libdevice[0]; i++)
		if (found_under(roots[i], file, bitcode, sizeof bitcode / sizeof *bitcode)) {
			slash = strrchr(file, '/');
			*slash = '\0';
			snprintf(p->libdevice, sizeof p->libdevice, "%s", file);
		}
}

int python_find(struct python *p, struct error *err)
{
	if (choose(p, err))
		return -1;
	find_nvvm(p);
	return 0;
}

int python_can_numba(const struct python *p, struct error *err)
{
	if (!p->numba[0]) {
		error_set(err, PARTY_MACHINE, "the Python at '%s' does not have Numba", p->path);
		return error_remedy(err, "install it: `apt install python3-numba`, or `pip install numba-cuda`; or name an "
				    "interpreter that has it with WARPBOOK_PYTHON");
	}
	if (p->nvvm[0] && p->libdevice[0])
		return 0;
	error_set(err, PARTY_MACHINE, "numba.cuda needs NVIDIA's %s to compile kernels, and there is none here",
		  p->nvvm[0] ? "libdevice" : "libnvvm");
	return error_remedy(err, "install it: `pip install nvidia-cuda-nvcc` for that Python, or a CUDA toolkit; or set "
			    "CUDA_HOME to the folder of one. It needs no GPU");
}

/* The last line of Python's output, which names the exception. */
static int last_line(const char *text)
{
	size_t len = strlen(text), at;

	while (len && strchr("\n ", text[len - 1]))
		len--;
	for (at = len; at && text[at - 1] != '\n'; at--)
		;
	return (int)at;
}

int python_tries_numba(const struct python *p, struct error *err)
{
	extern char **environ;
	const struct proc_job job = { .argv = (const char *[]){ p->path, "-c",
								"import numba.cuda.compiler, numba.cuda.target", NULL },
				      .envp = (const char *const *)environ, .limits = { .wall_seconds = PROBE_SECONDS } };
	struct proc_result result;
	const char *said;

	if (proc_run(&job, &result, err))
		return -1;
	if (result.end == PROC_EXITED && !result.code) {
		proc_result_release(&result);
		return 0;
	}
	said = buf_text(&result.err) + last_line(buf_text(&result.err));
	error_set(err, PARTY_MACHINE, "Numba cannot be imported: %.*s", (int)strcspn(said, "\n"),
		  *said ? said : "Python ended without a message");
	proc_result_release(&result);
	return error_remedy(err, "install versions of NumPy and Numba that fit each other (`pip install --upgrade numba-cuda` "
			    "chooses them); `%s -c 'import numba.cuda.target'` shows the whole error", p->path);
}

/* ---- the environment ------------------------------------------------------------------------------------------------- */

/* The folder of a CUDA toolkit, for what Python builds itself, such as PyTorch's extensions: nvcc's, otherwise ours; "": none. */
static void toolkit_find(char out[PATH_MAX])
{
	char nvcc[PATH_MAX];
	struct error ignored;
	char *end;

	out[0] = '\0';
	if ((!proc_find("nvcc", nvcc, sizeof nvcc) || !proc_find("/usr/local/cuda/bin/nvcc", nvcc, sizeof nvcc)) &&
	    realpath(nvcc, out) && (end = strstr(out, "/bin/nvcc")))
		*end = '\0';
	else if (program_toolkit(out, PATH_MAX, &ignored))
		out[0] = '\0';
}

/* Numba looks for its parts in $CUDA_HOME, under a toolkit's names: creates a folder of links, for this combination. */
static int make_home(const struct python *p, char home[PATH_MAX], struct error *err)
{
	char cache[PATH_MAX], folder[PATH_MAX], runtime[PATH_MAX], toolkit[PATH_MAX], name[HASH_HEX];
	char text[4 * PATH_MAX];

	if (path_cache_dir(cache, sizeof cache, err) || program_runtime(runtime, sizeof runtime, err))
		return -1;
	toolkit_find(toolkit);
	snprintf(text, sizeof text, "%s\n%s\n%s\n%s", p->nvvm, p->libdevice, runtime, toolkit);
	hash_bytes(text, strlen(text), name);
	name[16] = '\0';
	snprintf(home, PATH_MAX, "%.*s/cuda-%s", PATH_MAX - 96, cache, name);
	/* Some versions of Numba take only a file with a version number in its name; which number does not matter. */
	snprintf(folder, sizeof folder, "%.*s/nvvm/lib64", PATH_MAX - 32, home);
	if (path_make_dirs(folder, err) ||
	    (p->nvvm[0] && (path_link(folder, "libnvvm.so", p->nvvm, err) || path_link(folder, "libnvvm.so.4", p->nvvm, err))))
		return -1;
	snprintf(folder, sizeof folder, "%.*s/nvvm", PATH_MAX - 32, home);
	if (p->libdevice[0] && path_link(folder, "libdevice", p->libdevice, err))
		return -1;
	for (size_t i = 0; toolkit[0] && i < 2; i++) {
		static const char *const parts[] = { "bin", "include" };

		if (!path_join(folder, sizeof folder, toolkit, parts[i]) || path_link(home, parts[i], folder, err))
			return -1;
	}
	/* The linker on the virtual machine has its own libcudadevrt.a: only the name matters. */
	snprintf(folder, sizeof folder, "%.*s/lib64", PATH_MAX - 32, home);
	return path_make_dirs(folder, err) || path_link(folder, "libcudart.so", runtime, err) ||
	       path_link(folder, "libcudadevrt.a", runtime, err) ? -1 : 0;
}

int python_home(const struct python *p, char *out, size_t size, struct error *err)
{
	char home[PATH_MAX];

	if (make_home(p, home, err))
		return -1;
	if (snprintf(out, size, "%s", home) < (int)size)
		return 0;
	return error_set(err, PARTY_MACHINE, "the path '%.100s...' is too long", home);
}

int python_environment(const struct python *p, struct error *err)
{
	char home[PATH_MAX], driver[PATH_MAX], shim[PATH_MAX];

	if (make_home(p, home, err) || program_driver(driver, sizeof driver, err) || program_python(shim, sizeof shim, err))
		return -1;
	setenv("CUDA_HOME", home, 1);
	setenv("NUMBA_CUDA_DRIVER", driver, 1);
	setenv("WARPBOOK_DRIVER", driver, 1);
	unsetenv("NUMBA_ENABLE_CUDASIM");
	unsetenv("NUMBA_DISABLE_CUDA");
	/* The warning says that small grids leave a GPU idle, but there is no GPU. */
	setenv("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0", 0);
	/* CuPy and PyTorch's extensions compile to machine code otherwise, for which there is no device here. */
	setenv("CUPY_COMPILE_WITH_PTX", "1", 1);
	setenv("TORCH_CUDA_ARCH_LIST", "8.0+PTX", 1);
	/* Compiled graphs would be machine code, and a cache of memory would hide where an array ends. */
	setenv("TORCHDYNAMO_DISABLE", "1", 0);
	setenv("PYTORCH_NO_CUDA_MEMORY_CACHING", "1", 0);
	program_path_add("PYTHONPATH", shim);
	return program_file_environment(err);
}
