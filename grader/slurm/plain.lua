-- For `warpbook grade DIR --assignment FILE --slurm plain`: any cluster with Slurm, and every field that there is. Copy it, change
-- it, and name your copy: `--slurm ./ours.lua`. The account comes from sbatch's own variable: export SBATCH_ACCOUNT=...
return {
  options = {},          -- of sbatch, each by itself: "--partition=shared", "--clusters=snowy"
  gpu = { "--gres=gpu:1" }, -- options that ask for one GPU, of one type: for jobs with `--device gpu` only
  setup = {},            -- lines of the job's shell before warpbook runs: "module load LLVM"
  minutes = 30,          -- for a task: Slurm's limit is a backstop, as each check has limits of its own
  memory = 2000,         -- MB for a task: a check takes up to 600
  cpus = 2,              -- for a task: so many checks at once
  files = 40,            -- that a task checks: a few minutes of work
  most = 1000,           -- tasks of an array: below MaxArraySize (`scontrol show config`)
  -- program = "apptainer exec /proj/warpbook.sif warpbook", -- what runs warpbook on a node (default: this program's own path)
  scratch = "$TMPDIR",   -- a folder on the node's own disk
}
