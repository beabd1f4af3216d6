return { "strided_copy", "row_vs_column_sum", "transpose_naive", "vector_copy", "aos_to_soa" }
