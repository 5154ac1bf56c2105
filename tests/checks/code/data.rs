//! Data run as code; passwords under weak hashes.

use super::{
    super::build::{check, diff},
    Case, body, hold,
};

pub fn cases() -> Vec<Case> {
    vec![
        ("src/a.py", "data = pickle.loads(body)", 1),
        ("src/a.py", "with open(path, 'rb') as f:\n    data = pickle.load(f)", 1),
        ("src/a.py", "config = yaml.load(text)", 1),
        ("src/a.py", "config = yaml.load(f, Loader=yaml.Loader)", 1),
        ("src/a.py", "value = eval(request.args['x'])", 1),
        ("src/a.py", "exec(user_input)", 1),
        ("src/a.js", "const x = eval(body.expression);", 1),
        ("src/a.ts", "const f = new Function('x', req.body.code);", 1),
        // not flagged
        ("src/a.py", "config = yaml.safe_load(text)", 0),
        ("src/a.py", "config = yaml.load(text, Loader=yaml.SafeLoader)", 0),
        ("src/a.py", "config = yaml.load(text, yaml.CSafeLoader)", 0),
        ("src/a.py", "value = ast.literal_eval(text)", 0),
        ("src/a.py", "model.eval()\nframe.eval(expression)", 0),
        ("src/a.py", "value = eval('1 + 1')", 0),
        ("src/a.py", "copy = pickle.loads(pickle.dumps(x))", 0),
        // It was read before, from a file.
        (
            "src/a.py",
            " with open(path, 'rb') as f:\n-    data = pickle.load(f)\n+    data = pickle.loads(f.read())\n",
            0,
        ),
        (
            "src/a.py",
            "def read(key, mac, body):\n    if not hmac.compare_digest(mac, digest(key, body)):\n        return None\n    return pickle.loads(body)",
            0,
        ),
        (
            "src/a.py",
            "def read(key, mac, body):\n    data = pickle.loads(body)\n    hmac.compare_digest(mac, key)\n    return data",
            1,
        ),
        // A format between parts of the program.
        (
            "src/a.py",
            "def send(rows):\n    return pickle.dumps(rows)\n\n\ndef receive(data):\n    return pickle.loads(data)",
            0,
        ),
        (
            "src/a.py",
            "def send(rows):\n    return pickle.dumps(rows)\n\n\ndef receive(request):\n    return pickle.loads(request.body)",
            1,
        ),
        ("src/a.js", "const f = Function('go', 'return function (' + names.join(',') + ') { return go(); }')(go);", 0),
        ("src/a.js", "const f = Function('go', 'return function () { ' + source.join(';') + code + ' }')(go);", 1),
        ("src/a.py", "exec(cmd, globals, locals)", 0),
        ("src/a.py", "value = eval(expression, namespace)", 0),
        ("src/a.py", "data = json.loads(body)", 0),
        ("setup.py", "exec(open('version.py').read())", 0),
        ("src/a.py", "\"\"\"Do not eval(user_input).\"\"\"", 0),
        ("src/a.js", "const x = JSON.parse(body);", 0),
        ("src/a.js", "redis.eval(script, 1, key);", 0),
        ("src/a.js", "const g = new Function('return this')();", 0),
        ("src/a.js", "const doc = yaml.load(text);", 0),
        ("a.test.js", "const x = eval(source);", 0),
    ]
}

pub fn hashes() -> Vec<Case> {
    vec![
        ("src/a.py", "digest = hashlib.md5(password.encode()).hexdigest()", 1),
        ("src/a.py", "digest = hashlib.new('sha1', user.password.encode()).hexdigest()", 1),
        ("src/a.py", "return hashlib.sha1((salt + passwd).encode()).hexdigest()", 1),
        ("src/a.js", "const h = crypto.createHash('md5').update(password).digest('hex');", 1),
        ("src/a.ts", "const h = md5(user.password + salt);", 1),
        ("src/a.rs", "fn f(password: &str) {\n    let d = md5::compute(password.as_bytes());\n}", 1),
        ("src/a.rs", "fn f(user_password: &str) {\n    let d = Sha1::digest(user_password);\n}", 1),
        // not flagged
        ("src/a.py", "etag = hashlib.md5(body).hexdigest()", 0),
        ("src/a.py", "digest = hashlib.sha256(password.encode()).hexdigest()", 0),
        ("src/a.py", "key = hashlib.md5(password_file.encode()).hexdigest()", 0),
        ("src/a.py", "key = hashlib.pbkdf2_hmac('sha1', password, salt, 600000)", 0),
        ("src/digest_auth.py", "ha1 = hashlib.md5(f'{user}:{realm}:{password}'.encode()).hexdigest()", 0),
        ("src/pwned.py", "prefix = hashlib.sha1(password.encode()).hexdigest()[:5]", 0),
        ("src/a.js", "const h = await bcrypt.hash(password, 12);", 0),
        ("src/a.js", "const h = crypto.createHash('md5').update(fileName).digest('hex');", 0),
        ("src/a.js", "const h = crypto.createHash('sha512').update(password).digest('hex');", 0),
        ("src/a.rs", "fn f() {\n    let d = md5::compute(body);\n}", 0),
        ("src/a.rs", "#[test]\nfn t() {\n    let d = md5::compute(password);\n}", 0),
        ("src/a.py", "digest = hashlib.md5(b'password').hexdigest()", 0),
    ]
}

#[test]
fn data_run_as_code_is_flagged_and_safe_readers_are_not() {
    hold("code-from-data", &cases());
}

#[test]
fn passwords_under_weak_hashes_are_flagged_and_other_hashes_are_not() {
    hold("weak-password-hash", &hashes());
}

#[test]
fn a_yaml_load_without_loader_is_replaced_by_the_safe_one() {
    let found = check("code-from-data", &diff("src/a.py", &body("config = yaml.load(text)")));
    assert_eq!(found[0].claim.suggestion.as_deref(), Some("config = yaml.safe_load(text)"));
}
