//! Carries a selection out over objects that hold every field they have: lists with pages, unknown fields refused.
//! Not here: the objects (`tree`), the language (`parse`).

use serde_json::{Map, Value, json};

use super::{
    parse::{Field, Operation, Selected},
    tree::Refused,
};

/// An operation that is being carried out.
pub struct Run<'a> {
    operation: &'a Operation,
    given: &'a Value,
    path: Vec<String>,
    /// GitHub's errors.
    pub errors: Vec<Value>,
    /// What a test should fail for.
    pub violations: Vec<String>,
    /// Whether GitHub would have refused the query as a whole.
    pub is_invalid: bool,
}

impl<'a> Run<'a> {
    /// At its beginning.
    pub fn new(operation: &'a Operation, given: &'a Value) -> Self {
        Self { operation, given, path: Vec::new(), errors: Vec::new(), violations: Vec::new(), is_invalid: false }
    }

    /// The arguments of a field, variables put in.
    pub fn arguments(&self, field: &Field) -> Value {
        let variable = |name: &str| {
            let declared = self.operation.variables.iter().find(|(n, ..)| n == name);
            let default = || declared.and_then(|(.., d)| d.as_ref()).map(|d| d.value(&|_| Value::Null));
            Some(self.given[name].clone()).filter(|v| !v.is_null()).or_else(default).unwrap_or_default()
        };
        let all = field.arguments.iter().map(|(n, a)| (n.clone(), a.value(&variable)));
        Value::Object(all.collect::<Map<_, _>>())
    }

    /// The fields of a selection that apply to an object of this type, fragments opened.
    pub fn fields(&mut self, selection: &[Selected], of: &str) -> Vec<Field> {
        let mut all = Vec::new();
        for selected in selection {
            match selected {
                Selected::Field(field) => all.push(field.clone()),
                Selected::Inline(on, inner) => {
                    if on.as_deref().is_none_or(|on| is_a(of, on)) {
                        all.extend(self.fields(inner, of));
                    }
                }
                Selected::Spread(name) => match self.operation.fragments.get(name) {
                    Some((on, inner)) if is_a(of, on) => all.extend(self.fields(inner, of)),
                    Some(_) => {}
                    None => self.invalid(format!("Fragment {name} was used, but not defined")),
                },
            }
        }
        all
    }

    fn invalid(&mut self, words: String) {
        self.violations.push(words.clone());
        self.is_invalid = true;
        self.errors.push(json!({"message": words, "path": self.path}));
    }

    /// A field that is refused: null, and an error.
    pub fn refused(&mut self, field: &Field, refused: Refused) -> Value {
        self.path.push(field.key());
        if refused.kind.is_empty() {
            self.invalid(refused.words);
        } else {
            self.errors.push(json!({"type": refused.kind, "path": self.path, "message": refused.words}));
        }
        self.path.pop();
        Value::Null
    }

    /// What a field whose object is this says.
    pub fn value(&mut self, object: &Value, field: &Field) -> Value {
        self.path.push(field.key());
        let value = self.inside(object, field);
        self.path.pop();
        value
    }

    fn inside(&mut self, value: &Value, field: &Field) -> Value {
        match value {
            Value::Object(map) if map.contains_key("__all") => self.connection(&map["__all"], field),
            Value::Object(_) => self.object(value, field),
            Value::Array(all) => all.iter().map(|v| self.inside(v, field)).collect(),
            Value::Null => Value::Null,
            plain if field.selection.is_empty() => plain.clone(),
            _ => {
                self.invalid(format!("Selections can't be made on scalars (field '{}')", field.name));
                Value::Null
            }
        }
    }

    fn object(&mut self, object: &Value, field: &Field) -> Value {
        let of = object["__typename"].as_str().unwrap_or("Object").to_owned();
        if field.selection.is_empty() {
            self.invalid(format!("Field must have selections (field '{}' returns {of})", field.name));
        }
        let mut told = Map::new();
        for inner in self.fields(&field.selection, &of) {
            let value = match object.get(&inner.name) {
                Some(value) => {
                    let chosen = self.chosen(value, &inner);
                    match chosen {
                        Ok(chosen) => self.value(&chosen, &inner),
                        Err(refused) => self.refused(&inner, refused),
                    }
                }
                None => self.refused(&inner, Refused::unknown(&of, &inner.name)),
            };
            told.insert(inner.key(), value);
        }
        Value::Object(told)
    }

    /// Of `pullRequest(number:)` and the like the one that is meant.
    fn chosen(&self, value: &Value, field: &Field) -> Result<Value, Refused> {
        let Some(by) = value.get("__by").and_then(Value::as_str) else { return Ok(value.clone()) };
        let wanted = self.arguments(field)[by].clone();
        let found = value["__of"].as_array().into_iter().flatten().find(|one| one[by] == wanted);
        found.cloned().ok_or_else(|| {
            let what = value["__named"].as_str().unwrap_or_default();
            Refused::not_found(format!("Could not resolve to {what} with the {by} of {wanted}."))
        })
    }

    /// A page of a connection; GitHub wants its size said, and at most 100.
    fn connection(&mut self, all: &Value, field: &Field) -> Value {
        let arguments = self.arguments(field);
        let all = all.as_array().cloned().unwrap_or_default();
        let (first, last) = (arguments["first"].as_u64(), arguments["last"].as_u64());
        let name = &field.name;
        let Some(size) = first.or(last) else {
            self.invalid(format!(
                "You must provide a `first` or `last` value to properly paginate the `{name}` connection."
            ));
            return Value::Null;
        };
        if size > 100 {
            self.invalid(format!(
                "Requesting {size} records on the `{name}` connection exceeds the `first` limit of 100 records."
            ));
            return Value::Null;
        }
        let cursor = |which: &str| arguments[which].as_str().and_then(|c| c.strip_prefix("at:")?.parse::<usize>().ok());
        let (from, to) = (cursor("after").unwrap_or(0), cursor("before").map_or(all.len(), |b| b.saturating_sub(1)));
        let size = size as usize;
        let (from, to) = if first.is_some() {
            (from.min(all.len()), (from + size).min(to).min(all.len()))
        } else {
            (to.saturating_sub(size).max(from), to)
        };
        let nodes = all.get(from..to).unwrap_or_default();
        let edges: Vec<Value> = nodes
            .iter()
            .zip(from + 1..)
            .map(|(node, at)| json!({"__typename": "Edge", "node": node, "cursor": format!("at:{at}")}))
            .collect();
        let info = json!({"__typename": "PageInfo", "hasNextPage": to < all.len(), "hasPreviousPage": from > 0,
            "startCursor": format!("at:{}", from + 1), "endCursor": format!("at:{to}")});
        let told = json!({"__typename": "Connection", "nodes": nodes, "edges": edges, "totalCount": all.len(),
            "issueCount": all.len(), "pageInfo": info});
        self.object(&told, field)
    }
}

/// Whether an object of a type is meant by a fragment on another.
fn is_a(of: &str, on: &str) -> bool {
    // A connection has one name here and many at GitHub.
    let same_kind = |end: &str| of == end && on.ends_with(end);
    of == on
        || same_kind("Connection")
        || same_kind("Edge")
        || (on == "Actor" && matches!(of, "User" | "Bot"))
        || (on == "Node" && of != "Query")
}
