/*
 * program.h - builds one program from several sources, for the virtual machine or for a GPU.
 *
 *	a.cu b.cu c.cpp -> objects -> [code that joins relocatable modules] -> program
 *	                   with PTX in them                                  linked with libwarpbook-cudart.so, or libcudart
 *
 * The words are a compiler's command line, as nvcc takes it. Sources are compiled in place, in the
 * caller's folder and with its environment, because it is the caller's own program. Only a source whose
 * name a command line would misread (`-x.cu`, `a,b.cu`) is compiled from a copy.
 */
#ifndef WARPBOOK_TOOLCHAIN_PROGRAM_PROGRAM_H
#define WARPBOOK_TOOLCHAIN_PROGRAM_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

#include "toolchain/toolchain.h"

struct sandbox;

struct word_list { const char **list; size_t n, cap; };

enum source_kind { SOURCE_CUDA, SOURCE_CPP, SOURCE_C };

/* The product that a command line requests. With -c it is an object for each source, whatever this says. */
enum program_product {
	PRODUCT_PROGRAM,      /* a program, or with -shared a library */
	PRODUCT_PTX,          /* the device's code of each source, as text or in a container */
	PRODUCT_FATBIN,
	PRODUCT_DEVICE_LINK,  /* an object that joins the relocatable modules of the inputs */
	PRODUCT_ARCHIVE,      /* an archive of all objects */
	/* program_build makes none of these: the caller starts the compiler itself. */
	PRODUCT_CUBIN, PRODUCT_PREPROCESSED, PRODUCT_DEPENDENCIES,
};

struct program_source {
	const char *name;      /* as given */
	enum source_kind kind;
};

/* One input of the linker, in the order of the command line. */
struct program_input {
	const struct program_source *source; /* its object; or */
	const char *word;                    /* an object, an archive, a linker's option */
};

/* A parsed command line. All text belongs to the arena it was read with, or to the caller's words. */
struct program_words {
	struct program_source *sources; size_t nsources, sources_cap;
	struct program_input *inputs; size_t ninputs, inputs_cap;
	struct word_list both;     /* for both sides of each source */
	struct word_list host;     /* for the host's compiler, including the words of -Xcompiler */
	struct word_list nvcc;     /* for nvcc only */
	struct word_list linker;   /* after all inputs */
	struct word_list original; /* all words but -o FILE: nvcc gets them for a GPU */
	struct word_list dropped;  /* "-G: why", for -v */
	const char *output;        /* NULL: none was named */
	const char *standard;      /* "c++17" */
	const char *level;         /* "-O2", for the host; NULL: the compiler's own */
	const char *ccbin;         /* nvcc's host compiler; NULL: its own */
	int arch;                  /* of the PTX; 75 by default */
	bool arch_specific;        /* 90a */
	bool arch_given;
	bool compile_only, shared, relocatable, verbose;
	/* Only for nvcc's own command line (program_words_read_nvcc); otherwise the defaults. */
	bool as_nvcc;
	enum program_product product;
	const char *folder;        /* -odir: for products without a name; NULL: here */
	bool dry_run;
	bool lists_files, lists_own_files, lists_phony; /* -MD, -MMD, -MP: with each object, a makefile's list of the files
							   read */
	const char *list_place;    /* -MF; NULL: next to the product */
	struct word_list list_targets; /* -MT */
	int language;              /* while reading: -x's source_kind, or -1 */
	bool forward;              /* while reading: the host's compiler gets unknown options */
	bool fast_math, no_fmad, per_thread_stream;
};

/*
 * If the function with that name belongs to a CUDA library that the virtual
 * machine lacks: advice for the program; otherwise NULL.
 */
const char *program_library_instead(const char *symbol);

/* nvcc's -ccbin names the host's compiler, or the folder that has it: its path. NULL: no memory. */
const char *program_host_compiler(const char *given, struct arena *arena);

/* Errors name the word, and are the learner's. for_gpu: all CUDA libraries are available. */
int program_words_read(const char *const *words, size_t n, bool for_gpu, struct arena *arena, struct program_words *out,
		       struct error *err);

/*
 * The same for nvcc's own command line, which may request any product. It also reads options from files
 * (-optf FILE). `own_headers` is the folder of the runtime's headers: -I of it has no effect, because it is known already.
 */
int program_words_read_nvcc(const char *const *words, size_t n, const char *own_headers, struct arena *arena,
			    struct program_words *out, struct error *err);

struct program_job {
	const struct compiler *compiler;
	const struct program_words *words;
	const char *output;   /* the program's; with compile_only, the one object's, or NULL: named after the sources */
	bool for_gpu;
	/* For an untrusted file: what the commands may access in addition to their folder and `output`. NULL: everything. */
	const struct sandbox *sandbox;
	bool fuse;            /* the program sets WARPBOOK_FUSE for itself, unless it is set; so does a program with an object of
				 it */
	/* clang may read cuda_runtime.h from a precompiled header: the words have no -include, and no folder of -I a file that
	 * stands in
	   for one that cuda_runtime.h includes. */
	bool prelude;
	bool dry_run;         /* only lists the commands: creates nothing, not even a list of files */
};

struct program {
	struct compilation said;   /* ok, diagnostics, raw, command (all commands, one per line), seconds; no ptx */
	struct word_list files;    /* the files that the build read: sources, headers, objects */
};

/*
 * Returns -1 if the machine failed, or a named file cannot be read; otherwise 0, and said.ok is true if the program was
 * built. After 0, release *out with program_release.
 */
int program_build(const struct program_job *job, struct program *out, struct error *err);
void program_release(struct program *p);

/*
 * clang's command for PRODUCT_PREPROCESSED and _DEPENDENCIES: prints the preprocessed source, or its dependencies. Ends in NULL.
 */
int program_preprocess(const struct program_job *job, struct arena *arena, struct word_list *out, struct error *err);

/* Writes the list of files that `p` was built from, for make. */
int program_list_write(const struct program_job *job, const struct program *p, struct error *err);

/* Our folder with the layout of a CUDA toolkit (bin/nvcc, include, lib64), for build systems. */
int program_toolkit(char *out, size_t size, struct error *err);

/* The path of the runtime's library, for programs on the vm. */
int program_runtime(char *out, size_t size, struct error *err);
/* The path of the driver API's library, which depends on the runtime's. */
int program_driver(char *out, size_t size, struct error *err);
/* Puts the path first in that variable of the environment. */
void program_path_add(const char *variable, const char *path);
/* Programs that this process becomes by exec, and that open libcuda.so.1 by name, get ours. */
int program_driver_opens(struct error *err);
/* The folder of the modules that Python imports when it starts. */
int program_python(char *out, size_t size, struct error *err);
/* The folders of headers for clang, each PATH_MAX bytes: the device's, and the runtime's. */
int program_headers(char *device, char *api, struct error *err);
/*
 * The folder of Thrust, CUB and libcu++ in a CUDA toolkit of version 13 or newer: plain headers, which clang compiles too; ""
 * if there is none. The folders of older toolkits also have NVIDIA's own headers, which would mix with ours. PATH_MAX bytes.
 */
void program_cccl(char *out);
/* Allows reading the runtime's headers ("": none), and the tables beside their folder that they include. */
void program_allow_headers(struct sandbox *s, const char *api);

#endif
