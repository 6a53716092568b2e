import logging
import math
import socket
import threading
import time

import pytest
from pydantic import SecretStr

from services.errors import Cancelled, InvalidInput, Unavailable
from services.llm import openai_requests, server_address
from services.llm.base import ChoiceQuery, Sampling, chat
from services.llm.openai_engine import OpenAIEngine
from tests.llm.stub_server import stub_server

KEY = "sk-very-secret-0123456789"


@pytest.fixture
def stub():
    with stub_server() as server:
        yield server


@pytest.fixture
def remote(stub):
    engine = OpenAIEngine(stub.url, key=SecretStr(KEY), timeout=5, parallel=4)
    stub.requests.clear()
    yield engine
    engine.close()


def said(engine, **more):
    return "".join(engine.stream(chat("Count."), **more))


def test_probing_finds_what_a_full_server_can_do(remote, stub):
    info = remote.info
    assert info.model == "stub-1"
    assert info.context_length == 4096
    assert info.device == f"127.0.0.1:{stub.server_port}"
    assert info.capabilities.schema
    assert info.capabilities.choice_scores
    assert info.capabilities.token_logprobs
    assert info.capabilities.missing == ()


def test_what_a_server_lacks_is_switched_off_and_named(stub):
    stub.lacks = {"logprobs", "response_format", "echo", "chat_template_kwargs"}
    engine = OpenAIEngine(stub.url, timeout=5)
    try:
        assert not engine.info.capabilities.schema
        assert not engine.info.capabilities.choice_scores
        assert not engine.info.capabilities.token_logprobs
        missing = " / ".join(engine.info.capabilities.missing)
        assert "held to a form" in missing
        assert "yes/no judgements" in missing
        assert "surprisal" in missing
        with pytest.raises(Unavailable, match="gives no log-probabilities"):
            engine.score([ChoiceQuery(chat("Yes or No?"))])
        with pytest.raises(Unavailable, match="does not echo"):
            engine.token_logprobs("One two")
        assert said(engine) == "One two three"
        assert "chat_template_kwargs" not in stub.requests[-1][1]
    finally:
        engine.close()


def test_a_schema_that_is_accepted_but_not_obeyed_counts_as_missing(stub):
    def ignore(handler, asked):
        asked.pop("response_format", None)
        return False

    stub.misbehave = ignore
    engine = OpenAIEngine(stub.url, timeout=5)
    engine.close()
    assert not engine.info.capabilities.schema
    assert engine.info.capabilities.choice_scores


def test_a_server_that_wants_the_other_limit_name_gets_it(stub):
    stub.lacks = {"max_tokens", "chat_template_kwargs"}
    engine = OpenAIEngine(stub.url, timeout=5)
    try:
        said(engine, sampling=Sampling(max_tokens=9))
        assert stub.requests[-1][1]["max_completion_tokens"] == 9
    finally:
        engine.close()


def test_an_answer_is_streamed_with_the_request_as_asked(remote, stub):
    schema = {"type": "object", "properties": {"token": {"enum": ["x"]}}}
    sampling = Sampling(max_tokens=9, temperature=0.5, top_p=0.9, seed=3, stop=("END",))
    assert list(remote.stream(chat("Count.", system="Be brief."), sampling, schema=schema)) == [
        "One",
        " two",
        " three",
    ]
    path, asked, headers = stub.requests[-1]
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert asked["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Count."},
    ]
    assert (asked["max_tokens"], asked["temperature"], asked["top_p"]) == (9, 0.5, 0.9)
    assert (asked["seed"], asked["stop"]) == (3, ["END"])
    assert asked["response_format"]["json_schema"]["schema"] == schema
    assert remote.usage.completion_tokens == 3


