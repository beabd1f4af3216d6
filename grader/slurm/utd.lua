-- UT Dallas Juno. The partitions with GPUs are a30 and h100, with "--gres=gpu:1"; checks run on processors and need none.
return {
  minutes = 30, memory = 4000, cpus = 4, files = 80,
  scratch = "$TMPDIR",
}
