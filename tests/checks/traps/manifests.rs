//! Manifests.

use super::{
    super::build::{check, diff},
    Case, body, hold, titles,
};

const ID: &str = "dependencies";

pub fn cases() -> Vec<Case> {
    vec![
        ("Cargo.toml", "[dependencies]\nserde = \"*\"", 1),
        ("Cargo.toml", "[dependencies]\nfoo = { git = \"https://forge.org/a/foo\", branch = \"main\" }", 1),
        ("Cargo.toml", "[dependencies]\nfoo = { path = \"/home/me/foo\" }", 1),
        ("Cargo.toml", " [dependencies]\n-rand = \"0.8\"\n+rand = \"0.9\"\n", 1),
        (
            "Cargo.toml",
            " [target.'cfg(not(target_arch = \"wasm32\"))'.dependencies]\n-rand = \"0.8\"\n+rand = \"0.9\"\n",
            1,
        ),
        (
            "Cargo.toml",
            " [dependencies]\n-rand = \"0.8\"\n+rand = \"0.9\"\n [build-dependencies]\n-rand = \"0.8\"\n+rand = \"0.9\"\n",
            1,
        ),
        ("Cargo.toml", " [dependencies]\n-rand = \"0.8\"\n-rand = \"0.7\"\n+rand = \"0.9\"\n", 0),
        (
            "Cargo.toml",
            " [dependencies]\n-a = \"1\"\n-b = { version = \"1.2\" }\n+a = \"2\"\n+b = { version = \"3\", features = [\"x\"] }\n",
            1,
        ),
        ("package.json", "  \"dependencies\": {\n    \"left\": \"latest\"\n  }", 1),
        (
            "package.json",
            "  \"dependencies\": {\n    \"left\": \"acme/left\",\n    \"right\": \"git+https://forge.org/a/right.git\"\n  }",
            2,
        ),
        ("package.json", "  \"dependencies\": {\n    \"left\": \"http://acme.org/left.tgz\"\n  }", 1),
        ("package.json", "@@ \"dependencies\": {\n-    \"react\": \"^17.0.2\",\n+    \"react\": \"^18.2.0\",\n", 1),
        ("requirements.txt", "foo @ git+https://forge.org/a/foo", 1),
        ("requirements.txt", "https://acme.org/foo.whl", 1),
        ("requirements.txt", " a==1.0\n b==2.0\n+requests\n", 1),
        ("requirements.txt", "-django==3.2.1\n+django==4.0\n", 1),
        ("pyproject.toml", "[tool.poetry.dependencies]\nfoo = \"*\"", 1),
        ("Gemfile", "gem \"foo\", github: \"acme/foo\"", 1),
        ("go.mod", "replace forge.org/a/b => /home/me/b", 1),
        ("go.mod", "-require forge.org/a/b v1.2.3\n+require forge.org/a/b/v2 v2.0.1\n", 1),
        ("pom.xml", "<artifactId>foo</artifactId>\n<version>LATEST</version>", 1),
        ("build.gradle", "    implementation 'org.acme:foo:+'", 1),
        // not flagged
        (
            "Cargo.toml",
            "[dependencies]\nserde = \"1\"\nfoo = { path = \"../foo\" }\nb = { git = \"https://forge.org/b\", rev = \"1a2b3c\" }",
            0,
        ),
        (
            "package.json",
            "   \"dependencies\": {\n     \"a\": \"^1.0.0\"\n   },\n-  \"version\": \"2.0.15\"\n+  \"version\": \"3.1.3\"\n",
            0,
        ),
        ("Cargo.toml", "[package]\nname = \"a\"\nversion = \"*\"\n", 0),
        ("Cargo.toml", " [package]\n-version = \"1.0.0\"\n+version = \"2.0.0\"\n", 0),
        ("Cargo.toml", " [dependencies]\n-rand = \"0.8.4\"\n+rand = \"0.8.5\"\n", 0),
        ("Cargo.toml", " [dev-dependencies]\n-rand = \"0.8\"\n+rand = \"0.9\"\n", 0),
        ("Cargo.toml", "-serde = \"*\"\n [dependencies]\n+serde = \"*\"\n", 0),
        ("package.json", "  \"peerDependencies\": {\n    \"react\": \"*\"\n  }", 0),
        (
            "package.json",
            "  \"dependencies\": {\n    \"a\": \"workspace:*\",\n    \"b\": \"^1.0.0\",\n    \"c\": \"acme/c#v1.2.3\",\n    \"d\": \"file:../d\"\n  }",
            0,
        ),
        ("package.json", "  \"version\": \"2.0.0\",\n  \"scripts\": {\n    \"x\": \"*\"\n  }", 0),
        ("requirements.txt", "foo>=1.0\nbar\n", 0),
        ("requirements.txt", "foo @ git+https://forge.org/a/foo@v1.2.3\n-r base.txt\n-e .\n", 0),
        ("pyproject.toml", "[project]\ndependencies = [\n  \"requests\",\n  \"click>=8\",\n]", 0),
        ("Gemfile", "gem \"rails\"\ngem \"foo\", git: \"https://forge.org/foo\", ref: \"1a2b3c\"", 0),
        ("go.mod", "replace forge.org/a/b => ../b\nrequire forge.org/c v0.1.0", 0),
        ("build.gradle", "    implementation \"org.acme:foo:$version\"", 0),
        ("tests/fixtures/Cargo.toml", "[dependencies]\nserde = \"*\"", 0),
        ("app/static/components/left/package.json", "  \"devDependencies\": {\n    \"lint\": \"*\"\n  }", 0),
        ("examples/a/package.json", "  \"dependencies\": {\n    \"left\": \"latest\"\n  }", 0),
    ]
}

#[test]
fn open_and_moving_dependencies_and_jumps_are_flagged() {
    hold(ID, &cases());
}

#[test]
fn a_login_in_an_address_is_not_shown() {
    let found = check(ID, &diff("requirements.txt", &body("foo @ git+https://me:Wint3r9x@forge.org/a/foo")));
    assert_eq!(found.len(), 1);
    assert!(!format!("{found:?}").contains("Wint3r9x"), "{found:?}");
}

#[test]
fn jumps_of_one_manifest_are_told_together() {
    let text = " [dependencies]\n-a = \"1\"\n-b = \"0.2\"\n+a = \"2\"\n+b = \"0.3\"\n";
    assert_eq!(titles(ID, "Cargo.toml", text), ["2 dependencies rise to a new major version"]);
    let one = " [dependencies]\n-a = \"1\"\n+a = \"2\"\n";
    assert_eq!(titles(ID, "Cargo.toml", one), ["`a` 1 → 2 is a new major version"]);
}
