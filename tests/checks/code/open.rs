//! Resources that are opened and not closed on every way out.

use super::{Case, hold};

pub fn cases() -> Vec<Case> {
    vec![
        ("A src/a.py", "def load(path):\n    f = open(path)\n    return f.read()\n\n\nx = 1", 1),
        (
            "A src/a.py",
            "def load(path):\n    f = open(path)\n    data = json.load(f)\n    f.close()\n    return data\n\n\nx = 1",
            1,
        ),
        ("A src/a.py", "def load(path):\n    return json.load(open(path))\n", 1),
        ("A src/a.py", "def load(path):\n    text = open(path).read()\n    return text\n", 1),
        (
            "A src/a.py",
            "class A:\n    def save(self, path):\n        z = zipfile.ZipFile(path, 'w')\n        z.write('a')\n\n    def other(self):\n        pass",
            1,
        ),
        (
            "src/a.go",
            "func load(path string) ([]byte, error) {\n\tf, err := os.Open(path)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\treturn io.ReadAll(f)\n}",
            1,
        ),
        (
            "src/a.go",
            "func load(path string) error {\n\tf, err := os.Create(path)\n\tif err != nil {\n\t\treturn err\n\t}\n\tif _, err := f.Write(data); err != nil {\n\t\treturn err\n\t}\n\treturn f.Close()\n}",
            1,
        ),
        (
            "src/a.go",
            "func get(url string) ([]byte, error) {\n\tresp, err := http.Get(url)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\treturn io.ReadAll(resp.Body)\n}",
            1,
        ),
        (
            "src/a.js",
            "function head(path) {\n  const fd = fs.openSync(path, 'r');\n  fs.readSync(fd, buffer, 0, 4, 0);\n  return buffer;\n}",
            1,
        ),
        (
            "src/a.js",
            "function head(path) {\n  const fd = fs.openSync(path, 'r');\n  fs.readSync(fd, buffer, 0, 4, 0);\n  fs.closeSync(fd);\n  return buffer;\n}",
            1,
        ),
        // not flagged
        ("A src/a.py", "def load(path):\n    with open(path) as f:\n        return f.read()\n", 0),
        (
            "A src/a.py",
            "def load(path):\n    f = open(path)\n    try:\n        return f.read()\n    finally:\n        f.close()\n",
            0,
        ),
        ("A src/a.py", "def load(path):\n    f = open(path)\n    return f\n\n\nx = 1", 0),
        ("A src/a.py", "def load(self, path):\n    f = open(path)\n    self.file = f\n\n\nx = 1", 0),
        ("A src/a.py", "def load(path):\n    f = open(path)\n    return Reader(f)\n\n\nx = 1", 0),
        ("A src/a.py", "def load(path):\n    f = stack.enter_context(open(path))\n    return f.read()\n\n\nx = 1", 0),
        ("A src/a.py", "def load(path):\n    f = open(path)\n    with f:\n        return f.read()\n\n\nx = 1", 0),
        ("A tests/test_a.py", "def load(path):\n    return open(path).read()\n", 0),
        // The end of the function is not shown.
        ("src/a.py", " def load(path):\n+    f = open(path)\n+    data = f.read()\n     size = len(data)\n", 0),
        (
            "src/a.go",
            "func load(path string) ([]byte, error) {\n\tf, err := os.Open(path)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\tdefer f.Close()\n\treturn io.ReadAll(f)\n}",
            0,
        ),
        (
            "src/a.go",
            "func open(path string) (*os.File, error) {\n\tf, err := os.Open(path)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\treturn f, nil\n}",
            0,
        ),
        (
            "src/a.go",
            "func get(url string) ([]byte, error) {\n\tresp, err := http.Get(url)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\tdefer resp.Body.Close()\n\treturn io.ReadAll(resp.Body)\n}",
            0,
        ),
        (
            "src/a.go",
            "func get(url string) (io.ReadCloser, error) {\n\tresp, err := http.Get(url)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\treturn resp.Body, nil\n}",
            0,
        ),
        (
            "src/a.js",
            "function head(path) {\n  const fd = fs.openSync(path, 'r');\n  try {\n    fs.readSync(fd, buffer, 0, 4, 0);\n  } finally {\n    fs.closeSync(fd);\n  }\n}",
            0,
        ),
        ("src/a.js", "function head(path) {\n  const fd = fs.openSync(path, 'w');\n  fs.closeSync(fd);\n}", 0),
        ("src/a.js", "function head(path) {\n  const stream = fs.createReadStream(path);\n  stream.pipe(out);\n}", 0),
    ]
}

#[test]
fn resources_left_open_are_flagged_and_secured_ones_are_not() {
    hold("resource-not-closed", &cases());
}
