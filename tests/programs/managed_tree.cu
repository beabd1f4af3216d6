/*
 * Linked data in managed memory: a list and a search tree, built by the host with pointers that the
 * device follows. The base class puts every object of its children where both sides see it.
 */
#include <cstdio>
#include <cstdlib>
#include <new>
#include <cuda_runtime.h>

static void check(cudaError_t status, int line)
{
	if (status != cudaSuccess) {
		fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
		exit(1);
	}
}
#define CHECK(call) check(call, __LINE__)

class Managed {
public:
	void *operator new(size_t len)
	{
		void *ptr;
		CHECK(cudaMallocManaged(&ptr, len));
		CHECK(cudaDeviceSynchronize());
		return ptr;
	}
	void operator delete(void *ptr)
	{
		CHECK(cudaDeviceSynchronize());
		CHECK(cudaFree(ptr));
	}
};

struct Link : Managed {
	int value;
	Link *next;
	Link(int v, Link *n) : value(v), next(n) {}
};

struct Node : Managed {
	int key, hits;
	Node *left, *right;
	explicit Node(int k) : key(k), hits(0), left(nullptr), right(nullptr) {}
};

__global__ void sum_list(const Link *head, long long *sum, int *length)
{
	long long s = 0;
	int n = 0;
	for (const Link *at = head; at; at = at->next) {
		s += at->value;
		n++;
	}
	*sum = s;
	*length = n;
}

__global__ void look_up(Node *root, const int *keys, int *found, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Node *at = root;
	while (at && at->key != keys[i])
		at = keys[i] < at->key ? at->left : at->right;
	found[i] = at != nullptr;
	if (at)
		atomicAdd(&at->hits, 1);
}

static Node *insert(Node *root, int key)
{
	if (!root)
		return new Node(key);
	if (key < root->key)
		root->left = insert(root->left, key);
	else if (key > root->key)
		root->right = insert(root->right, key);
	return root;
}

static int hits_of(const Node *root) { return root ? root->hits + hits_of(root->left) + hits_of(root->right) : 0; }

static void destroy(Node *root)
{
	if (root) {
		destroy(root->left);
		destroy(root->right);
		delete root;
	}
}

int main(int argc, char **argv)
{
	const int links = argc > 1 ? atoi(argv[1]) : 100, keys = 500;
	Link *head = nullptr;
	long long *sum, want = 0;
	int *length;
	CHECK(cudaMallocManaged(&sum, sizeof *sum));
	CHECK(cudaMallocManaged(&length, sizeof *length));
	for (int i = 0; i < links; i++) {
		head = new Link(i * i, head);
		want += i * i;
	}
	sum_list<<<1, 1>>>(head, sum, length);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	bool ok = *sum == want && *length == links;
	printf("list: %d links, sum %lld, %s\n", *length, *sum, ok ? "right" : "WRONG");

	/* the host cuts a link out; the device sees the shorter list */
	Link *cut = head->next;
	want -= cut->value;
	head->next = cut->next;
	delete cut;
	sum_list<<<1, 1>>>(head, sum, length);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	ok &= *sum == want && *length == links - 1;
	printf("list: %d links, sum %lld, %s\n", *length, *sum, *sum == want ? "right" : "WRONG");

	Node *root = nullptr;
	int *asked, *found, inserted = 0, wrong = 0, hits = 0;
	static bool in_tree[1024];
	for (int i = 0; i < 120; i++) {
		int key = (i * 389 + 101) % 1021;
		root = insert(root, key);
		inserted += !in_tree[key];
		in_tree[key] = true;
	}
	CHECK(cudaMallocManaged(&asked, keys * sizeof(int)));
	CHECK(cudaMallocManaged(&found, keys * sizeof(int)));
	for (int i = 0; i < keys; i++)
		asked[i] = i * 7 % 1021;
	look_up<<<(keys + 127) / 128, 128>>>(root, asked, found, keys);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	for (int i = 0; i < keys; i++) {
		wrong += found[i] != in_tree[asked[i]];
		hits += found[i];
	}
	ok &= wrong == 0 && hits == hits_of(root);
	printf("tree: %d keys, %d of %d found, %d hits counted, %d wrong\n", inserted, hits, keys, hits_of(root), wrong);

	destroy(root);
	while (head) {
		Link *next = head->next;
		delete head;
		head = next;
	}
	CHECK(cudaFree(sum));
	CHECK(cudaFree(length));
	CHECK(cudaFree(asked));
	CHECK(cudaFree(found));
	return ok ? 0 : 1;
}
