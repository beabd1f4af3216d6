#!/bin/sh
# import_library.sh LIBRARY PLACE OUT - makes OUT, a small shared object with the symbols of LIBRARY, and PLACE as its soname: a
# program linked with OUT loads PLACE when it starts, wherever OUT was. CC and NM are the tools.
set -eu
${NM:-nm} -D --defined-only "$1" >"$3.names"
awk '
$2 == "T" || $2 == "W" { printf ".globl %s\n.type %s,%%function\n%s:\n", $3, $3, $3 }
END { print ".section .note.GNU-stack,\"\",%progbits" }' "$3.names" >"$3.s"
${CC:-cc} -shared -nostdlib -Wl,-soname,"$2" -o "$3" "$3.s"
rm -f "$3.names" "$3.s"
