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
            "src/a.go",
            "func names(db *sql.DB) ([]string, error) {\n\trows, err := db.Query(\"SELECT name FROM users\")\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\tfor rows.Next() {\n\t\tif err := rows.Scan(&name); err != nil {\n\t\t\treturn nil, err\n\t\t}\n\t}\n\treturn all, nil\n}",
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
        (
            "src/A.java",
            "Properties load(String path) throws IOException {\n    Properties all = new Properties();\n    FileInputStream in = new FileInputStream(path);\n    all.load(in);\n    return all;\n  }",
            1,
        ),
        (
            "src/A.java",
            "String first(Path path) throws IOException {\n    BufferedReader in = new BufferedReader(new FileReader(path.toFile()));\n    String line = in.readLine();\n    in.close();\n    return line;\n  }",
            1,
        ),
        (
            "src/A.java",
            "long count(Path path) throws IOException {\n    return Files.lines(path).filter(l -> !l.isEmpty()).count();\n  }",
            1,
        ),
        (
            "A src/A.java",
            "class A {\n  void run(String url) throws SQLException {\n    Connection at = DriverManager.getConnection(url);\n    at.createStatement().execute(\"DELETE FROM jobs\");\n  }\n}",
            1,
        ),
        (
            "src/A.cs",
            "string Load(string path)\n{\n    var reader = new StreamReader(path);\n    return reader.ReadToEnd();\n}",
            1,
        ),
        (
            "A src/A.cs",
            "class A\n{\n    public void Save(string path, byte[] data)\n    {\n        FileStream to = new FileStream(path, FileMode.Create);\n        to.Write(data, 0, data.Length);\n        to.Close();\n    }\n}",
            1,
        ),
        ("src/A.cs", "string Load(string path)\n{\n    return File.OpenText(path).ReadToEnd();\n}", 1),
        (
            "src/A.cs",
            "Settings Load(string path)\n{\n    var from = new StreamReader(File.OpenRead(path));\n    return (Settings)serializer.Deserialize(from);\n}",
            1,
        ),
        (
            "src/A.cs",
            "void Clear(string at)\n{\n    var connection = new SqlConnection(at);\n    connection.Open();\n    connection.Execute(\"DELETE FROM jobs\");\n}",
            1,
        ),
        // not flagged
        (
            "src/A.cs",
            "string Load(string path)\n{\n    using var reader = new StreamReader(path);\n    return reader.ReadToEnd();\n}",
            0,
        ),
        (
            "src/A.cs",
            "string Load(string path)\n{\n    using (var reader = new StreamReader(path))\n    {\n        return reader.ReadToEnd();\n    }\n}",
            0,
        ),
        (
            "src/A.cs",
            "async Task Save(string path)\n{\n    await using var to = File.Create(path);\n    await to.WriteAsync(data);\n}",
            0,
        ),
        (
            "src/A.cs",
            "string Load(string path)\n{\n    var reader = new StreamReader(path);\n    try\n    {\n        return reader.ReadToEnd();\n    }\n    finally\n    {\n        reader?.Dispose();\n    }\n}",
            0,
        ),
        ("src/A.cs", "Stream Open(string path)\n{\n    var from = File.OpenRead(path);\n    return from;\n}", 0),
        (
            "src/A.cs",
            "string Read(Stream body)\n{\n    var reader = new StreamReader(body);\n    return reader.ReadToEnd();\n}",
            0,
        ),
        (
            "src/A.cs",
            "void Begin(string path)\n{\n    var to = new FileStream(path, FileMode.Create);\n    this.to = to;\n}",
            0,
        ),
        ("src/A.cs", "void Touch(string path)\n{\n    File.Create(path).Dispose();\n}", 0),
        (
            "src/A.cs",
            "IActionResult Get(string path)\n{\n    var from = new FileStream(path, FileMode.Open);\n    return File(from, \"text/plain\");\n}",
            0,
        ),
        (
            "src/A.cs",
            "Stream Connect(string host)\n{\n    var client = new TcpClient(host, 80);\n    var stream = client.GetStream();\n    return stream;\n}",
            0,
        ),
        (
            "src/A.cs",
            " void Save(string path)\n {\n+    var to = new FileStream(path, FileMode.Create);\n+    to.Write(data);\n     int size = 4;\n",
            0,
        ),
        (
            "tests/ATests.cs",
            "string Load(string path)\n{\n    var reader = new StreamReader(path);\n    return reader.ReadToEnd();\n}",
            0,
        ),
        // Read to the end they close themselves.
        (
            "src/a.go",
            "func names(db *sql.DB) ([]string, error) {\n\trows, err := db.Query(\"SELECT name FROM users\")\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\tfor rows.Next() {\n\t\tcount++\n\t}\n\treturn all, nil\n}",
            0,
        ),
        (
            "src/A.java",
            "String first(Path path) throws IOException {\n    try (BufferedReader in = new BufferedReader(new FileReader(path.toFile()))) {\n      return in.readLine();\n    }\n  }",
            0,
        ),
        (
            "src/A.java",
            "String first(Path path) throws IOException {\n    BufferedReader in = Files.newBufferedReader(path);\n    try {\n      return in.readLine();\n    } finally {\n      in.close();\n    }\n  }",
            0,
        ),
        (
            "src/A.java",
            "String first(Path path) throws IOException {\n    BufferedReader in = Files.newBufferedReader(path);\n    try (in) {\n      return in.readLine();\n    }\n  }",
            0,
        ),
        (
            "src/A.java",
            "Reader open(File file) throws IOException {\n    FileReader in = new FileReader(file);\n    return in;\n  }",
            0,
        ),
        (
            "src/A.java",
            "A(File file) throws IOException {\n    FileReader in = new FileReader(file);\n    this.in = in;\n  }",
            0,
        ),
        (
            "src/A.java",
            "A(File file) throws IOException {\n    this.in = new BufferedReader(new FileReader(file));\n  }",
            0,
        ),
        (
            "src/A.java",
            "Stream<Path> all(Path top) throws IOException {\n    return Files.walk(top).filter(Files::isRegularFile);\n  }",
            0,
        ),
        (
            "src/A.java",
            "void save(File file) throws IOException {\n    FileWriter out = new FileWriter(file);\n    out.write(text);\n    IOUtils.closeQuietly(out);\n  }",
            0,
        ),
        (
            "src/A.java",
            "long count(Path path) throws IOException {\n    try (Stream<String> all = Files.lines(path).filter(l -> !l.isEmpty())) {\n      return all.count();\n    }\n  }",
            0,
        ),
        (
            "src/A.java",
            "InputStream body(String host) throws IOException {\n    Socket at = new Socket(host, 80);\n    return at.getInputStream();\n  }",
            0,
        ),
        // The end of the method is not shown.
        (
            "src/A.java",
            " void save(File file) throws IOException {\n+    FileWriter out = new FileWriter(file);\n+    out.write(text);\n     int size = text.length();\n",
            0,
        ),
        (
            "src/test/java/ATest.java",
            "void reads() throws IOException {\n    FileReader in = new FileReader(file);\n    in.read();\n  }",
            0,
        ),
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
        (
            "src/a.go",
            " func size(path string) int {\n+\tf, err := os.Open(path)\n+\tif err != nil {\n+\t\treturn 0\n+\t}\n+\tf.Read(buffer)\n \tcount := 1\n",
            0,
        ),
        (
            "src/a.js",
            " function head(path) {\n+  const fd = fs.openSync(path, 'r');\n+  fs.readSync(fd, buffer, 0, 4, 0);\n   const size = 4;\n",
            0,
        ),
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
