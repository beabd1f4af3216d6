/*
 * Objects in managed memory: operator new of a base class, an array class, a search tree that a kernel
 * walks, and a function object as a template parameter of a kernel.
 */
#include <cstdio>
#include <cstdlib>
#include <new>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

struct managed {
	static void *operator new(size_t bytes)
	{
		void *p;
		CHECK(cudaMallocManaged(&p, bytes));
		return p;
	}
	static void operator delete(void *p)
	{
		CHECK(cudaDeviceSynchronize());
		CHECK(cudaFree(p));
	}
};

template <typename T>
class array : public managed {
	T *data;
	int n;
public:
	explicit array(int size) : n(size) { CHECK(cudaMallocManaged(&data, n * sizeof(T))); }
	~array() { CHECK(cudaDeviceSynchronize()); CHECK(cudaFree(data)); }
	array(const array &) = delete;
	__host__ __device__ int size() const { return n; }
	__host__ __device__ T &operator[](int i) { return data[i]; }
};

struct node : public managed {
	int key, sum;
	node *left, *right;
	explicit node(int k) : key(k), sum(0), left(nullptr), right(nullptr) {}
};

static node *insert(node *at, int key)
{
	if (!at)
		return new node(key);
	(key < at->key ? at->left : at->right) = insert(key < at->key ? at->left : at->right, key);
	return at;
}

static void drop(node *at)
{
	if (!at)
		return;
	drop(at->left);
	drop(at->right);
	delete at;
}

/* Each thread goes down to its key, and counts at what it passes. */
__global__ void walk(node *root, array<int> *keys)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= keys->size())
		return;
	for (node *at = root; at; at = (*keys)[i] < at->key ? at->left : at->right) {
		atomicAdd(&at->sum, 1);
		if (at->key == (*keys)[i])
			break;
	}
}

template <typename T, typename Operation>
__global__ void apply(array<T> *x, Operation op)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < x->size())
		(*x)[i] = op((*x)[i]);
}

struct affine {
	int a, b;
	__host__ __device__ int operator()(int v) const { return a * v + b; }
};

static int below(const node *at) { return at ? 1 + below(at->left) + below(at->right) : 0; }

/* Each key in a subtree passed its root once. */
static int wrong_sums(const node *at) { return at ? (at->sum != below(at)) + wrong_sums(at->left) + wrong_sums(at->right) : 0; }

int main()
{
	const int n = 200;
	array<int> *keys = new array<int>(n);
	node *root = nullptr;
	for (int i = 0; i < n; i++)
		root = insert(root, (*keys)[i] = i * 73 % 211);
	walk<<<(n + 63) / 64, 64>>>(root, keys);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	printf("tree: %d wrong\n", wrong_sums(root));
	apply<<<(n + 63) / 64, 64>>>(keys, affine{ 3, -1 });
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	int wrong = 0;
	for (int i = 0; i < n; i++)
		wrong += (*keys)[i] != 3 * (i * 73 % 211) - 1;
	printf("array: %d wrong\n", wrong);
	drop(root);
	delete keys;
}
