-- UPPMAX Snowy (Uppsala): a cluster of its own, which sbatch has to name. With a GPU: "--gres=gpu:1".
return {
  options = { "--clusters=snowy" },
  minutes = 30, memory = 4000, cpus = 4, files = 80,
  scratch = "$SNIC_TMP",
}
