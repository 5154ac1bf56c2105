-- user_version 1: the two tables of the deep review skill, as it makes them, so that its queries work on ours.
CREATE TABLE IF NOT EXISTS hotspots (
  hotspot_id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL,
  hotspot_key TEXT NOT NULL,
  file_path TEXT NOT NULL,
  symbol TEXT,
  line_start INTEGER,
  line_end INTEGER,
  summary TEXT NOT NULL,
  change_archetypes_json TEXT NOT NULL DEFAULT '[]',
  risk_tags_json TEXT NOT NULL DEFAULT '[]',
  why_selected TEXT NOT NULL,
  lenses_json TEXT NOT NULL DEFAULT '[]',
  UNIQUE(hotspot_key, run_id)
);
CREATE TABLE IF NOT EXISTS candidate_findings (
  candidate_id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL,
  hotspot_id TEXT NOT NULL REFERENCES hotspots(hotspot_id),
  output_type TEXT NOT NULL CHECK(output_type IN ('finding','question')),
  issue_class TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  summary TEXT NOT NULL,
  evidence TEXT NOT NULL,
  why_now TEXT NOT NULL,
  file_path TEXT,
  line_start INTEGER,
  line_end INTEGER,
  severity TEXT NOT NULL CHECK(severity IN ('info','low','medium','high','critical')),
  confidence_local REAL NOT NULL CHECK(confidence_local BETWEEN 0.0 AND 1.0),
  confidence_context REAL NOT NULL CHECK(confidence_context BETWEEN 0.0 AND 1.0),
  actionability TEXT NOT NULL CHECK(actionability IN ('low','medium','high')),
  blast_radius TEXT NOT NULL CHECK(blast_radius IN ('local','module','service','public-contract')),
  priority_score INTEGER NOT NULL CHECK(priority_score BETWEEN 0 AND 100),
  detection_state TEXT NOT NULL CHECK(detection_state IN ('candidate','selected','dropped','duplicate-in-run','already-on-pr')),
  surfacing_state TEXT NOT NULL CHECK(surfacing_state IN ('pending','suppressed','posted','question-only')),
  drop_reason TEXT,
  suggested_fix TEXT,
  current_model TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS idx_hotspots_run_id ON hotspots(run_id);
CREATE INDEX IF NOT EXISTS idx_candidates_run_id ON candidate_findings(run_id);
CREATE INDEX IF NOT EXISTS idx_candidates_fingerprint ON candidate_findings(fingerprint);
CREATE INDEX IF NOT EXISTS idx_candidates_hotspot_id ON candidate_findings(hotspot_id);
