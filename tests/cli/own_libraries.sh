#!/bin/bash
# own_libraries.sh - a warpbook whose libraries lie outside the system's folders, as modules, conda and spack have them: its
# workers, their sandboxes and a learner's program find them, too.
#
# The copies need libraries of new names, which only LD_LIBRARY_PATH leads to. A view has links to them, as environments do.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 XDG_CACHE_HOME="$scratch/cache"
solutions=$TESTS_DIR/../solutions
lib=$scratch/software/lib
mkdir -p "$lib" "$scratch/view/lib" "$scratch/libdir"
path_of() { ldd "$1" | sed -n "s/^[[:space:]]*$2 => \([^ ]*\).*/\1/p"; }

# The copy $2 of $1 has $4 in place of $3, which is as long: the name of a library.
renamed() {
	cp "$(path_of "$1" "$3")" "$lib/$4"
	LC_ALL=C sed "s/${3//./\\.}/$4/g" "$1" >"$2" && chmod +x "$2"
}

program=$(readlink -f "${WARPBOOK_BIN}")
if [ -n "${SANITIZED:-}" ] || [ -z "$(path_of "$program" liblua5.4.so.0)" ] ||
	[ -z "$(path_of "$BUILD_DIR/libwarpbook-cudart.so" libzstd.so.1)" ]; then
	skip "libraries of warpbook's own" "this build links them statically"
	tap_done
	exit
fi
renamed "$program" "$scratch/warpbook" liblua5.4.so.0 libluaw.w.so.0
for f in "$BUILD_DIR"/*; do ln -s "$f" "$scratch/libdir/"; done
rm "$scratch/libdir/libwarpbook-cudart.so"
renamed "$BUILD_DIR/libwarpbook-cudart.so" "$scratch/libdir/libwarpbook-cudart.so" libzstd.so.1 libzwtd.so.1
ln -s ../../software/lib/libluaw.w.so.0 ../../software/lib/libzwtd.so.1 "$scratch/view/lib/"
export WARPBOOK_LIBDIR=$scratch/libdir
check() { "$scratch/warpbook" check --no-record --plain "$solutions/$1" 2>&1; }

is "without the variable the copy does not start" "$("$scratch/warpbook" --version >/dev/null 2>&1; echo $?)" 127
compiler=$(compilers_due | head -n 1)
export WARPBOOK_COMPILER=${compiler:-clang}
for folder in "$lib" "$scratch/view/lib" "relative:/nowhere:$lib/"; do
	export LD_LIBRARY_PATH=$folder
	what=${folder#"$scratch"/}
	like "$what: a kernel's worker finds them" "$(check 01_kernels/add.cu)" 'add: passed'
	like "$what: and a program's" "$(check 02_grids/error_check.cu)" 'error_check: passed'
done
export LD_LIBRARY_PATH=$lib
mkdir "$scratch/sub" && tar -C "$solutions/01_kernels" -czf "$scratch/sub/ada.tgz" add.cu
printf 'return { name = "one", exercises = { { "01_kernels/add", points = 10 } }, seed = 7 }\n' >"$scratch/a.lua"
mkdir "$scratch/class"
like "the one that unpacks archives does" "$("$scratch/warpbook" grade "$scratch/sub" -a "$scratch/a.lua" \
	--class "$scratch/class" --json 2>&1)" '"points": 10|without libarchive'
tap_done
