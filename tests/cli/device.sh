#!/bin/bash
# device.sh - choosing a device, and the messages about a GPU that is missing, faults, hangs or is lost, with
# our own driver (tests/gpu/fake_cuda.c) in place of NVIDIA's.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
content=$TESTS_DIR/..
cc=$(command -v gcc || command -v cc || command -v clang)
if [ -z "$cc" ]; then
	echo "1..0 # SKIP no C compiler to make the driver with"
	exit 0
fi
solution=$content/solutions/01_kernels/add.cu
printf '__device__ int spoil = 1;\n__global__ void add(float *out, const float *a, const float *b, int n)\n{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tout[i] = a[i] + b[i];\n}\n' >"$scratch/unguarded.cu"
printf '__device__ int spoil = 1;\n__global__ void add(float *out, const float *a, const float *b, int n)\n{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i < n) out[i] = a[i] + b[i];\n}\n' >"$scratch/right.cu"

driver() { # name flags...: a folder with such a driver
	mkdir -p "$scratch/$1"
	"$cc" -shared -fPIC -o "$scratch/$1/libcuda.so.1" "${@:2}" "$TESTS_DIR/gpu/fake_cuda.c"
}

on() { # driver arguments...: warpbook with that driver
	LD_LIBRARY_PATH=$scratch/$1 "$WARPBOOK_BIN" "${@:2}" 2>&1
}

check() { # driver file options...
	on "$1" check --no-record --as 01_kernels/add "$2" "${@:3}"
}

driver two
driver none -DINIT=100
driver crash -DINIT=11
driver old -DOLD
driver fault -DENDS=700
driver trap -DENDS=719
driver lost -DENDS=999
driver odd -DLATER=1
driver dies -DENDS=999 -DFROM=7
driver pascal -DMAJOR=6
driver small -DMEMORY=4096
driver busy -DCONTEXT=46
driver full -DCONTEXT=2
driver behind -DIMAGE=222
driver foreign -DIMAGE=209
driver forbidden -DINIT=999
driver endless -DENDS=600
driver stalls -DSTALL=255
driver rejects -DLAUNCH=701
driver ptx -DIMAGE=218 '-DLOG="ptxas fatal : line 7 is odd"'
driver unresolved -DIMAGE=218 '-DLOG="ptxas fatal   : Unresolved extern function '"'frobnicate'"'"'
mkdir -p "$scratch/empty"
touch "$scratch/empty/libcuda.so.1" # stands before a driver of this machine, if it has one

# ---- words ---------------------------------------------------------------------------
out=$(check two "$solution" --device cpu); status=$?
is "an unknown device is wrong usage" $status 2
like "which names the devices" "$out" "vm, gpu, gpu:1 .* or auto, not 'cpu'"
out=$(WARPBOOK_DEVICE=tpu check two "$solution"); status=$?
is "so is an unknown one in WARPBOOK_DEVICE" $status 2
out=$(check two "$solution" --device gpu:7); status=$?
is "a number that there is no GPU for leaves the verdict as it is" $status 0
like "and says how many there are" "$(echo $out)" \
	"device: the virtual machine instead of a GPU: there is no GPU 7: this machine has 2 next: "

# ---- choosing ---------------------------------------------------------------------------
out=$(on two doctor)
like "doctor lists GPUs by number, name and compute capability" "$out" \
	"gpu:0: Imaginary GPU A \(compute capability 9.0, 7 SMs, 8192 MiB\).*gpu:1: Imaginary GPU B .*driver for CUDA 13.0"
out=$(check two "$solution" --device gpu --seed 1)
like "a right kernel passes on a GPU" "$out" "add: passed"
like "the report says on which, below the vm's verdict" "$(echo $out)" \
	"add: passed .* device: gpu, Imaginary GPU A: all 10 cases are right there too speed: "
like "and the speed, compared with the reference" "$(joined <<<"$out")" \
	"speed: with n = 16384, 250 us: 1.00x as fast as the reference \(250 us\), 1.00 to 1.00; "
