//! A model API, through `genai`: one brief, one streamed answer. What genai leaves open is closed here: a stream without
//! its end is a failure, its errors (which show payloads) are told by their kind alone, and deadlines and stops are ours.
//! Called by app::runner on a thread of its own.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use futures::StreamExt;
use genai::{
    Client, ModelIden, ServiceTarget,
    adapter::AdapterKind,
    chat::{
        CacheControl, ChatMessage, ChatOptions, ChatRequest, ChatStreamEvent, JsonSpec, ReasoningEffort, StopReason,
        StreamEnd, ToolCall, ToolResponse,
    },
    resolver::{AuthData, Endpoint},
};
use secrecy::ExposeSecret;

use crate::{
    core::model::{Dialect, Provider, Thinking, Usage},
    edge::http::{self, Address, Timeouts},
};

use super::{Agent, Extra, Fault, Heard, Limits, MOST, Reach, Shape, Tool, Wish, Work, fault, key::key};

/// The longest time between two looks at whether to stop.
const PATIENCE: Duration = Duration::from_millis(25);
/// Answers of one task that may use tools.
const ROUNDS: usize = 12;
/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(20);

/// A model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// Where it is reached.
    pub provider: Provider,
    /// Its name there.
    pub name: String,
    /// How long it thinks; `None` = as it does.
    pub thinking: Option<Thinking>,
}

impl Agent for Model {
    fn reach(&self) -> Reach {
        Reach::Network
    }

    fn carry_out(&self, work: Work<'_>, on: &mut dyn FnMut(Heard<'_>)) -> Result<(), Fault> {
        ask(self, work, on)
    }
}

/// What goes along with a brief.
fn extras(model: &Model, work: &Work<'_>) -> Vec<Extra> {
    let has_tools = work.tools.is_some();
    // Servers of one's own that hold a model to a form never let it call a tool, and Gemini refuses both together.
    let has_both = match model.provider.dialect {
        Dialect::Anthropic => true,
        Dialect::OpenAi => model.provider.base().starts_with("https://api.openai.com/"),
        Dialect::Gemini => false,
    };
    // With tools the whole talk is sent again and again: what was sent is worth keeping there.
    let wanted = [
        (Extra::Tools, has_tools),
        (Extra::Shape, work.shape.is_some() && (has_both || !has_tools)),
        (Extra::Cache, has_tools),
    ];
    wanted.into_iter().filter(|(extra, is)| *is && !work.lacks.contains(extra)).map(|(extra, _)| extra).collect()
}

/// What answers a call of a tool, or a call that is none; `None` = the model has no tools.
pub type Answers<'a> = Option<&'a mut dyn FnMut(Result<&Wish, &String>) -> String>;

fn ask(model: &Model, work: Work<'_>, on: &mut dyn FnMut(Heard<'_>)) -> Result<(), Fault> {
    let extras = extras(model, &work);
    let Work { brief, shape, mut tools, limits, .. } = work;
    let limits = &limits;
    let target = target(model, limits)?;
    let client = client(model, limits)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Fault::Broken(format!("no connection can be prepared: {error}")))?;
    let mut request = ChatRequest::new(vec![ChatMessage::user(brief)]);
    if extras.contains(&Extra::Tools) {
        request = request.with_tools(Tool::ALL.map(described));
    }
    let options = Arc::new(options(model, shape, &extras));
    for _ in 0..ROUNDS {
        let asked = client.exec_chat_stream(target.clone(), request.clone(), Some(&options));
        let mut stream = runtime.block_on(within(limits, asked))?.map_err(|error| fault::of(&error, &extras))?.stream;
        let mut heard = Heed { bytes: 0, end: None };
        // What is heard is given on between the waits: who listens may wait too.
        while let Some(event) = runtime.block_on(within(limits, stream.next()))? {
            heard.take(event.map_err(|error| fault::of(&error, &extras))?, on)?;
        }
        let end = match heard.end {
            Some(end) => end,
            None if heard.bytes == 0 => return Err(fault::no_answer()),
            None => return Err(Fault::Cut("the connection ended before the answer did".to_owned())),
        };
        ended(&end, on)?;
        let calls: Vec<ToolCall> = end.captured_tool_calls().unwrap_or_default().into_iter().cloned().collect();
        let (Some(answers), false) = (&mut tools, calls.is_empty()) else { return Ok(()) };
        request = carried_out(request, &end, &calls, (&mut **answers, on));
    }
    Err(Fault::Cut(format!("it used tools {ROUNDS} times and did not answer")))
}

/// The client of a model's place. A model may think for as long as it has; a redirect would carry the key to somebody
/// else, and none is followed.
fn client(model: &Model, limits: &Limits<'_>) -> Result<Client, Fault> {
    let timeouts = Timeouts { connect: CONNECT, silence: limits.time, answer: limits.time, stream: limits.time };
    let base = model.provider.base();
    let address = Address::parse(&base)
        .map_err(|error| Fault::Refused(format!("the base_url of {} is no address: {error}", model.provider.name)))?;
    let http = http::client(&address, timeouts).map_err(|error| Fault::Broken(error.to_string()))?;
    let client = Client::builder().with_reqwest(http).build();
    client.map_err(|_| Fault::Broken("no connection can be prepared".to_owned()))
}

fn described(tool: Tool) -> genai::chat::Tool {
    genai::chat::Tool::new(tool.as_str()).with_description(tool.about()).with_schema(tool.schema())
}

/// What answers calls, and who listens.
type Hands<'h> = (&'h mut dyn FnMut(Result<&Wish, &String>) -> String, &'h mut dyn FnMut(Heard<'_>));

