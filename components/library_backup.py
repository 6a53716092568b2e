"""One file with every draft and its history, and drafts brought back from such a file."""

import io
from datetime import datetime

import streamlit as st

from components.messages import shown_errors
from components.moments import local
from components.plain import plain
from components.process import process_workshop
from components.sign_in import login_is_on
from components.workbench import owner, workshop
from services.backup.reading import Backup, open_backup
from services.backup.restoring import Outcome, Restored, check, restore
from services.backup.writing import write
from services.workshop import Workshop

LISTED = 20
RESTORED = "library:restored"


def backup_and_restore() -> None:
    st.header("Backup")
    left, right = st.columns(2)
    with left, st.container(border=True, height="stretch"):
        _save()
    with right, st.container(border=True, height="stretch"):
        _bring_in()


def _whole() -> Workshop:
    """All that may be saved: one's own, or, where there is no login, everything on this machine."""
    return workshop() if login_is_on() else process_workshop()


def _save() -> None:
    st.subheader("Save everything")
    whose = "All your drafts" if login_is_on() else "All drafts on this machine"
    st.markdown(
        f"{whose}, archived and deleted ones too, each with its whole history, in one file. "
        "No password or key is in it; your texts are."
    )
    # Taken here: the file is written on another thread when it is asked for.
    shop = _whole()
    repository, files = shop.repository, shop.files_dir

    def written() -> bytes:
        target = io.BytesIO()
        write(target, repository, files)
        return target.getvalue()

    st.download_button(
        "Save a backup",
        written,
        file_name=f"askwright {local(datetime.now().astimezone()):%Y-%m-%d %H%M}.zip",
        mime="application/zip",
        icon=":material/download:",
        on_click="ignore",
        key="library:backup",
    )


def _bring_in() -> None:
    st.subheader("Restore from a file")
    st.markdown(
        "Adds what is not here. What is here stays as it is: where both differ, you get both."
    )
    file = st.file_uploader(
        "Backup",
        type="zip",
        key="library:restore:file",
        label_visibility="collapsed",
        help="A file too large for this page: python -m services restore FILE",
    )
    if isinstance(done := st.session_state.pop(RESTORED, None), Restored):
        _told(done)
    elif file is not None and st.button(
        "Restore", type="primary", icon=":material/upload:", key="library:restore"
    ):
        with shown_errors(), open_backup(file) as backup:
            st.session_state[RESTORED] = _restored(backup)
            # The list above is to show them.
            st.rerun()


def _restored(backup: Backup) -> Restored:
    bar = st.progress(0.0, text="Reading the file")
    check(backup)
    shop = _whole()

    def report(done: int, total: int) -> None:
        bar.progress(done / total, text=f"Draft {done} of {total}")

    done = restore(backup, shop.repository, shop.files_dir, owner(), report)
    bar.empty()
    return done


def _told(done: Restored) -> None:
    """What became of the drafts, in numbers, and which there are two of now."""
    counts = [(outcome, done.count(outcome)) for outcome in Outcome]
    said = ", ".join(f"{count} {outcome}" for outcome, count in counts if count)
    st.success(f"Drafts: {said or 'none in this file'}.", icon=":material/check:")
    if done.files:
        st.markdown(f"Collections of questionnaires added: {done.files}.")
    beside = done.drafts.get(Outcome.BESIDE, ())
    if beside:
        st.markdown(
            "These were changed since the backup, so that there are two of each now, with the "
            "same title:"
        )
        lines = [f"- {plain(title, limit=90) or 'Untitled'}" for title in beside[:LISTED]]
        if len(beside) > LISTED:
            lines.append(f"- and {len(beside) - LISTED} more")
        st.markdown("\n".join(lines))