out=$(check two "$solution" --device gpu:1 --seed 1)
like "the second is gpu:1" "$out" "^device: gpu:1, Imaginary GPU B"
like "WARPBOOK_DEVICE replaces the option" "$(WARPBOOK_DEVICE=gpu:1 check two "$solution")" "Imaginary GPU B"
like "auto takes a GPU that answers" "$(check two "$solution" --device auto)" "^device: gpu, Imaginary GPU A"
out=$(check none "$solution" --device auto); status=$?
is "auto takes the vm if there is no GPU" $status 0
like "and says why" "$(echo $out)" "device: the virtual machine instead of a GPU: the GPU driver cannot start: the driver finds no GPU \(CUDA_ERROR_NO_DEVICE\)"
unlike "nothing is said of the vm when it was asked for" "$(check none "$solution")" "^device:"
# From lesson 03 on, where counts have been explained.
counted=$content/solutions/04_global_memory/strided_copy.cu
like "there, the work is compared with the reference's" \
	"$(on none check --no-record --as 04_global_memory/strided_copy "$counted")" \
	"^work: with .*, 1.0x the reference's warp instructions, 1.0x its"
like "and the modelled time, with what bounds it" \
	"$(echo $(on none check --no-record --as 04_global_memory/strided_copy "$counted"))" \
	"; modelled on an H200: [0-9.]+ us, limited by [a-z0-9 ]+, 1.0x the reference's \([0-9.]+ us\)"

# ---- no GPU ------------------------------------------------------------------------------
out=$(check none "$solution" --device gpu); status=$?
is "a driver without a GPU leaves the verdict as it is" $status 0
like "with a next step" "$out" "next: does .nvidia-smi. list one"
like "a driver that crashes ends only its worker" "$(check crash "$solution" --device gpu)" \
	"the GPU driver (crashes|ends the process)" # the latter where a sanitizer catches it
like "doctor survives it" "$(on crash doctor)" "no GPU: the GPU driver (crashes|ends the process)"
like "an old driver is reported by the function it lacks" "$(echo $(check old "$solution" --device gpu))" \
	"too old: it has no cuEventQuery"
like "a missing driver is reported with the remedy" "$(echo $(check empty "$solution" --device gpu))" \
	"no GPU driver on this machine .* next: .*--device vm"

# ---- trouble -----------------------------------------------------------------------------
out=$(check fault "$scratch/unguarded.cu" --device gpu --seed 1); status=$?
is "a fault on the GPU is for the learner to fix" $status 1
like "and a memory error" "$out" "out-of-bounds access"
like "with the line, from the vm" "$(echo $out)" "5 \| out\[i\] = a\[i\] \+ b\[i\]; \| \^ thread \(1,0,0\)"
unlike "the GPU is not asked" "$out" "^(device|speed):"
out=$(check fault "$scratch/right.cu" --device gpu); status=$?
is "what only the GPU stops is no fault of the learner's" $status 0
like "it has its name, and says whose it is" "$(echo $out)" "device: gpu, Imaginary GPU A: with n = 1, the GPU stopped the kernel: .* \(CUDA_ERROR_ILLEGAL_ADDRESS\), and the virtual machine finds nothing wrong: that they differ is warpbook's fault, not yours next: please report it"
unlike "and there is no speed to report" "$out" "^speed:"
out=$(check odd "$scratch/right.cu" --device gpu --seed 1); status=$?
is "so is a result that only the GPU has" $status 0
like "with both values" "$(echo $out)" "add: passed .*: with n = 1, out\[0\] is [-0-9.]+, and [-0-9.]+ on the virtual machine: that they differ is warpbook's fault"
like "for programs, too" "$(echo $(check odd "$scratch/right.cu" --device gpu --json))" \
	'"verdict": "passed".*"gpu": \{ "state": "differs", "message": "with n = 1, '
