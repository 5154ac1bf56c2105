//! Recipes of images.

use super::{
    super::build::{check, diff},
    Case, body, hold,
};

const ID: &str = "container-traps";
const D: &str = "Dockerfile";

pub fn cases() -> Vec<Case> {
    vec![
        (D, "FROM node:latest", 1),
        ("A Dockerfile", "FROM ubuntu\nRUN make\n", 1),
        ("docker/api.Dockerfile", "FROM ghcr.io/acme/base\n", 1),
        (D, "ADD http://acme.org/tool.tgz /opt/", 1),
        (D, "ADD https://acme.org/tool /usr/bin/tool", 1),
        (D, "RUN curl -fsSL https://acme.org/install.sh | sh", 1),
        (D, "RUN wget -qO- http://acme.org/i.sh | sudo bash -s", 1),
        (D, "ARG NPM_TOKEN", 1),
        (D, "ENV DB_PASSWORD=hunter2 PORT=80", 1),
        ("Containerfile", "ENV API_KEY $KEY", 1),
        (D, "RUN apt-get update && apt-get install curl", 1),
        (D, "RUN apt-get update\nRUN apt-get install -y curl", 1),
        (D, "RUN cd /app", 1),
        (D, "RUN export PATH=/opt/bin:/usr/bin", 1),
        (D, "RUN chmod -R 777 /app", 1),
        (D, "FROM a:1\nUSER app\nUSER root\nCMD [\"/app\"]", 1),
        // not flagged
        (D, "FROM node:22.3-slim AS build\nFROM scratch\n", 0),
        (D, "FROM node@sha256:0123456789012345678901234567890123456789012345678901234567890123", 0),
        ("A Dockerfile", "ARG BASE\nFROM $BASE\nFROM node:22 AS build\nFROM build\n", 0),
        (D, " FROM node:22 AS build\n+FROM build\n", 0),
        (D, "-FROM node:latest\n+FROM node:latest AS build\n", 0),
        (D, "ADD --checksum=sha256:00 https://acme.org/tool /usr/bin/tool", 0),
        (D, "ADD https://acme.org/tool.git#v1 /src", 0),
        (D, "RUN curl -fsSL https://acme.org/a.tgz | tar xz", 0),
        (D, "ENV PASSWORD_FILE=/run/secrets/pw TOKENIZERS_PARALLELISM=false SECRET_NAME=app", 0),
        (D, "RUN --mount=type=secret,id=token make", 0),
        (
            D,
            "RUN apt-get update && \\\n    apt-get install -y --no-install-recommends \\\n    curl && \\\n    rm -rf /var/lib/apt/lists/*",
            0,
        ),
        (D, "RUN apt-get install -qqy curl", 0),
        (D, "RUN cd /app && make", 0),
        (D, "RUN export A=1 && make", 0),
        (D, "RUN chmod 755 /app && chmod 1777 /tmp", 0),
        (D, "FROM a:1\nUSER root\nRUN make\nUSER app\nCMD [\"/app\"]", 0),
        (D, "# FROM node:latest\n# RUN curl http://a | sh\n", 0),
        ("tests/Dockerfile", "FROM node:latest", 0),
        ("docs/Dockerfile.md", "FROM node:latest", 0),
    ]
}

#[test]
fn traps_of_image_recipes_are_flagged() {
    hold(ID, &cases());
}

#[test]
fn a_secret_is_named_and_never_shown() {
    let found = check(ID, &diff(D, &body("ENV DB_PASSWORD=hunter2")));
    assert_eq!(found.len(), 1);
    assert!(!format!("{found:?}").contains("hunter2"), "{found:?}");
    assert_eq!(found[0].claim.evidence, "line 10: ENV DB_PASSWORD=…");
}

#[test]
fn the_answer_is_suggested_where_it_stands_on_one_line() {
    let found = check(ID, &diff(D, &body("RUN apt-get update && apt-get install curl")));
    assert_eq!(found[0].claim.suggestion.as_deref(), Some("RUN apt-get update && apt-get install -y curl"));
}