def test_scores_come_from_the_likeliest_tokens(remote):
    steps = []
    scores = remote.score(
        [ChoiceQuery(chat(f"{n}: Yes or No?"), ("Yes", "No")) for n in range(9)],
        progress=lambda *step: steps.append(step),
    )
    # Yes: -0.2. No: " No" at -1.9; "no" is another word. Renormalised over both.
    yes, no = math.exp(-0.2), math.exp(-1.9)
    assert scores[0].probabilities == pytest.approx((yes / (yes + no), no / (yes + no)))
    assert scores[0].margin == pytest.approx(1.7)
    assert len(scores) == 9
    assert steps == [(n, 9) for n in range(1, 10)]


def test_a_choice_that_was_not_reported_gets_the_upper_bound(remote):
    scores = remote.score([ChoiceQuery(chat("?"), ("Yes", "Never"))])[0]
    assert scores.margin == pytest.approx(-0.2 + 5.0)


def test_echoed_logprobs_leave_out_the_generated_token(remote):
    found = remote.token_logprobs("One two three")
    assert [(t.text, t.start, t.end, t.logprob) for t in found] == [
        ("One", 0, 3, None),
        (" two", 3, 7, -1.0),
        (" three", 7, 13, -2.0),
    ]
    with pytest.raises(InvalidInput):
        remote.token_logprobs("  ")


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_server_is_asked_again_after_the_pause_it_names(remote, stub, status):
    refused = []

    def busy_twice(handler, asked):
        if len(refused) < 2:
            refused.append(time.monotonic())
            handler.send_json({"error": {"message": "busy"}}, status, {"Retry-After": "0.1"})
            return True
        return False

    stub.misbehave = busy_twice
    assert said(remote) == "One two three"
    assert len(refused) == 2
    assert refused[1] - refused[0] >= 0.1


def test_pauses_double_and_are_bounded():
    assert [openai_requests._pause(None, n) for n in range(3)] == [0.5, 1.0, 2.0]
    assert openai_requests._pause("3", 0) == 3.0
    assert openai_requests._pause("86400", 0) == openai_requests.LONGEST_WAIT
    assert openai_requests._pause("Wed, 21 Oct 2015 07:28:00 GMT", 1) == 1.0


def test_a_server_that_stays_busy_is_one_sentence(remote, stub):
    def busy(handler, asked):
        handler.send_json({"error": {"message": "busy"}}, 429, {"Retry-After": "0"})
        return True

    stub.misbehave = busy
    with pytest.raises(Unavailable, match=r"is busy \(status 429, asked 4 times\)"):
        said(remote)


def test_cancel_during_the_pause_does_not_wait_for_it(remote, stub):
    def busy(handler, asked):
        handler.send_json({"error": {"message": "busy"}}, 429, {"Retry-After": "15"})
        return True

    stub.misbehave = busy
    _assert_cancelled_quickly(lambda cancel: said(remote, cancel=cancel))


def test_cancel_closes_a_running_answer(remote, stub):
    def slow(handler, asked):
        handler.slow_stream()
        return True

    stub.misbehave = slow
    _assert_cancelled_quickly(lambda cancel: said(remote, cancel=cancel))
    assert stub.disconnected.wait(2)


def test_cancel_while_the_server_is_silent(remote, stub):
    def silent(handler, asked):
        time.sleep(3)
        handler.close_connection = True
        return True

    stub.misbehave = silent
    _assert_cancelled_quickly(lambda cancel: said(remote, cancel=cancel))
    queries = [ChoiceQuery(chat("?"))] * 3
    _assert_cancelled_quickly(lambda cancel: remote.score(queries, cancel=cancel))


def test_an_abandoned_answer_closes_the_connection(remote, stub):
    def slow(handler, asked):
        handler.slow_stream()
        return True

    stub.misbehave = slow
    answer = remote.stream(chat("Count."))
    next(answer)
    answer.close()
    assert stub.disconnected.wait(2)


def test_progress_may_stop_a_scoring(remote):
    def stop(done, total):
        raise Cancelled

    with pytest.raises(Cancelled):
        remote.score([ChoiceQuery(chat(f"{n}")) for n in range(4)], progress=stop)


