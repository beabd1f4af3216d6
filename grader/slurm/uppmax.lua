-- UPPMAX Snowy (Uppsala): a separate cluster, which sbatch must name.
return {
  gpu = { "--gres=gpu:1" },
  options = { "--clusters=snowy" },
  minutes = 30, memory = 4000, cpus = 4, files = 80,
  scratch = "$SNIC_TMP",
}
