//! What others rely on: contracts, schemas, versions, instructions.

use prr::core::model::Archetype::{
    DependencyVersionChanged, DocsInstructionsChanged, PersistenceSchemaChanged, PublicContractChanged,
};

use super::{Case, misses, yields};

pub const CASES: &[Case] = &[
    yields(
        PublicContractChanged,
        "a parameter more",
        &[(
            "src/lib.rs",
            "/// Reads.\npub fn read(text: &str) -> u8 {\n    parse(text)\n}\n",
            "/// Reads.\npub fn read(text: &str, strict: bool) -> u8 {\n    parse(text)\n}\n",
        )],
    ),
    yields(
        PublicContractChanged,
        "an exported function is gone",
        &[(
            "src/api.ts",
            "export function list() {\n  return all();\n}\n\nexport function get(id: string) {\n  return one(id);\n}\n",
            "export function get(id: string) {\n  return one(id);\n}\n",
        )],
    ),
    yields(
        PublicContractChanged,
        "a route has another path",
        &[(
            "app/views.py",
            "@app.get('/users/{id}')\ndef show(id):\n    return find(id)\n",
            "@app.get('/members/{id}')\ndef show(id):\n    return find(id)\n",
        )],
    ),
    yields(
        PublicContractChanged,
        "a public method returns something else",
        &[(
            "src/Users.java",
            "public class Users {\n    public User find(long id) {\n        return repo.get(id);\n    }\n}\n",
            "public class Users {\n    public Optional<User> find(long id) {\n        return repo.get(id);\n    }\n}\n",
        )],
    ),
    yields(
        PublicContractChanged,
        "a field of a message is gone",
        &[(
            "api/user.proto",
            "message User {\n  string name = 1;\n  string mail = 2;\n}\n",
            "message User {\n  string name = 1;\n}\n",
        )],
    ),
    misses(
        PublicContractChanged,
        "a private function has another head",
        &[(
            "src/lib.rs",
            "fn read(text: &str) -> u8 {\n    parse(text)\n}\n",
            "fn read(text: &str, strict: bool) -> u8 {\n    parse(text)\n}\n",
        )],
    ),
    misses(
        PublicContractChanged,
        "only the body of a public function",
        &[(
            "src/api.ts",
            "export function list() {\n  return all();\n}\n",
            "export function list() {\n  return all().sort();\n}\n",
        )],
    ),
    misses(
        PublicContractChanged,
        "a public function more",
        &[(
            "src/lib.rs",
            "pub fn a() -> u8 {\n    1\n}\n",
            "pub fn a() -> u8 {\n    1\n}\n\npub fn b() -> u8 {\n    2\n}\n",
        )],
    ),
    yields(
        PersistenceSchemaChanged,
        "a column more",
        &[(
            "db/migrations/007.sql",
            "CREATE TABLE users (\n  id integer PRIMARY KEY\n);\n",
            "CREATE TABLE users (\n  id integer PRIMARY KEY,\n  age integer NOT NULL\n);\n",
        )],
    ),
    yields(
        PersistenceSchemaChanged,
        "a field of a model",
        &[(
            "app/models.py",
            "class User(models.Model):\n    name = models.CharField(max_length=80)\n",
            "class User(models.Model):\n    name = models.CharField(max_length=20)\n",
        )],
    ),
    yields(
        PersistenceSchemaChanged,
        "a migration in Ruby",
        &[(
            "db/migrate/1_add_age.rb",
            "",
            "class AddAge < ActiveRecord::Migration[7.0]\n  def change\n    add_column :users, :age, :integer\n  end\nend\n",
        )],
    ),
    misses(
        PersistenceSchemaChanged,
        "a query",
        &[(
            "app/report.py",
            "def show(db):\n    return db.run('SELECT a FROM users')\n",
            "def show(db):\n    return db.run('SELECT a, b FROM users')\n",
        )],
    ),
    misses(
        PersistenceSchemaChanged,
        "a table that is only spoken of",
        &[(
            "src/a.rs",
            "fn a() {\n    go();\n}\n",
            "fn a() {\n    // We never alter table users here.\n    go();\n}\n",
        )],
    ),
    yields(
        DependencyVersionChanged,
        "a crate",
        &[(
            "Cargo.toml",
            "[package]\nname = \"a\"\n\n[dependencies]\nserde = \"1.0.100\"\n",
            "[package]\nname = \"a\"\n\n[dependencies]\nserde = \"2.0.0\"\n",
        )],
    ),
    yields(
        DependencyVersionChanged,
        "a package",
        &[(
            "package.json",
            "{\n  \"name\": \"a\",\n  \"dependencies\": {\n    \"react\": \"^17.0.0\"\n  }\n}\n",
            "{\n  \"name\": \"a\",\n  \"dependencies\": {\n    \"react\": \"^18.0.0\"\n  }\n}\n",
        )],
    ),
    yields(
        DependencyVersionChanged,
        "an action",
        &[(
            ".github/workflows/ci.yml",
            "jobs:\n  a:\n    steps:\n      - uses: actions/checkout@v3\n",
            "jobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n",
        )],
    ),
    misses(
        DependencyVersionChanged,
        "the package's own version",
        &[(
            "Cargo.toml",
            "[package]\nname = \"a\"\nversion = \"0.1.0\"\n\n[dependencies]\nserde = \"1\"\n",
            "[package]\nname = \"a\"\nversion = \"0.2.0\"\n\n[dependencies]\nserde = \"1\"\n",
        )],
    ),
    misses(
        DependencyVersionChanged,
        "a script",
        &[(
            "package.json",
            "{\n  \"scripts\": {\n    \"test\": \"jest\"\n  }\n}\n",
            "{\n  \"scripts\": {\n    \"test\": \"vitest\"\n  }\n}\n",
        )],
    ),
    yields(
        DocsInstructionsChanged,
        "a rule for models",
        &[("AGENTS.md", "# Rules\n\nAsk before you delete.\n", "# Rules\n\nDelete what is old.\n")],
    ),
    yields(
        DocsInstructionsChanged,
        "a step of a guide",
        &[(
            "docs/install.rst",
            "Install\n=======\n\n1. Stop the service.\n2. Copy the files.\n",
            "Install\n=======\n\n1. Copy the files.\n",
        )],
    ),
    yields(
        DocsInstructionsChanged,
        "a command in a fence",
        &[("README.md", "# Use\n\n```sh\nmake install\n```\n", "# Use\n\n```sh\nmake all install\n```\n")],
    ),
    misses(
        DocsInstructionsChanged,
        "a sentence that describes",
        &[("README.md", "# About\n\nA small tool for diffs.\n", "# About\n\nA small and quick tool for diffs.\n")],
    ),
    misses(
        DocsInstructionsChanged,
        "a record of what happened",
        &[("CHANGELOG.md", "# 1.0\n\n1. First.\n", "# 1.1\n\n1. You must read this.\n\n# 1.0\n\n1. First.\n")],
    ),
];
