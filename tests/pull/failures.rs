//! What a host refuses, in words, with the next thing to type and the right exit code.

use super::{Ran, Scene};
use crate::support::github::{
    Fault, Nth, Route, TOKEN, sample,
    world::{Token, TokenKind},
};

/// A run that the host refuses.
#[track_caller]
fn refused(scene: &Scene, target: &str, code: i32, words: &[&str]) {
    let ran = scene.run(&["review", target]);
    assert_eq!(ran.code, code, "{}", ran.err);
    for words in words {
        assert!(ran.err.contains(words), "`{words}` is not in: {}", ran.err);
    }
    assert!(!ran.err.contains(TOKEN), "the token was shown: {}", ran.err);
    assert_eq!(ran.out, "");
}

#[test]
fn a_wrong_or_expired_token_says_where_it_came_from() {
    let scene = Scene::new(sample::world());
    scene.hub.world(|world| world.tokens.get_mut(TOKEN).unwrap().is_valid = false);
    refused(&scene, "o/r#7", 4, &["does not accept the token from GH_TOKEN", "Set GH_TOKEN"]);
}

#[test]
fn without_a_token_a_private_repository_is_not_there_and_both_reasons_are_said() {
    let scene = Scene::new(sample::world());
    let output = scene.command(&["review", "o/secret#1"]).env_remove("GH_TOKEN").output().unwrap();
    let ran = Ran::of(&output);
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(ran.err.contains("no repository o/secret") && ran.err.contains("If it is private"), "{}", ran.err);
}

#[test]
fn single_sign_on_names_the_address() {
    let scene = Scene::new(sample::world());
    scene.hub.world(|world| world.repo("o/r").needs_sso = true);
    refused(&scene, "o/r#7", 4, &["single sign-on", "https://"]);
}

#[test]
fn what_is_not_there_is_told_apart() {
    let scene = Scene::new(sample::world());
    refused(&scene, "o/r#404", 3, &["no pull request o/r#404"]);
    refused(&scene, "o/r#3", 3, &["is an issue, not a pull request"]);
    refused(&scene, "o/nothing#7", 4, &["no repository o/nothing"]);
}

#[test]
fn a_token_for_other_repositories_is_not_enough() {
    let scene = Scene::new(sample::world());
    scene.hub.world(|world| {
        let kind = TokenKind::FineGrained(vec!["o/other".to_owned()], crate::support::github::world::Rights::Read);
        world.tokens.insert(TOKEN.to_owned(), Token::of("reviewer", kind));
        world.repo("o/r").members = Some(vec!["reviewer".to_owned()]);
    });
    let ran = scene.run(&["review", "o/r#7"]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(ran.err.contains("GH_TOKEN"), "{}", ran.err);
}

#[test]
fn a_host_that_cannot_be_reached_names_what_still_works() {
    let mut scene = Scene::new(sample::world());
    scene.hub.refuse();
    refused(&scene, "o/r#7", 4, &["cannot be reached", "--offline"]);
}

#[test]
fn a_limit_says_when_it_ends() {
    let scene = Scene::new(sample::world());
    for route in [Route::Diff, Route::Pull, Route::Files, Route::Graphql] {
        scene.hub.fault(route, Nth::From(1), Fault::PrimaryLimit(3000));
    }
    refused(&scene, "o/r#7", 4, &["allows no more calls", "allowed again at"]);
}

#[test]
fn an_answer_that_is_none_is_said_to_be_so() {
    let scene = Scene::new(sample::world());
    scene.hub.fault(Route::Pull, Nth::From(1), Fault::Garbage("<html>"));
    refused(&scene, "o/r#7", 4, &["cannot be read", "PRR_GITHUB_API_URL"]);
}

#[test]
fn an_address_of_the_api_that_cannot_be_one_is_a_mistake_of_the_person() {
    let scene = Scene::new(sample::world());
    let output = scene.command(&["review", "o/r#7"]).env("PRR_GITHUB_API_URL", "http://api.example").output().unwrap();
    let ran = Ran::of(&output);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("https://"), "{}", ran.err);
}
