-- user_version 3: what an agent's task came to (the last time it ran), derived from `task_report` lines.
CREATE TABLE IF NOT EXISTS task_reports (
  run_id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  who TEXT NOT NULL,
  tier TEXT,
  attempts INTEGER NOT NULL,
  millis INTEGER NOT NULL,
  tokens_input INTEGER,
  tokens_output INTEGER,
  tokens_cache_read INTEGER,
  tokens_cache_write INTEGER,
  tokens_estimated INTEGER,
  cost_usd REAL,
  overview TEXT NOT NULL,
  notes_json TEXT NOT NULL,
  text TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (run_id, task_id)
);