/// The request with the calls of an answer and what they gave.
fn carried_out(request: ChatRequest, end: &StreamEnd, calls: &[ToolCall], (answers, on): Hands<'_>) -> ChatRequest {
    let mut request = request;
    for (nth, call) in calls.iter().enumerate() {
        let wish = Wish::read(&call.fn_name, &call.fn_arguments);
        on(Heard::Tool(&wish.as_ref().map_or_else(|why| format!("refused: {why}"), Wish::words)));
        let given = ToolResponse::from_tool_call(call, answers(wish.as_ref()));
        request = match nth {
            0 => request.append_tool_use_from_stream_end(end, given),
            _ => request.append_message(ChatMessage::from(given)),
        };
    }
    request
}

/// Waits for something, unless it takes too long or is stopped.
async fn within<T>(limits: &Limits<'_>, work: impl Future<Output = T>) -> Result<T, Fault> {
    let watch = async {
        while !limits.stop.load(Ordering::Relaxed) && !limits.quit.load(Ordering::Relaxed) {
            tokio::time::sleep(PATIENCE).await;
        }
    };
    let until = tokio::time::Instant::from_std(limits.until);
    tokio::select! {
        biased;
        () = watch => Err(Fault::Stopped),
        () = tokio::time::sleep_until(until) => Err(Fault::TimedOut(limits.time.as_secs())),
        done = work => Ok(done),
    }
}

fn target(model: &Model, limits: &Limits<'_>) -> Result<ServiceTarget, Fault> {
    let adapter = match model.provider.dialect {
        Dialect::Anthropic => AdapterKind::Anthropic,
        Dialect::OpenAi => AdapterKind::OpenAI,
        Dialect::Gemini => AdapterKind::Gemini,
    };
    let key = key(&model.provider, limits)?;
    Ok(ServiceTarget {
        endpoint: Endpoint::from_owned(model.provider.base()),
        // Servers of one's own want no key, and the header all the same.
        auth: AuthData::from_single(key.as_ref().map_or("none", |key| key.expose_secret())),
        model: ModelIden::new(adapter, model.name.as_str()),
    })
}

fn options(model: &Model, shape: Option<Shape>, extras: &[Extra]) -> ChatOptions {
    let mut options = ChatOptions::default().with_capture_usage(true);
    for extra in extras {
        options = match (extra, shape) {
            (Extra::Tools, _) => options.with_capture_content(true).with_capture_tool_calls(true),
            (Extra::Cache, _) => options.with_cache_control(CacheControl::Ephemeral),
            (Extra::Shape, Some(shape)) => options.with_response_format(JsonSpec::new(shape.as_str(), shape.schema())),
            (Extra::Shape, None) => options,
        };
    }
    match model.thinking {
        None => options,
        Some(Thinking::Off) => options.with_reasoning_effort(ReasoningEffort::Zero),
        Some(Thinking::Low) => options.with_reasoning_effort(ReasoningEffort::Low),
        Some(Thinking::Medium) => options.with_reasoning_effort(ReasoningEffort::Medium),
        Some(Thinking::High) => options.with_reasoning_effort(ReasoningEffort::High),
    }
}

/// What came of a stream.
struct Heed {
    bytes: usize,
    end: Option<StreamEnd>,
}

impl Heed {
    fn take(&mut self, event: ChatStreamEvent, on: &mut dyn FnMut(Heard<'_>)) -> Result<(), Fault> {
        match event {
            ChatStreamEvent::Chunk(chunk) => {
                self.bytes += chunk.content.len();
                on(Heard::Text(&chunk.content));
            }
            ChatStreamEvent::ReasoningChunk(chunk) => {
                self.bytes += chunk.content.len();
                on(Heard::Thought(&chunk.content));
            }
            ChatStreamEvent::End(ended) => self.end = Some(ended),
            ChatStreamEvent::Start
            | ChatStreamEvent::Heartbeat
            | ChatStreamEvent::ThoughtSignatureChunk(_)
            | ChatStreamEvent::ToolCallChunk(_) => {}
        }
        if self.bytes > MOST {
            return Err(Fault::Cut(format!("more than {} MiB", MOST >> 20)));
        }
        Ok(())
    }
}

/// What the end of a stream says.
fn ended(end: &StreamEnd, on: &mut dyn FnMut(Heard<'_>)) -> Result<(), Fault> {
    if let Some(used) = &end.captured_usage {
        on(Heard::Used(usage(used)));
    }
    match &end.captured_stop_reason {
        Some(StopReason::MaxTokens(_)) => Err(Fault::Cut("the output limit was reached".to_owned())),
        Some(StopReason::ContentFilter(_)) => {
            Err(Fault::Refused("its provider's filter stopped the answer".to_owned()))
        }
        Some(StopReason::Other(word)) if word == "error" => {
            Err(Fault::Cut("its provider ended it with an error".to_owned()))
        }
        Some(
            StopReason::Completed(_) | StopReason::StopSequence(_) | StopReason::ToolCall(_) | StopReason::Other(_),
        ) => Ok(()),
        // Gemini and Anthropic say why a stream ends; one that does not was cut. Servers that speak as OpenAI may not.
        None => Ok(()),
    }
}

fn usage(used: &genai::chat::Usage) -> Usage {
    let count = |n: Option<i32>| n.and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
    let details = used.prompt_tokens_details.as_ref();
    Usage {
        input: count(used.prompt_tokens),
        output: count(used.completion_tokens),
        cache_read: count(details.and_then(|details| details.cached_tokens)),
        cache_write: count(details.and_then(|details| details.cache_creation_tokens)),
        is_estimated: false,
    }
}
