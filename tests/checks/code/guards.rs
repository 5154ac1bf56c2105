//! Checks of rights and of input that go while what they guarded stays.

use prr::core::model::Side;

use super::{
    super::build::{check, diff, section},
    Case, hold,
};

pub fn cases() -> Vec<Case> {
    vec![
        // A branch about rights goes.
        (
            "src/a.py",
            " def delete(request, id):\n-    if not request.user.is_admin:\n-        raise PermissionDenied()\n     post = load(id)\n     post.delete()\n",
            1,
        ),
        (
            "src/a.py",
            " def show(request, id):\n     post = load(id)\n-    if not can_read(request.user, post):\n-        abort(403)\n     return render(post)\n",
            1,
        ),
        (
            "src/a.js",
            " function remove(req, res) {\n-  if (!req.user.isAdmin) {\n-    return res.status(403).end();\n-  }\n   store.remove(req.params.id);\n }\n",
            1,
        ),
        (
            "src/a.rs",
            " fn remove(user: &User, id: Id) -> Result<()> {\n-    if !user.has_role(Role::Admin) {\n-        return Err(Error::Forbidden);\n-    }\n     store.remove(id)?;\n     Ok(())\n }\n",
            1,
        ),
        (
            "src/a.go",
            " func remove(w http.ResponseWriter, r *http.Request) {\n-\tif !isAdmin(r) {\n-\t\thttp.Error(w, \"no\", 403)\n-\t\treturn\n-\t}\n \tstore.Remove(id)\n }\n",
            1,
        ),
        // A branch about input goes.
        (
            "src/a.py",
            " def read(data, limit):\n-    if len(data) > limit:\n-        raise ValueError('too long')\n     return parse(data)\n",
            1,
        ),
        (
            "src/a.ts",
            " function at(list: number[], n: number) {\n-  if (n < 0 || n >= list.length) {\n-    throw new RangeError('n');\n-  }\n   return list[n];\n }\n",
            1,
        ),
        (
            "src/a.rs",
            " fn read(bytes: &[u8], at: usize) -> Result<u8> {\n-    if at >= bytes.len() {\n-        return Err(Error::Short);\n-    }\n     let value = bytes[at];\n     Ok(value)\n }\n",
            1,
        ),
        // The branch goes, what stood in it stays.
        (
            "src/a.js",
            " function show(user) {\n-  if (user.isAdmin) {\n-    openSecretDoor(user);\n-  }\n+  openSecretDoor(user);\n }\n",
            1,
        ),
        // Decorators, handlers, demands.
        ("src/a.py", "-@login_required\n def profile(request):\n     return render(request)\n", 1),
        (
            "src/a.py",
            " @app.route('/x')\n-@permission_required('x.edit')\n def edit(request):\n     return render(request)\n",
            1,
        ),
        ("src/a.js", "-router.get('/users', requireAuth, list);\n+router.get('/users', list);\n", 1),
        (
            "src/a.py",
            " def put(self, request):\n-    self.check_permissions(request)\n     return self.store(request)\n",
            1,
        ),
        // Weakened.
        (
            "src/a.js",
            " function put(user, post) {\n-  if (!user.isAdmin || !user.active) {\n+  if (!user.isAdmin && !user.active) {\n     throw new Error('forbidden');\n   }\n   save(post);\n }\n",
            1,
        ),
        (
            "src/a.py",
            " def put(user, post):\n-    if user.is_admin and user.active:\n+    if user.active:\n         save(post)\n",
            1,
        ),
        ("src/a.py", " def put(user, post):\n-    if user.is_admin:\n+    if True:\n         save(post)\n", 1),
        // not flagged: moved, replaced, gone together, switches, types, tests
        (
            "src/a.py",
            " def delete(request, id):\n-    if not request.user.is_admin:\n-        raise PermissionDenied()\n     post = load(id)\n+    if not request.user.is_admin:\n+        raise PermissionDenied()\n     post.delete()\n",
            0,
        ),
        (
            "src/a.py",
            " def delete(request, id):\n-    if not request.user.is_admin:\n-        raise PermissionDenied()\n+    require_admin(request)\n     post = load(id)\n",
            0,
        ),
        (
            "src/a.py",
            " def f(a):\n     pass\n-\n-def delete(request, id):\n-    if not request.user.is_admin:\n-        raise PermissionDenied()\n-    load(id).delete()\n",
            0,
        ),
        (
            "src/a.py",
            " def read(data):\n-    if sys.version_info < (3, 8):\n-        raise RuntimeError('too old')\n     return parse(data)\n",
            0,
        ),
        (
            "src/a.py",
            " def read(data):\n-    if not isinstance(data, bytes):\n-        raise TypeError('bytes')\n     return parse(data)\n",
            0,
        ),
        (
            "src/a.py",
            " def read(data, limit):\n-    if len(data) > limit:\n-        raise ValueError('too long')\n+    data = clip(data, limit)\n     return parse(data)\n",
            0,
        ),
        (
            "src/a.py",
            " def read(data, cache):\n-    if cache.has(data):\n-        return cache.get(data)\n     return parse(data)\n",
            0,
        ),
        (
            "src/a.js",
            " function hook(name, fn) {\n-  if (name === 'route') {\n-    hooks.validate(name, fn);\n+  if (name === 'route' || name === 'ready') {\n     hooks.add(name, fn);\n   }\n }\n",
            0,
        ),
        (
            "src/a.py",
            " def plan(condition, deferred):\n-    if condition and deferred:\n-        raise ValueError('A plan with conditions cannot be deferred.')\n     return Plan(condition, deferred)\n",
            0,
        ),
        ("tests/test_a.py", "-@login_required\n def profile(request):\n     return render(request)\n", 0),
        (
            "src/a.py",
            "-@login_required\n+@permission_required('x')\n def profile(request):\n     return render(request)\n",
            0,
        ),
        ("src/a.py", "-@login_required\n-def profile(request):\n-    return render(request)\n", 0),
        ("src/a.py", "-@lru_cache(maxsize=4)\n def profile(request):\n     return render(request)\n", 0),
        (
            "src/a.js",
            "-router.get('/users', requireAuth, list);\n+router.use(requireAuth);\n+router.get('/users', list);\n",
            0,
        ),
        ("src/a.js", "-router.get('/users', cache, list);\n+router.get('/users', list);\n", 0),
        (
            "src/a.js",
            " function put(user, post) {\n-  if (!user.isAdmin && !user.active) {\n+  if (!user.isAdmin || !user.active) {\n     throw new Error('forbidden');\n   }\n   save(post);\n }\n",
            0,
        ),
        (
            "src/a.js",
            " function put(n) {\n-  if (n > 100) {\n+  if (n > 1000) {\n     throw new Error('large');\n   }\n   save(n);\n }\n",
            0,
        ),
        (
            "src/a.py",
            " def array(x, like=None):\n-    if not _numpy_120 and like is not None:\n-        raise ValueError('like')\n     return put(x, like)\n",
            0,
        ),
        (
            "src/a.go",
            " func f() error {\n \terr := g()\n-\tif err != nil {\n-\t\treturn err\n-\t}\n \treturn h()\n }\n",
            0,
        ),
        (
            "src/a.rs",
            " fn read(bytes: &[u8], at: usize) -> Result<u8> {\n-    if at >= bytes.len() {\n-        return Err(Error::Short);\n-    }\n-    Ok(bytes[at])\n+    bytes.get(at).copied().ok_or(Error::Short)\n }\n",
            0,
        ),
        (
            "src/a.rs",
            " #[test]\n fn t(n: u8) -> Result<()> {\n-    if n > 4 {\n-        return Err(Error::Forbidden);\n-    }\n     go(n)\n }\n",
            0,
        ),
    ]
}

