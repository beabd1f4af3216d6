-- For `warpbook grade DIR --assignment FILE --slurm plain`: any cluster with Slurm, and every possible field. Copy it, change
-- it, and name your copy: `--slurm ./ours.lua`. The account comes from sbatch's own variable: export SBATCH_ACCOUNT=...
return {
  options = {},          -- options of sbatch, one per string: "--partition=shared", "--clusters=snowy"
  gpu = { "--gres=gpu:1" }, -- options that ask for one GPU, of one type: for jobs with `--device gpu` only
  setup = {},            -- lines of the job's shell before warpbook runs: "module load LLVM"
  minutes = 30,          -- per task: Slurm's limit is a backstop, as each check has limits of its own
  memory = 2000,         -- MB per task: a check takes up to 600
  cpus = 2,              -- per task: the number of checks at once
  files = 40,            -- files per task: a few minutes of work
  most = 1000,           -- tasks of an array: below MaxArraySize (`scontrol show config`)
  -- program = "apptainer exec /proj/warpbook.sif warpbook", -- the command that runs warpbook on a node (default: this program's own path)
  scratch = "$TMPDIR",   -- a folder on the node's own disk
}