like "a fault without a meaning gets ours" "$(echo $(check trap "$scratch/right.cu" --device gpu))" \
	"a fault without details from the GPU \(CUDA_ERROR_LAUNCH_FAILED\)"
out=$(check lost "$scratch/right.cu" --device gpu); status=$?
is "a lost GPU leaves the verdict as it is" $status 0
like "with a next step" "$(echo $out)" "lost the GPU.* \(CUDA_ERROR_UNKNOWN\).* next: does .nvidia-smi"
start=$SECONDS
out=$(check endless "$scratch/right.cu" --device gpu); status=$?
is "a kernel that ends on the vm alone is right" $status 0
like "and it is said that it does not end on the GPU" "$(echo $out)" \
	"passed.*did not end on the GPU within 5 s, and the virtual machine finds nothing wrong"
ok "in seconds" test $((SECONDS - start)) -lt 15
printf '__device__ int spoil = 1;\n__global__ void add(float *out, const float *a, const float *b, int n)\n{\n\twhile (*(volatile float *)out != 1.5f)\n\t\t*(volatile float *)out = 2.0f;\n}\n' >"$scratch/endless.cu"
like "if it does not end on the vm, the line is named" "$(check endless "$scratch/endless.cu" --device gpu)" \
	"^ *[45] \\| .*volatile float"
like "a rejected launch says what to change" "$(echo $(check rejects "$scratch/right.cu" --device gpu))" \
	"more registers or threads .* next: bound the kernel"
like "the message of the driver's compiler is passed on" "$(echo $(check ptx "$scratch/right.cu" --device gpu))" \
	"CUDA_ERROR_INVALID_PTX\): ptxas fatal : line 7 is odd"
like "a function that is missing is named, with the remedy" "$(echo $(check unresolved "$scratch/right.cu" --device gpu))" \
	"add: passed .* calls .frobnicate., .* next: install nvcc, or use --device vm"
like "after all that, a right kernel passes" "$(check fault "$solution" --device gpu)" "add: passed"

if has_compiler nvcc; then
	printf '__global__ void add(float *out, const float *a, const float *b, int n)\n{\n\t__shared__ float t[100000];\n\tt[threadIdx.x] = a[0];\n\t__syncthreads();\n\tout[0] = t[threadIdx.x ^ 1];\n}\n' >"$scratch/large.cu"
	out=$(check two "$scratch/large.cu" --device gpu --compiler nvcc); status=$?
	is "code that the assembler rejects is for the learner to fix" $status 1
	like "with the limit" "$(echo $out)" "more than 49152 bytes of static shared memory.*next: make the array smaller"
	if [ -e "$(dirname "$(realpath "$(command -v nvcc)")")/../lib64/libcublas.so" ]; then
		out=$(on two check --no-record --compiler nvcc --device gpu "$content/solutions/10_matmul/gemm_cublas.cu")
		# This driver has no memory for NVIDIA's cuBLAS, whose handle then is never set; on the vm's all would be well.
		like "a host program that uses cuBLAS is linked with NVIDIA's" "$(echo $out)" \
			"gemm_cublas: passed .*device: .*(c\\[0\\]\\[0\\] is|null pointer|gemm\\(\\) )"
	else
		skip "a host program that uses cuBLAS is linked with NVIDIA's" "no cuBLAS here"
	fi
	# A program that does without a GPU is right here, where no kernel runs; what it adds to its results may come
	# from an earlier case.
	together() { # what it adds: the report
		sed -e "s|^    float \*d_x, \*d_y;|&\n    static int before;\n    int more = $1;\n\n    before = n;|" -e \
			's|^    cudaMalloc(&d_x.*|if (cudaMalloc(\&d_x, bytes)) {\nfor (int i = 0; i < n; i++)\ny[i] = x[i] * x[i] + more;\nreturn;\n}|' \
			"$content/solutions/06_host_memory/round_trip.cu" >"$scratch/together.cu"
		echo $(on two check --no-record --compiler nvcc --device gpu --as 06_host_memory/round_trip \
			"$scratch/together.cu")
	}
	like "one process runs all cases of a host program" "$(together 0)" \
		"round_trip: passed .*device: gpu, Imaginary GPU A: all 8 cases are right there too speed: with n = 50001, "
	like "what a case leaves behind there is nobody's fault" "$(together 'before * (before != n)')" \
		"round_trip: passed .*: all 8 cases are right there too"
	like "what is wrong in a process of its own is reported" "$(together 'n == 3')" \
		"round_trip: passed .*with n = 3, y\\[0\\] is .*that they differ is warpbook's fault"