#[test]
fn guards_that_go_are_flagged_and_those_that_move_are_not() {
    hold("removed-guards", &cases());
}

#[test]
fn a_guard_that_another_file_takes_over_is_no_finding() {
    let from = section(
        "src/a.py",
        " def delete(request, id):\n-    if not request.user.is_admin:\n-        raise PermissionDenied()\n     post = load(id)\n",
    );
    let to = section(
        "src/b.py",
        " def guard(request):\n+    if not request.user.is_admin:\n+        raise PermissionDenied()\n     go(request)\n",
    );
    let diff = prr::core::diff::parse(format!("{from}{to}").into_bytes());
    assert!(check("removed-guards", &diff).is_empty());
}

#[test]
fn what_went_is_shown_on_the_old_side_and_what_became_weaker_on_the_new() {
    let all = cases();
    let side = |nth: usize| {
        let found = check("removed-guards", &diff(all[nth].0, all[nth].1));
        (found[0].place.as_ref().unwrap().side.unwrap(), found[0].claim.issue_class.clone())
    };
    assert_eq!(side(0), (Side::Left, "guard-removed".to_owned()));
    let weakened = all.iter().position(|case| case.1.contains("active) {")).unwrap();
    assert_eq!(side(weakened), (Side::Right, "guard-weakened".to_owned()));
}
