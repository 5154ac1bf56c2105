//! The further grammars: Kotlin, C, C++, Swift, Bash, HCL.

use prr::core::model::Archetype::{
    CacheInvalidationChanged, ErrorPathChanged, GuardRemoved, GuardWeakened, PublicContractChanged,
    ResourceLifetimeChanged,
};

use super::{Case, misses, yields};

pub const CASES: &[Case] = &[
    yields(
        GuardRemoved,
        "Kotlin: a check of rights is gone",
        &[(
            "src/Users.kt",
            "class Users {\n    fun delete(user: User, id: Long) {\n        if (!user.isAdmin) {\n            throw Forbidden()\n        }\n        repo.delete(id)\n    }\n}\n",
            "class Users {\n    fun delete(user: User, id: Long) {\n        repo.delete(id)\n    }\n}\n",
        )],
    ),
    misses(
        GuardRemoved,
        "Kotlin: a check is only laid out anew",
        &[(
            "src/Users.kt",
            "class Users {\n    fun delete(user: User, id: Long) {\n        if (!user.isAdmin) {\n            throw Forbidden()\n        }\n        repo.delete(id)\n    }\n}\n",
            "class Users {\n    fun delete(user: User, id: Long) {\n        if (!user.isAdmin) { throw Forbidden() }\n        repo.delete(id)\n    }\n}\n",
        )],
    ),
    yields(
        PublicContractChanged,
        "Kotlin: a public function takes one thing more",
        &[(
            "src/Cart.kt",
            "class Cart {\n    fun total(tax: Int): Int {\n        return tax\n    }\n}\n",
            "class Cart {\n    fun total(tax: Int, rate: Int): Int {\n        return tax * rate\n    }\n}\n",
        )],
    ),
    misses(
        PublicContractChanged,
        "Kotlin: a private function takes one thing more",
        &[(
            "src/Cart.kt",
            "class Cart {\n    private fun total(tax: Int): Int {\n        return tax\n    }\n}\n",
            "class Cart {\n    private fun total(tax: Int, rate: Int): Int {\n        return tax * rate\n    }\n}\n",
        )],
    ),
    yields(
        GuardRemoved,
        "C: a check of state is gone",
        &[(
            "src/queue.c",
            "int push(struct queue *q, int item)\n{\n    if (q->closed) {\n        return -1;\n    }\n    q->items[q->count++] = item;\n    return 0;\n}\n",
            "int push(struct queue *q, int item)\n{\n    q->items[q->count++] = item;\n    return 0;\n}\n",
        )],
    ),
    yields(
        ResourceLifetimeChanged,
        "C: a file is no longer closed",
        &[(
            "src/read.c",
            "int size_of(const char *path)\n{\n    FILE *f = fopen(path, \"r\");\n    int n = count(f);\n    fclose(f);\n    return n;\n}\n",
            "int size_of(const char *path)\n{\n    FILE *f = fopen(path, \"r\");\n    int n = count(f);\n    return n;\n}\n",
        )],
    ),
    misses(
        ResourceLifetimeChanged,
        "C: another file is read, and closed as before",
        &[(
            "src/read.c",
            "int size_of(const char *path)\n{\n    FILE *f = fopen(path, \"r\");\n    int n = count(f);\n    fclose(f);\n    return n;\n}\n",
            "int size_of(const char *path)\n{\n    FILE *f = fopen(path, \"rb\");\n    int n = count(f);\n    fclose(f);\n    return n;\n}\n",
        )],
    ),
    yields(
        GuardWeakened,
        "C++: a limit is higher",
        &[(
            "src/upload.cpp",
            "bool Store::put(int n) {\n    if (n > 100) {\n        return false;\n    }\n    return write(n);\n}\n",
            "bool Store::put(int n) {\n    if (n > 1000) {\n        return false;\n    }\n    return write(n);\n}\n",
        )],
    ),
    misses(
        GuardWeakened,
        "C++: a limit is lower",
        &[(
            "src/upload.cpp",
            "bool Store::put(int n) {\n    if (n > 1000) {\n        return false;\n    }\n    return write(n);\n}\n",
            "bool Store::put(int n) {\n    if (n > 100) {\n        return false;\n    }\n    return write(n);\n}\n",
        )],
    ),
    yields(
        ErrorPathChanged,
        "C++: a failure is no longer thrown",
        &[(
            "src/load.cpp",
            "Config load(const std::string& path) {\n    if (path.empty()) {\n        throw std::invalid_argument(\"path\");\n    }\n    return read(path);\n}\n",
            "Config load(const std::string& path) {\n    if (path.empty()) {\n        return Config();\n    }\n    return read(path);\n}\n",
        )],
    ),
    misses(
        ErrorPathChanged,
        "C++: what is returned changes",
        &[(
            "src/load.cpp",
            "Config load(const std::string& path) {\n    if (path.empty()) {\n        throw std::invalid_argument(\"path\");\n    }\n    return read(path);\n}\n",
            "Config load(const std::string& path) {\n    if (path.empty()) {\n        throw std::invalid_argument(\"path\");\n    }\n    return parse(path);\n}\n",
        )],
    ),
    yields(
        GuardRemoved,
        "Swift: a guard of rights is gone",
        &[(
            "Sources/Users.swift",
            "class Users {\n    func delete(user: User, id: Int) throws {\n        guard user.isAdmin else {\n            throw Denied()\n        }\n        repo.delete(id)\n    }\n}\n",
            "class Users {\n    func delete(user: User, id: Int) throws {\n        repo.delete(id)\n    }\n}\n",
        )],
    ),
    misses(
        GuardRemoved,
        "Swift: what stands behind the guard changes",
        &[(
            "Sources/Users.swift",
            "class Users {\n    func delete(user: User, id: Int) throws {\n        guard user.isAdmin else {\n            throw Denied()\n        }\n        repo.delete(id)\n    }\n}\n",
            "class Users {\n    func delete(user: User, id: Int) throws {\n        guard user.isAdmin else {\n            throw Denied()\n        }\n        repo.erase(id)\n    }\n}\n",
        )],
    ),
    yields(
        GuardRemoved,
        "Bash: a check of what was given is gone",
        &[(
            "deploy.sh",
            "deploy() {\n  if [ -z \"$TARGET\" ]; then\n    return 1\n  fi\n  push \"$TARGET\"\n}\n",
            "deploy() {\n  push \"$TARGET\"\n}\n",
        )],
    ),
    misses(
        GuardRemoved,
        "Bash: a branch that does not leave is gone",
        &[(
            "deploy.sh",
            "deploy() {\n  if [ -n \"$LOUD\" ]; then\n    echo loud\n  fi\n  push \"$TARGET\"\n}\n",
            "deploy() {\n  push \"$TARGET\"\n}\n",
        )],
    ),
    yields(
        CacheInvalidationChanged,
        "HCL: answers are kept longer",
        &[(
            "infra/cdn.tf",
            "resource \"aws_cloudfront_distribution\" \"web\" {\n  enabled = true\n  default_ttl = 300\n}\n",
            "resource \"aws_cloudfront_distribution\" \"web\" {\n  enabled = true\n  default_ttl = 86400\n}\n",
        )],
    ),
    misses(
        CacheInvalidationChanged,
        "HCL: another name",
        &[(
            "infra/cdn.tf",
            "resource \"aws_cloudfront_distribution\" \"web\" {\n  comment = \"a\"\n  default_ttl = 300\n}\n",
            "resource \"aws_cloudfront_distribution\" \"web\" {\n  comment = \"b\"\n  default_ttl = 300\n}\n",
        )],
    ),
];