else
	skip "code that the assembler rejects is for the learner to fix" "no nvcc here"
fi

# ---- a GPU that cannot, or not now ------------------------------------------------------------
stands() { # what, driver, pattern
	local out status
	out=$(check "$2" "$scratch/right.cu" --device gpu); status=$?
	is "$1: the verdict stands" "$status $(grep -c '^01_kernels/add: passed$' <<<"$out")" "0 1"
	like "$1: it is said what is missing" "$(echo $out)" "$3"
}
stands "a GPU lost in the middle" dies "device: the virtual machine instead of a GPU: .*lost the GPU.* next: does .nvidia-smi"
stands "an old GPU" pascal "device: the virtual machine instead of a GPU: .*6\\.0.* next: "
stands "a GPU with too little memory" small "device: the virtual machine instead of a GPU: .*allocate .out.*memory.* next: "
stands "a GPU in exclusive use" busy "device: the virtual machine instead of a GPU: .*exclusive use, or busy.* next: "
stands "a GPU whose memory is full" full "device: the virtual machine instead of a GPU: .*open the GPU: .*memory.* next: "
stands "a driver older than the toolkit" behind "device: the virtual machine instead of a GPU: .*(driver|PTX).* next: "
stands "an image for other GPUs" foreign "device: the virtual machine instead of a GPU: .* next: "
stands "no permission for the GPU's files" forbidden \
	"device: the virtual machine instead of a GPU: .*driver cannot start.* next: "
out=$(on two check --no-record --as 04_global_memory/vector_copy "$content/exercises/04_global_memory/vector_copy.cu" \
	--device gpu 2>&1)
unlike "a stub that fails on the vm does not pass" "$out" "vector_copy: passed"
out=$(on two check --no-record --as 11_numbers/fast_sigmoid "$content/exercises/11_numbers/fast_sigmoid.cu" --device gpu \
	--compiler clang 2>&1)
unlike "not even where counts alone show what it lacks" "$out" "fast_sigmoid: passed"

# ---- programs ------------------------------------------------------------------------------
json=$(check two "$solution" --device gpu:1 --json)
like "--json has the device's number" "$json" '"device": "gpu:1"'
like "and its name" "$json" '"device_name": "Imaginary GPU B"'
like "and the times" "$(echo $json)" '"speed": \{ "case": "n = 16384", "seconds": 0.00025[0-9]*, "reference_seconds": 0.00025[0-9]*, "time_ratio": 1.0, "timed_runs": 40, "instructions": null'
if command -v sqlite3 >/dev/null; then
	cd "$scratch" && "$WARPBOOK_BIN" init desk >/dev/null 2>&1 && cd desk && cp "$solution" exercises/01_kernels/add.cu
	on two check add --device gpu:1 >/dev/null
	on two check add >/dev/null
	is "attempt_view has both" "$(sqlite3 .warpbook/warpbook.db \
		'select device, device_name, timed_case, seconds, time_ratio, instruction_ratio from attempt_view')" \
		"gpu:1|Imaginary GPU B|n = 16384|0.00025|1.0|
vm|the virtual machine|n = 16384|||1.0"
else
	skip "attempt_view has both" "no sqlite3 here"
fi
tap_done
