//! SQL, shell commands, templates, pages and paths built from input.

use super::{Case, hold};

pub fn cases() -> Vec<Case> {
    vec![
        ("src/a.py", "cur.execute(f\"SELECT * FROM users WHERE name = '{name}'\")", 1),
        ("src/a.py", "cur.execute(\"SELECT * FROM users WHERE name = '%s'\" % name)", 1),
        ("src/a.py", "cur.execute(\"DELETE FROM t WHERE id = \" + request.args['id'])", 1),
        ("src/a.py", "db.execute(\"UPDATE t SET a = '{}' WHERE b = 1\".format(value))", 1),
        ("src/a.py", "cur.execute(\n    \"SELECT a \"\n    f\"FROM t WHERE b = '{b}'\"\n)", 1),
        ("src/a.py", "os.system(f\"convert {path} out.png\")", 1),
        ("src/a.py", "subprocess.run('tar xf ' + name, shell=True)", 1),
        ("src/a.js", "db.query(`SELECT * FROM users WHERE id = ${req.params.id}`);", 1),
        ("src/a.ts", "await pool.query(\"SELECT * FROM t WHERE a = '\" + name + \"'\");", 1),
        ("src/a.js", "exec(`git clone ${url}`, done);", 1),
        ("src/a.ts", "child_process.execSync('rm -rf ' + folder);", 1),
        (
            "src/a.rs",
            "async fn f() {\n    sqlx::query(&format!(\"SELECT * FROM t WHERE name = '{}'\", name)).execute(db).await?;\n}",
            1,
        ),
        ("src/a.rs", "fn f() {\n    conn.execute(&format!(\"DELETE FROM t WHERE id = {id}\"), [])?;\n}", 1),
        ("src/a.rs", "fn f() {\n    Command::new(\"sh\").arg(\"-c\").arg(format!(\"ls {}\", folder)).status()?;\n}", 1),
        ("src/a.go", "func f() {\n\tdb.Query(fmt.Sprintf(\"SELECT * FROM t WHERE name = '%s'\", name))\n}", 1),
        ("src/a.go", "func f() {\n\texec.Command(\"sh\", \"-c\", \"ls \"+dir).Run()\n}", 1),
        ("src/a.py", "def f():\n    return render_template_string('<p>' + request.args['name'])", 1),
        ("src/a.py", "def f(name):\n    return render_template_string(f'<p>Hello {name}</p>')", 1),
        ("src/a.py", "def f():\n    return send_file(os.path.join(ROOT, request.args['file']))", 1),
        ("src/a.py", "def f(request):\n    return HttpResponse(f\"<h1>{request.GET['q']}</h1>\")", 1),
        ("src/a.js", "app.get('/x', (req, res) => res.send(`<h1>${req.query.name}</h1>`));", 1),
        ("src/a.ts", "const text = fs.readFileSync(path.join(root, req.params.name));", 1),
        ("src/a.js", "const html = ejs.render(req.body.template, data);", 1),
        (
            "src/a.go",
            "func f(w http.ResponseWriter, r *http.Request) {\n\thttp.ServeFile(w, r, filepath.Join(dir, r.URL.Query().Get(\"f\")))\n}",
            1,
        ),
        // not flagged
        ("src/a.py", "def f(name):\n    return render_template_string('<p>{{ name }}</p>', name=name)", 0),
        ("src/a.py", "def f():\n    return send_file(safe_join(ROOT, request.args['file']))", 0),
        ("src/a.py", "def f(request):\n    return HttpResponse(f\"<h1>{escape(request.GET['q'])}</h1>\")", 0),
        ("src/a.js", "app.get('/x', (req, res) => res.send(`id ${req.query.name}`));", 0),
        ("src/a.js", "res.sendFile(req.params.name, { root: folder });", 0),
        ("src/a.ts", "const text = fs.readFileSync(path.join(root, path.basename(req.params.name)));", 0),
        ("src/a.ts", "const text = fs.readFileSync(path.join(root, name));", 0),
        ("src/a.py", "cur.execute(\"SELECT * FROM users WHERE name = %s\", (name,))", 0),
        ("src/a.py", "cur.execute(f\"SELECT * FROM {table} WHERE id = %s\", (id,))", 0),
        ("src/a.py", "cur.execute(f\"SELECT * FROM t WHERE id = {int(x)}\")", 0),
        ("src/a.py", "cur.execute(f\"SELECT * FROM t WHERE id IN ({','.join('?' * n)})\", ids)", 0),
        ("src/a.py", "cur.execute(f\"SELECT * FROM t WHERE id IN ({placeholders})\", ids)", 0),
        ("src/a.py", "cur.execute(f\"SELECT * FROM t LIMIT {MAX_ROWS}\")", 0),
        ("src/a.py", "log.info(f\"SELECT * FROM t WHERE id = '{x}'\")", 0),
        ("src/a.py", "os.system('clear')", 0),
        ("src/a.py", "subprocess.run(['tar', 'xf', name])", 0),
        ("src/a.py", "os.system(f'cat {shlex.quote(path)}')", 0),
        ("tests/test_a.py", "cur.execute(f\"SELECT * FROM t WHERE id = '{x}'\")", 0),
        ("src/a.js", "db.query('SELECT * FROM users WHERE id = ?', [id]);", 0),
        ("src/a.ts", "await sql`SELECT * FROM t WHERE a = ${name}`;", 0),
        ("src/a.ts", "const x = await prisma.$queryRaw`SELECT * FROM t WHERE a = ${name}`;", 0),
        ("src/a.js", "const m = /a(b)/.exec(`text ${x}`);", 0),
        ("src/a.js", "exec(`node ${__dirname}/build.js`);", 0),
        ("src/a.js", "let epath = path.join('./bin/cli.js');\nexec(`${epath} ./a.ejs`);", 0),
        ("src/a.js", "let epath = path.join('./bin', name);\nexec(`${epath} ./a.ejs`);", 1),
        ("src/a.js", "let epath = 'a';\nepath = name;\nexec(`${epath} ./a.ejs`);", 1),
        ("src/scripts/a.js", "const html = pug.render(`doc ${text}`, {});", 0),
        ("src/site/a.js", "const html = pug.render(`doc ${text}`, {});", 1),
        ("src/a.js", "spawn('git', ['clone', url]);", 0),
        ("src/a.js", "api.get(`update ${name} and select from list`);", 0),
        ("src/a.rs", "fn f() {\n    sqlx::query(\"SELECT * FROM t WHERE name = $1\").bind(name);\n}", 0),
        ("src/a.rs", "fn f() {\n    conn.execute(&format!(\"DELETE FROM {table} WHERE id = ?\"), [id])?;\n}", 0),
        ("src/a.rs", "fn f() {\n    Command::new(\"ls\").arg(format!(\"--color={}\", when)).status()?;\n}", 0),
        ("src/a.go", "func f() {\n\tdb.Query(\"SELECT * FROM t WHERE name = ?\", name)\n}", 0),
        ("src/a.go", "func f() {\n\tdb.Query(fmt.Sprintf(\"SELECT * FROM t WHERE n = %d\", n))\n}", 0),
        // The same danger was there before.
        (
            "src/a.py",
            "-cur.execute(f\"SELECT a FROM t WHERE b = '{b}'\")\n+cur.execute(f\"SELECT a, c FROM t WHERE b = '{b}'\")\n",
            0,
        ),
    ]
}

#[test]
fn commands_built_from_input_are_flagged_and_bound_values_are_not() {
    hold("built-from-input", &cases());
}
