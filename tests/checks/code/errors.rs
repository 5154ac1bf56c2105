//! Swallowed errors and panics on input.

use super::{Case, hold};

pub fn swallowed() -> Vec<Case> {
    vec![
        ("src/a.py", "try:\n    save(x)\nexcept:\n    pass", 1),
        ("src/a.py", "def f():\n    try:\n        save(x)\n    except Exception:\n        pass\n    return 1", 1),
        ("src/a.py", "for x in xs:\n    try:\n        send(x)\n    except Exception as e:\n        continue", 1),
        ("src/a.py", "try:\n    save(x)\nexcept BaseException:\n    ...", 1),
        ("src/a.js", "try {\n  save(x);\n} catch (e) {}", 1),
        ("src/a.ts", "async function f() {\n  try {\n    await save(x);\n  } catch {\n  }\n}", 1),
        ("src/a.ts", "save(x).catch(() => {});", 1),
        ("src/a.rs", "fn f() {\n    let _ = std::fs::write(path, text);\n}", 1),
        ("src/a.rs", "fn f() {\n    file.sync_all().ok();\n}", 1),
        ("src/a.rs", "fn f() {\n    if let Err(_) = save(x) {}\n}", 1),
        ("src/a.rs", "async fn f() {\n    let _ = tx.commit().await;\n}", 1),
        // The handler was there; the change empties it.
        ("src/a.py", " try:\n     save(x)\n except Exception:\n-    log.warning('not saved')\n+    pass\n", 1),
        // not flagged
        ("src/a.py", "try:\n    import fast\nexcept ImportError:\n    fast = None", 0),
        ("src/a.py", "try:\n    del cache[key]\nexcept KeyError:\n    pass", 0),
        ("src/a.py", "try:\n    save(x)\nexcept Exception:\n    log.exception('x')", 0),
        ("src/a.py", "try:\n    save(x)\nexcept Exception:\n    pass  # best effort: saved again at exit", 0),
        ("src/a.py", "try:\n    save(x)\nexcept Exception:\n    # best effort\n    pass", 0),
        ("src/a.py", "try:\n    sock.close()\nexcept Exception:\n    pass", 0),
        ("tests/test_a.py", "try:\n    save(x)\nexcept:\n    pass", 0),
        ("src/a.py", "text = '''\ntry:\n    save(x)\nexcept:\n    pass\n'''", 0),
        ("src/a.py", " try:\n     save(x)\n except:\n     pass\n+other()\n", 0),
        ("src/a.js", "try {\n  save(x);\n} catch (e) {\n  // the cache is optional\n}", 0),
        ("src/a.js", "try {\n  save(x);\n} catch (e) {\n  log(e);\n}", 0),
        ("src/a.js", "try {\n  fs.unlinkSync(tmp);\n} catch {}", 0),
        ("src/a.js", "try {\n  fs.mkdirSync(folder);\n} catch (err) {}", 0),
        ("src/a.js", "try {\n  if (typeof limit === 'function') {\n    limit(100, signal);\n  }\n} catch {}", 0),
        ("src/a.js", "const stats = await Promise.all(names.map(name => fsp.stat(name).catch(() => {})));", 0),
        ("src/a.js", "const stat = await fsp.stat(name).catch(() => {});", 0),
        ("src/a.js", "await fsp.writeFile(name, x).catch(() => {});", 1),
        ("src/a.js", "await fsp.stat(name).catch(() => {});", 1),
        (
            "src/a.py",
            "def read(data):\n    try:\n        x = unpack(data)\n    except Exception:\n        pass\n    else:\n        return x",
            0,
        ),
        (
            "src/a.py",
            "def read(data):\n    try:\n        store(data)\n    except Exception:\n        pass\n    return x",
            1,
        ),
        ("src/a.js", "function parse(x) {\n  try {\n    return JSON.parse(x);\n  } catch {}\n  return null;\n}", 0),
        (
            "src/a.ts",
            "async function f() {\n  try {\n    await save(x);\n  } catch (error) {\n    if (began) {\n      try {\n        await rollback();\n      } catch (second) {}\n    }\n    throw error;\n  }\n}",
            0,
        ),
        // What failed first is gone too.
        (
            "src/a.ts",
            "async function f() {\n  try {\n    await save(x);\n  } catch (error) {\n    if (began) {\n      try {\n        await rollback();\n      } catch (second) {}\n    }\n    count(error);\n  }\n}",
            1,
        ),
        // A compiler wrote it.
        ("src/a.js", "try {\n  save(x);\n} catch (e) {}\n//# sourceMappingURL=a.js.map", 0),
        ("src/a.js", "const s = 'try { a() } catch (e) {}';", 0),
        ("src/a.ts", "try {\n  probe(x);\n} catch (ignored) {}", 0),
        ("src/a.ts", "const p = load(x);\np.catch(() => {});", 0),
        ("src/a.ts", "socket.destroy().catch(() => {});", 0),
        ("src/a.ts", "load().catch((e) => report(e));", 0),
        ("src/a.rs", "fn f() {\n    let _ = tx.send(x);\n}", 0),
        ("src/a.rs", "fn f() {\n    let _ = writeln!(out, \"x\");\n}", 0),
        ("src/a.rs", "fn f() {\n    // The old copy is good enough.\n    let _ = std::fs::write(path, text);\n}", 0),
        ("src/a.rs", "impl Drop for A {\n    fn drop(&mut self) {\n        let _ = self.file.sync_all();\n    }\n}", 0),
        ("src/a.rs", "#[cfg(test)]\nmod tests {\n    fn f() {\n        let _ = std::fs::write(a, b);\n    }\n}", 0),
        ("src/a.rs", "fn f() -> Option<u8> {\n    std::fs::read(path).ok()\n}", 0),
    ]
}

