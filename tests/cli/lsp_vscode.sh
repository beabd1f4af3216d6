#!/bin/bash
# lsp_vscode.sh - the language server, asked with the protocol library of VS Code's own client (`npm install vscode-languageserver-protocol`;
# NODE_PATH says where it is), and the extension, which has to name what the server knows.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export EXTENSION=$TESTS_DIR/../packaging/editors/vscode
unset WARPBOOK_WORKSPACE WARPBOOK_COMPILER WARPBOOK_DEVICE WARPBOOK_CHECK WARPBOOK_JSON WARPBOOK_SARIF WARPBOOK_DEVICES
command -v node >/dev/null || { echo "1..0 # SKIP node is not installed"; exit 0; }
is "the extension is a script" "$(node --check "$EXTENSION/extension.js" 2>&1)" ""
for option in trust seconds shares; do
	like "it sets the option $option" "$(cat "$EXTENSION/extension.js")" "$option:"
	like "which the manual lists" "$(cat "$TESTS_DIR/../doc/editors.md")" "^. .$option. "
done
is "it starts the server anew with other settings and in a folder that is trusted, and opens a terminal" \
	"$(timeout 60 node "$TESTS_DIR/cli/lsp_extension.js" 2>&1)" "error warpbook.path: '/nowhere' does not start
start /bin/warpbook lsp {\"trust\":false,\"seconds\":60,\"shares\":false}
end
start /bin/warpbook lsp {\"trust\":true,\"seconds\":60,\"shares\":false}
terminal /bin/warpbook debug /a b.cu
asked the server warpbook.check"
if ! node -e 'require("vscode-languageserver-protocol/node")' 2>/dev/null; then
	skip "the server and VS Code's library" "vscode-languageserver-protocol is not in NODE_PATH"
	tap_done
	exit
fi
cd "$scratch" || exit 99
cat >"a program.cu" <<'END'
__global__ void k(int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = i;
}
int main()
{
	int *d;
	cudaMalloc(&d, 10 * sizeof *d);
	k<<<1, 32>>>(d, 10);
	cudaDeviceSynchronize();
	cudaFree(d);
}
END
is "the server and VS Code's library" "$(timeout 120 node "$TESTS_DIR/cli/lsp_vscode.js" 2>&1)" 'server warpbook hints false
line 4 out-of-bounds true
lenses 1 remark, check, profile, step
hover true cudaError_t cudaMalloc(void **memory, size_t size)
action true add the guard `if (i < n)` true
exit 0'
tap_done
