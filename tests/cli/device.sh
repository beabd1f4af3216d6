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
driver endless -DENDS=600
driver stalls -DSTALL=255
driver rejects -DLAUNCH=701
driver ptx -DIMAGE=218 '-DLOG="ptxas fatal : line 7 is odd"'
driver unresolved -DIMAGE=218 '-DLOG="ptxas fatal   : Unresolved extern function '"'frobnicate'"'"'
mkdir -p "$scratch/empty"
touch "$scratch/empty/libcuda.so.1" # stands before a driver of this machine, if it has one

# This takes as long as a worker may: its verdict is looked at in the end.
printf '__device__ int spoil = 1;\n__global__ void add(float *out, const float *a, const float *b, int n)\n{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i < n || n == 255)\n\t\tout[i] = a[i] + b[i];\n}\n' >"$scratch/stalls.cu"
check stalls "$scratch/stalls.cu" --device gpu --seed 1 >"$scratch/stalled" &
stalled=$!

# ---- words ---------------------------------------------------------------------------
out=$(check two "$solution" --device cpu); status=$?
is "an unknown device is wrong usage" $status 2
like "which names the devices" "$out" "vm, gpu, gpu:1 .* or auto, not 'cpu'"
out=$(WARPBOOK_DEVICE=tpu check two "$solution"); status=$?
is "so is an unknown one in WARPBOOK_DEVICE" $status 2
out=$(check two "$solution" --device gpu:7); status=$?
is "a number that there is no GPU for is the machine's fault" $status 4
like "and says how many there are" "$out" "there is no GPU 7: this machine has 2"

# ---- choosing ---------------------------------------------------------------------------
out=$(on two doctor)
like "doctor lists GPUs by number, name and compute capability" "$out" "gpu:0: Imaginary GPU A \(compute capability 9.0, 7 SMs, 8192 MiB\).*gpu:1: Imaginary GPU B .*driver for CUDA 13.0"
out=$(check two "$solution" --device gpu --seed 1)
like "a right kernel passes on a GPU" "$out" "add: passed"
like "the report says on which" "$out" "^device: gpu, Imaginary GPU A"
like "and the speed, compared with the reference" "$(joined <<<"$out")" "speed: with n = 16384, 250 us: 1.00x as fast as the reference \(250 us\), 1.00 to 1.00; "
like "the replay names the device" "$out" "^replay: .* --device gpu --seed 1$"
out=$(check two "$solution" --device gpu:1 --seed 1)
like "the second is gpu:1" "$out" "^device: gpu:1, Imaginary GPU B"
like "in the replay too" "$out" "--device gpu:1 --seed 1$"
like "WARPBOOK_DEVICE replaces the option" "$(WARPBOOK_DEVICE=gpu:1 check two "$solution")" "Imaginary GPU B"
like "auto takes a GPU that answers" "$(check two "$solution" --device auto)" "^device: gpu, Imaginary GPU A"
out=$(check none "$solution" --device auto); status=$?
is "auto takes the vm if there is no GPU" $status 0
like "and says why" "$(echo $out)" "device: the virtual machine instead of a GPU: the GPU driver cannot start: the driver finds no GPU \(CUDA_ERROR_NO_DEVICE\)"
unlike "nothing is said of the vm when it was asked for" "$(check none "$solution")" "^device:"
# From lesson 03 on, where counts have been explained.
counted=$content/solutions/04_global_memory/strided_copy.cu
like "there, the work is compared with the reference's" "$(on none check --no-record --as 04_global_memory/strided_copy "$counted")" "^work: with .*, 1.0x the reference's warp instructions, 1.0x its"
like "and the modelled time, with what bounds it" "$(echo $(on none check --no-record --as 04_global_memory/strided_copy "$counted"))" "; modelled on an H200: [0-9.]+ us, limited by [a-z0-9 ]+, 1.0x the reference's \([0-9.]+ us\)"

# ---- no GPU ------------------------------------------------------------------------------
out=$(check none "$solution" --device gpu); status=$?
is "a driver without a GPU is the machine's fault" $status 4
like "with a next step" "$out" "next: does .nvidia-smi. list one"
like "a driver that crashes ends only its worker" "$(check crash "$solution" --device gpu)" "the GPU driver (crashes|ends the process)" # the latter where a sanitizer catches it
like "doctor survives it" "$(on crash doctor)" "no GPU: the GPU driver (crashes|ends the process)"
like "an old driver is reported by the function it lacks" "$(check old "$solution" --device gpu)" "too old: it has no cuEventQuery"
like "a missing driver is reported with the remedy" "$(echo $(check empty "$solution" --device gpu))" "no GPU driver on this machine .* next: .*--device vm"

