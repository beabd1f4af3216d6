return {
  "dense_relu", "softmax_rows", "cross_entropy", "dense_backward", "adam_step", "layer_norm", "rmsnorm_residual", "gradient_check", "train_mlp", "loader_overlap", "conv2d_forward", "maxpool", "conv_backward", "maxpool_backward", "train_cnn", "rope", "online_softmax", "flash_attention", "decode_step", "matvec_int8", "matvec_int4", "block_gpt2",
}
