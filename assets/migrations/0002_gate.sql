-- user_version 2: what is ours. Everything here is derived from the JSONL beside the database.

-- How much of the JSONL is in here: whole lines up to that byte.
CREATE TABLE IF NOT EXISTS logbook_state (
  id INTEGER PRIMARY KEY CHECK(id = 1),
  jsonl_bytes INTEGER NOT NULL
);
INSERT OR IGNORE INTO logbook_state (id, jsonl_bytes) VALUES (1, 0);

-- Every line of the JSONL as it stands, damaged ones included: all bodies in order are the file.
CREATE TABLE IF NOT EXISTS events (
  line_offset INTEGER PRIMARY KEY,
  body BLOB NOT NULL
);

CREATE TABLE IF NOT EXISTS runs (
  run_id TEXT PRIMARY KEY,
  repo_slug TEXT NOT NULL,
  pr_ref TEXT NOT NULL,
  review_target_type TEXT NOT NULL,
  title TEXT NOT NULL,
  base_sha TEXT,
  head_sha TEXT,
  diff_hash TEXT NOT NULL,
  current_model TEXT NOT NULL,
  skill_version TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  complete INTEGER
);

CREATE TABLE IF NOT EXISTS tasks (
  run_id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  how TEXT NOT NULL,
  error TEXT,
  ended_at TEXT NOT NULL,
  PRIMARY KEY (run_id, task_id)
);

-- What the agent said that deep's table has no column for.
CREATE TABLE IF NOT EXISTS candidate_details (
  candidate_id TEXT PRIMARY KEY REFERENCES candidate_findings(candidate_id),
  task_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  lens TEXT NOT NULL,
  symbol TEXT,
  side TEXT,
  invariant TEXT NOT NULL,
  sink TEXT NOT NULL,
  suggestion TEXT,
  confidence_given INTEGER NOT NULL,
  path_bytes BLOB
);

-- Which finding a candidate became or joined.
CREATE TABLE IF NOT EXISTS verdicts (
  candidate_id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL,
  finding_id TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  at TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS idx_verdicts_finding ON verdicts(run_id, finding_id);

-- What a person did at the gate; append-only.
CREATE TABLE IF NOT EXISTS decisions (
  line_offset INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  finding_id TEXT NOT NULL,
  act TEXT NOT NULL,
  reason TEXT,
  before_json TEXT,
  after_json TEXT,
  comment_json TEXT,
  of_seq INTEGER
);
CREATE INDEX IF NOT EXISTS idx_decisions_finding ON decisions(run_id, finding_id);

CREATE TABLE IF NOT EXISTS drafts (
  draft_key TEXT PRIMARY KEY,
  run_id TEXT NOT NULL,
  draft_of TEXT NOT NULL,
  finding_id TEXT,
  anchor_json TEXT,
  text TEXT NOT NULL,
  at TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS viewed (
  path BLOB PRIMARY KEY,
  text_hash TEXT NOT NULL,
  run_id TEXT NOT NULL,
  at TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS places (
  run_id TEXT PRIMARY KEY,
  anchor_json TEXT,
  at TEXT NOT NULL
);

-- One row a publication: `intent` until its receipt says what became of it.
CREATE TABLE IF NOT EXISTS publications (
  publication_id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL,
  payload_hash TEXT NOT NULL,
  event TEXT NOT NULL,
  head_sha TEXT NOT NULL,
  state TEXT NOT NULL,
  at TEXT NOT NULL,
  receipt_json TEXT
);
