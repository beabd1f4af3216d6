// Mistake: right, but the host does it all.
// Expect: rule-broken kernels
#include <map>

int group_sums(int *out_key, float *out_sum, const int *key, const float *value, int n)
{
    std::map<int, float> sums;
    int groups = 0;

    for (int i = 0; i < n; i++)
        sums[key[i]] += value[i];
    for (auto &group : sums) {
        out_key[groups] = group.first;
        out_sum[groups++] = group.second;
    }
    return groups;
}
