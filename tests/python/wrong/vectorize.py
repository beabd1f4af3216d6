# says: reads row\[7\]|reads row\[|reads .*35\]; .* has 35
# line: 9
from numba import guvectorize
import numpy as np


@guvectorize(['void(float32[:], float32[:])'], '(n)->()', target='cuda')
def row_sum(row, total):
    total[0] = row[0] + row[40]


row_sum(np.ones((5, 7), np.float32))