# ---- trouble -----------------------------------------------------------------------------
out=$(check fault "$scratch/unguarded.cu" --device gpu --seed 1); status=$?
is "a fault on the GPU is for the learner to fix" $status 1
like "and a memory error" "$out" "out-of-bounds access"
like "it has its name" "$(echo $out)" "the GPU stopped the kernel: .* \(CUDA_ERROR_ILLEGAL_ADDRESS\)"
like "the vm is asked at once, and names the line" "$(echo $out)" "5 \| out\[i\] = a\[i\] \+ b\[i\]; \| \^ on the virtual machine, thread \(1,0,0\)"
like "which is said" "$out" "^again: the virtual machine ran n = 1 too, and names the cause"
unlike "there is no speed to report" "$out" "^speed:"
out=$(check fault "$scratch/right.cu" --device gpu)
like "when the vm sees nothing, that is said" "$(echo $out)" "again: the virtual machine ran n = 1 and saw nothing wrong"
like "a fault without a meaning gets ours" "$(echo $(check trap "$scratch/right.cu" --device gpu))" "a fault without details from the GPU \(CUDA_ERROR_LAUNCH_FAILED\)"
out=$(check lost "$scratch/right.cu" --device gpu); status=$?
is "a lost GPU is the machine's fault" $status 4
like "with a next step" "$(echo $out)" "lost the GPU.* \(CUDA_ERROR_UNKNOWN\).* next: does .nvidia-smi"
start=$SECONDS
out=$(check endless "$scratch/right.cu" --device gpu); status=$?
is "a kernel that does not end is for the learner to fix" $status 1
like "it is reported as such" "$(echo $out)" "endless kernel.*did not end on the GPU within 5 s"
ok "in seconds" test $((SECONDS - start)) -lt 15
printf '__device__ int spoil = 1;\n__global__ void add(float *out, const float *a, const float *b, int n)\n{\n\twhile (*(volatile float *)out != 1.5f)\n\t\t*(volatile float *)out = 2.0f;\n}\n' >"$scratch/endless.cu"
like "if it does not end on the vm either, the line is named" "$(check endless "$scratch/endless.cu" --device gpu)" "^ *[45] \\| .*volatile float"
like "a rejected launch says what to change" "$(echo $(check rejects "$scratch/right.cu" --device gpu))" "more registers or threads .* next: bound the kernel"
like "the message of the driver's compiler is passed on" "$(echo $(check ptx "$scratch/right.cu" --device gpu))" "CUDA_ERROR_INVALID_PTX\): ptxas fatal : line 7 is odd"
like "a function that is missing is named, with the remedy" "$(echo $(check unresolved "$scratch/right.cu" --device gpu))" "calls .frobnicate., .* next: install nvcc, or use --device vm"
like "after all that, a right kernel passes" "$(check fault "$solution" --device gpu)" "add: passed"

if has_compiler nvcc; then
	printf '__global__ void add(float *out, const float *a, const float *b, int n)\n{\n\t__shared__ float t[100000];\n\tt[threadIdx.x] = a[0];\n\t__syncthreads();\n\tout[0] = t[threadIdx.x ^ 1];\n}\n' >"$scratch/large.cu"
	out=$(check two "$scratch/large.cu" --device gpu --compiler nvcc); status=$?
	is "code that the assembler rejects is for the learner to fix" $status 1
	like "with the limit" "$(echo $out)" "too much shared data .*next: a block has 48 KiB"
	if [ -e "$(dirname "$(realpath "$(command -v nvcc)")")/../lib64/libcublas.so" ]; then
		out=$(on two check --no-record --compiler nvcc --device gpu "$content/solutions/10_matmul/gemm_cublas.cu")
		# This driver has no memory for NVIDIA's cuBLAS, whose handle then is never set; on the vm's all would be well.
		like "a host program that uses cuBLAS is linked with NVIDIA's" "$(echo $out)" "the exercise itself is broken.*(the reference solution says c\\[0\\]\\[0\\] is|null pointer|gemm\\(\\) )"
	else
		skip "a host program that uses cuBLAS is linked with NVIDIA's" "no cuBLAS here"
	fi
else
	skip "code that the assembler rejects is for the learner to fix" "no nvcc here"
fi

wait $stalled
is "a kernel that exceeds its worker's time is for the learner to fix" $? 1
out=$(echo $(cat "$scratch/stalled"))
like "with the case at which it was" "$out" "with n = 255, the kernel does not end"
like "and the vm is asked about that case" "$out" "6 \| out\[i\] = a\[i\] \+ b\[i\]; \| \^ on the virtual machine, thread \(255,0,0\).*again: the virtual machine ran n = 255 too"

# ---- programs ------------------------------------------------------------------------------
json=$(check two "$solution" --device gpu:1 --json)
like "--json has the device's number" "$json" '"device": "gpu:1"'
like "and its name" "$json" '"device_name": "Imaginary GPU B"'
like "and the times" "$(echo $json)" '"speed": \{ "case": "n = 16384", "seconds": 0.00025[0-9]*, "reference_seconds": 0.00025[0-9]*, "time_ratio": 1.0, "timed_runs": 40, "instructions": null'
if command -v sqlite3 >/dev/null; then
	cd "$scratch" && "$WARPBOOK_BIN" init desk >/dev/null 2>&1 && cd desk && cp "$solution" exercises/01_kernels/add.cu
	on two check add --device gpu:1 >/dev/null
	on two check add >/dev/null
	is "attempt_view has both" "$(sqlite3 .warpbook/warpbook.db 'select device, device_name, timed_case, seconds, time_ratio, instruction_ratio from attempt_view')" \
		"gpu:1|Imaginary GPU B|n = 16384|0.00025|1.0|
vm|the virtual machine|n = 16384|||1.0"
else
	skip "attempt_view has both" "no sqlite3 here"
fi
tap_done
