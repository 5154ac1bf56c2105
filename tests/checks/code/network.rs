//! TLS verification off.

use super::{
    super::build::{check, diff},
    Case, body, hold,
};

pub fn cases() -> Vec<Case> {
    vec![
        ("src/a.py", "r = requests.get(url, verify=False)", 1),
        ("src/a.py", "client = httpx.AsyncClient(timeout=5, verify=False)", 1),
        ("src/a.py", "ctx.check_hostname = False", 1),
        ("src/a.py", "ctx = ssl._create_unverified_context()", 1),
        ("src/a.py", "session.verify = False", 1),
        ("src/a.rs", "fn f() {\n    let c = Client::builder().danger_accept_invalid_certs(true).build()?;\n}", 1),
        ("src/a.ts", "const agent = new https.Agent({ rejectUnauthorized: false });", 1),
        ("src/a.js", "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';", 1),
        ("src/a.go", "func f() {\n\tc := &tls.Config{InsecureSkipVerify: true}\n}", 1),
        // not flagged
        ("src/a.py", "r = requests.get(url, verify=True)", 0),
        ("src/a.py", "r = requests.get(url, verify=verify)", 0),
        ("src/a.py", "r = requests.get('https://localhost:8443/x', verify=False)", 0),
        ("src/a.py", "model.check(x, verify=False)", 0),
        (
            "src/a.py",
            "def configured(ctx):\n    kept = ctx.check_hostname\n    ctx.check_hostname = False\n    try:\n        yield\n    finally:\n        ctx.check_hostname = kept",
            0,
        ),
        (
            "src/a.py",
            "def configured(ctx):\n    ctx.check_hostname = False\n    try:\n        yield\n    finally:\n        ctx.close()",
            1,
        ),
        ("src/a.py", "if args.insecure:\n    session.verify = False", 0),
        ("src/a.py", "# requests.get(url, verify=False)", 0),
        ("src/a.py", "help = 'requests.get(url, verify=False) is not allowed'", 0),
        ("src/a.py", "class Context:\n    def __init__(self):\n        self.check_hostname = False", 0),
        ("tests/test_a.py", "requests.get(url, verify=False)", 0),
        ("src/a.rs", "fn f() {\n    let c = b.danger_accept_invalid_certs(options.insecure);\n}", 0),
        (
            "src/a.rs",
            "fn f(skip_verify: bool) {\n    if skip_verify {\n        b = b.danger_accept_invalid_certs(true);\n    }\n}",
            0,
        ),
        ("src/a.ts", "const agent = new https.Agent({ rejectUnauthorized: true });", 0),
        ("src/a.ts", "const agent = new https.Agent({ rejectUnauthorized: !insecure });", 0),
        ("src/a.go", "func f() {\n\tc := &tls.Config{InsecureSkipVerify: cfg.Insecure}\n}", 0),
    ]
}

#[test]
fn unverified_connections_are_flagged_and_chosen_ones_are_not() {
    hold("tls-verification-off", &cases());
}

#[test]
fn the_switch_is_turned_back_where_that_is_certain() {
    let found = check("tls-verification-off", &diff("src/a.py", "+    r = requests.get(url, verify=False)  # x\n"));
    assert_eq!(found[0].claim.suggestion.as_deref(), Some("    r = requests.get(url, verify=True)  # x"));
    let found = check("tls-verification-off", &diff("a.ts", &body("const a = { rejectUnauthorized: false };")));
    assert_eq!(found[0].claim.suggestion.as_deref(), Some("const a = { rejectUnauthorized: true };"));
}