pub fn panics() -> Vec<Case> {
    vec![
        ("src/a.rs", "fn f(path: &Path) -> String {\n    std::fs::read_to_string(path).unwrap()\n}", 1),
        ("src/a.rs", "fn f() {\n    let port: u16 = args.next().parse().unwrap();\n}", 1),
        ("src/a.rs", "fn f(body: &str) -> Order {\n    serde_json::from_str(body).unwrap()\n}", 1),
        ("src/a.rs", "fn f() {\n    let n = line.trim().parse::<u32>().unwrap();\n}", 1),
        ("src/a.rs", "fn f() {\n    let key = std::env::var(name).expect(\"key\");\n}", 1),
        ("src/a.rs", "fn f() {\n    let out = String::from_utf8(output.stdout).unwrap();\n}", 1),
        ("src/a.rs", "fn f(r: &Request) {\n    let h = r.headers().get(name).unwrap();\n}", 1),
        (
            "src/a.rs",
            "fn f(r: &Response) -> u64 {\n    let value = r.headers().get(AGE);\n    value.trim().parse().unwrap()\n}",
            1,
        ),
        ("src/a.rs", "fn f(r: &Response) {\n    let value = r.headers().get(AGE)?.to_str().unwrap();\n}", 1),
        // not flagged
        ("src/a.rs", "fn f() {\n    let a: SocketAddr = \"127.0.0.1:80\".parse().unwrap();\n}", 0),
        ("src/a.rs", "fn f() {\n    let g = lock.lock().unwrap();\n}", 0),
        ("src/a.rs", "#[test]\nfn reads() {\n    let x = std::fs::read_to_string(path).unwrap();\n}", 0),
        (
            "src/a.rs",
            "@@ mod tests {\n+    fn load() -> String {\n+        std::fs::read_to_string(path()).unwrap()\n+    }\n",
            0,
        ),
        ("tests/a.rs", "fn load(p: &Path) -> String {\n    std::fs::read_to_string(p).unwrap()\n}", 0),
        ("examples/a.rs", "fn load(p: &Path) -> String {\n    std::fs::read_to_string(p).unwrap()\n}", 0),
        ("build.rs", "fn main() {\n    let t = std::env::var(\"TARGET_X\").unwrap();\n}", 0),
        ("src/a.rs", "fn f() {\n    let x = line.parse().unwrap_or(0);\n}", 0),
        // Whether it can be read was asked for before; then of something else.
        (
            "src/a.rs",
            "fn f(path: &Path) -> io::Result<u64> {\n    let file = File::open(path)?;\n    Ok(fs::metadata(path).unwrap().len())\n}",
            0,
        ),
        (
            "src/a.rs",
            "fn f(path: &Path) -> io::Result<u64> {\n    let file = File::open(other)?;\n    Ok(fs::metadata(path).unwrap().len())\n}",
            1,
        ),
        (
            "src/a.rs",
            "fn generate_manpages(dir: &Path) {\n    let page = fs::read_to_string(dir.join(\"head\")).unwrap();\n}",
            0,
        ),
        ("src/a.rs", "fn generate_order(path: &Path) {\n    let text = fs::read_to_string(path).unwrap();\n}", 1),
        ("src/a.rs", "static RE: LazyLock<X> = LazyLock::new(|| serde_json::from_str(line).unwrap());", 0),
        (
            "src/a.rs",
            "fn f() {\n    // The line was matched as digits above.\n    let n: u32 = line.parse().unwrap();\n}",
            0,
        ),
        ("src/a.rs", "fn f() {\n    let t = input.parse::<TokenStream>().unwrap();\n}", 0),
        (
            "src/a.rs",
            "fn f(input: &str) {\n    let bytes = input.to_owned().into_bytes();\n    let s = String::from_utf8(bytes).unwrap();\n}",
            0,
        ),
        ("src/a.rs", "fn f() {\n    let token: Literal = repr.parse().unwrap();\n}", 0),
        ("src/a.rs", "fn f() {\n    let s = \"fs::read(path).unwrap()\";\n}", 0),
        ("src/a.rs", "-    let x = std::fs::read(path).unwrap();\n+        let x = std::fs::read(path).unwrap();\n", 0),
        ("src/a.py", "x = open(path).unwrap()", 0),
    ]
}

#[test]
fn dropped_errors_are_flagged_and_handled_ones_are_not() {
    hold("swallowed-errors", &swallowed());
}

#[test]
fn panics_on_input_are_flagged_and_other_unwraps_are_not() {
    hold("panic-on-input", &panics());
}
