//! Caches and logs.

use prr::core::model::Archetype::{CacheInvalidationChanged, LoggingSensitivityChanged};

use super::{Case, misses, yields};

pub const CASES: &[Case] = &[
    yields(
        CacheInvalidationChanged,
        "a value is no longer thrown away",
        &[(
            "src/user.py",
            "def save(user):\n    db.put(user)\n    cache.delete(user.id)\n",
            "def save(user):\n    db.put(user)\n",
        )],
    ),
    yields(
        CacheInvalidationChanged,
        "it lives longer",
        &[(
            "src/user.ts",
            "export function keep(u: User) {\n  cache.set(u.id, u, { ttl: 60 });\n}\n",
            "export function keep(u: User) {\n  cache.set(u.id, u, { ttl: 3600 });\n}\n",
        )],
    ),
    misses(
        CacheInvalidationChanged,
        "something else is deleted",
        &[(
            "src/user.py",
            "def save(user):\n    db.put(user)\n    db.delete(user.id)\n",
            "def save(user):\n    db.put(user)\n",
        )],
    ),
    misses(
        CacheInvalidationChanged,
        "it is read",
        &[(
            "src/user.ts",
            "export function one(id: string) {\n  return load(id);\n}\n",
            "export function one(id: string) {\n  return cache.get(id) ?? load(id);\n}\n",
        )],
    ),
    yields(
        LoggingSensitivityChanged,
        "a token is logged",
        &[(
            "src/login.py",
            "def login(user, token):\n    check(user, token)\n",
            "def login(user, token):\n    logger.info('login', user.id, token)\n    check(user, token)\n",
        )],
    ),
    yields(
        LoggingSensitivityChanged,
        "a mail address is put into a message",
        &[(
            "src/login.rs",
            "fn login(user: &User) {\n    go(user);\n}\n",
            "fn login(user: &User) {\n    info!(\"login\", user.email);\n    go(user);\n}\n",
        )],
    ),
    yields(
        LoggingSensitivityChanged,
        "it is no longer masked",
        &[(
            "src/pay.js",
            "function pay(card) {\n  console.log('pay', mask(card));\n}\n",
            "function pay(card) {\n  console.log('pay', card);\n}\n",
        )],
    ),
    misses(
        LoggingSensitivityChanged,
        "a message speaks of a token",
        &[(
            "src/login.py",
            "def login(user, key):\n    check(user, key)\n",
            "def login(user, key):\n    logger.info('the token is checked', user.id)\n    check(user, key)\n",
        )],
    ),
    misses(
        LoggingSensitivityChanged,
        "a token is used and not logged",
        &[(
            "src/login.rs",
            "fn login(user: &User) {\n    go(user);\n}\n",
            "fn login(user: &User) {\n    verify(user.token);\n    go(user);\n}\n",
        )],
    ),
];
