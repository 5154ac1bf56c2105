//! State, errors, concurrency, resources.

use prr::core::model::Archetype::{
    AsyncBoundaryIntroduced, ErrorPathChanged, ResourceLifetimeChanged, StateMutationMoved,
};

use super::{Case, misses, yields};

pub const CASES: &[Case] = &[
    yields(
        StateMutationMoved,
        "to another method",
        &[(
            "src/cart.js",
            "class Cart {\n  add(item) {\n    this.items.push(item);\n    this.total = sum(this.items);\n  }\n  close() {\n    this.send();\n  }\n}\n",
            "class Cart {\n  add(item) {\n    this.items.push(item);\n  }\n  close() {\n    this.total = sum(this.items);\n    this.send();\n  }\n}\n",
        )],
    ),
    yields(
        StateMutationMoved,
        "behind a check",
        &[(
            "src/job.rs",
            "fn run(job: &mut Job) {\n    job.state = State::Done;\n    if job.failed() {\n        return;\n    }\n    job.tell();\n}\n",
            "fn run(job: &mut Job) {\n    if job.failed() {\n        return;\n    }\n    job.state = State::Done;\n    job.tell();\n}\n",
        )],
    ),
    misses(
        StateMutationMoved,
        "it has another value",
        &[(
            "src/cart.js",
            "class Cart {\n  add(item) {\n    this.total = sum(this.items);\n  }\n  close() {\n    this.send();\n  }\n}\n",
            "class Cart {\n  add(item) {\n    this.total = sum(this.items, item);\n  }\n  close() {\n    this.send();\n  }\n}\n",
        )],
    ),
    misses(
        StateMutationMoved,
        "a local variable moved",
        &[(
            "src/job.rs",
            "fn run(job: &Job) {\n    let total = job.sum();\n    if job.failed() {\n        return;\n    }\n    tell(total);\n}\n",
            "fn run(job: &Job) {\n    if job.failed() {\n        return;\n    }\n    let total = job.sum();\n    tell(total);\n}\n",
        )],
    ),
    yields(
        ErrorPathChanged,
        "a handler swallows now",
        &[(
            "src/load.py",
            "def load(path):\n    try:\n        return read(path)\n    except OSError as e:\n        raise LoadError(path) from e\n",
            "def load(path):\n    try:\n        return read(path)\n    except OSError:\n        return None\n",
        )],
    ),
    yields(
        ErrorPathChanged,
        "a failure ends the program now",
        &[(
            "src/load.rs",
            "fn load(path: &str) -> Result<String, E> {\n    let text = read(path)?;\n    Ok(text)\n}\n",
            "fn load(path: &str) -> Result<String, E> {\n    let text = read(path).unwrap();\n    Ok(text)\n}\n",
        )],
    ),
    yields(
        ErrorPathChanged,
        "another error is thrown",
        &[(
            "src/Load.java",
            "class Load {\n    String load(String p) {\n        if (p == null) {\n            throw new IllegalArgumentException(\"p\");\n        }\n        return read(p);\n    }\n}\n",
            "class Load {\n    String load(String p) {\n        if (p == null) {\n            throw new LoadException(\"p\");\n        }\n        return read(p);\n    }\n}\n",
        )],
    ),
    misses(
        ErrorPathChanged,
        "only the message of an error",
        &[(
            "src/Load.java",
            "class Load {\n    String load(String p) {\n        if (p == null) {\n            throw new IllegalArgumentException(\"p\");\n        }\n        return read(p);\n    }\n}\n",
            "class Load {\n    String load(String p) {\n        if (p == null) {\n            throw new IllegalArgumentException(\"path\");\n        }\n        return read(p);\n    }\n}\n",
        )],
    ),
    misses(
        ErrorPathChanged,
        "one more call that hands its failure on",
        &[(
            "src/load.rs",
            "fn load(path: &str) -> Result<String, E> {\n    let text = read(path)?;\n    Ok(text)\n}\n",
            "fn load(path: &str) -> Result<String, E> {\n    let text = read(path)?;\n    note(path)?;\n    Ok(text)\n}\n",
        )],
    ),
    yields(
        AsyncBoundaryIntroduced,
        "a function waits now",
        &[(
            "src/load.ts",
            "export function load(id: string) {\n  return cached(id);\n}\n",
            "export async function load(id: string) {\n  return await fetchOne(id);\n}\n",
        )],
    ),
    yields(
        AsyncBoundaryIntroduced,
        "work goes to a thread",
        &[(
            "src/run.rs",
            "fn run(job: Job) {\n    job.work();\n}\n",
            "fn run(job: Job) {\n    std::thread::spawn(move || job.work());\n}\n",
        )],
    ),
    yields(
        AsyncBoundaryIntroduced,
        "work goes to a goroutine",
        &[(
            "run.go",
            "package a\n\nfunc Run(j Job) {\n\tj.Work()\n}\n",
            "package a\n\nfunc Run(j Job) {\n\tgo j.Work()\n}\n",
        )],
    ),
    misses(
        AsyncBoundaryIntroduced,
        "it waited before",
        &[(
            "src/load.ts",
            "export async function load(id: string) {\n  return await one(id);\n}\n",
            "export async function load(id: string) {\n  await note(id);\n  return await one(id);\n}\n",
        )],
    ),
    misses(
        AsyncBoundaryIntroduced,
        "it spawned before",
        &[(
            "src/run.rs",
            "fn run(job: Job) {\n    std::thread::spawn(move || job.work());\n}\n",
            "fn run(job: Job) {\n    std::thread::spawn(move || job.work_well());\n}\n",
        )],
    ),
    yields(
        ResourceLifetimeChanged,
        "it is no longer closed",
        &[(
            "src/read.go",
            "package a\n\nfunc Read(p string) []byte {\n\tf := open(p)\n\tdefer f.Close()\n\treturn all(f)\n}\n",
            "package a\n\nfunc Read(p string) []byte {\n\tf := open(p)\n\treturn all(f)\n}\n",
        )],
    ),
    yields(
        ResourceLifetimeChanged,
        "a block held it",
        &[(
            "src/read.py",
            "def read(p):\n    with open(p) as f:\n        return f.read()\n",
            "def read(p):\n    f = open(p)\n    return f.read()\n",
        )],
    ),
    yields(
        ResourceLifetimeChanged,
        "a lock is let go earlier",
        &[(
            "src/run.rs",
            "fn run(m: &Mutex<u8>) {\n    let g = m.lock();\n    work(&g);\n    tell();\n}\n",
            "fn run(m: &Mutex<u8>) {\n    let g = m.lock();\n    work(&g);\n    drop(g);\n    tell();\n}\n",
        )],
    ),
    misses(
        ResourceLifetimeChanged,
        "a dialog opens",
        &[(
            "src/ui.ts",
            "export function show() {\n  draw();\n}\n",
            "export function show() {\n  dialog.open();\n  draw();\n}\n",
        )],
    ),
    misses(
        ResourceLifetimeChanged,
        "the same release under another name",
        &[(
            "src/read.go",
            "package a\n\nfunc Read(p string) []byte {\n\tf := find(p)\n\tb := all(f)\n\tf.Close()\n\treturn b\n}\n",
            "package a\n\nfunc Read(p string) []byte {\n\tfile := find(p)\n\tb := all(file, 1)\n\tfile.Close()\n\treturn b\n}\n",
        )],
    ),
];
