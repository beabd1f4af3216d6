/*
 * Vector addition as a C++ programmer writes it: device memory owned by an object, errors as exceptions,
 * std::vector on the host's side.
 */
#include <algorithm>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include <cuda_runtime.h>

class cuda_error : public std::runtime_error {
	cudaError_t code_;

public:
	cuda_error(cudaError_t code, const std::string &what)
	    : std::runtime_error(what + ": " + cudaGetErrorString(code)), code_(code)
	{
	}
	cudaError_t code() const noexcept { return code_; }
};

static void check(cudaError_t code, const char *what)
{
	if (code != cudaSuccess)
		throw cuda_error(code, what);
}

template <typename T> class device_vector {
	T *data_ = nullptr;
	std::size_t size_ = 0;

public:
	explicit device_vector(std::size_t size) : size_(size)
	{
		check(cudaMalloc(&data_, size * sizeof(T)), "cudaMalloc");
	}
	explicit device_vector(const std::vector<T> &host) : device_vector(host.size())
	{
		check(cudaMemcpy(data_, host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice), "copy to the device");
	}
	device_vector(const device_vector &) = delete;
	device_vector &operator=(const device_vector &) = delete;
	device_vector(device_vector &&other) noexcept
	    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0))
	{
	}
	device_vector &operator=(device_vector &&other) noexcept
	{
		std::swap(data_, other.data_);
		std::swap(size_, other.size_);
		return *this;
	}
	~device_vector() { cudaFree(data_); }

	T *data() { return data_; }
	const T *data() const { return data_; }
	std::size_t size() const { return size_; }
	std::vector<T> to_host() const
	{
		std::vector<T> host(size_);
		check(cudaMemcpy(host.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost), "copy to the host");
		return host;
	}
};

template <typename T> __global__ void add_kernel(T *out, const T *a, const T *b, std::size_t n)
{
	std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
	if (i < n)
		out[i] = a[i] + b[i];
}

template <typename T> device_vector<T> add(const device_vector<T> &a, const device_vector<T> &b)
{
	device_vector<T> out(a.size());
	const unsigned threads = 128, blocks = static_cast<unsigned>((a.size() + threads - 1) / threads);
	add_kernel<<<blocks, threads>>>(out.data(), a.data(), b.data(), a.size());
	check(cudaGetLastError(), "add_kernel");
	return out;
}

template <typename T> static bool trial(const char *type, std::size_t n)
{
	std::vector<T> a(n), b(n), want(n);
	std::iota(a.begin(), a.end(), T(1));
	std::transform(a.begin(), a.end(), b.begin(), [](T x) { return x * x; });
	std::transform(a.begin(), a.end(), b.begin(), want.begin(), [](T x, T y) { return x + y; });
	device_vector<T> sum = add(device_vector<T>(a), device_vector<T>(b));
	device_vector<T> twice(1);
	twice = add(sum, sum);
	std::vector<T> got = sum.to_host(), doubled = twice.to_host();
	bool ok = got == want && std::equal(want.begin(), want.end(), doubled.begin(), [](T x, T y) { return y == x + x; });
	std::cout << type << ": " << (ok ? "ok" : "WRONG") << ", last sum " << got.back() << "\n";
	return ok;
}

int main()
{
	try {
		bool ok = trial<int>("int", 1000);
		ok &= trial<double>("double", 777);
		ok &= trial<long long>("long long", 1);
		return ok ? 0 : 1;
	} catch (const cuda_error &error) {
		std::cerr << error.what() << " (" << error.code() << ")\n";
		return 2;
	}
}
