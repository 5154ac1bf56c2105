-- user_version 3: what models say of findings that others made. Derived from the JSONL, as all of it.
CREATE TABLE IF NOT EXISTS opinions (
  candidate_id TEXT NOT NULL,
  wave TEXT NOT NULL,
  run_id TEXT NOT NULL,
  finding_id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  word TEXT NOT NULL,
  severity TEXT,
  cited TEXT NOT NULL,
  reason TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (candidate_id, wave)
);
CREATE INDEX IF NOT EXISTS idx_opinions_run ON opinions(run_id, finding_id);
