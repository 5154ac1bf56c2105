//! Workflows of GitHub and GitLab.

use super::{Case, hold, titles};

const ID: &str = "ci-workflow";
const W: &str = ".github/workflows/ci.yml";

const TARGET: &str = "on:
  pull_request_target:
    types: [opened]
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          ref: ${{ github.event.pull_request.head.sha }}
      - run: make test
";

const LABELLED: &str = "on: [pull_request_target]
jobs:
  build:
    if: contains(github.event.pull_request.labels.*.name, 'safe')
    steps:
      - uses: actions/checkout@v4
        with:
          ref: ${{ github.event.pull_request.head.sha }}
      - run: make test
";

pub fn cases() -> Vec<Case> {
    vec![
        (W, TARGET, 1),
        (
            W,
            "on:\n  workflow_run:\n    workflows: [CI]\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n        with:\n          ref: ${{ github.event.workflow_run.head_sha }}\n      - run: npm ci\n",
            1,
        ),
        (W, "    steps:\n      - uses: acme/deploy@main\n", 1),
        (W, "    steps:\n      - uses: acme/deploy@v3 # release\n      - uses: acme/deploy@v3\n", 1),
        (W, "permissions: write-all", 1),
        (W, "      - run: echo \"${{ github.event.issue.title }}\"", 1),
        (W, "      - name: x\n        run: |\n          git checkout ${{ github.head_ref }}\n", 1),
        (
            W,
            "      - uses: actions/github-script@v7\n        with:\n          script: |\n            const t = '${{ github.event.comment.body }}'\n",
            1,
        ),
        (
            "action.yml",
            "runs:\n  using: composite\n  steps:\n    - run: echo ${{ github.event.pull_request.title }}\n",
            1,
        ),
        (W, "      - run: |\n          echo ${{ secrets.TOKEN }}\n", 1),
        (W, "      - run: |\n          echo ${{ secrets.TOKEN }} | base64\n", 1),
        (".gitlab-ci.yml", "build:\n  script:\n    - eval \"echo $CI_MERGE_REQUEST_TITLE\"\n", 1),
        (".gitlab-ci.yml", "build:\n  script:\n    - bash -c \"deploy $CI_COMMIT_MESSAGE\"\n", 1),
        (".gitlab-ci.yml", "include:\n  - remote: http://ci.acme.org/all.yml\n", 1),
        // not flagged
        (W, LABELLED, 0),
        (
            W,
            "on:\n  pull_request_target:\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n      - run: make\n",
            0,
        ),
        (
            W,
            "on: pull_request\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n        with:\n          ref: ${{ github.event.pull_request.head.sha }}\n      - run: make\n",
            0,
        ),
        (
            W,
            "on: pull_request_target\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n        with:\n          ref: ${{ github.event.pull_request.head.sha }}\n          path: pr\n",
            0,
        ),
        (
            W,
            "      - uses: actions/checkout@v4\n      - uses: github/codeql-action/init@v3\n      - uses: ./.github/actions/x\n",
            0,
        ),
        (W, "      - uses: acme/deploy@1d96c772d19495a3b5c517cd2bc0cb401ea0529f # v3\n", 0),
        (W, "      - uses: docker://alpine:3.20\n", 0),
        (W, "    uses: acme/.github/.github/workflows/build.yml@main\n", 0),
        (W, "       - uses: a/b@v1\n", 1),
        (W, " on: push\n-      - uses: acme/deploy@v2\n+      - uses: acme/deploy@v3\n", 0),
        (W, "      - env:\n          TITLE: ${{ github.event.issue.title }}\n        run: echo \"$TITLE\"\n", 0),
        (W, "      - run: test ${{ github.head_ref == 'main' }} && echo ${{ github.event.issue.number }}\n", 0),
        (W, "      - run: |\n          echo ${{ secrets.TOKEN }} | docker login --password-stdin\n", 0),
        (W, "      - run: echo \"${{ secrets.KEY }}\" > key.pem\n", 0),
        (W, "      - run: echo \"${{ secrets.KEY }}\" | base64 -d > key.pem\n", 0),
        (W, "      # - run: echo ${{ github.event.issue.title }}\n", 0),
        (W, "permissions: read-all", 0),
        ("examples/.github/workflows/ci.yml", TARGET, 0),
        (
            ".gitlab-ci.yml",
            "build:\n  script:\n    - echo \"$CI_MERGE_REQUEST_TITLE\"\n    - eval \"$(ssh-agent -s)\"\n",
            0,
        ),
    ]
}

#[test]
fn workflows_that_hand_rights_to_strangers_are_flagged() {
    hold(ID, &cases());
}

#[test]
fn a_finding_says_what_stands_there_and_how_bad_it_is() {
    let of = |text: &str| titles(ID, W, text);
    assert_eq!(of(TARGET), ["Code of a pull request runs with the rights of `pull_request_target`"]);
    assert_eq!(of("      - uses: acme/deploy@main\n"), ["`acme/deploy` is not pinned to a commit"]);
    assert_eq!(
        of("      - run: echo ${{ github.head_ref }}\n"),
        ["`github.head_ref` is put into the text of a script"]
    );
}

/// What an edit of one line completes is brought in by it.
#[test]
fn the_line_that_completes_a_trap_brings_it_in() {
    let context: String = TARGET.lines().map(|line| format!(" {line}\n")).collect();
    let completed = context.replace(" ref: ", " REF: ").replace("           REF", "+          ref");
    assert!(completed.contains("\n+"), "{completed}");
    assert_eq!(titles(ID, W, &completed).len(), 1, "{completed}");
    assert_eq!(titles(ID, W, &(context + "+# later\n")).len(), 0);
}
