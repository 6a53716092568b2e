"""One file with every draft and its history, and drafts brought back from such a file."""

import math
from datetime import UTC, datetime, timedelta

import streamlit as st

from components.job_panel import show_job, submit
from components.moments import local, moment
from components.plain import plain
from components.sign_in import login_is_on
from components.workbench import owner, workshop
from services.backup import handing_over
from services.errors import AskwrightError, NotFound
from services.jobs import JobState, JobView
from services.work.library import RESTORE, SAVE, Saved, SoFar, restored_by, saved_by

MEGABYTE = 1e6
# For how long it is told how a job has ended, in whatever window of the person.
TOLD = timedelta(hours=2)
UPLOAD = "library:restore:file"


def backup_and_restore() -> None:
    st.header("Backup")
    left, right = st.columns(2)
    with left, st.container(border=True, height="stretch"):
        _save()
    with right, st.container(border=True, height="stretch"):
        _bring_in()


def _save() -> None:
    st.subheader("Save everything")
    whose = "All your drafts" if login_is_on() else "All drafts on this machine"
    st.markdown(
        f"{whose}, archived and deleted ones too, each with its whole history, in one file. "
        "No password or key is in it; your texts are."
    )
    job = workshop().jobs.latest_of(owner(), SAVE)
    if job is not None and _recent(job):
        if show_job(job, key="library:saving", doing="Writing the file"):
            return
        if (saved := saved_by(job)) is not None:
            _offer(saved, job)
    st.button("Save a backup", icon=":material/inventory_2:", key="library:backup", on_click=_start)


def _start() -> None:
    submit(SAVE)


def _offer(saved: Saved, job: JobView) -> None:
    """The file that was written, while it is there."""
    files = workshop().files_dir
    try:
        handing_over.find(saved.name, files)
    except NotFound:
        return
    when = job.finished or job.created
    drafts = f"{saved.drafts:,} {'draft' if saved.drafts == 1 else 'drafts'}"
    st.markdown(
        f":material/check: **Ready since {moment(when)}**: {drafts}, {_size(saved.size_bytes)}. "
        "What you write from now on is not in it."
    )
    most = int(st.get_option("server.maxUploadSize"))
    if saved.size_bytes > most * MEGABYTE:
        st.markdown(
            f"This page takes back files of up to {most} MB. Whoever runs the app can restore a "
            "larger one: `python -m services restore FILE`."
        )
    st.download_button(
        "Download the backup",
        lambda: handing_over.find(saved.name, files).read_bytes(),
        file_name=f"askwright {local(when):%Y-%m-%d %H%M}.zip",
        mime="application/zip",
        icon=":material/download:",
        type="primary",
        on_click="ignore",
        key="library:download",
    )


def _size(size_bytes: int) -> str:
    return f"{math.ceil(size_bytes / MEGABYTE * 10) / 10:,.1f} MB"


def _bring_in() -> None:
    st.subheader("Restore from a file")
    st.markdown(
        "Adds what is not here. What is here stays as it is: where both differ, you get both."
    )
    live = [
        job for job in workshop().jobs.live_jobs() if job.kind == RESTORE and job.owner == owner()
    ]
    for job in live:
        show_job(job, key=f"library:restoring:{job.id}", partial=_so_far, doing="Adding drafts")
    if live:
        return
    if (latest := workshop().jobs.latest_of(owner(), RESTORE)) is not None and _recent(latest):
        show_job(latest, key="library:restored")
        _ended(latest)
    _choose()


def _recent(job: JobView) -> bool:
    return datetime.now(UTC) - (job.finished or job.created) < TOLD


def _choose() -> None:
    # A file that was handed over is not needed here any more: the next one gets a new field.
    key = f"{UPLOAD}:{st.session_state.get(UPLOAD, 0)}"
    file = st.file_uploader(
        "Backup",
        type="zip",
        key=key,
        label_visibility="collapsed",
        help="A file too large for this page: python -m services restore FILE",
    )
    if file is not None:
        st.button(
            "Restore",
            type="primary",
            icon=":material/upload:",
            key="library:restore",
            on_click=_hand_over,
            args=(key,),
        )


def _hand_over(key: str) -> None:
    """Leave the upload to a job. A second click finds no upload any more."""
    file = st.session_state.get(key)
    if file is None:
        return
    files = workshop().files_dir
    try:
        name = handing_over.hand_over(file, files)
    except AskwrightError as error:
        st.session_state["notice"] = str(error)
        return
    if submit(RESTORE, file=name) is None:
        handing_over.remove(name, files)
        return
    st.session_state[UPLOAD] = st.session_state.get(UPLOAD, 0) + 1


def _ended(job: JobView) -> None:
    """What a restore came to, for whoever was not there to see it too."""
    seen = f"seen:{job.id}"
    if st.session_state.get(seen):
        if job.state is not JobState.DONE:
            # Nobody tries it again.
            handing_over.remove(str(job.payload["file"]), workshop().files_dir)
        return
    # That it was cancelled is told to whoever saw it run.
    told = job.state is not JobState.CANCELLED or st.session_state.get(f"watched:{job.id}")
    if not told or (found := restored_by(job)) is None:
        return
    if job.state is not JobState.DONE:
        st.markdown(f"Before it ended: {_counted(found)}")
        _details(found)
        return
    if found.unreadable:
        st.warning(_counted(found), icon=":material/warning:")
    else:
        st.success(_counted(found), icon=":material/check:")
    _details(found)
    st.button(
        "Dismiss",
        key="library:restored:seen",
        type="tertiary",
        on_click=st.session_state.__setitem__,
        args=(seen, True),
    )


def _so_far(job: JobView) -> None:
    if (found := restored_by(job)) is not None:
        st.markdown(_counted(found))


def _counted(found: SoFar) -> str:
    counts = (
        (found.added, "added"),
        (found.beside, "added beside the one that is here"),
        (found.brought_back, "taken out of the deleted ones"),
        (found.there, "already here"),
        (found.unreadable, "not readable in the file"),
    )
    said = ", ".join(f"{count:,} {words}" for count, words in counts if count)
    return f"Drafts: {said or 'none in this file'}."


def _details(found: SoFar) -> None:
    """Which there are two of now, which were not readable, and what came beside drafts."""
    if found.files:
        st.markdown(f"Collections of questionnaires added: {found.files}.")
    if found.beside:
        st.markdown(
            "These were changed since the backup, so that there are two of each now, with the "
            "same title:"
        )
        _list(found.beside_titles, found.beside)
    if found.unreadable:
        st.markdown(
            ":orange-badge[:material/warning: Left out] These parts of the file are damaged. An "
            "older backup may have them:"
        )
        _list(found.unreadable_parts, found.unreadable)


def _list(entries: tuple[str, ...], total: int) -> None:
    lines = [f"- {plain(entry, limit=200) or 'Untitled'}" for entry in entries]
    if total > len(entries):
        lines.append(f"- and {total - len(entries):,} more")
    st.markdown("\n".join(lines))
