//! Checks that go, move or weaken, and tests.

use prr::core::model::Archetype::{
    AuthBoundaryMoved, GuardMoved, GuardRemoved, GuardWeakened, TestGapIntroduced, ValidationMoved, ValidationRemoved,
};

use super::{Case, misses, yields};

pub const CASES: &[Case] = &[
    yields(
        GuardRemoved,
        "a check of rights is gone",
        &[(
            "src/user.ts",
            "export function update(ctx: Ctx, id: string) {\n  if (!ctx.isAdmin) {\n    throw new Forbidden();\n  }\n  save(id);\n}\n",
            "export function update(ctx: Ctx, id: string) {\n  save(id);\n}\n",
        )],
    ),
    yields(
        GuardRemoved,
        "a check of state is gone",
        &[(
            "src/queue.rs",
            "fn push(q: &mut Queue, item: Item) -> bool {\n    if q.closed {\n        return false;\n    }\n    q.put(item);\n    true\n}\n",
            "fn push(q: &mut Queue, item: Item) -> bool {\n    q.put(item);\n    true\n}\n",
        )],
    ),
    yields(
        GuardRemoved,
        "a decorator that demands a login is gone",
        &[(
            "app/views.py",
            "@login_required\ndef show(request):\n    return render(request)\n",
            "def show(request):\n    return render(request)\n",
        )],
    ),
    yields(
        GuardRemoved,
        "an annotation that demands a role is gone",
        &[(
            "src/Users.java",
            "class Users {\n    @PreAuthorize(\"hasRole('ADMIN')\")\n    public void delete(long id) {\n        repo.deleteById(id);\n    }\n}\n",
            "class Users {\n    public void delete(long id) {\n        repo.deleteById(id);\n    }\n}\n",
        )],
    ),
    yields(
        GuardRemoved,
        "a middleware is gone from a route",
        &[("src/routes.js", "router.get('/users', requireAuth, list);\n", "router.get('/users', list);\n")],
    ),
    misses(
        GuardRemoved,
        "a check that is only laid out anew",
        &[(
            "src/user.ts",
            "export function update(ctx: Ctx, id: string) {\n  if (!ctx.isAdmin) {\n    throw new Forbidden();\n  }\n  save(id);\n}\n",
            "export function update(ctx: Ctx, id: string) {\n  if (!ctx.isAdmin) { throw new Forbidden(); }\n\n  save(id);\n}\n",
        )],
    ),
    misses(
        GuardRemoved,
        "a function goes with the check inside it",
        &[(
            "src/queue.rs",
            "fn old(q: &Queue) -> bool {\n    if q.closed {\n        return false;\n    }\n    true\n}\n\nfn other() {}\n",
            "fn other() {}\n",
        )],
    ),
    misses(
        GuardRemoved,
        "a branch that does not leave",
        &[("src/a.py", "def f(x):\n    if x.loud:\n        shout(x)\n    return x\n", "def f(x):\n    return x\n")],
    ),
    yields(
        GuardWeakened,
        "one of two reasons to refuse is gone",
        &[(
            "src/user.py",
            "def update(user):\n    if not user.is_admin or not user.active:\n        raise PermissionError()\n    save(user)\n",
            "def update(user):\n    if not user.is_admin:\n        raise PermissionError()\n    save(user)\n",
        )],
    ),
    yields(
        GuardWeakened,
        "a limit is higher",
        &[(
            "src/upload.go",
            "package a\n\nfunc Put(n int) error {\n\tif n > 100 {\n\t\treturn ErrLarge\n\t}\n\treturn put(n)\n}\n",
            "package a\n\nfunc Put(n int) error {\n\tif n > 1000 {\n\t\treturn ErrLarge\n\t}\n\treturn put(n)\n}\n",
        )],
    ),
    yields(
        GuardWeakened,
        "the check depends on a flag now",
        &[(
            "src/queue.rs",
            "fn push(q: &mut Queue) -> bool {\n    if q.closed {\n        return false;\n    }\n    q.put()\n}\n",
            "fn push(q: &mut Queue) -> bool {\n    if q.closed && q.strict {\n        return false;\n    }\n    q.put()\n}\n",
        )],
    ),
    misses(
        GuardWeakened,
        "the limit is lower",
        &[(
            "src/upload.go",
            "package a\n\nfunc Put(n int) error {\n\tif n > 1000 {\n\t\treturn ErrLarge\n\t}\n\treturn put(n)\n}\n",
            "package a\n\nfunc Put(n int) error {\n\tif n > 100 {\n\t\treturn ErrLarge\n\t}\n\treturn put(n)\n}\n",
        )],
    ),
    misses(
        GuardWeakened,
        "one more reason to refuse",
        &[(
            "src/user.py",
            "def update(user):\n    if not user.is_admin:\n        raise PermissionError()\n    save(user)\n",
            "def update(user):\n    if not user.is_admin or user.locked:\n        raise PermissionError()\n    save(user)\n",
        )],
    ),
    yields(
        GuardMoved,
        "from the function to its caller",
        &[(
            "src/queue.rs",
            "fn push(q: &mut Queue) {\n    if q.is_closed() {\n        return;\n    }\n    q.put();\n}\n\nfn run(q: &mut Queue) {\n    q.tick();\n    push(q);\n}\n",
            "fn push(q: &mut Queue) {\n    q.put();\n}\n\nfn run(q: &mut Queue) {\n    q.tick();\n    if q.is_closed() {\n        return;\n    }\n    push(q);\n}\n",
        )],
    ),
    yields(
        GuardMoved,
        "to another file",
        &[
            (
                "src/store.js",
                "function put(q) {\n  if (q.closed) {\n    return;\n  }\n  q.add();\n}\n",
                "function put(q) {\n  q.add();\n}\n",
            ),
            (
                "src/api.js",
                "function handle(q) {\n  put(q);\n}\n",
                "function handle(q) {\n  if (q.closed) {\n    return;\n  }\n  put(q);\n}\n",
            ),
        ],
    ),
    misses(
        GuardMoved,
        "within its function",
        &[(
            "src/queue.rs",
            "fn push(q: &mut Queue) {\n    q.tick();\n    if q.is_closed() {\n        return;\n    }\n    q.put();\n}\n",
            "fn push(q: &mut Queue) {\n    if q.is_closed() {\n        return;\n    }\n    q.tick();\n    q.put();\n}\n",
        )],
    ),
    misses(
        GuardMoved,
        "with its whole function",
        &[
            (
                "src/a.js",
                "function put(q) {\n  if (q.closed) {\n    return;\n  }\n  q.add(1, 2, 3);\n  q.tell();\n}\nfunction keep() {}\n",
                "function keep() {}\n",
            ),
            (
                "src/b.js",
                "function stay() {}\n",
                "function stay() {}\nfunction put(q) {\n  if (q.closed) {\n    return;\n  }\n  q.add(1, 2, 3);\n  q.tell();\n}\n",
            ),
        ],
    ),
    yields(
        AuthBoundaryMoved,
        "from the service to the handler",
        &[
            (
                "src/service.py",
                "def remove(user, item):\n    check_permission(user, item)\n    item.delete()\n",
                "def remove(user, item):\n    item.delete()\n",
            ),
            (
                "src/views.py",
                "def remove_view(user, item):\n    remove(user, item)\n",
                "def remove_view(user, item):\n    check_permission(user, item)\n    remove(user, item)\n",
            ),
        ],
    ),
    yields(
        AuthBoundaryMoved,
        "from the handler to the service",
        &[(
            "src/Users.cs",
            "class Users {\n    void Handle(User u) {\n        if (!u.IsAdmin) { throw new Forbidden(); }\n        Remove(u);\n    }\n    void Remove(User u) {\n        db.Remove(u);\n    }\n}\n",
            "class Users {\n    void Handle(User u) {\n        Remove(u);\n    }\n    void Remove(User u) {\n        if (!u.IsAdmin) { throw new Forbidden(); }\n        db.Remove(u);\n    }\n}\n",
        )],
    ),
    misses(
        AuthBoundaryMoved,
        "a check of something else moved",
        &[(
            "src/queue.rs",
            "fn push(q: &mut Queue) {\n    if q.is_closed() {\n        return;\n    }\n    q.put();\n}\n\nfn run(q: &mut Queue) {\n    push(q);\n}\n",
            "fn push(q: &mut Queue) {\n    q.put();\n}\n\nfn run(q: &mut Queue) {\n    if q.is_closed() {\n        return;\n    }\n    push(q);\n}\n",
        )],
    ),
    misses(
        AuthBoundaryMoved,
        "a second check of rights",
        &[(
            "src/service.py",
            "def remove(user, item):\n    check_permission(user, item)\n    item.delete()\n\ndef add(user, item):\n    item.save()\n",
            "def remove(user, item):\n    check_permission(user, item)\n    item.delete()\n\ndef add(user, item):\n    check_permission(user, item)\n    item.save()\n",
        )],
    ),
    yields(
        ValidationMoved,
        "from the parser to the caller",
        &[(
            "src/read.rs",
            "fn read(text: &str) -> Option<u8> {\n    if text.is_empty() {\n        return None;\n    }\n    parse(text)\n}\n\nfn load(text: &str) -> Option<u8> {\n    log(text);\n    read(text)\n}\n",
            "fn read(text: &str) -> Option<u8> {\n    parse(text)\n}\n\nfn load(text: &str) -> Option<u8> {\n    log(text);\n    if text.is_empty() {\n        return None;\n    }\n    read(text)\n}\n",
        )],
    ),
    yields(
        ValidationMoved,
        "from the model to the controller",
        &[(
            "src/order.rb",
            "class Order\n  def total(items)\n    raise ArgumentError if items.empty?\n    items.sum\n  end\n\n  def show(items)\n    total(items)\n  end\nend\n",
            "class Order\n  def total(items)\n    items.sum\n  end\n\n  def show(items)\n    raise ArgumentError if items.empty?\n    total(items)\n  end\nend\n",
        )],
    ),
    misses(
        ValidationMoved,
        "the same check of another value",
        &[(
            "src/read.rs",
            "fn read(text: &str) -> Option<u8> {\n    if text.is_empty() {\n        return None;\n    }\n    parse(text)\n}\n\nfn load(name: &str) -> Option<u8> {\n    find(name)\n}\n",
            "fn read(text: &str) -> Option<u8> {\n    parse(text)\n}\n\nfn load(name: &str) -> Option<u8> {\n    if name.is_empty() {\n        return None;\n    }\n    find(name)\n}\n",
        )],
    ),
    yields(
        ValidationRemoved,
        "a check of length is gone",
        &[(
            "src/name.go",
            "package a\n\nfunc Set(name string) error {\n\tif len(name) > 80 {\n\t\treturn ErrLong\n\t}\n\treturn put(name)\n}\n",
            "package a\n\nfunc Set(name string) error {\n\treturn put(name)\n}\n",
        )],
    ),
    yields(
        ValidationRemoved,
        "a call that validates is gone",
        &[(
            "src/form.php",
            "<?php\nfunction store($input) {\n    validateInput($input);\n    save($input);\n}\n",
            "<?php\nfunction store($input) {\n    save($input);\n}\n",
        )],
    ),
    misses(
        ValidationRemoved,
        "another check took its place",
        &[(
            "src/name.go",
            "package a\n\nfunc Set(name string) error {\n\tif len(name) > 80 {\n\t\treturn ErrLong\n\t}\n\treturn put(name)\n}\n",
            "package a\n\nfunc Set(name string) error {\n\tif utf8.RuneCount(name) > 80 || len(name) > 320 {\n\t\treturn ErrLong\n\t}\n\treturn put(name)\n}\n",
        )],
    ),
    misses(
        ValidationRemoved,
        "the function went with it",
        &[(
            "src/form.php",
            "<?php\nfunction store($input) {\n    validateInput($input);\n    save($input);\n}\nfunction keep() { return 1; }\n",
            "<?php\nfunction keep() { return 1; }\n",
        )],
    ),
    yields(
        TestGapIntroduced,
        "a test is gone",
        &[(
            "tests/test_user.py",
            "def test_refuses_strangers():\n    assert refused(stranger)\n\ndef test_lets_owners_in():\n    assert let_in(owner)\n",
            "def test_lets_owners_in():\n    assert let_in(owner)\n",
        )],
    ),
    yields(
        TestGapIntroduced,
        "a check goes and no test changes",
        &[(
            "src/queue.rs",
            "fn push(q: &mut Queue) -> bool {\n    if q.closed {\n        return false;\n    }\n    q.put()\n}\n",
            "fn push(q: &mut Queue) -> bool {\n    q.put()\n}\n",
        )],
    ),
    misses(
        TestGapIntroduced,
        "a test of the same thing changes",
        &[
            (
                "src/queue.rs",
                "fn push(q: &mut Queue) -> bool {\n    if q.closed {\n        return false;\n    }\n    q.put()\n}\n",
                "fn push(q: &mut Queue) -> bool {\n    q.put()\n}\n",
            ),
            (
                "tests/queue_test.rs",
                "#[test]\nfn closed() {\n    assert!(!push(&mut closed()));\n}\n",
                "#[test]\nfn closed() {\n    assert!(push(&mut closed()));\n}\n",
            ),
        ],
    ),
    misses(
        TestGapIntroduced,
        "a test has another name",
        &[(
            "tests/test_user.py",
            "def test_refuses():\n    assert refused(stranger)\n",
            "def test_refuses_strangers():\n    assert refused(stranger)\n",
        )],
    ),
];
