"""The line editor: completion while typing, a toolbar, and an eye on what others record."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.shortcuts import CompleteStyle

from cli.live import rendering
from cli.live.commands import complete as complete_command
from cli.live.completion import complete
from cli.output import plain, say
from engine.notation import squash
from eventstore import StoreError

if TYPE_CHECKING:
    from cli.live.session import Session

EVERY = 0.5
"""Seconds between two looks at what others have done."""


class Offers(Completer):
    """What a line may become: moves first, then commands."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor
        found = self.of(typed)
        stem = _shared(found).rfind(" ") + 1 if len(found) > 1 else 0
        for text in found:
            yield Completion(text, -len(typed), display=plain(text[stem:].strip()) or text)

    def of(self, typed: str) -> list[str]:
        """The lines that what was typed may become, other than itself."""
        try:
            found = [*complete(self._session.here, typed), *complete_command(self._session, typed)]
        except Exception:
            # A key that is pressed must never end in an error; the line's own refusal says more.
            return []
        return [text for text in found if text != typed]


def _shared(texts: list[str]) -> str:
    """The beginning that all of them share."""
    first, last = min(texts), max(texts)
    parted = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), None)
    return first[:parted]


class Prompt:
    """Asks for lines on a terminal, and tells above them what others do meanwhile."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._news: list[str] = []
        offers = Offers(session)
        self._prompt: PromptSession[str] = PromptSession(
            message=self._message,
            completer=offers,
            complete_while_typing=True,
            complete_style=CompleteStyle.MULTI_COLUMN,
            bottom_toolbar=self._toolbar,
            history=InMemoryHistory(),
            key_bindings=_keys(offers),
            reserve_space_for_menu=6,
        )

    def ask(self) -> str:
        """A line. Raises EOFError, and KeyboardInterrupt (the line is then in the history)."""
        try:
            return self._prompt.prompt(pre_run=self._begin)
        finally:
            self._tell()

    def _message(self) -> StyleAndTextTuples:
        return [("bold", plain(rendering.asks(self._session)))]

    def _toolbar(self) -> StyleAndTextTuples:
        width = self._prompt.output.get_size().columns
        return [("", plain(rendering.toolbar(self._session))[: width - 1])]

    def _begin(self) -> None:
        self._prompt.app.create_background_task(self._watch())

    async def _watch(self) -> None:
        """Look every while what others have done, and say it above the line."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                self._news += self._session.follow()
            except StoreError:
                # Busy, most likely: the next look will tell.
                continue
            except Exception as error:
                self._prompt.app.exit(exception=error)
                return
            if self._news:
                # A line that was begun before is asked for again; an empty one knows of it.
                self._session.stale &= bool(self._prompt.default_buffer.text.strip())
                await run_in_terminal(self._tell)

    def _tell(self) -> None:
        news, self._news = self._news, []
        if news:
            say(*news)


def _keys(offers: Offers) -> KeyBindings:
    keys = KeyBindings()

    @keys.add("tab")
    def finish(event: KeyPressEvent) -> None:
        """Type on as far as it is clear; then go through what is offered."""
        line = event.current_buffer
        typed = line.document.text_before_cursor
        found = offers.of(typed)
        state = line.complete_state
        if state is not None and state.current_completion is not None:
            line.complete_next()
        elif found and len(squash(shared := _shared(found))) > len(squash(typed)):
            line.delete_before_cursor(len(typed))
            line.insert_text(shared)
        elif state is not None:
            line.complete_next()
        else:
            line.start_completion()

    @keys.add("c-c")
    def drop(event: KeyPressEvent) -> None:
        """Drop the line; the arrow up brings it back."""
        event.app.current_buffer.append_to_history()
        event.app.exit(exception=KeyboardInterrupt())

    return keys