def test_silence_beyond_the_timeout_is_one_sentence(stub):
    engine = OpenAIEngine(stub.url, timeout=0.3)
    try:
        stub.misbehave = lambda handler, asked: time.sleep(1.5) or True
        with pytest.raises(Unavailable, match="did not answer in time"):
            said(engine)
    finally:
        engine.close()


def _broken(handler, asked):
    handler.begin_stream()
    handler.send_chunk("One")
    handler.close_connection = True
    return True


def _half_closed(handler, asked):
    handler.begin_stream()
    handler.send_chunk("One")
    handler.wfile.write(b'data: {"id": "c", "choi')
    handler.wfile.flush()
    handler.connection.shutdown(socket.SHUT_WR)
    handler.close_connection = True
    return True


def _reset(handler, asked):
    handler.connection.close()
    handler.close_connection = True
    return True


@pytest.mark.parametrize("misbehave", [_broken, _half_closed, _reset])
def test_a_connection_that_breaks_off_is_said_and_not_taken_for_an_answer(remote, stub, misbehave):
    stub.misbehave = misbehave
    with pytest.raises(Unavailable, match=r"broke off|cannot be reached|no chat answer"):
        said(remote)


def _no_json(handler, asked):
    data = b"<html>It works!</html>"
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data)
    return True


def _wrong_json(handler, asked):
    handler.begin_stream()
    handler.wfile.write(b"data: {not json}\n\n")
    handler.close_connection = True
    return True


@pytest.mark.parametrize("misbehave", [_no_json, _wrong_json])
def test_what_is_no_chat_answer_is_said(remote, stub, misbehave):
    stub.misbehave = misbehave
    with pytest.raises(Unavailable):
        said(remote)
    if misbehave is _no_json:
        with pytest.raises(Unavailable):
            remote.score([ChoiceQuery(chat("?"))])


def test_too_long_a_text_is_the_users_to_change(remote, stub):
    def too_long(handler, asked):
        message = "This model's maximum context length is 4096 tokens; you sent 5000."
        handler.send_json({"error": {"message": message}}, 400)
        return True

    stub.misbehave = too_long
    with pytest.raises(InvalidInput, match="longer than the model"):
        said(remote)


def test_the_key_is_neither_shown_nor_logged(remote, stub, caplog):
    def refuse(handler, asked):
        handler.send_json({"error": {"message": f"Incorrect API key provided: {KEY}"}}, 401)
        return True

    caplog.set_level(logging.DEBUG)
    said(remote)
    stub.misbehave = refuse
    with pytest.raises(Unavailable, match="refused the key") as caught:
        said(remote)
    assert KEY not in str(caught.value) + repr(remote.info) + repr(vars(remote))
    assert KEY not in caplog.text


def test_no_server_is_one_sentence():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
    before = threading.active_count()
    with pytest.raises(Unavailable, match=r"127\.0\.0\.1:\d+ cannot be reached"):
        OpenAIEngine(url, timeout=2)
    assert threading.active_count() == before


def test_closed_engine_says_so(stub):
    engine = OpenAIEngine(stub.url, timeout=5)
    engine.close()
    engine.close()
    with pytest.raises(Unavailable, match="unloaded"):
        said(engine)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "No server address"),
        ("ftp://host/v1", "must begin with http"),
        ("http:///v1", "must begin with http"),
        ("http://user:secret@host/v1", "must not hold a password"),
        ("http://host:99999/v1", "cannot be read"),
        ("http://169.254.169.254/v1", "link-local"),
        ("http://[fe80::1]/v1", "link-local"),
    ],
)
def test_addresses_that_are_not_asked(url, reason):
    with pytest.raises(InvalidInput, match=reason) as caught:
        server_address.checked(url)
    assert "secret" not in str(caught.value)


def test_an_address_keeps_its_path_without_a_trailing_slash():
    assert server_address.checked("https://host:8000/v1/") == "https://host:8000/v1"


def _assert_cancelled_quickly(work):
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        work(cancel)
    assert time.monotonic() - started < 1.2
