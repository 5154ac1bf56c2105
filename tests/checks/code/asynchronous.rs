//! Blocking calls and locks in async code.

use super::{
    super::build::{check, diff},
    Case, body, hold,
};

pub fn blocking() -> Vec<Case> {
    vec![
        ("src/a.py", "async def f():\n    time.sleep(1)", 1),
        ("src/a.py", "async def f(url):\n    r = requests.get(url)\n    return r", 1),
        ("src/a.py", "class A:\n    async def f(self):\n        if x:\n            subprocess.run(['a'])", 1),
        ("src/a.rs", "async fn f() {\n    std::thread::sleep(D);\n}", 1),
        ("src/a.rs", "async fn f() {\n    let t = std::fs::read_to_string(p)?;\n}", 1),
        ("src/a.rs", "fn f() {\n    spawn(async move {\n        thread::sleep(D);\n    });\n}", 1),
        ("src/a.rs", "async fn f() {\n    let r = reqwest::blocking::get(url)?;\n}", 1),
        // not flagged
        ("src/a.py", "def f():\n    time.sleep(1)", 0),
        ("src/a.py", "async def f():\n    await asyncio.sleep(1)", 0),
        ("src/a.py", "async def f():\n    await asyncio.to_thread(time.sleep, 1)", 0),
        ("src/a.py", "async def f():\n    def g():\n        time.sleep(1)\n    await run(g)", 0),
        ("src/a.py", "async def f():\n    await loop.run_in_executor(None, lambda: requests.get(url))", 0),
        ("src/a.py", "async def f():\n    r = await session.get(url)", 0),
        ("tests/test_a.py", "async def f():\n    time.sleep(1)", 0),
        ("src/a.rs", "fn f() {\n    std::thread::sleep(D);\n}", 0),
        ("src/a.rs", "async fn f() {\n    tokio::time::sleep(D).await;\n    let t = tokio::fs::read(p).await?;\n}", 0),
        ("src/a.rs", "async fn f() {\n    spawn_blocking(move || std::fs::read(p)).await??;\n}", 0),
        ("src/a.rs", "async fn f() {\n    std::thread::spawn(|| { std::thread::sleep(D); });\n}", 0),
        ("src/a.rs", "#[tokio::test]\nasync fn t() {\n    std::thread::sleep(D);\n}", 0),
        ("src/a.rs", "async fn f() {\n    let b = std::fs::OpenOptions::new();\n}", 0),
    ]
}

pub fn locks() -> Vec<Case> {
    vec![
        (
            "src/a.rs",
            "async fn f(&self) {\n    let mut g = self.map.lock().unwrap();\n    g.insert(k, load().await);\n}",
            1,
        ),
        (
            "src/a.rs",
            "async fn f(&self) {\n    let g = self.map.read().unwrap();\n    if a {\n        b().await;\n    }\n    use_it(&g);\n}",
            1,
        ),
        (
            "src/a.rs",
            "async fn f(&self) {\n    match self.q.lock().unwrap().pop() {\n        Some(x) => send(x).await,\n        None => {}\n    }\n}",
            1,
        ),
        (
            "src/a.rs",
            "async fn f(&self) {\n    if let Some(x) = self.q.lock().unwrap().front() {\n        send(x).await;\n    }\n}",
            1,
        ),
        (
            "src/a.rs",
            "async fn f(&self) {\n    while let Some(x) = self.q.lock().expect(\"q\").pop() {\n        send(x).await;\n    }\n}",
            1,
        ),
        (
            "src/a.rs",
            " async fn f(&self) {\n     let g = self.map.lock().unwrap();\n+    load().await;\n     use_it(&g.x);\n }\n",
            1,
        ),
        ("src/a.py", "async def f(self):\n    with self._lock:\n        await self.load()", 1),
        ("src/a.py", "async def f():\n    with cache_lock:\n        x = 1\n        async_result = await load(x)", 1),
        // not flagged
        ("src/a.rs", "async fn f(&self) {\n    let g = self.map.lock().await;\n    load().await;\n}", 0),
        (
            "src/a.rs",
            "async fn f(&self) {\n    let g = self.map.lock().unwrap();\n    drop(g);\n    load().await;\n}",
            0,
        ),
        (
            "src/a.rs",
            "async fn f(&self) {\n    {\n        let g = self.map.lock().unwrap();\n        g.clear();\n    }\n    load().await;\n}",
            0,
        ),
        ("src/a.rs", "async fn f(&self) {\n    let n = self.map.lock().unwrap().len();\n    load(n).await;\n}", 0),
        ("src/a.rs", "async fn f(&self) {\n    let n = *self.n.lock().unwrap();\n    load(n).await;\n}", 0),
        (
            "src/a.rs",
            "async fn f(&self) {\n    if self.q.lock().unwrap().is_empty() {\n        wait().await;\n    }\n}",
            0,
        ),
        (
            "src/a.rs",
            "fn f(&self) {\n    let g = self.map.lock().unwrap();\n    let task = async move { load().await };\n    spawn(task);\n}",
            0,
        ),
        ("src/a.rs", "async fn f(&self) {\n    let _ = self.map.lock().unwrap();\n    load().await;\n}", 0),
        (
            "src/a.rs",
            "async fn f(&self) {\n    let text = self.file.read().unwrap_or_default();\n    load(text).await;\n}",
            0,
        ),
        ("src/a.py", "async def f(self):\n    async with self._lock:\n        await self.load()", 0),
        ("src/a.py", "async def f(self):\n    with self._lock:\n        x = self.x\n    await self.load(x)", 0),
        ("src/a.py", "async def f(self):\n    with open(path) as f:\n        await self.load(f)", 0),
    ]
}

#[test]
fn calls_that_block_async_code_are_flagged_and_pooled_ones_are_not() {
    hold("blocking-in-async", &blocking());
}

#[test]
fn locks_held_across_await_are_flagged_and_released_ones_are_not() {
    hold("lock-across-await", &locks());
}

#[test]
fn a_held_lock_is_shown_from_the_lock_to_the_await() {
    let found = check("lock-across-await", &diff("src/a.rs", &body(locks()[0].1)));
    let place = found[0].place.clone().unwrap();
    let lines = place.lines.unwrap();
    assert_eq!((lines.start(), lines.end()), (11, 12));
    assert!(found[0].claim.summary.contains("line 12"), "{}", found[0].claim.summary);
}
